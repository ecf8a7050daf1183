"""One bad report never stops the others: its fault is its own problem, its bytes are kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import importer.trf.read as trf_reader
import office.intake.sources as sources
import office.intake.take_in as taking
import office.mail.read as mail_reader
import office.poll.run as polling
from importer.faults import CODE
from office.errors import OfficeError
from scraper.archive import FileArchive
from tests.importer.test_bombs import zip_of_trfs
from tests.importer.test_trf import HEAD, ROWS
from tests.office.mail.shapes import PLAIN, attached, mail, whole
from tests.on_postgresql import made_database
from tests.workplace import Workplace, small_federation

GOOD = (HEAD + ROWS).encode()
PADDING = "### nothing\n" * 500
BAD = {
    "a year no calendar goes beyond": HEAD.replace("052 2026/10/04", "052 9999/12/31") + ROWS,
    "minutes no database holds": HEAD.replace("122 90 min + 30 sec", "122 99999999999999999999 min") + ROWS,
    "rounds no database holds": HEAD + "142 0000000000001\nXXR 00009999999999999999999\n" + ROWS,
    "a rating no database holds": HEAD + ROWS.replace("1705 HOK", "9999999999"),
    "a NUL character": HEAD.replace("Invented Open", "Nul Open") + PADDING + "022 Sap\0poro\n" + ROWS,
    "a name of a million letters": HEAD.replace("Invented Open", "X" * 1_000_000) + ROWS,
}


def letter(name: str, data: bytes, at: bytes) -> bytes:
    return whole(b"mixed", PLAIN, attached(b'filename="' + name.encode() + b'"', data), message_id=at)


@pytest.fixture(scope="module")
def served(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office on PostgreSQL, made once."""
    from cli.main import app

    folder = tmp_path_factory.mktemp("served")
    address = made_database(cluster, "bad_reports", None)
    app(["--office", str(folder), "init", "--officer", "T", "--database", address], standalone_mode=False)
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, work: Workplace) -> Workplace:
    """An office on each database."""
    if request.param == "sqlite":
        return work
    return replace(work, folder=request.getfixturevalue("served"))


@pytest.mark.slow
def test_no_report_in_a_mail_stops_the_mails_behind_it(both: Workplace, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    for number, text in enumerate([*BAD.values(), HEAD + ROWS]):
        raw = letter(f"event-{number}.trf", text.encode(), f"<{number}@example.jp>".encode())
        (folder / f"{number}.eml").write_bytes(raw)
    said = both.run("inbox", folder)
    assert said.code in (1, 3) and "Traceback" not in said.all
    assert f"{len(BAD) + 1} new mails, 0 known, {len(BAD) + 1} taken" in said.out
    assert "created: Invented Open" in said.out  # the last one
    again = both.run("inbox")
    assert (again.code, "0 new mails, 0 known, 0 taken" in again.out) == (0, True)
    assert CODE not in said.all  # each is refused or asked about by a name of its own
    for code in ("bad-encoding", "value-out-of-bounds"):
        assert f"{code}: " in said.err


def test_the_bytes_of_what_is_refused_are_kept(work: Workplace) -> None:
    data = BAD["a name of a million letters"].encode()
    said = work.run("import", work.file(data, "a.trf"), work.file(GOOD, "b.trf"))
    assert said.problem()["code"] == "value-out-of-bounds"
    assert "at most 2000 letters" in said.problem()["expected"]
    assert "created: Invented Open" in said.out
    assert {e.size for e in FileArchive(work.folder / "archive").entries()} >= {len(data), len(GOOD)}


def test_a_day_beyond_the_bounds_is_asked_with_the_bound(work: Workplace) -> None:
    small_federation(work)
    work.run("import", work.file(BAD["a year no calendar goes beyond"].encode(), "a.trf"))
    problem = work.the("trf-day")
    assert "from 1850-01-01 to 2099-12-31" in problem.expected and "9999/12/31" in problem.found


def unforeseen(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("nobody foresaw this")


def test_a_fault_in_a_reader_is_named_as_one_of_the_program(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trf_reader, "read_trf", unforeseen)
    games = b"Round,White,Result,Black\n1,Mori Sora,1-0,Hata Rin\n"
    said = work.run("import", work.file(GOOD, "a.trf"), work.file(games, "b.csv"))
    problem = said.problem()
    assert (said.code, problem["code"], problem["place"]) == (1, CODE, "a.trf")
    assert (
        "ZeroDivisionError: nobody foresaw this (tests/office/mail/test_one_bad_report.py:"
        in problem["found"]
    )
    assert "importer/files.py" in problem["found"]
    assert "created: b, 2 players" in said.out
    told = work.done("status").out
    assert f"report 1: a.trf, 2 November 2026: {CODE}" in told


def test_a_fault_while_it_is_stored_is_of_this_report_alone(
    both: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = taking.take_in

    def sometimes(session: Any, record: Any, *more: Any) -> Any:
        if record.name == "Bad":
            unforeseen()
        return real(session, record, *more)

    monkeypatch.setattr(taking, "take_in", sometimes)
    bad = GOOD.replace(b"Invented Open", b"Bad")
    said = both.run("import", both.file(bad, "a.trf"), both.file(GOOD.replace(b"Open", b"Cup"), "b.trf"))
    assert said.problem()["code"] == CODE and "created: Invented Cup" in said.out


def test_what_is_no_fault_of_a_report_stops_the_run(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device", "banzuke.sqlite")

    monkeypatch.setattr(taking, "take_in", full)
    said = work.run("import", work.file(GOOD, "a.trf"), work.file(GOOD, "b.trf"))
    assert (said.code, said.problem()["code"]) == (1, "file-trouble")


def test_a_fault_in_a_page_is_of_this_link_alone(desk: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "read_event", unforeseen)
    said = desk.run("inbox", desk.file(mail(), "a.eml"))
    assert said.problem()["code"] == CODE and "1 taken" in said.out
    monkeypatch.undo()


def test_all_that_is_beyond_bounds_in_the_pages_of_a_link_is_kept(
    desk: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sources.read_event

    def beyond(*pages: Any, **named: Any) -> Any:
        return replace(real(*pages, **named), name="An\0Open", organizer="A\0Club")

    monkeypatch.setattr(sources, "read_event", beyond)
    desk.run("inbox", desk.file(mail(), "a.eml"))
    ((state, problem),) = desk.rows("SELECT state, problem FROM report")
    assert state == "failed"
    assert [told["code"] for told in json.loads(problem)["all"]] == ["value-out-of-bounds"] * 2


def test_a_mail_whose_reader_fails_waits_for_a_person(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = mail_reader.mail_of

    def sometimes(raw: bytes, *more: Any, **named: Any) -> Any:
        return unforeseen() if b"bad" in raw else real(raw, *more, **named)

    monkeypatch.setattr(mail_reader, "mail_of", sometimes)
    bad, good = mail("bad"), letter("b.trf", GOOD, b"<2@example.jp>")
    said = work.run("inbox", work.file(bad, "a.eml"), work.file(good, "b.eml"))
    assert said.problem()["code"] == CODE and "created: Invented Open" in said.out
    assert CODE in work.run("inbox", "list").all
    work.done("inbox", "close", "M1", "--reason", "told those who look after the program")
    assert (
        FileArchive(work.folder / "mails").body(work.rows("SELECT sha256 FROM message WHERE id = 1")[0][0])
        == bad
    )


def test_a_mail_whose_bytes_are_gone_stops_no_other(work: Workplace) -> None:
    work.run("inbox", work.file(mail(), "a.eml"), "--offline")
    assert work.rows("SELECT state FROM message") == [("waits",)]
    for file in (work.folder / "mails").rglob("*"):
        if file.is_file():
            file.unlink()
    said = work.run("inbox", work.file(letter("b.trf", GOOD, b"<2@example.jp>"), "b.eml"), "--offline")
    assert "created: Invented Open" in said.out and "archive-page-missing" in said.err


def test_a_fault_at_one_event_does_not_end_a_poll(desk: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.done("inbox", desk.file(mail(), "a.eml"))
    monkeypatch.setattr(polling, "look_at", unforeseen)
    said = desk.run("poll")
    assert CODE in said.all and "Traceback" not in said.all


def test_a_refusal_of_the_office_is_no_fault(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    from scraper.records import Problem

    def refuses(*_: Any) -> Any:
        raise OfficeError(Problem("settings-unreadable", "banzuke.toml", "a", "b", "c"))

    monkeypatch.setattr(taking, "look_at", refuses)
    said = work.run("import", work.file(GOOD, "a.trf"))
    assert said.problem()["code"] == "settings-unreadable"


def test_a_mail_of_more_reports_than_anybody_sends_is_one_question(work: Workplace) -> None:
    parts = [
        attached(b'filename="%d.trf"' % n, GOOD.replace(b"Invented Open", b"Open %d" % n)) for n in range(11)
    ]
    said = work.run("inbox", work.file(whole(b"mixed", PLAIN, *parts), "a.eml"))
    problem = said.problem()
    assert (problem["code"], problem["found"]) == ("many-events", "11; none was taken")
    assert work.rows("SELECT state FROM message") == [("taken",)]
    assert work.rows("SELECT count(*), min(state) FROM report") == [(1, "failed")]
    assert work.rows("SELECT count(*) FROM event") == [(0,)]
    assert len(FileArchive(work.folder / "archive").entries()) == 11


def test_all_of_them_are_taken_when_that_is_asked_for(work: Workplace) -> None:
    data = zip_of_trfs(11)
    assert work.run("import", work.file(data, "a.zip")).problem()["code"] == "many-events"
    said = work.done("import", work.file(data, "a.zip"), "--all")
    assert "11 created" in said.out
