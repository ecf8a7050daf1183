"""A report that arrived earlier than one that was taken before it: its day counts (R16, R25, R46), unless a
published list stands on the other. What a file says counts until one that arrived later says it otherwise."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest

from tests.importer.forms import GAMES, filled
from tests.office.mail.shapes import PLAIN, attached, mail, whole
from tests.publication.site import event, running, with_result
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


NUMBERS = count()


def form_of(day: bytes, result: str, **more: object) -> bytes:
    """A mail of its own that arrived then, with the form that has this result in the first game."""
    games = ((*GAMES[0][:3], result, *GAMES[0][4:]), *GAMES[1:])
    raw = whole(b"mixed", PLAIN, attached(b'filename="r.xlsx"', filled(games=games, **more)))
    return dated(raw, day).replace(b"<one@", b"<number-%d@" % next(NUMBERS))


def first_result(desk: Workplace) -> str:
    ((result,),) = desk.rows("SELECT result FROM pairing WHERE round = 1 AND white = 1")
    return str(result)


BETWEEN = b"Tue, 20 Oct 2026 10:00:00 +0900"


@pytest.mark.parametrize("day", [EARLY, LATE.replace(b"10:00", b"09:59")])
def test_a_file_that_arrived_before_the_one_that_counts_is_kept_and_told(desk: Workplace, day: bytes) -> None:
    taken(desk, form_of(LATE, "0-1"))
    said = desk.run("inbox", desk.file(form_of(day, "1-0"), "late.eml")).out
    assert first_result(desk) == "0-1"
    assert "kept beside: Autumn Open, 4 players, 4 pairings" in said
    assert "it arrived before the report that counts; to have it count: banzuke import FILE" in said
    assert "round 1, Mori Sora – Hata Rin: 0-1 → 1-0" in said
    assert desk.rows("SELECT count(*) FROM reading") == [(2,)]
    told = desk.done("inbox", "list").out
    assert told.count("E1 Autumn Open: another report of it counts") == 1
    assert counts(desk) == (IN_TIME if day == EARLY else TOO_LATE)
    assert "event-differs" not in desk.run("doctor").all
    desk.run("import", desk.file(filled(), "r.xlsx"))
    assert first_result(desk) == "1-0"


def test_of_several_files_that_which_arrived_last_counts_in_whatever_order_they_are_taken(
    desk: Workplace,
) -> None:
    taken(desk, form_of(BETWEEN, "0-1"), form_of(EARLY, "1-0"))
    assert first_result(desk) == "0-1"
    taken(desk, form_of(LATE, "½-½"), form_of(EARLY, "1-0"), form_of(BETWEEN, "1-0"))
    assert first_result(desk) == "1/2-1/2"
    assert counts(desk) == IN_TIME


def test_a_file_that_was_sent_again_arrived_then(desk: Workplace) -> None:
    taken(desk, form_of(EARLY, "0-1"), form_of(LATE, "0-1"), form_of(BETWEEN, "1-0"))
    assert first_result(desk) == "0-1"


def test_a_published_event_is_not_asked_about_for_a_file_that_arrived_earlier(desk: Workplace) -> None:
    taken(desk, form_of(b"Mon, 12 Oct 2026 10:00:00 +0900", "0-1"))
    for problem in desk.problems():
        if problem.blocks:
            desk.resolve(problem, "--no-member" if problem.code.startswith("member") else "--accept")
    for command in ("rate", "publish"):
        desk.done(command)
    before = desk.rows("SELECT link_came_on, arrived_on, complete_on, newer_reading_id FROM event")
    taken(desk, form_of(b"Sun, 11 Oct 2026 10:00:00 +0900", "1-0"))
    assert desk.rows("SELECT link_came_on, arrived_on, complete_on, newer_reading_id FROM event") == before
    assert "changed-after-publication" not in desk.codes()
    taken(desk, form_of(b"Tue, 13 Oct 2026 10:00:00 +0900", "1-0"))
    assert "changed-after-publication" in desk.codes()


def test_an_incomplete_file_that_arrived_earlier_is_no_report(desk: Workplace) -> None:
    """R16: the event counts from the day of the file that completed it."""
    taken(desk, form_of(LATE, "0-1"), form_of(EARLY, ""))
    assert (first_result(desk), counts(desk)) == ("0-1", TOO_LATE)
    assert "event-differs" not in desk.run("doctor").all


def test_what_the_officer_gave_himself_counts_until_a_later_mail_unless_a_mail_brought_it_too(
    desk: Workplace,
) -> None:
    own = desk.file(filled(games=((*GAMES[0][:3], "½-½", *GAMES[0][4:]), *GAMES[1:])), "own.xlsx")
    desk.run("import", own)
    taken(desk, form_of(LATE, "1-0"))
    assert first_result(desk) == "1/2-1/2"
    taken(desk, form_of(EARLY, "½-½"), form_of(LATE, "1-0"))
    assert first_result(desk) == "1-0"
    desk.run("import", own, "--reported", "2026-10-05")
    assert first_result(desk) == "1/2-1/2"


def test_a_refused_file_is_not_corrected_by_one_that_arrived_before_it(desk: Workplace) -> None:
    for raw in (form_of(LATE, "0-1", non_members="two"), form_of(EARLY, "1-0")):
        desk.run("inbox", desk.file(raw, f"{desk.texts}.eml"))
    assert "r.xlsx" in desk.done("status").out
    taken(desk, form_of(LATE.replace(b"10:00", b"10:01"), "0-1"))
    assert "r.xlsx" not in desk.done("status").out


def test_a_link_shows_what_is_there_now_whenever_its_mail_arrived(desk: Workplace, standin: Standin) -> None:
    taken(desk, dated(mail(), LATE))
    standin.events[event().number] = with_result(event(), 1, 1, "0-1")
    taken(desk, dated(mail(message_id=b"<two@x>"), EARLY))
    query = "SELECT result FROM pairing WHERE round = 1 AND board = 1"
    assert desk.rows(query) == [("0-1",)]
