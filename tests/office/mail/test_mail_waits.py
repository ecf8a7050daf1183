"""Mails that wait for the site: what of them was read is read once, and no link of them is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from scraper.budget import Budget
from tests.office.mail.shapes import SITE, attached, mail, part, whole
from tests.office.mail.test_inbox import FIRST, messages, reports
from tests.office.test_files import PLAYED, form
from tests.scraper.fakes import FakeTime
from tests.standin.faults import maintenance, status
from tests.standin.server import Standin
from tests.standin.serving import Asked, Says
from tests.workplace import Workplace

CORRECTED = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "1-0", 1))


def with_form(text: bytes, data: bytes, name: bytes, day: bytes) -> bytes:
    """A mail of a day in October with a form."""
    told = part(b"Content-Type: text/plain; charset=utf-8", text)
    sent = {"message_id": b"<%s@example.jp>" % name, "received": day + b" Oct 2026 10:00:00 +0900"}
    return whole(b"mixed", told, attached(b'filename="report.xlsx"', data), **sent)


def out_of_order(_asked: Asked, right: Says) -> Says:
    """The site's own word that it does not work at the moment."""
    form = b'<form id="form1" action="./tnr9900001.aspx"><h2>Server Error</h2></form>'
    return replace(right, body=b"<html><body>%b</body></html>" % form)


FAILING = {"fails": status(503), "a notice of whoever": maintenance, "says that it fails": out_of_order}


@pytest.mark.parametrize("name", FAILING)
def test_a_site_that_fails_keeps_the_mail_waiting_and_its_day(
    desk: Workplace, standin: Standin, name: str
) -> None:
    file = desk.file(mail(), "report.eml")
    standin.faults["tnr9900001"] = FAILING[name]
    said = desk.run("inbox", file)
    assert said.code == 1
    assert "M1 is tried again by the next run" in said.err
    assert messages(desk)[0][1] == "waits"
    closing = desk.run("inbox", "close", "M1", "--reason", "never mind").problem()
    assert (closing["code"], closing["found"]) == ("mail-not-waiting", "it waits for the next run")
    standin.faults.clear()
    file.unlink()
    desk.moment = datetime(2026, 11, 5, 1, 0, tzinfo=UTC)
    said = desk.done("inbox")
    assert "created: Invented Summer Open 2026" in said.out
    assert reports(desk) == [(FIRST, "read", "2026-10-05", 1)]
    assert desk.rows("SELECT complete_on FROM event") == [("2026-10-05",)]


@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(days=3653)], ids=["right", "clock ahead"])
def test_a_mail_waits_a_week_for_a_site_that_fails(
    desk: Workplace, standin: Standin, ahead: timedelta
) -> None:
    desk.moment += ahead
    standin.faults["tnr9900001"] = status(503)
    desk.run("inbox", desk.file(mail(), "report.eml"))
    desk.moment = datetime(2026, 11, 10, 1, 0, tzinfo=UTC)
    desk.run("inbox")
    assert messages(desk)[0][1] == "taken"
    assert reports(desk)[0][1] == "failed"
    assert FIRST in desk.done("status").out


def test_the_form_of_a_mail_that_waits_for_the_site_does_not_undo_its_correction(
    desk: Workplace, standin: Standin
) -> None:
    standin.faults["tnr9900001"] = status(503)
    desk.moment = datetime(2026, 10, 6, 1, 0, tzinfo=UTC)
    first = with_form(FIRST.encode(), form(), b"one", b"Mon, 05")
    desk.run("inbox", desk.file(first, "one.eml"))
    second = with_form(b"corrected", form(games=CORRECTED), b"two", b"Tue, 06")
    desk.moment = datetime(2026, 10, 7, 1, 0, tzinfo=UTC)
    desk.run("inbox", desk.file(second, "two.eml"))
    standin.faults.clear()
    said = desk.done("inbox")
    assert "created: Invented Summer Open 2026" in said.out and "Autumn Open" not in said.out
    assert [row[1] for row in messages(desk)] == ["taken", "taken"]
    query = "SELECT result FROM pairing JOIN event ON event.id = event_id WHERE name = 'Autumn Open'"
    assert desk.rows(f"{query} AND round = 2 AND white = 4") == [("1-0",)]


def test_a_refused_form_of_a_mail_that_waits_for_the_site_is_not_refused_again_once_it_was_corrected(
    desk: Workplace, standin: Standin
) -> None:
    standin.faults["tnr9900001"] = status(503)
    desk.moment = datetime(2026, 10, 6, 1, 0, tzinfo=UTC)
    first = with_form(FIRST.encode(), form(organizer=""), b"one", b"Mon, 05")
    desk.run("inbox", desk.file(first, "one.eml"))
    second = with_form(b"corrected", form(), b"two", b"Tue, 06")
    desk.run("inbox", desk.file(second, "two.eml"))
    standin.faults.clear()
    assert "report.xlsx" not in desk.done("inbox").all
    assert [row[1] for row in reports(desk)] == ["read", "replaced", "read"]


def test_the_other_links_of_many_are_not_taken_because_some_were_imported(
    desk: Workplace, standin: Standin
) -> None:
    links = [f"{SITE}/tnr{number}.aspx" for number in range(9900001, 9900013)]
    desk.run("inbox", desk.file(mail("\r\n".join(links)), "many.eml"))
    standin.faults["tnr9900003"] = status(503)
    assert desk.run("inbox", "import", "M1", *links[:3]).code == 1
    standin.requests.clear()
    assert desk.run("inbox").problem()["code"] == "many-links"
    assert standin.requests == [] and messages(desk)[0][1] == "waits"
    assert "M1, 5 October 2026" in desk.done("status").out
    desk.run("inbox", "--all")
    assert len(reports(desk)) == len(links)


@pytest.mark.parametrize(
    ("links", "code"),
    [
        ([f"{SITE}/tnr{number}.aspx" for number in range(9900001, 9900013)], "many-links"),
        (["https://example.org/x"], "mail-link-elsewhere"),
    ],
)
def test_a_mail_waits_again_where_the_import_that_closed_it_is_taken_back(
    desk: Workplace, links: list[str], code: str
) -> None:
    assert desk.run("inbox", desk.file(mail("\r\n".join(links)), "m.eml")).problem()["code"] == code
    desk.done("inbox", "import", "M1", FIRST)
    assert "M1" not in desk.done("status").out and "M1" not in desk.run("inbox").all
    ((decision,),) = desk.rows("SELECT id FROM ruling")
    desk.done("resolve", "--take-back", decision, "--reason", "it was another one")
    assert "M1, 5 October 2026" in desk.done("status").out
    desk.done("inbox", "close", "M1", "--reason", "nothing of it")
    assert "M1" not in desk.done("status").out and "M1" not in desk.run("inbox").all


def test_no_link_of_a_mail_is_lost_where_the_site_is_asked_for_nothing_more_a_week_later(
    desk: Workplace, standin: Standin
) -> None:
    numbers = range(9900001, 9900013)
    links = "\r\n".join(f"{SITE}/tnr{number}.aspx" for number in numbers)
    assert desk.run("inbox", desk.file(mail(links), "many.eml")).problem()["code"] == "many-links"
    Budget(desk.folder / "archive", FakeTime().clock).set(0)
    desk.moment = datetime(2026, 11, 12, 1, 0, tzinfo=UTC)
    said = desk.run("inbox", "--all")
    assert {problem["code"] for problem in said.problems()} == {"daily-budget"}
    assert messages(desk)[0][1] == "taken"
    assert [(row[0][-12:-5], row[1]) for row in reports(desk)] == [(str(n), "failed") for n in numbers]
    waits = desk.done("status").out
    assert all(f"{SITE}/tnr{number}.aspx, 5 October 2026: daily-budget" in waits for number in numbers)
