"""Who crosses 2000 and 2400, and who changes places."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np

from office.assess.columns import Course, History, Holders, Whole

MARKS = (2000, 2400)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Somebody who stands on the other side of a mark than on the list before. At the mark is above it."""

    source: str
    kind: str
    type: str
    list_date: date
    mark: int
    id: str
    name: str
    before: int
    after: int

    @property
    def up(self) -> bool:
        """Whether he came from below."""
        return self.after > self.before


@dataclass(frozen=True, slots=True)
class Shift:
    """Somebody's place among all who hold a rating of the type: on the first list and on the last one; or, of
    a simulation, on the last list as published and as simulated. Equals share a place."""

    source: str
    kind: str
    type: str
    id: str
    name: str
    place_before: int
    place: int
    before: int
    after: int


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
