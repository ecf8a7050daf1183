"""What a version prints, column by column: a list of hundreds of thousands is read some thousands at a time,
figures that are equal are held once, and an order is numbers side by side: nothing is looked for all over the
memory more often than it is written."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from office.lists.columns import Once
from publication.account.words import SIGNS
from publication.exports.files import some

PERSON = ("id", "name", "kanji", "active", "member")
FIGURES = {"rating": 2, "games": 3, "how": 6, "period_games": 7, "rank": 8, "k": 9, "change": 10}
"""Where they stand in a rating as it is read (publication/site/held.py); beside them ID and marks."""
ID, MARKS = 0, 5

Columns = Mapping[str, Sequence[Any]]
Places = Sequence[int]
Marked = Mapping[tuple[str, str], tuple[int, int]]
UNMARKED = (0, 1)


@dataclass(frozen=True, slots=True)
class Picked(Sequence[Any]):
    """The cells at some places of a column, in this order."""

    column: Sequence[Any]
    places: Places

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, n: Any) -> Any:
        return self.column[self.places[n]]

    def __iter__(self) -> Iterator[Any]:
        return iter([*map(self.column.__getitem__, self.places)])  # one by one takes longer


@dataclass(frozen=True, slots=True)
class Tables:
    """`people` by ID, in the columns of `PERSON`. `ratings` by type, those that are shown, by rating
    downwards, then ID: figures, the rating `previous` to them, `signs`, and the place of the `person` among
    the people."""

    people: Columns
    ratings: Mapping[str, Columns]

    def of(self, type_: str) -> dict[str, Sequence[Any]]:
        """The ratings of a type, with whose they are."""
        ratings = self.ratings[type_]
        whose = {name: Picked(column, ratings["person"]) for name, column in self.people.items()}
        return {**ratings, **whose}


def numbers(of: Iterable[int]) -> Places:
    """Numbers side by side."""
    return array("q", of)


def signs(marks: Iterable[str]) -> str:
    return "".join(SIGNS[mark] for mark in marks)


def tables(
    people: Iterable[Sequence[Any]],
    ratings: Iterable[tuple[str, Iterable[Sequence[Any]]]],
    marked: Marked | None,
) -> Tables:
    """The tables of people and, by type, their ratings, as they are read. A rating of nobody among the people
    is not shown, nor one that is not listed. `marked`: of a list that is reckoned event by event for ID and
    type whether a rating is provisional, and whether it is listed."""
    found: dict[str, list[Any]] = {name: [] for name in PERSON}
    for rows in some(people):
        for column, cells in zip(found.values(), zip(*rows, strict=True), strict=True):
            column += cells
    by_id = sorted(range(len(found["id"])), key=found["id"].__getitem__)
    found = {name: [*Picked(column, by_id)] for name, column in found.items()}
    places = {number: n for n, number in enumerate(found["id"])}
    return Tables(found, {type_: _ratings(type_, places, rows, marked) for type_, rows in ratings})


def _ratings(
    type_: str, places: Mapping[str, int], ratings: Iterable[Sequence[Any]], marked: Marked | None
) -> Columns:
    found: dict[str, list[Any]] = {name: [] for name in ("person", "signs", *FIGURES)}
    alike = Once(lambda value: value).__getitem__
    said = Once(lambda marks: signs(marks.split())).__getitem__
    for rows in some(ratings):
        cells = [*zip(*rows, strict=True)]
        found["person"] += map(places.get, cells[ID])
        for name, at in FIGURES.items():
            found[name] += map(alike, cells[at])
        if marked is None:
            found["signs"] += map(said, cells[MARKS])
            continue
        told = [marked.get((number, type_), UNMARKED) for number in cells[ID]]
        found["signs"] += [
            said(f"{marks} provisional" if provisional else marks) if listed else None
            for marks, (provisional, listed) in zip(cells[MARKS], told, strict=True)
        ]
    shown = zip(found["person"], found["signs"], strict=True)
    order = [n for n, cells in enumerate(shown) if None not in cells]
    order.sort(key=found["person"].__getitem__)
    order.sort(key=found["rating"].__getitem__, reverse=True)
    held: dict[str, Sequence[Any]] = {
        name: [*map(column.__getitem__, order)] for name, column in found.items()
    }
    moved = zip(held["rating"], held["change"], strict=True)
    previous = [None if change is None else rating - change for rating, change in moved]
    return {**held, "previous": previous, "person": numbers(held["person"])}
