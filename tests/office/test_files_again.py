"""One event by several reports: which are one, which are two, and which counts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest

from office.database.engine import transaction
from office.desk.refresh import refresh
from rating.interpretations import Interpretations
from scraper.records import Kind, Pairing, Player, Result, Round
from tests.importer.swiss_perfect import files as swiss_perfect
from tests.office.test_desk import EVENT
from tests.office.test_files import PLAYED, REPORTED, as_file, blocking, form, trf
from tests.workplace import NAMES, Workplace, small_federation


def test_undated_reports_of_one_name_are_told_apart_by_their_first_round(work: Workplace) -> None:
    small_federation(work)
    first, turned, other = (1, 1, 2, 2, 0, 1, 1), (1, 2, 1, 2, 0, 1, 1), (1, 1, 3, 2, 0, 1, 1)
    for number, games in enumerate(((first,), (turned,), (other,))):
        work.done("import", *[work.file(f.data, f.name) for f in swiss_perfect(games=games)], *REPORTED)
        assert work.rows("SELECT count(*) FROM event") == [(1 + (number == 2),)]


def test_one_event_by_link_and_by_file_is_asked_and_counts_once(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), *REPORTED)
    problem = work.the("reported-twice")
    assert "4 of 4 games are between the same people as in E1" in problem.found
    assert "4 with the same result" in problem.found
    assert problem.blocks
    work.resolve(problem, "--same-as", "E1", reason="one event, sent twice")
    assert work.codes() == []
    report = work.done("rate").out
    assert report.count("4 of 4 games rated") == 1 and report.count("0 of 4 games rated") == 1
    work.done("publish")


def test_an_event_that_was_left_out_is_asked_about_when_it_comes_again(work: Workplace) -> None:
    """3(8): else its games would be rated by the second report, without a word."""
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.resolve("E1", "--exclude", reason="was not run fairly")
    work.moment += timedelta(hours=1)
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), *REPORTED)
    problem = work.the("excluded-reported-again")
    assert problem.blocks and "as in E1" in problem.found
    work.resolve(problem, "--same-as", "E1", reason="the same games")
    assert blocking(work) == []
    assert work.done("rate").out.count("0 of 4 games rated") == 2


def test_who_leaves_one_of_two_out_is_not_asked_whether_they_are_one(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), *REPORTED)
    work.moment += timedelta(hours=1)
    work.resolve("E1", "--exclude", reason="the file is the better one")
    assert blocking(work) == []
    report = work.done("rate").out
    assert report.count("4 of 4 games rated") == 1 and report.count("0 of 4 games rated") == 1


def test_the_first_accepted_report_fixes_period_and_lateness(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 19))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), "--reported", "2026-10-25")
    work.resolve("E1", "--same-as", "E2", reason="the file is the better one")
    assert blocking(work) == []
    report = work.done("rate", "--list", "2026-11-01").out
    assert report.count("reported on 2026-10-19") == 2
    assert "4 of 4 games rated" in report and "0 of 4 games rated" in report


def test_events_that_are_two_are_rated_both(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(replace(as_file(EVENT), name="Evening Event")), "e.trf"), *REPORTED)
    work.resolve(work.the("reported-twice"), "--accept", reason="a morning and an evening event")
    assert blocking(work) == []
    assert work.done("rate").out.count("4 of 4 games rated") == 2


def test_each_of_many_reports_of_one_event_asks_once_and_further_only_where_they_are_two(
    work: Workplace,
) -> None:
    small_federation(work)
    for number in range(1, 7):
        source = replace(EVENT.source, tournament=number)
        work.store(replace(EVENT, name=f"Invented Cup {number}", source=source))

    def asked() -> dict[str, str]:
        told = {p.event_key: json.loads(p.subject)["event"] for p in work.problems()}
        assert work.codes() == ["reported-twice"] * len(told)
        return {key[-1]: other[-1] for key, other in told.items() if key}

    assert asked() == dict.fromkeys("23456", "1")
    questions = work.problems()
    for problem in questions[:2]:  # of the second and the third
        work.resolve(problem, "--accept", reason="two events")
    assert asked() == {"3": "2", **dict.fromkeys("456", "1")}
    work.resolve("E3", "--same-as", "E2")
    work.resolve("E4", "--same-as", "E1")
    work.resolve("E1", "--same-as", "E5")  # the other way round
    assert asked() == {"5": "2", "6": "2"}
    work.resolve("E6", "--same-as", "E5")
    work.resolve(work.problems()[0], "--accept", reason="two events")
    assert asked() == {}
    report = work.done("rate").out
    assert report.count("4 of 4 games rated") == 2 and report.count("0 of 4 games rated") == 4


def test_an_event_with_few_games_in_common_is_not_asked_unless_r43_says_so(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    guests = tuple(Player(n, f"Guest {letter}") for n, letter in enumerate("ABCD", start=5))
    others = tuple(Pairing(2, n, n, n + 1, Result.DRAW, Kind.GAME) for n in (5, 7))
    more = replace(
        as_file(EVENT),
        name="Other Event",
        players=(*EVENT.players, *guests),
        pairings=(EVENT.pairings[0], *others),
    )
    work.done("import", work.file(trf(more), "o.trf"), *REPORTED)
    for number in range(5, 9):
        work.resolve("E2", "--player", number, "--no-member")
    assert "reported-twice" not in work.codes()
    with transaction(work.engine()) as session:
        desk = refresh(session, Interpretations(r43="any-game"))
    assert [f.code for f in desk.events[1].blocking] == ["reported-twice"]


@pytest.mark.parametrize("published", [False, True])
def test_a_report_whose_day_alone_is_other_is_asked_about(work: Workplace, published: bool) -> None:
    """The organizer corrected the day: by it the report is another event, and its games would count twice."""
    small_federation(work)
    work.done("import", work.file(form(), "wrong.xlsx"), *REPORTED)
    if published:
        work.done("rate")
        work.done("publish")
    work.moment = datetime(2026, 11, 12, 1, tzinfo=UTC)
    work.done("import", work.file(weeks_later(1, PLAYED), "right.xlsx"), "--reported", "2026-11-12")
    problem = work.the("reported-twice")
    assert problem.blocks and "4 of 4 games are between the same people as in E1" in problem.found
    work.resolve(problem, "--same-as", "E1", reason="the day was corrected")
    assert blocking(work) == []
    other = (*PLAYED[:3], (*PLAYED[3][:3], "1-0", 1))
    work.done("import", work.file(weeks_later(2, other), "other.xlsx"), "--reported", "2026-11-12")
    winter = weeks_later(3, PLAYED, name="Winter Open")
    work.done("import", work.file(winter, "winter.xlsx"), "--reported", "2026-11-12")
    assert blocking(work) == []


EVERYBODY = tuple((n, name, i, "") for n, (i, name) in enumerate(NAMES.items(), start=1))
ALL_PLAY_ALL = tuple(
    (n, date(2026, 10, 3), *game) for n, game in enumerate(combinations(range(1, 6), 2), start=1)
)


@pytest.mark.parametrize(("games", "other", "asked"), [(10, 1, True), (10, 2, False), (9, 1, False)])
def test_a_report_whose_day_and_one_result_in_ten_are_other_is_asked_about(
    work: Workplace, games: int, other: int, asked: bool
) -> None:
    """With the day a result was corrected; two others are another week of a club that meets in one order."""
    small_federation(work)
    played = [(n, day, white, "1-0", black) for n, day, white, black in ALL_PLAY_ALL[:games]]
    work.done("import", work.file(form(players=EVERYBODY, games=played), "wrong.xlsx"), *REPORTED)
    corrected = [(*g[:3], "½-½", g[4]) if n < other else g for n, g in enumerate(played)]
    work.moment = datetime(2026, 11, 12, 1, tzinfo=UTC)
    later = work.file(weeks_later(1, corrected, players=EVERYBODY), "right.xlsx")
    work.done("import", later, "--reported", "2026-11-12")
    if not asked:
        assert blocking(work) == []
        return
    problem = work.the("reported-twice")
    assert problem.blocks
    assert "10 of 10 games are between the same people as in E1" in problem.found
    assert "9 with the same result" in problem.found


def weeks_later(weeks: int, games: Sequence[Sequence[Any]], **more: object) -> bytes:
    """The form of these games, as many weeks later."""
    by = timedelta(days=7 * weeks)
    first, last = (date(2026, 10, day) + by for day in (3, 4))
    moved = [(number, day + by, *game) for number, day, *game in games]
    return form(games=moved, first_day=first, last_day=last, **more)


def test_events_of_other_names_on_other_days_are_never_taken_for_one(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    later = replace(as_file(EVENT), name="Again", first_day=date(2026, 10, 11), last_day=date(2026, 10, 12))
    days = tuple(Round(n, date(2026, 10, 10 + n)) for n in (1, 2))
    work.done("import", work.file(trf(replace(later, rounds=days)), "a.trf"), "--reported", "2026-10-15")
    assert "reported-twice" not in work.codes()


def test_a_report_cannot_be_set_aside_for_itself_or_for_one_that_is(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT, date(2026, 10, 7))
    work.done("import", work.file(trf(as_file(EVENT)), "event.trf"), *REPORTED)
    said = work.run("resolve", "E2", "--same-as", "E2", "--reason", "x")
    assert said.problem()["found"] == "the event itself"
    work.resolve("E2", "--same-as", "E1")
    said = work.run("resolve", "E1", "--same-as", "E2", "--reason", "x")
    assert "set aside" in said.problem()["found"]
