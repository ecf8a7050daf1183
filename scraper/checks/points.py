"""Printed points against results. All points here are half points.

A bye counts one point or a half: the crosstable prints -1 even where the event gives ½ for it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from scraper.event.placed import PairingMap, Placed
from scraper.event.view import View
from scraper.pages.cross_rows import CrossRow
from scraper.pages.crosstable import Crosstable, Mark
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
    by_round: dict[int, list[tuple[int, Placed]]] = defaultdict(list)
    for (round, number), placed in pairings.items():
        by_round[round].append((number, placed))
    sums: dict[int, tuple[int, int]] = {number: (0, 0) for _, number in pairings}
    for round in range(1, max(pages, default=0) + 1):
        before, sums = sums, {}
        shown = round in pages
        for number, placed in by_round.get(round, ()):
            known = before.get(number)
            if known is None:
                continue
            total, byes = known
            row, pairing = placed.row, placed.pairing
            white = pairing.white == number
            if shown and row is not None:
                seat = row.white if white else row.black
                points = None if seat is None else seat.points
                if points is not None and points != total + byes and points != total + 2 * byes:
                    where = placed.where(f"Pts. of {'White' if white else 'Black'}")
                    expected = _either(frozenset({total + byes, total + 2 * byes}))
                    yield problem("points-disagree", where, expected, printed(points))
            # Who is nowhere in a round, or has no result in it, has no known points from then on.
            worth = _worth(placed, white)
            if worth is not None:
                sums[number] = (total + worth[0], byes + worth[1])


def ranking_points(view: View[PlayerList], pairings: PairingMap) -> Iterator[Problem]:
    """The points of a ranking against the results until its round; a tie-break is never taken for points."""
    if view.content.after is None:
        return
    for row in view.content.rows:
        possible = _before(row.player.number, view.content.after + 1, pairings)
        if row.points is None or possible is None or row.points in possible:
            continue
        at = At(row=row.row, column="Pts.")
        yield view.flaw("points-disagree", _either(possible), printed(row.points), **at)


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
    return frozenset({total + byes, total + 2 * byes})


def _before(number: int, round: int, pairings: PairingMap) -> frozenset[int] | None:
    total, byes = 0, 0
    for earlier in range(1, round):
        placed = pairings.get((earlier, number))
        worth = _worth(placed, placed.pairing.white == number) if placed is not None else None
        if worth is None:
            return None
        total, byes = total + worth[0], byes + worth[1]
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
