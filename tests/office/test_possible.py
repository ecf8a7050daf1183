"""What cannot be, or hardly: each by a report that shows it and one that does not; no list waits for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importer import at_once, meetings, twice
from scraper.records import EventRecord, Round, TimeControl
from tests.importer.invented import DAY, pairing, player, reading
from tests.office.test_desk import EVENT, PLAYERS, with_player
from tests.workplace import HATA, MORI, NAMES, ONO, TANI, Workplace, small_federation

SLOW = TimeControl("90 min + 30 sec", "standard", 120)
FAST = TimeControl("15 min + 10 sec", "rapid", 25)


def many_rounds(
    rounds: int, control: TimeControl = SLOW, days: dict[int, date | None] | None = None
) -> EventRecord:
    """Mori and Hata against each other, round after round, on one day unless said."""
    games = [pairing(n, 1 + n % 2, 2 - n % 2, "1-0") for n in range(1, rounds + 1)]
    return reading(PLAYERS[:2], games, days=days, time_control=control)


def shown(work: Workplace, code: str) -> str:
    """What is found under a code that keeps no list waiting."""
    problem = work.the(code)
    assert not problem.blocks
    work.done("rate")
    return problem.found


@pytest.mark.parametrize(
    ("rounds", "control", "asked"),
    [(3, SLOW, False), (4, SLOW, True), (14, FAST, False), (15, FAST, True)],
    ids=["twelve hours", "sixteen hours", "just under twelve of rapid", "more than twelve of rapid"],
)
def test_more_games_than_a_day_holds_are_shown(
    work: Workplace, rounds: int, control: TimeControl, asked: bool
) -> None:
    small_federation(work)
    work.store(many_rounds(rounds, control))
    assert ("too-many-games-a-day" in work.codes()) is asked
    if asked:
        told = f"{DAY}: {rounds} games of {'4 h 00' if control is SLOW else '0 h 50'} (2 players)"
        assert shown(work, "too-many-games-a-day") == told


def test_r52_can_take_all_hours_of_a_day(work: Workplace) -> None:
    small_federation(work)
    work.store(many_rounds(4))
    assert work.codes() == ["too-many-games-a-day"]
    work.done("rate", "--interpretation", "R52=twenty-four-hours")
    assert work.rows("SELECT state FROM problem") == [("gone",)]


def test_the_officers_time_control_and_days_answer_it(work: Workplace) -> None:
    small_federation(work)
    work.store(many_rounds(4))
    work.resolve("E1", "--time-control", "45")
    assert work.codes() == []
    work.store(many_rounds(5, days={n: DAY if n < 5 else None for n in range(1, 6)}))
    assert work.codes() == []


def test_forfeits_and_byes_take_no_time(work: Workplace) -> None:
    small_federation(work)
    record = many_rounds(4)
    work.store(replace(record, pairings=(*record.pairings[:3], pairing(4, 1, 2, "+--"))))
    assert work.codes() == []


@pytest.mark.parametrize(("last", "asked"), [(DAY, True), (date(2026, 10, 5), False)])
def test_rounds_that_their_days_cannot_hold_are_shown(work: Workplace, last: date, asked: bool) -> None:
    """Seven rounds of which nobody dates one: 28 hours are too much for two days, not for three."""
    small_federation(work)
    first = date(2026, 10, 3)
    record = many_rounds(7)
    rounds = tuple(Round(n, None) for n in range(1, 8))
    work.store(replace(record, first_day=first, last_day=last, rounds=rounds))
    assert ("time-control-against-days" in work.codes()) is asked
    if asked:
        assert shown(work, "time-control-against-days") == "7 rounds of 4 h 00"


@pytest.mark.parametrize(("rating", "asked"), [(2200, False), (2201, True), (1199, True), (None, False)])
def test_a_printed_rating_far_from_ours_is_shown(work: Workplace, rating: int | None, asked: bool) -> None:
    small_federation(work)
    work.store(with_player(EVENT, 1, rating=rating))
    assert ("rating-far-off" in work.codes()) is asked
    if asked:
        found = shown(work, "rating-far-off")
        assert found == f"1 of 4 are farther off:\n1 Mori Sora: {rating}, and the member's is 1700"
        work.resolve("E1", "--player", 1, "--match", MORI)
        assert work.codes() == []  # who decides has seen it


def test_the_office_can_rule_how_far_a_printed_rating_may_lie(work: Workplace) -> None:
    small_federation(work)
    nameless = with_player(with_player(EVENT, 1, rating=1901, national_id=None), 3, national_id=None)
    work.store(nameless)
    assert "rating-far-off" not in work.codes()
    said = work.done("rule", "rating-gap", "200", "--reason", "national ratings are printed here")
    assert "may differ by 200 points" in said.out
    undone = "banzuke resolve --take-back 1 --reason … undoes it"
    assert said.err == f"Next: banzuke problems, then banzuke resolve P…; {undone}\n"
    assert "the rating is 1901 and the member's is 1700" in work.the("member-ambiguous").found
    work.done("resolve", "--take-back", said.out.split()[1].rstrip(":"), "--reason", "FIDE's are")
    assert "member-ambiguous" not in work.codes()
    wrong = work.run("rule", "rating-gap", "0", "--reason", "none")
    assert (wrong.code, wrong.problem()["code"]) == (1, "not-a-rating")


def test_members_without_their_ids_are_shown_once(work: Workplace) -> None:
    small_federation(work)
    work.store(with_player(with_player(EVENT, 1, national_id=None), 3, national_id=None))
    assert shown(work, "federation-ids-missing") == (
        "2 of 4 members stand without it: 1 Mori Sora, 3 Tani Ken"
    )


def second(day: date, *players: str, hour: str | None = None) -> EventRecord:
    """Another event of one round, with two of the members."""
    seats = tuple(player(n, NAMES[i], i) for n, i in enumerate(players, start=1))
    record = reading(
        seats, [pairing(1, 1, 2, "1-0")], number=1400002, days={1: day}, name="Second", time_control=SLOW
    )
    return replace(record, rounds=(Round(1, day, hour),))


def test_a_member_in_two_events_on_one_day_is_shown_once_for_both(work: Workplace) -> None:
    small_federation(work)
    work.store(many_rounds(2))
    work.store(second(DAY, HATA, TANI))
    problem = work.the("member-in-two-events")
    assert problem.place == "Second (chess-results:1400002), with E1 Invented Open"
    assert shown(work, "member-in-two-events") == f"games in both: Hata Rin on {DAY}"
    assert f"両方で対局：Hata Rin（{DAY}）" in work.done("--lang", "ja", "problems", "--all").out
    work.resolve(problem, "--accept", reason="the club evening followed the tournament")
    assert work.codes() == []


def test_a_published_event_is_looked_at_too(work: Workplace) -> None:
    small_federation(work)
    work.store(many_rounds(2))
    work.done("rate")
    work.done("publish")
    work.store(second(DAY, HATA, TANI), arrived=date(2026, 10, 25))
    assert work.codes() == ["member-in-two-events"]


def test_another_day_other_people_and_an_excluded_event_are_no_matter(work: Workplace) -> None:
    small_federation(work)
    work.store(many_rounds(2))
    work.store(second(date(2026, 10, 5), HATA, TANI))
    assert work.codes() == []
    work.store(second(DAY, HATA, TANI))
    work.resolve("E1", "--exclude")
    assert work.codes() == []


def test_evenings_of_a_club_are_compared_only_where_they_can_have_a_day_in_common(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same people every evening: else a month of 2,400 events takes a minute for each look."""
    small_federation(work)
    compared: list[tuple[int, int]] = []

    def found_between(kept: Any, pairs: Iterable[tuple[int, int]], merged: Any) -> Any:
        compared.extend(some := list(pairs))
        return meetings.found_between(kept, some, merged)

    for module in (twice, at_once):
        monkeypatch.setattr(module, "found_between", found_between)
    for n in range(4):
        evening = second(DAY + timedelta(days=n), HATA, TANI, MORI, ONO)
        source = replace(evening.source, tournament=1400010 + n)
        work.store(replace(evening, name=f"Evening {n}", source=source), date(2026, 10, 8))
    assert (work.codes(), compared) == ([], [])
    work.store(second(DAY + timedelta(days=3), HATA, TANI), date(2026, 10, 8))
    assert work.codes() == ["member-in-two-events"]
    assert set(compared) == {(3, 4)}


@given(
    st.lists(
        st.tuples(st.frozensets(st.integers(1, 6)), st.dates(DAY, date(2026, 10, 20)), st.integers(0, 5)),
        max_size=8,
    )
)
def test_who_is_in_two_events_is_found_as_by_looking_at_every_pair(
    events: list[tuple[frozenset[int], date, int]],
) -> None:
    spans = [(day, day + timedelta(days=more)) for _who, day, more in events]
    expected = {
        (one, two): events[one][0] & events[two][0]
        for one, two in combinations(range(len(events)), 2)
        if events[one][0] & events[two][0]
        and spans[one][0] <= spans[two][1]
        and spans[two][0] <= spans[one][1]
    }
    found = meetings.in_both([who for who, _day, _more in events], spans)
    assert {pair: frozenset(who) for pair, who in found.items()} == expected


def test_what_is_kept_of_a_month_of_2400_evenings_is_unpacked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has 8.5 million letters."""
    monkeypatch.setattr(meetings, "_kept", {})
    monkeypatch.setattr(meetings, "_letters", 0)
    texts = [f'[["{n}{"a" * 1_000_000}",null,"1-0",true,null,null,null]]' for n in range(9)]
    met = list(map(meetings.met_in, texts))
    assert all(meetings.met_in(text) is before for text, before in zip(texts, met, strict=True))


def test_reports_that_may_be_of_one_event_are_asked_about_as_such_alone(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    work.store(replace(EVENT, source=replace(EVENT.source, tournament=1400002)))
    assert work.codes() == ["reported-twice"]


@pytest.mark.parametrize(
    ("word", "day", "hours", "asked"),
    [
        ("same-day", DAY, ("10:00", "18:00"), True),
        ("same-time", DAY, ("10:00", "18:00"), False),
        ("same-time", DAY, ("10:00", "10:00"), True),
        ("same-time", DAY, (None, None), False),
        ("same-day", date(2026, 10, 5), (None, None), False),
        ("days-overlap", date(2026, 10, 5), (None, None), True),
    ],
)
def test_r51_says_what_at_once_is(
    work: Workplace, word: str, day: date, hours: tuple[str | None, str | None], asked: bool
) -> None:
    small_federation(work)
    first = replace(many_rounds(1), rounds=(Round(1, DAY, hours[0]),), last_day=date(2026, 10, 6))
    work.store(first)
    work.store(second(day, HATA, TANI, hour=hours[1]))
    work.done("rate", "--interpretation", f"R51={word}")
    rows = work.rows("SELECT code FROM problem WHERE state = 'open'")
    assert (("member-in-two-events",) in rows) is asked
