"""A report that arrived earlier than one that was taken before it: its day counts (R16, R25, R46), unless a
published list stands on the other."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.importer.forms import filled
from tests.office.mail.shapes import PLAIN, attached, mail, whole
from tests.publication.site import event, running
from tests.standin.server import Standin
from tests.workplace import Workplace

LATE, EARLY = b"Sun, 25 Oct 2026 10:00:00 +0900", b"Thu, 15 Oct 2026 10:00:00 +0900"
FORM = whole(b"mixed", PLAIN, attached(b'filename="r.xlsx"', filled()))


def taken(desk: Workplace, *mails: bytes) -> None:
    """Each mail in a run of its own."""
    for raw in mails:
        assert desk.run("inbox", desk.file(raw, f"{desk.texts}.eml")).code in (0, 3)


def counts(desk: Workplace) -> str:
    """For when the event counts, as its sender would be told."""
    lines = desk.done("inbox", "reply", "M1").out.splitlines()
    return next(line.strip() for line in lines if "rating list" in line or "complete" in line)


def dated(raw: bytes, day: bytes) -> bytes:
    return raw.replace(b"Mon, 05 Oct 2026 10:00:00 +0900", day)


IN_TIME = "Reported on 15 October 2026, for the rating list of 1 November 2026."
TOO_LATE = "Reported on 25 October 2026, for the rating list of 1 December 2026."


@pytest.mark.parametrize("raw", [mail(), FORM])
@pytest.mark.parametrize("message_id", [b"<one@", b"<two@"])
def test_an_earlier_copy_that_is_met_later_says_when_the_report_arrived(
    desk: Workplace, raw: bytes, message_id: bytes
) -> None:
    """The copy of another mailbox, and another mail with the same."""
    taken(desk, dated(raw, LATE))
    assert counts(desk) == TOO_LATE
    desk.moment += timedelta(hours=1)
    taken(desk, dated(raw, EARLY).replace(b"<one@", message_id))
    assert counts(desk) == IN_TIME
    assert "event-differs" not in desk.run("doctor").all


def test_a_later_copy_changes_no_day(desk: Workplace) -> None:
    taken(desk, dated(mail(), EARLY), dated(mail(), LATE))
    assert counts(desk) == IN_TIME
    assert desk.rows("SELECT state FROM message ORDER BY id") == [("taken",), ("repeated",)]


def test_a_published_event_stays_as_it_is(desk: Workplace) -> None:
    taken(desk, mail())
    for command in ("rate", "publish"):
        desk.done(command)
    before = desk.rows("SELECT link_came_on, arrived_on, complete_on FROM event")
    taken(desk, dated(mail(), b"Sun, 04 Oct 2026 10:00:00 +0900"))
    assert desk.rows("SELECT state FROM message ORDER BY id") == [("taken",), ("repeated",)]
    taken(desk, dated(mail(message_id=b"<two@x>"), b"Sun, 04 Oct 2026 10:00:00 +0900"))
    assert desk.rows("SELECT link_came_on, arrived_on, complete_on FROM event") == before


def test_an_event_that_was_seen_incomplete_later_was_not_complete_earlier(
    desk: Workplace, standin: Standin
) -> None:
    standin.events[event().number] = running(event(), 2)
    taken(desk, dated(mail(), b"Mon, 12 Oct 2026 10:00:00 +0900"))
    standin.events[event().number] = event()
    taken(desk, dated(mail(message_id=b"<two@x>"), LATE))
    assert counts(desk) == TOO_LATE
    taken(desk, dated(mail(), b"Sun, 11 Oct 2026 10:00:00 +0900"))
    assert counts(desk) == TOO_LATE


def test_an_earlier_copy_of_a_link_that_could_not_be_read_says_when_it_first_came(
    desk: Workplace, standin: Standin
) -> None:
    whole_event = standin.events.pop(event().number)
    for raw in (dated(mail(), LATE), dated(mail(), EARLY)):
        assert desk.run("inbox", desk.file(raw, f"{desk.texts}.eml")).problem()["code"] == "not-found"
    assert desk.rows("SELECT state FROM message ORDER BY id") == [("taken",), ("taken",)]
    standin.events[event().number] = whole_event
    taken(desk, dated(mail(message_id=b"<two@x>"), LATE))
    assert counts(desk) == IN_TIME


def test_a_link_that_announced_the_event_was_no_report_of_it(desk: Workplace) -> None:
    """Its results were pending then (R16)."""
    taken(desk, dated(mail(), LATE), dated(mail(message_id=b"<two@x>"), b"Thu, 01 Oct 2026 10:00:00 +0900"))
    assert counts(desk) == TOO_LATE
    taken(desk, dated(mail(message_id=b"<three@x>"), EARLY))
    assert counts(desk) == IN_TIME
