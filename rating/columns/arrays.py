"""The arrays of the second engine: who holds what, and the games, as integers.

Units as in `rating.records`: ratings in points, scores in halves, expected scores and changes in
hundredths. Days are proleptic ordinals (`date.toordinal`), types are numbers in the edition's order,
players are numbers from 0. A *slot* is one player in one type: type × players + player.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rating.errors import Problem, RatingError

Ints = NDArray[np.integer]
Flags = NDArray[np.bool_]

UNRATED = -1
NO_BIRTH_DATE = 0
LARGEST_RATING = 2**24
"""No rating is near it; below it no difference and no sum of a rating and a table's offset leaves
32 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Holders:
    """What every player holds before the list is made; all but `born` of shape (types, players).

    `rating`: UNRATED where he has none. `games`: rated games in all. `peak`: the highest rating ever
    held, 0 where there is none. `adopted`: taken over, now or once. `born`: shape (players,), the day of
    birth, NO_BIRTH_DATE where it is not known. RatingError where shapes or values are others.
    """

    rating: Ints
    games: Ints
    peak: Ints
    adopted: Flags
    born: Ints

    def __post_init__(self) -> None:
        problems = []
        for name in ("rating", "games", "peak", "adopted"):
            column = getattr(self, name)
            if column.shape != (self.rating.shape[0], self.born.size):
                problems.append(_shape_problem(f"holders, {name}", "(types, players)", column))
        for name in ("rating", "games", "peak", "born"):
            column = getattr(self, name)
            lowest = UNRATED if name == "rating" else 0
            problems.extend(_whole_problems(f"holders, {name}", column, lowest, LARGEST_RATING))
        if problems:
            raise RatingError(problems)

    @property
    def types(self) -> int:
        return int(self.rating.shape[0])

    @property
    def players(self) -> int:
        return int(self.born.size)


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Games that count, one place for each in every array: the numbers of White and Black, White's
    score in halves, the day, and the type.

    Forfeits, games of players without a rating and all else that does not count are left out by the
    caller; `reckon` refuses them.
    """

    white: Ints
    black: Ints
    halves: Ints
    day: Ints
    type: Ints

    def __len__(self) -> int:
        return int(self.white.size)

    def check(self, holders: Holders) -> None:
        """RatingError unless all arrays are whole, of one length and within bounds, nobody plays
        himself and every player has a rating of the type."""
        columns = {name: getattr(self, name) for name in ("white", "black", "halves", "day", "type")}
        problems = [
            _shape_problem(f"games, {name}", f"({self.white.size},)", column)
            for name, column in columns.items()
            if column.shape != (self.white.size,)
        ]
        if problems:
            raise RatingError(problems)
        last = {"halves": 2, "day": 2**22, "type": holders.types - 1}
        for name, column in columns.items():
            problems.extend(
                _whole_problems(
                    f"games, {name}", column, int(name == "day"), last.get(name, holders.players - 1)
                )
            )
        if not problems and bool((himself := self.white == self.black).any()):
            place = f"game {int(himself.argmax())}"
            problems.append(
                Problem(
                    "against-himself", place, "two players", f"player {self.white[himself.argmax()]} twice"
                )
            )
        if problems:
            raise RatingError(problems)


def whole_numbers(values: list[int]) -> NDArray[np.int64]:
    """A column of 64-bit integers."""
    return np.array(values, dtype=np.int64)


def _shape_problem(place: str, expected: str, column: NDArray[np.generic]) -> Problem:
    return Problem("columns-shape", place, f"the shape {expected}", str(column.shape))


def _whole_problems(place: str, column: Ints, lowest: int, highest: int) -> list[Problem]:
    if not np.issubdtype(column.dtype, np.integer):
        return [Problem("not-a-number", place, "whole numbers", str(column.dtype))]
    if column.size and (int(column.min()) < lowest or int(column.max()) > highest):
        wrong = (column < lowest) | (column > highest)
        found = f"{column[wrong][0]} at {np.flatnonzero(wrong.ravel())[0]}"
        return [Problem("columns-bound", place, f"from {lowest} to {highest}", found)]
    return []
