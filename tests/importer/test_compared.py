"""Events compared with each other: the same is found as by walking through every game of every pair."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from importer.ahead import ENTERED, Entered
from importer.at_once import overlaps
from importer.meetings import Kept, Met, Person, as_text, meeting_of, met_in
from importer.names import keep_keys, name_key
from importer.tables import EventPlayerRow
from importer.twice import LEAST, OTHER_WAY, alike

DAYS = [date(2026, 10, n) for n in range(1, 5)]
PEOPLE: list[Person] = [1, 2, 3, 4, 5, 6, 7, 8, "hayashi sora", "mori ken", None]
SAME = {8: 7}
"""An entry of the register that was merged into another."""


def stands_for(row: int) -> int:
    return SAME.get(row, row)


def events(chance: Random) -> list[Any]:
    """Some events of few people, who meet each other again and again, and themselves by mistake."""
    views = []
    for n in range(chance.randint(2, 6)):
        first, last = sorted(chance.choices(DAYS, k=2))
        dated = chance.random() < 0.9
        told = SimpleNamespace(
            name=chance.choice(["Open", "Cup"]),
            first_day=first if dated else None,
            last_day=last if dated else None,
            tournament=chance.choice([None, 1400000 + n]),
        )
        there = chance.sample(PEOPLE, chance.randint(2, len(PEOPLE)))
        met = [meeting(chance, there) for _ in range(chance.randint(0, 9))]
        if views and chance.random() < 0.3:  # the games of another one, on other days
            met = [(*one[:4], *meeting(chance, there)[4:]) for one in chance.choice(views).met]
        views.append(SimpleNamespace(key=f"e{n}", event=told, met=met))
    return views


def met_of(view: Any) -> Met:
    return Met(view.met)


def kept(views: list[Any]) -> Callable[[Any], Met]:
    """As a process keeps the meetings of events that are as they were."""
    held = {view.key: Met(view.met) for view in views}
    return lambda view: held[view.key]


def meeting(chance: Random, there: list[Person]) -> Kept:
    day = chance.choice(DAYS).isoformat()
    last = day if chance.random() < 0.8 else DAYS[-1].isoformat()
    result, hour = chance.choice(["1-0", "0-1", "1/2-1/2", None]), chance.choice(["10:00", "15:00", None])
    return (chance.choice(there), chance.choice(there), result, chance.random() < 0.9, day, last, hour)


def who(person: Person) -> str:
    return f"#{stands_for(person)}" if isinstance(person, int) else str(person)


def games(met: list[Kept]) -> dict[tuple[str, str, int], str]:
    """Every game with its result as the one who comes first would write it."""
    found: dict[tuple[str, str, int], str] = {}
    for white, black, result, *_ in met:
        if white is None or black is None:
            continue
        one, two = sorted((who(white), who(black)))
        nth = sum(pair[:2] == (one, two) for pair in found) + 1
        told = result or ""
        found[one, two, nth] = told if one == who(white) else OTHER_WAY.get(told, told)
    return found


def overlap_of_days(one: Any, two: Any) -> bool:
    days = (one.event.first_day, one.event.last_day, two.event.first_day, two.event.last_day)
    return None in days or (days[0] <= days[3] and days[2] <= days[1])


def repeats(one: Any, two: Any) -> bool:
    """Whether one event is the other on other days: by name, and game by game."""
    of_a_file = None in (one.event.tournament, two.event.tournament)
    told = [[(who(a), who(b), result) for a, b, result, *_ in view.met] for view in (one, two)]
    return of_a_file and one.event.name == two.event.name and told[0] == told[1]


@pytest.mark.parametrize("any_game", [False, True])
def test_the_same_event_by_two_ways_is_found_as_by_every_game_of_every_pair(any_game: bool) -> None:
    met_at_all, repeated = Counter[bool](), Counter[bool]()
    for seed in range(400):
        views = events(Random(seed))
        asked = {view.key for view in views if Random(seed + 1).random() < 0.7} or {views[0].key}
        seen = [
            v
            for v in views
            if any(o.event.name == v.event.name or overlap_of_days(v, o) for o in views if o.key in asked)
        ]
        expected = []
        for at, two in enumerate(seen):
            for one in seen[:at]:
                mine, theirs = games(two.met), games(one.met)
                common = mine.keys() & theirs.keys()
                enough = len(common) * 2 >= min(len(mine), len(theirs)) and (
                    len(common) >= LEAST or one.event.name == two.event.name
                )
                again = repeats(one, two) and len(common) >= LEAST
                if common and (((any_game or enough) and overlap_of_days(one, two)) or again):
                    same = sum(mine[game] == theirs[game] for game in common)
                    expected.append((two.key, one.key, len(common), min(len(mine), len(theirs)), same))
        met = kept(views)
        for merged in ({}, SAME, SAME):  # what is kept of a pair is not believed of another register
            found = alike(views, asked, any_game=any_game, merged=merged, met=met)
        told = [(key, a.other.key, a.common, a.smaller, a.same) for key, all_ in found.items() for a in all_]
        assert sorted(told) == sorted(expected), seed
        met_at_all[bool(told)] += 1
        by_key = {view.key: view for view in views}
        repeated[any(not overlap_of_days(by_key[key], by_key[other]) for key, other, *_ in told)] += 1
    assert min(met_at_all.values()) > 20 and min(repeated.values()) > 5


@pytest.mark.parametrize("how", ["same-day", "same-time"])
def test_members_in_two_events_are_found_as_by_every_game_of_every_pair(how: str) -> None:
    met_at_all = Counter[bool]()
    for seed in range(400):
        views = events(Random(seed))
        expected: dict[tuple[str, str], dict[int, date]] = {}
        for at, later in enumerate(views):
            for earlier in views[:at]:
                both = {}
                for member in {stands_for(p) for p in PEOPLE if isinstance(p, int)}:
                    days = [
                        day
                        for day in DAYS
                        if (mine := hours(later.met, member, day))
                        and (theirs := hours(earlier.met, member, day))
                        and (how == "same-day" or (mine & theirs) - {None})
                    ]
                    both |= {member: min(days)} if days else {}
                if both:
                    expected[later.key, earlier.key] = both
        met = kept(views)
        for merged, of in (({}, "same-day"), ({}, "same-time"), (SAME, how), (SAME, how)):
            found = overlaps(
                views,
                {view.key for view in views},
                of,
                merged,
                met,
                lambda some, _members: {view.key: {n: f"{stands_for(n)}" for n in range(9)} for view in some},
            )
        told = {
            (key, overlap.other.key): {int(name): day for name, day in overlap.players}
            for key, all_ in found.items()
            for overlap in all_
        }
        assert told == expected, seed
        met_at_all[bool(told)] += 1
    assert min(met_at_all.values()) > 20


def hours(met: list[Kept], member: int, day: date) -> set[str | None]:
    """When a member had games on a day that somebody dates."""
    return {
        one.hour
        for one in map(meeting_of, met)
        if one.game and one.first == one.last == day
        for person in (one.white, one.black)
        if isinstance(person, int) and stands_for(person) == member
    }


def test_what_is_kept_of_meetings_is_read_as_it_was() -> None:
    for of_event in map(met_of, events(Random(3))):
        text = as_text(of_event)
        for read in (met_in(text), Met(json.loads(text))):  # as this process knows it, and another one
            assert list(map(meeting_of, read.kept)) == list(map(meeting_of, of_event.kept))


def test_a_player_has_every_column_of_his_row() -> None:
    assert set(ENTERED) == set(EventPlayerRow.model_fields)
    cells = list(range(len(ENTERED)))
    player = Entered(*cells)
    assert [getattr(player, name) for name in ENTERED] == cells
    assert player == Entered(*cells) and player != Entered(1, *cells[1:])


def test_keys_worked_out_together_are_those_of_each() -> None:
    names = [f"Ōno-{n}, Ken'ichi" for n in range(30)] + ["髙橋 太郎", "two\nlines", "", "SMITH John"]
    alone = [name_key(f" {name}") for name in names]
    keep_keys(names)
    assert [name_key(name) for name in names] == alone
