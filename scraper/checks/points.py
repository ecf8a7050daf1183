"""Printed points against results. All points here are half points.

A bye counts one point or a half: the crosstable prints -1 even where the event gives ½ for it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from scraper.event.placed import PairingMap, Placed
from scraper.event.view import View
from scraper.pages.crosstable import CrossRow, Crosstable, Mark
from scraper.pages.player_list import PlayerList
from scraper.pages.tokens import SCORE_HALF_POINTS
from scraper.problems import At, problem
from scraper.records import Kind, Problem, Result

_WORTH = {score: (half_points, 0) for score, half_points in SCORE_HALF_POINTS.items()}
_BYE_HALF_POINTS = {Result.BYE_ONE: 2, Result.BYE_HALF: 1, Result.BYE_ZERO: 0}


def crosstable_points(table: View[Crosstable]) -> Iterator[Problem]:
    """The points of a crosstable against the marks of the same row."""
    for row in table.content.rows.values():
        possible = _of_row(row)
        if row.points is None or row.points in possible:
            continue
        at = At(row=row.row, column=table.content.points_column)
        yield table.flaw("points-disagree", _either(possible), printed(row.points), **at)


def round_points(rounds: Iterable[int], pairings: PairingMap) -> Iterator[Problem]:
    """The points on the rounds' pages, which are those BEFORE each round, against the earlier rounds.

    Nothing is said of a player who has an earlier round missing or without a result.
    """
    pages = set(rounds)
    for round, here, before in _before_rounds(pairings, max(pages, default=0)):
        for number, placed in here if round in pages else ():
            row, white = placed.row, placed.pairing.white == number
            seat = None if row is None else row.white if white else row.black
            if seat is None or seat.points is None or number not in before:
                continue
            possible = _possible(*before[number])
            if seat.points not in possible:
                where = placed.where(f"Pts. of {'White' if white else 'Black'}")
                yield problem("points-disagree", where, _either(possible), printed(seat.points))


def ranking_points(view: View[PlayerList], pairings: PairingMap) -> Iterator[Problem]:
    """The points of a ranking against the results until its round; a tie-break is never taken for points."""
    if view.content.after is None:
        return
    *_, (_, _, before) = _before_rounds(pairings, view.content.after + 1)
    for row in view.content.rows:
        known = before.get(row.player.number)
        if row.points is None or known is None or row.points in _possible(*known):
            continue
        at = At(row=row.row, column="Pts.")
        yield view.flaw("points-disagree", _either(_possible(*known)), printed(row.points), **at)


Sums = dict[int, tuple[int, int]]
"""The half points of players by number, and the byes whose worth is not known."""


def _before_rounds(pairings: PairingMap, last: int) -> Iterator[tuple[int, list[tuple[int, Placed]], Sums]]:
    """Of each round to the last: its pairings by player, and what everybody had before it. Who is nowhere in
    an earlier round, or has no result in it, has no known points."""
    by_round: dict[int, list[tuple[int, Placed]]] = defaultdict(list)
    for (round, number), placed in pairings.items():
        by_round[round].append((number, placed))
    sums: Sums = {number: (0, 0) for _, number in pairings}
    for round in range(1, last + 1):
        here, before, sums = by_round[round], sums, {}
        yield round, here, before
        for number, placed in here:
            worth = _worth(placed, placed.pairing.white == number)
            if worth is not None and (known := before.get(number)) is not None:
                sums[number] = (known[0] + worth[0], known[1] + worth[1])


def printed(half_points: int) -> str:
    """Half points as pairings print them: 0, ½, 4½."""
    full, half = divmod(half_points, 2)
    return f"{full if full or not half else ''}{'½' if half else ''}"


def _of_row(row: CrossRow[Mark]) -> frozenset[int]:
    total, byes = 0, 0
    for mark in row.marks.values():
        if mark.token is None:
            total += SCORE_HALF_POINTS[mark.score]
        elif mark.token.kind == Kind.BYE:
            byes += 1
        elif mark.token.result is not None:
            total += _BYE_HALF_POINTS[mark.token.result]
    return _possible(total, byes)


def _possible(total: int, byes: int) -> frozenset[int]:
    return frozenset({total + byes, total + 2 * byes})


def _worth(placed: Placed, white: bool) -> tuple[int, int] | None:
    """Half points of one round, and byes whose worth is not known; None without a result."""
    pairing = placed.pairing
    if placed.unread or pairing.result is None:
        return None
    if pairing.black is not None:
        return _WORTH[placed.scores[0 if white else 1]]
    if placed.row is None and pairing.kind == Kind.BYE:
        return 0, 1  # only the crosstable or the list "not paired" names it
    return _BYE_HALF_POINTS[pairing.result], 0


def _either(possible: frozenset[int]) -> str:
    return " or ".join(printed(p) for p in sorted(possible)) + ", the sum of the results"
