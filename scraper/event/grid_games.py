"""The games of a round robin that only a grid tells: no rounds, no days, no boards, no colours.

A round number has to stand somewhere: it is the leg, 1 or 2, and `round-unknown` says so. Each pair has
one game in a leg, so nothing is lost; rounds are never reckoned (Berger's tables are not the event).
"""

from collections.abc import Iterator

from scraper.event.placed import Placed
from scraper.event.view import View
from scraper.pages.grid import Grid
from scraper.pages.tokens import MIRRORED
from scraper.records import Pairing, Problem


def grid_games(view: View[Grid]) -> tuple[list[Placed], list[Problem]]:
    """A game for each pair and leg where both cells tell it alike; White is the lower number.

    Pairs without a result are pending as soon as any pair has one.
    """
    grid = view.content
    placed: list[Placed] = []
    for leg in range(1, grid.legs + 1):
        for number, row in sorted(grid.rows.items()):
            for other, answer in sorted(grid.rows.items()):
                if other <= number:
                    continue
                scores = leg_of(row.marks.get(other, ()), leg), leg_of(answer.marks.get(number, ()), leg)
                meant = MIRRORED.get(scores)
                if meant is not None:
                    pairing = Pairing(leg, None, number, other, *meant, colours=False)
                    placed.append(Placed(pairing, view.origin, view.updated))
    if not placed:
        return [], []
    found = f"a grid of {len(grid.rows)} players, {grid.legs} result(s) for each pair"
    return placed, [view.flaw("round-unknown", "rounds, as on the page of pairings", found, table=1)]


def leg_of(scores: tuple[str, ...], leg: int) -> str:
    """The score of a leg, empty where none is printed yet."""
    return scores[leg - 1] if len(scores) >= leg else ""


def not_mirrored(view: View[Grid]) -> Iterator[Problem]:
    """One problem for each pair and leg whose two cells do not answer each other."""
    grid = view.content
    for number, row in grid.rows.items():
        for other in sorted(grid.rows.keys() | row.marks.keys()):
            if other == number or (other < number and other in grid.rows):
                continue
            if other not in grid.rows and view.cut:
                continue  # the opponent's row was cut off
            answer = grid.rows[other].marks.get(number, ()) if other in grid.rows else ()
            mine = row.marks.get(other, ())
            for leg in range(1, max(len(mine), len(answer)) + 1):
                if (leg_of(mine, leg), leg_of(answer, leg)) in MIRRORED:
                    continue
                expected = f"a result that answers row {other}, column {number}: {''.join(answer) or 'empty'}"
                found = "".join(mine) or "an empty cell"
                yield view.flaw("grid-not-mirrored", expected, found, row=row.row, column=str(other))
