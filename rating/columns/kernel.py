"""The arithmetic of a period on integer columns: K, PD and C of every game.

Both players of a game are written at once: row 0 is White's, row 1 Black's. All of it is whole
numbers, never floating point.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import UNRATED, Games, Holders, Ints
from rating.columns.expected import CERTAIN, EXPECTED, ExpectedTable
from rating.columns.k_factor import K_FACTOR, KTable
from rating.columns.totals import CHANGE, LARGEST_K
from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.interpretations import OURS, Interpretations

BLOCK = 2**15
"""Games reckoned at a time: their columns stay in the processor's cache, and the working memory does
not grow with the games."""


@dataclass(frozen=True, slots=True, eq=False)
class Reckoned:
    """What the games of a period make.

    `pd` (hundredths), `k`, `c` (hundredths): of shape (2, games). `k_table`: K of everyone in the years
    that the games were played in.
    """

    pd: NDArray[np.int8]
    k: NDArray[np.int16]
    c: NDArray[np.int16]
    k_table: KTable


def reckon(
    law: Edition, holders: Holders, games: Games, list_date: date, switches: Interpretations = OURS
) -> Reckoned:
    """K, PD and C of every game. K is not lowered by the number of games (R68), which the caller sees to. So
    he does where games of the period count for K within it (R115).

    RatingError where the games are refused by `Games.check`, where someone has no rating of the type
    (`columns-unrated`), or where the edition has a shape without a counterpart (`columns-not-for`).
    """
    table, change = EXPECTED.for_edition(law), CHANGE.for_edition(law)
    games.check(holders)
    expected = table(law)
    years, year_of = years_of(games.day)
    k_table = k_of_years(law, holders, years, list_date, switches)

    size = len(games)
    pd, k, c = np.empty((2, size), np.int8), np.empty((2, size), np.int16), np.empty((2, size), np.int16)
    slots = holders.types * holders.players
    ratings = holders.rating.astype(np.int32).ravel()
    limits = expected.limits(holders.rating.astype(np.int32), law.shapes.types(law)[: holders.types])
    rated = None if ratings.size and ratings.min() > UNRATED else ratings > UNRATED
    k_by_slot = k_table.k.ravel()
    for at in _blocks(size):
        white, black = _slots(holders, games, games.white, at), _slots(holders, games, games.black, at)
        if rated is not None and not (rated.take(white).all() and rated.take(black).all()):
            raise RatingError(_unrated(at, ~(rated.take(white) & rated.take(black))))
        difference = ratings.take(white) - ratings.take(black)
        _write_pd(expected, limits, difference, (white, black), pd[:, at])
        year = None if year_of is None else year_of(games.day[at]) * np.int64(slots)
        halves = games.halves[at].astype(np.int8, copy=False)
        for side, slot, score in ((0, white, halves), (1, black, np.int8(2) - halves)):
            # The indices have been checked; "clip" only spares a copy of what is taken.
            k_by_slot.take(slot if year is None else slot + year, mode="clip", out=k[side, at])
            change(law, score, pd[side, at], k[side, at], c[side, at])
    return Reckoned(pd, k, c, k_table)


def years_of(day: Ints) -> tuple[NDArray[np.int64], "_YearOf | None"]:
    """The years of days (ordinals), in order, and what gives each day's place among them; None where
    there is one year only."""
    if not day.size:
        return np.zeros(1, np.int64), None
    first, last = (date.fromordinal(int(edge)) for edge in (day.min(), day.max()))
    years = np.arange(first.year, last.year + 1)
    return years, None if years.size == 1 else _YearOf(first.toordinal(), last.toordinal(), years)


def k_of_years(
    law: Edition, holders: Holders, years: NDArray[np.int64], list_date: date, switches: Interpretations
) -> KTable:
    """K of everyone in each year. RatingError where C would not fit its column (`columns-bound`)."""
    table = K_FACTOR.for_edition(law)(law, holders, years, list_date, switches)
    if table.k.size and not 0 <= int(table.k.min()) <= int(table.k.max()) <= LARGEST_K:
        found = f"{table.k.min()} to {table.k.max()}"
        raise RatingError(Problem("columns-bound", f"{law.id}, K", f"0 to {LARGEST_K}", found))
    return table


class _YearOf:
    """The place of a day's year among the years, looked up by day."""

    def __init__(self, first: int, last: int, years: NDArray[np.int64]) -> None:
        self.first = first
        starts = np.array([date(int(year), 1, 1).toordinal() for year in years])
        self.place = np.searchsorted(starts, np.arange(first, last + 1), side="right") - 1

    def __call__(self, day: Ints) -> NDArray[np.int64]:
        return self.place.take(day - self.first)


def _write_pd(
    expected: ExpectedTable,
    limits: NDArray[np.int32] | None,
    difference: NDArray[np.int32],
    slots: tuple[NDArray[np.intp], NDArray[np.intp]],
    pd: NDArray[np.int8],
) -> None:
    """PD of both sides from White's rating less Black's, which is used up. Beyond the table's reach its last
    value holds: that is what "clip" takes."""
    reach = np.int32(expected.reach)
    if limits is not None:
        for side, own in enumerate((difference, -difference)):
            most = limits.take(slots[side])
            expected.own.take(np.clip(own, -most, most) + reach, mode="clip", out=pd[side])
        return
    difference += reach
    expected.own.take(difference, mode="clip", out=pd[0])
    if expected.make_one:
        np.subtract(np.int8(CERTAIN), pd[0], out=pd[1])
    else:
        expected.opponent.take(difference, mode="clip", out=pd[1])


def _blocks(size: int) -> Iterator[slice]:
    return (slice(start, min(start + BLOCK, size)) for start in range(0, size, BLOCK))


def _slots(holders: Holders, games: Games, players: Ints, at: slice) -> NDArray[np.intp]:
    return games.type[at].astype(np.intp) * holders.players + players[at]


def _unrated(at: slice, unrated: NDArray[np.bool_]) -> Problem:
    place = f"game {at.start + int(unrated.argmax())}"
    return Problem(
        "columns-unrated", place, "two players with a rating of the type", "one without", "leave it out"
    )
