"""A million games of twenty thousand players on columns: `python -m benchmarks.columns`.

Measured in turn, so that all see the same machine: the columns; a bare NumPy kernel that writes the
same columns, all at once and in blocks; the plain article functions on a slice, scaled; glicko2-py on a
slice where it is installed (requirements/bench.txt). Times are the processor's, so that what else the
machine does counts less. Memory is what tracemalloc sees at its peak, the results included.
"""

import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from benchmarks.timing import Ratio, compare
from rating.columns.arrays import Games, Holders
from rating.columns.kernel import BLOCK, reckon
from rating.editions import load
from rating.interpretations import OURS
from rating.steps import KFacts, Standing

LIST = date(2027, 2, 1)
FIRST, LAST = date(2026, 11, 21).toordinal(), date(2027, 1, 20).toordinal()
NEW_YEAR = date(2027, 1, 1).toordinal()
BOTH = 2
"""Types of rating."""
GAMES, PLAYERS = 1_000_000, 20_000
SLICE, SLICE_OF_GLICKO = 5_000, 100_000
ROUNDS, SLOW_ROUNDS = 15, 3
LAW = load("jcf-2024-10")
TYPES = LAW.shapes.types(LAW)
HIGHER = np.array([LAW.shapes.expected_score(LAW, 2000 + d, 2000, "standard").pd for d in range(401)])

Runs = Mapping[str, tuple[Callable[[], object], float]]
"""What is run, and the share of the whole work that it does."""


@dataclass(frozen=True, slots=True)
class Federation:
    """Players of both types, and games of one long period that runs over New Year."""

    holders: Holders
    games: Games


def federation(games: int, players: int) -> Federation:
    """The same for the same numbers: uniform ratings, three K, seven games in ten standard."""
    chance = np.random.default_rng(1)
    shape = (BOTH, players)
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
    """K, PD and C of both players, as one would write it for one set of numbers.

    `k` by year, type and player, `higher` the expected score of the higher rated from 0 to the limit:
    both are given, nothing is checked, no edition is asked. `block`: so many games at a time, None: all
    at once.
    """
    games, players = data.games, data.holders.players
    size, slots = len(games), BOTH * players
    table = np.concatenate((100 - higher[:0:-1], higher)).astype(np.int8)
    limit = len(higher) - 1
    rating, k = data.holders.rating.astype(np.int32).ravel(), k.ravel()
    pd, of_k, c = np.empty((2, size), np.int8), np.empty((2, size), np.int16), np.empty((2, size), np.int16)
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
    return pd, of_k, c


def ours(data: Federation) -> Any:
    """The second engine: every game."""
    return reckon(LAW, data.holders, data.games, LIST)


def measure() -> Ratio:
    """A short one: 200,000 games of 5,000 players against the bare kernel, all at once."""
    data = federation(200_000, 5_000)
    k = ours(data).k_table.k
    return compare(
        "200000 games on columns / a bare NumPy kernel that writes the same",
        lambda: ours(data),
        lambda: bare(data, k, HIGHER, None),
    )


def plain(data: Federation, count: int) -> dict[tuple[int, int], list[int]]:
    """K, PD and C of both players by the article functions, their sums rounded: `count` games."""
    holders, games = data.holders, data.games
    held = (holders.rating, holders.games, holders.peak, holders.adopted)
    standings = [
        [Standing("list", *row) for row in zip(*(column[type].tolist() for column in held), strict=True)]
        for type in range(holders.types)
    ]
    born = [date.fromordinal(day) for day in holders.born.tolist()]
    changes: dict[tuple[int, int], list[int]] = {}
    columns = (games.white, games.black, games.halves, games.day, games.type)
    for white, black, halves, ordinal, type in zip(*(c[:count].tolist() for c in columns), strict=True):
        day = date.fromordinal(ordinal)
        for own, other, score in ((white, black, halves), (black, white, 2 - halves)):
            mine = standings[type][own]
            everything = (standings[0][own], standings[1][own])
            theirs = standings[type][other].rating
            pd = LAW.shapes.expected_score(LAW, mine.rating, theirs, TYPES[type]).pd
            k = LAW.shapes.k_factor(LAW, KFacts(mine, everything, born[own], day, LIST), OURS).k
            changes.setdefault((type, own), []).append(LAW.shapes.change(LAW, score, pd, k))
    for (type, player), played in changes.items():
        rating = standings[type][player].rating or 0
        LAW.shapes.floor(LAW, rating + LAW.shapes.rounding(LAW, played, OURS))
    return changes


def glicko2(data: Federation, count: int) -> Callable[[], object] | None:
    """glicko2-py over `count` of the games, as one period of each type; None: not installed."""
    try:
        from glicko2 import MatchResult, RatingEngine, RatingPeriod
    except ImportError:
        return None
    columns = (data.games.type, data.games.white, data.games.black, data.games.halves)
    games = list(zip(*(column[:count].tolist() for column in columns), strict=True))

    def run() -> object:
        engine = RatingEngine(tau=0.5)
        period = RatingPeriod(id="period")
        for type, white, black, halves in games:
            names = f"{type} {white}", f"{type} {black}"
            for name in names:
                engine.pool.get_or_create(name)
            period.add_match(MatchResult(*names, halves / 2))
        engine.process_period(period)
        return engine

    return run


def check(data: Federation, k: Any) -> None:
    """All kernels have to reckon the same, and the articles on their slice."""
    reckoned = ours(data)
    for block in (None, BLOCK):
        pd, of_k, c = bare(data, k, HIGHER, block)
        assert (reckoned.pd == pd).all()
        assert (reckoned.k == of_k).all()
        assert (reckoned.c == c).all()
    sums_of_slice: dict[tuple[int, int], int] = {}
    types = data.games.type[:SLICE].tolist()
    for side, players in enumerate((data.games.white, data.games.black)):
        c = reckoned.c[side, :SLICE].tolist()
        for type, player, change in zip(types, players[:SLICE].tolist(), c, strict=True):
            sums_of_slice[type, player] = sums_of_slice.get((type, player), 0) + change
    assert {slot: sum(changes) for slot, changes in plain(data, SLICE).items()} == sums_of_slice


def table(title: str, runs: Runs) -> str:
    """Times with their spread, ours against each and against itself, and memory. The first of `runs` is ours;
    what does a share of the work is slow."""
    ours = next(iter(runs.values()))[0]
    lines = [title, f"{'':42}{'ms':>9} {'spread':>19}{'columns / it':>14} {'spread':>16}{'peak MB':>9}"]
    for name, (run, share) in runs.items():
        rounds = ROUNDS if share == 1 else SLOW_ROUNDS
        turns = compare(name, ours, run, rounds, time.process_time, share)
        taken, ratios = turns.floor, turns.ratios
        spread = f"{min(taken) * 1000:.1f} to {max(taken) * 1000:.1f}"
        of_ratio = f"{min(ratios):.4f} to {max(ratios):.4f}"
        lines.append(
            f"{name:42}{statistics.median(taken) * 1000:9.1f} {spread:>19}"
            f"{turns.ratio:14.4f} {of_ratio:>16}{_peak_memory(run):9.1f}"
        )
    return "\n".join(lines) + "\n"


def _peak_memory(run: Callable[[], object]) -> float:
    tracemalloc.start()
    result = run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del result
    return peak / 1e6


def main() -> None:
    """Prints the table."""
    data = federation(GAMES, PLAYERS)
    k = ours(data).k_table.k
    check(data, k)
    runs: dict[str, tuple[Callable[[], object], float]] = {
        "columns": (lambda: ours(data), 1),
        "bare NumPy, all at once": (lambda: bare(data, k, HIGHER, None), 1),
        f"bare NumPy, {BLOCK} at a time": (lambda: bare(data, k, HIGHER, BLOCK), 1),
        f"article functions, {SLICE} games, scaled": (lambda: plain(data, SLICE), SLICE / GAMES),
    }
    others = glicko2(data, SLICE_OF_GLICKO)
    if others is not None:
        share = SLICE_OF_GLICKO / GAMES
        runs["glicko2-py, another formula, scaled"] = (others, share)
    sys.stdout.write(table(f"{GAMES} games of {PLAYERS} players, {LAW.id}", runs))
    if others is None:
        sys.stdout.write("glicko2-py is not installed: pip install -r requirements/bench.txt\n")


if __name__ == "__main__":
    main()
