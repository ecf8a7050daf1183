"""Reports that could not be read: they wait until the link is read, or until somebody closes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.office.test_intake import LINK, SITE, kept, ready, site
from tests.standin.small import small_event
from tests.workplace import Workplace

__all__ = ["ready"]

LOST = f"{SITE}/tnr5.aspx"


def failed(work: Workplace) -> None:
    """A link of a tournament that is not there, received."""
    with site(work, small_event()):
        assert work.run("import", LOST, "--reported", "2026-10-05").code == 1


def test_a_report_that_cannot_be_read_waits_with_its_number_and_what_can_be_done(ready: Workplace) -> None:
    failed(ready)
    said = ready.done("status").out
    assert f"report 1: {LOST}, 5 October 2026: not-found: HTTP status 404" in said
    assert "banzuke resolve --close NUMBER" in said
    assert "report 1:" in ready.done("events").out


def test_it_is_closed_with_reason_who_and_when_and_stays_as_received(ready: Workplace) -> None:
    failed(ready)
    before = kept(ready)
    ready.done(
        "resolve", "--close", "1", "--reason", "the organizer sent the wrong link", "--who", "Officer B"
    )
    assert "not read" not in ready.done("status").out
    assert kept(ready) == before
    told = ready.done("rulings").out
    assert f"close · report {LOST}" in told
    assert "Officer B, 2 November 2026" in told
    assert "the organizer sent the wrong link" in told


def test_the_closing_can_be_taken_back(ready: Workplace) -> None:
    failed(ready)
    ready.done("resolve", "--close", "1", "--reason", "a slip")
    ready.done("resolve", "--take-back", "1", "--reason", "it was the right link")
    assert "report 1:" in ready.done("status").out


def test_a_closing_needs_a_reason_and_a_report_that_waits(ready: Workplace) -> None:
    failed(ready)
    assert ready.run("resolve", "--close", "1").problem()["code"] == "ruling-incomplete"
    problem = ready.run("resolve", "--close", "9", "--reason", "x").problem()
    assert (problem["code"], problem["expected"]) == (
        "no-such-report",
        "a report that was received, but not read: 1",
    )
    ready.done("resolve", "--close", "1", "--reason", "x")
    assert ready.run("resolve", "--close", "1", "--reason", "x").problem()["code"] == "answered-meanwhile"
    assert ready.rows("SELECT count(*) FROM ruling") == [(1,)]


def test_several_are_closed_at_once_and_of_a_range_those_that_wait(ready: Workplace) -> None:
    for name in ("one.csv", "two.csv", "three.csv", "four.csv"):
        data = f"Round,White,Result,Black\n1,Mori Sora,{name},Hata Rin\n".encode()
        assert ready.run("import", ready.file(data, name), "--reported", "2026-10-05").code == 1
    ready.done("resolve", "--close", "2", "--reason", "x")
    said = ready.done("resolve", "--close", "１-2,4", "--reason", "no reports").out
    assert [line.split(" is closed")[0] for line in said.splitlines()] == [
        "Decision 2: report 1",
        "Decision 3: report 4",
    ]
    assert "report 3: three.csv" in ready.done("status").out
    for wrong in ("3,", "4-3", "three", "5-9", "3,9"):
        assert ready.run("resolve", "--close", wrong, "--reason", "x").problem()["code"] == "no-such-report"
    assert ready.rows("SELECT count(*) FROM ruling") == [(3,)]


def test_the_same_link_again_waits_again_and_a_link_that_is_read_waits_no_more(ready: Workplace) -> None:
    failed(ready)
    ready.done("resolve", "--close", "1", "--reason", "x")
    failed(ready)
    assert "report 2:" in ready.done("status").out
    with site(ready, small_event(5)):
        ready.done("import", LOST, "--reported", "2026-10-06")
    assert "not read" not in ready.done("status").out


def test_an_import_that_was_cut_off_can_be_closed(ready: Workplace) -> None:
    with site(ready, small_event()):
        ready.done("import", LINK, "--reported", "2026-10-05")
    with closing(sqlite3.connect(ready.database)) as database, database:
        database.execute("UPDATE report SET state = 'received'")
    assert "report 1:" in ready.done("status").out
    assert "the import was cut off" in ready.done("status").out
    ready.done("resolve", "--close", "1", "--reason", "done by hand")
    assert "not read" not in ready.done("status").out
