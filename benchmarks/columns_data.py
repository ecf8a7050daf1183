"""The games, players and bare kernels that the columns are measured against."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from rating.columns.arrays import Games, Holders

LIST = date(2027, 2, 1)
FIRST, LAST = date(2026, 11, 21).toordinal(), date(2027, 1, 20).toordinal()
NEW_YEAR = date(2027, 1, 1).toordinal()
TYPES = 2


@dataclass(frozen=True, slots=True)
class Federation:
    """Players of both types, and games of one long period that runs over New Year."""

    holders: Holders
    games: Games


def federation(games: int, players: int) -> Federation:
    """The same for the same numbers: uniform ratings, three K, seven games in ten standard."""
    chance = np.random.default_rng(1)
    shape = (TYPES, players)
    rating = chance.integers(1000, 2600, shape)
    white = chance.integers(0, players, games).astype(np.int32)
    return Federation(
        Holders(
            rating=rating,
            games=chance.integers(0, 120, shape),
            peak=rating + chance.integers(0, 200, shape),
            adopted=chance.random(shape) < 0.2,
            born=chance.integers(date(1950, 1, 1).toordinal(), date(2016, 1, 1).toordinal(), players),
        ),
        Games(
            white=white,
            black=((white + chance.integers(1, players, games)) % players).astype(np.int32),
            halves=chance.integers(0, 3, games).astype(np.int8),
            day=chance.integers(FIRST, LAST + 1, games).astype(np.int32),
            type=(chance.random(games) < 0.3).astype(np.int8),
        ),
    )


def bare(data: Federation, k: Any, higher: Any, block: int | None) -> tuple[Any, ...]:
    """K, PD, C of both players and the sums, as one would write it for one set of numbers.

    `k` by year, type and player, `higher` the expected score of the higher rated from 0 to the limit:
    both are given, nothing is checked, no edition is asked. `block`: so many games at a time, None: all
    at once.
    """
    games, players = data.games, data.holders.players
    size, slots = len(games), TYPES * players
    table = np.concatenate((100 - higher[:0:-1], higher)).astype(np.int8)
    limit = len(higher) - 1
    rating, k = data.holders.rating.astype(np.int32).ravel(), k.ravel()
    pd, of_k, c = np.empty((2, size), np.int8), np.empty((2, size), np.int16), np.empty((2, size), np.int16)
    sums, played = np.zeros(slots), np.zeros(slots, np.int64)
    for start in range(0, size, block or size):
        at = slice(start, start + (block or size))
        type = games.type[at].astype(np.intp) * players
        white, black = type + games.white[at], type + games.black[at]
        year = (games.day[at] >= NEW_YEAR) * slots
        pd[0, at] = table[np.clip(rating[white] - rating[black], -limit, limit) + limit]
        pd[1, at] = 100 - pd[0, at]
        of_k[0, at], of_k[1, at] = k[white + year], k[black + year]
        points = games.halves[at] * np.int8(50)
        c[0, at] = (points - pd[0, at]) * of_k[0, at]
        c[1, at] = (100 - points - pd[1, at]) * of_k[1, at]
        for side, slot in enumerate((white, black)):
            sums += np.bincount(slot, c[side, at], slots)
            played += np.bincount(slot, minlength=slots)
    return pd, of_k, c, sums, played
