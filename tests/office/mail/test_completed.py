"""Which mail reported an event that was not complete at first (R16)."""

from __future__ import annotations

from datetime import UTC, date, datetime

from tests.office.mail.shapes import LINK, PLAIN, attached, mail, whole
from tests.office.test_files import PLAYED, form
from tests.publication.site import event, running
from tests.standin.server import Standin
from tests.workplace import Workplace


def test_an_event_that_is_not_complete_is_reported_when_a_later_mail_finds_it_so(
    desk: Workplace, standin: Standin
) -> None:
    full = event()
    standin.events[full.number] = running(full, 2)
    desk.moment = datetime(2026, 10, 6, 1, 0, tzinfo=UTC)
    said = desk.done("inbox", desk.file(mail(), "report.eml"))
    assert "incomplete: it counts as reported when every result is there (R16)" in said.out
    standin.events[full.number] = full
    desk.moment = datetime(2026, 10, 22, 1, 0, tzinfo=UTC)
    again = mail(message_id=b"<two@example.jp>", received=b"Wed, 21 Oct 2026 10:00:00 +0900")
    said = desk.done("inbox", desk.file(again, "again.eml"))
    assert "for the list of 1 December 2026" in said.out
    assert desk.rows("SELECT arrived_on, complete_on FROM event") == [("2026-10-05", "2026-10-21")]


def test_a_mail_that_completed_an_event_counts_by_its_own_day_however_late_it_is_looked_at(
    desk: Workplace, standin: Standin
) -> None:
    full = event()
    standin.events[full.number] = running(full, 2)
    desk.moment = datetime(2026, 10, 6, 1, 0, tzinfo=UTC)
    desk.done("inbox", desk.file(mail(), "report.eml"))
    standin.events[full.number] = full
    desk.moment = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    again = mail(message_id=b"<two@example.jp>", received=b"Tue, 13 Oct 2026 10:00:00 +0900")
    said = desk.done("inbox", desk.file(again, "again.eml"))
    assert "for the list of 1 November 2026" in said.out
    assert desk.rows("SELECT complete_on FROM event") == [("2026-10-13",)]


def test_a_link_seen_incomplete_after_its_mail_arrived_was_not_complete_then(
    desk: Workplace, standin: Standin
) -> None:
    full = event()
    standin.events[full.number] = running(full, 2)
    desk.moment = datetime(2026, 10, 22, 1, 0, tzinfo=UTC)
    desk.done("import", LINK)
    standin.events[full.number] = full
    desk.moment = datetime(2026, 10, 23, 1, 0, tzinfo=UTC)
    found = mail(received=b"Tue, 13 Oct 2026 10:00:00 +0900")
    said = desk.done("inbox", desk.file(found, "found-late.eml"))
    assert "counts as reported on 22 October 2026" in said.out


def test_files_of_two_mails_looked_at_together_count_by_the_mail_that_completed_them(
    desk: Workplace,
) -> None:
    desk.moment = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    games = (*PLAYED[:3], (2, date(2026, 10, 4), 4, "", 1))
    for name, data, day in ((b"one", form(games=games), b"Mon, 05"), (b"two", form(), b"Tue, 13")):
        received = day + b" Oct 2026 10:00:00 +0900"
        file = attached(b'filename="report.xlsx"', data)
        sent = whole(b"mixed", PLAIN, file, message_id=b"<%s@example.jp>" % name, received=received)
        desk.done("inbox", desk.file(sent, f"{name.decode()}.eml"))
    assert desk.rows("SELECT arrived_on, complete_on FROM event") == [("2026-10-05", "2026-10-13")]
