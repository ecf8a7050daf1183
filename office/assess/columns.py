"""What is assessed, as columns: the games of a history, what a model expected of each, and who stands where.

Row 0 of a column with two rows is White's, row 1 Black's. Scores are 1, ½ and 0 as floats; a float that
nobody knows is NaN, a whole number that nobody knows is `UNKNOWN`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]
Key = tuple[str, int, int | None, str, str]
"""A game within its list: event, round, board, White, Black."""

UNKNOWN = -1


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The rated games of a history, list by list, in the order of the lists; those towards an initial rating
    too.

    `list`, `type`, `white`, `black`: places in `History.dates`, `.types` and `.people`. `score`: White's.
    `rating`: what the published list took the player for; `k`, `before` (his rated games on the list before,
    0 without a rating of the type) and `age` (whole years on the date of the list). `colours`: whether the
    report tells them.
    """

    keys: Sequence[Key]
    list: Whole
    type: Whole
    white: Whole
    black: Whole
    score: Floats
    colours: Flags
    rating: Whole
    k: Whole
    before: Whole
    age: Whole

    def __len__(self) -> int:
        return len(self.keys)

    def of_list(self, number: int) -> slice:
        """The games of a list: they stand together."""
        first, past = np.searchsorted(self.list, (number, number + 1))
        return slice(int(first), int(past))


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What something expected of each game, before its period.

    `expected`: the score that each side was to expect. `difference`: White's rating less Black's. `counted`:
    how many games it could say something of. `why`: what kept it from saying anything, None where it did.
    """

    name: str
    kind: Literal["published", "simulated", "baseline"]
    expected: Floats
    difference: Floats
    counted: int
    why: str | None = None

    @property
    def whites(self) -> Floats:
        """The score that White was to expect, from both sides of the game: the mean, where both say
        something."""
        mine, theirs = self.expected[0], 1 - self.expected[1]
        both = (mine + theirs) / 2
        found: Floats = np.where(np.isnan(mine), theirs, np.where(np.isnan(theirs), mine, both))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Holders:
    """Who holds a rating of one type on one list: places in `History.people` in rising order, the rating, the
    games in all, and the largest K that the period used for him (`UNKNOWN`: he did not play)."""

    who: Whole
    rating: Whole
    games: Whole
    k: Whole


NOBODY = Holders(*(np.zeros(0, np.int64) for _ in range(4)))


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """The lists of one source, the one from before the history first: by type, who holds what. `unrated`: for
    each list and type how many played, and how many of these had no rating."""

    name: str
    kind: Literal["published", "simulated"]
    lists: Sequence[Mapping[str, Holders]]
    unrated: Sequence[Mapping[str, tuple[int, int]]]

    def of(self, number: int, type_: str) -> Holders:
        """Who holds a rating of this type on a list."""
        return self.lists[number].get(type_, NOBODY)


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A stored history. `dates`: that of the list before it, then those of its lists; `editions` likewise
    (None: taken over). `games.list` is therefore 1 or more. `born`: for each list the birthday of each person
    as an ordinal, `UNKNOWN` where the run did not know it. `left_out`: rated games against somebody on no
    register. `junior_below`: under which age the edition in force calls somebody a junior; None where it
    calls nobody so. `by_event`: whether ratings are made event by event, and what is expected of a game is
    what the table says of the average opponent.
    """

    dates: Sequence[date]
    editions: Sequence[str | None]
    types: Sequence[str]
    people: Sequence[str]
    names: Mapping[str, str]
    games: Games
    published: Model
    course: Course
    born: Sequence[Whole]
    left_out: int
    junior_below: int | None
    place: Mapping[str, int] = field(default_factory=dict)
    by_event: bool = False
