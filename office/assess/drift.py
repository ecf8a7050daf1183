"""Whether ratings drift: a fixed cohort since the list before the history, beside those who came and went.

The cohort is whoever held a rating on that list. Who has come since is a newcomer; who has had no rated game
for a year has left (nobody within the first year, of which nothing is known). A mean of everybody moves with
who joins; the mean change of the cohort does not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np

from office.assess.columns import UNKNOWN, Course, Flags, History, Holders, Whole

MARKS = (2000, 2400)
YEAR = 365
DAYS_OF_YEAR = 365.25


@dataclass(frozen=True, slots=True)
class OfSource:
    """What is said of one type of rating by one source."""

    source: str
    kind: str
    type: str


@dataclass(frozen=True, slots=True)
class Part:
    """Some of those on a list: how many, and their mean (a rating, or points since the first list); None of
    nobody."""

    players: int
    mean: float | None


@dataclass(frozen=True, slots=True)
class Point(OfSource):
    """One list of one source and type. `cohort`, and of it `stayed`, `left`, `juniors` and `adults` (at the
    first list): points since the first list. `newcomers`, `everybody`: their rating. `median`, `spread` (the
    standard deviation of all of them; None of nobody). `played` in the period, `unrated` of them without a
    rating."""

    list_date: date
    everybody: Part
    median: float | None
    spread: float | None
    cohort: Part
    stayed: Part
    left: Part
    juniors: Part
    adults: Part
    newcomers: Part
    played: int
    unrated: int


@dataclass(frozen=True, slots=True)
class Gain(OfSource):
    """What a group gained in a year on lists where it stands on this one and the one before: `lists` of so
    many players together, `points` in all. `group`: `k-40`, `resting` (no game), `junior`, `adult`,
    `age-unknown`; or `newcomers` and `leavers`, of whom `points` is the sum of the ratings they came or went
    with."""

    year: int
    group: str
    lists: int
    points: int


@dataclass(frozen=True, slots=True)
class Trend(OfSource):
    """Points that the cohort gains in a year, by least squares through its lists; None within one year."""

    lists: int
    per_year: float | None


@dataclass(frozen=True, slots=True)
class Crossing(OfSource):
    """Somebody who stands on the other side of a mark than on the list before. At the mark is above it."""

    list_date: date
    mark: int
    id: str
    name: str
    before: int
    after: int

    @property
    def up(self) -> bool:
        return self.after > self.before


@dataclass(frozen=True, slots=True)
class Shift(OfSource):
    """Somebody's place among all who hold a rating of the type: on the first list and on the last one; or, of
    a simulation, on the last list as published and as simulated. Equals share a place."""

    id: str
    name: str
    place_before: int
    place: int
    before: int
    after: int


def points(history: History, course: Course) -> Iterator[Point]:
    """Every list of every type that anybody holds."""
    for type_ in history.types:
        first = course.of(0, type_)
        before = np.full(len(history.people), UNKNOWN, np.int64)
        before[first.who] = first.rating
        ages = _ages(history, first.who, 1, history.dates[0])
        young, grown = (_marked(history, first.who[which]) for which in ages)
        for number, held, gone in _through(history, course, type_):
            old = before[held.who] != UNKNOWN
            moved = held.rating - before[held.who]
            played, unrated = course.unrated[number].get(type_, (0, 0))
            median = float(np.median(held.rating)) if held.rating.size else None
            spread = float(held.rating.std()) if held.rating.size else None
            yield Point(
                course.name, course.kind, type_, history.dates[number],
                _part(held.rating, np.ones(held.who.size, np.bool_)), median, spread,
                _part(moved, old), _part(moved, old & ~gone), _part(moved, old & gone),
                _part(moved, old & young[held.who]), _part(moved, old & grown[held.who]),
                _part(held.rating, ~old), played, unrated,
            )  # fmt: skip


def trends(found: list[Point]) -> Iterator[Trend]:
    """The drift of the cohort of every source and type."""
    for source, kind, type_ in dict.fromkeys((p.source, p.kind, p.type) for p in found):
        mine = [p for p in found if (p.source, p.type) == (source, type_) and p.cohort.mean is not None]
        slope = None
        if mine and (mine[-1].list_date - mine[0].list_date).days >= YEAR:
            years = [(p.list_date - mine[0].list_date).days / DAYS_OF_YEAR for p in mine]
            slope = float(np.polyfit(years, [p.cohort.mean or 0.0 for p in mine], 1)[0])
        yield Trend(source, kind, type_, len(mine), slope)


def gains(history: History, course: Course) -> Iterator[Gain]:
    """What each group gained, year by year; newcomers and leavers beside it."""
    for type_ in history.types:
        sums: dict[tuple[int, str], tuple[int, int]] = {}
        before = course.of(0, type_)
        went = _marked(history, np.zeros(0, np.int64))
        for number, held, gone in _through(history, course, type_):
            if number == 0:
                continue
            year = history.dates[number].year
            leaving = gone & ~went[held.who]
            for group, which, worth in _groups(history, number, before, held, leaving):
                if which.any():
                    lists, total = sums.get((year, group), (0, 0))
                    sums[year, group] = lists + int(which.sum()), total + int(worth[which].sum())
            went[held.who] = gone
            before = held
        for (year, group), (lists, total) in sorted(sums.items()):
            yield Gain(course.name, course.kind, type_, year, group, lists, total)


def _groups(
    history: History, number: int, before: Holders, held: Holders, leaving: Flags
) -> Iterator[tuple[str, Flags, Whole]]:
    """The groups of a list: what they are called, who of its holders is in them, and what counts of each."""
    rating = np.full(len(history.people), UNKNOWN, np.int64)
    rating[before.who] = before.rating
    was = rating[held.who]
    stays, moved = was != UNKNOWN, held.rating - was
    for k in np.unique(held.k[stays]).tolist():
        yield "resting" if k == UNKNOWN else f"k-{k}", stays & (held.k == k), moved
    if history.junior_below is not None:
        young, grown = _ages(history, held.who, number, history.dates[number])
        for group, which in (("junior", young), ("adult", grown), ("age-unknown", ~young & ~grown)):
            yield group, stays & which, moved
    yield "newcomers", ~stays, held.rating
    yield "leavers", leaving, held.rating


def _through(history: History, course: Course, type_: str) -> Iterator[tuple[int, Holders, Flags]]:
    """The lists of a type, and who of them has left."""
    played = np.full(len(history.people), history.dates[0].toordinal(), np.int64)
    for number, day in enumerate(history.dates):
        held = course.of(number, type_)
        played[held.who[held.k != UNKNOWN]] = day.toordinal()
        new = np.setdiff1d(held.who, course.of(max(number - 1, 0), type_).who)
        played[new] = day.toordinal()
        yield number, held, day.toordinal() - played[held.who] >= YEAR


def _part(values: Whole, which: Flags) -> Part:
    those = values[which]
    return Part(int(those.size), float(those.mean()) if those.size else None)


def _marked(history: History, who: Whole) -> Flags:
    found = np.zeros(len(history.people), np.bool_)
    found[who] = True
    return found


def _ages(history: History, who: Whole, number: int, day: date) -> tuple[Flags, Flags]:
    """Who is a junior on a day, and who is known to be none, as the run of a list knew the birthdays. A
    junior is who is below the age of the edition on 1 January of that year."""
    if history.junior_below is None:
        nobody = np.zeros(who.size, np.bool_)
        return nobody, nobody
    born = history.born[number][who]
    latest = date(day.year - history.junior_below, 1, 1).toordinal()
    known = born != UNKNOWN
    return known & (born > latest), known & (born <= latest)


def crossings(history: History, course: Course) -> Iterator[Crossing]:
    """Everybody who crossed a mark, list by list."""
    for type_ in history.types:
        for number in range(1, len(history.dates)):
            was, now = course.of(number - 1, type_), course.of(number, type_)
            _, old, new = np.intersect1d(was.who, now.who, assume_unique=True, return_indices=True)
            before, after, who = was.rating[old], now.rating[new], now.who[new]
            for mark in MARKS:
                for n in np.flatnonzero((before >= mark) != (after >= mark)).tolist():
                    yield Crossing(
                        course.name, course.kind, type_, history.dates[number], mark,
                        *_person(history, int(who[n])), int(before[n]), int(after[n]),
                    )  # fmt: skip


def shifts(history: History, course: Course) -> Iterator[Shift]:
    """Everybody on both lists whose place changed, most places first."""
    last = len(history.dates) - 1
    for type_ in history.types:
        first = history.course.of(last if course.kind == "simulated" else 0, type_)
        now = course.of(last, type_)
        _, old, new = np.intersect1d(first.who, now.who, assume_unique=True, return_indices=True)
        who, before, after = now.who[new], first.rating[old], now.rating[new]
        was, places = _places(first)[old], _places(now)[new]
        for n in np.lexsort((who, -np.abs(places - was))).tolist():
            if places[n] != was[n]:
                yield Shift(
                    course.name, course.kind, type_, *_person(history, int(who[n])), int(was[n]),
                    int(places[n]), int(before[n]), int(after[n]),
                )  # fmt: skip


def _places(held: Holders) -> Whole:
    higher = np.sort(-held.rating)
    return np.searchsorted(higher, -held.rating, side="left") + 1


def _person(history: History, who: int) -> tuple[str, str]:
    number = history.people[who]
    return number, history.names.get(number, "")
