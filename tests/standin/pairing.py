"""Seeded, legal-looking Swiss rounds: nobody meets twice, colours alternate, points meet points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from random import Random

from tests.standin.model import ALONE, Round, Row, points

Schedule = Sequence[tuple[date | None, str | None]]


def swiss(
    strengths: Sequence[int],
    schedule: Schedule,
    seed: int,
    *,
    absent: Mapping[tuple[int, int], str] | None = None,
    forfeits: Mapping[tuple[int, int], str] | None = None,
) -> tuple[Round, ...]:
    """One round per entry of the schedule for the players 1 to n.

    `absent` maps (round, player) to "half" or "zero", `forfeits` (round, player) to the result token
    that his pairing gets: "+--" and "--+" are turned so that he is the one who loses by forfeit.
    """
    absent, forfeits = dict(absent or {}), dict(forfeits or {})
    random = Random(seed)
    numbers = range(1, len(strengths) + 1)
    score = dict.fromkeys(numbers, 0)
    whites = dict.fromkeys(numbers, 0)
    last_white = dict.fromkeys(numbers, False)
    met: set[frozenset[int]] = set()
    had_bye: set[int] = set()
    rounds = []
    for number, (day, time) in enumerate(schedule, start=1):
        here = [n for n in numbers if (number, n) not in absent]
        here.sort(key=lambda n: (-score[n], -strengths[n - 1], n))
        alone: list[Row] = []
        if len(here) % 2:
            out = next(n for n in reversed(here) if n not in had_bye)
            had_bye.add(out)
            here.remove(out)
            alone.append(Row(out, None, "bye"))
        rows = []
        for one, two in _pair(here, met):
            met.add(frozenset((one, two)))
            white, black = _colours(one, two, whites, last_white)
            rows.append(Row(white, black, _result(white, black, strengths, random, forfeits, number)))
        alone += [Row(n, None, what) for (r, n), what in sorted(absent.items()) if r == number]
        alone.sort(key=lambda row: list(ALONE).index(row.result))
        for row in (*rows, *alone):
            for n in (row.white, row.black):
                if n is not None:
                    score[n] += points(row, n)
            if row.black is not None and not _forfeited(row):
                whites[row.white] += 1
                whites[row.black] -= 1
                last_white[row.white], last_white[row.black] = True, False
        rounds.append(Round(number, (*rows, *alone), day, time))
    return tuple(rounds)


def _pair(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """The first by score against the nearest he has not met; backtracks where the rest cannot be paired."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    # Upper half against lower half of the first ten, as a score group would be.
    middle = min(len(rest), 9) // 2
    for other in rest[middle:] + rest[:middle][::-1]:
        if frozenset((first, other)) in met:
            continue
        left = [n for n in rest if n != other]
        try:
            return [(first, other), *_pair(left, met)]
        except LookupError:
            continue
    raise LookupError("no pairing without a rematch")


def _colours(one: int, two: int, whites: dict[int, int], last_white: dict[int, bool]) -> tuple[int, int]:
    if whites[one] != whites[two]:
        return (one, two) if whites[one] < whites[two] else (two, one)
    if last_white[one] != last_white[two]:
        return (two, one) if last_white[one] else (one, two)
    return (one, two) if (one + two) % 2 else (two, one)


def _result(
    white: int,
    black: int,
    strengths: Sequence[int],
    random: Random,
    forfeits: dict[tuple[int, int], str],
    round_: int,
) -> str:
    drawn = random.random()
    for loser in (white, black):
        token = forfeits.get((round_, loser))
        if token == "---":
            return token
        if token:
            return "--+" if loser == white else "+--"
    expected = 1 / (1 + 10 ** ((strengths[black - 1] - strengths[white - 1] - 35) / 400))
    half = 0.28 * (1 - abs(2 * expected - 1))
    if drawn < expected - half / 2:
        return "1-0"
    return "1/2" if drawn < expected + half / 2 else "0-1"


def _forfeited(row: Row) -> bool:
    return row.result in ("+--", "--+", "---")
