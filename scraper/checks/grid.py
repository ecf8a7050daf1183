"""A round robin's grid: against itself, its points, and the rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from scraper.checks.points import printed
from scraper.event.placed import Placed
from scraper.event.rounds import leg_of
from scraper.event.view import View
from scraper.pages.grid import Grid
from scraper.pages.tokens import MIRRORED, SCORE_HALF_POINTS
from scraper.records import Problem

Scores = dict[tuple[int, int], Counter[str]]


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


def grid_points(view: View[Grid]) -> Iterator[Problem]:
    """The points of every row against its results."""
    for row in view.content.rows.values():
        total = sum(SCORE_HALF_POINTS[s] for scores in row.marks.values() for s in scores)
        if row.points is not None and row.points != total:
            expected = f"{printed(total)}, the sum of the results"
            yield view.flaw("points-disagree", expected, printed(row.points), row=row.row, column="Pts.")


def grid_against_rounds(view: View[Grid], placed: Iterable[Placed]) -> Iterator[Problem]:
    """Each pair's results in the grid and in the rounds, in whatever order the legs stand.

    A game still open is no contradiction where the two pages were updated at different times.
    """
    rounds: Scores = defaultdict(Counter)
    open_: Counter[tuple[int, int]] = Counter()
    updated = set()
    for p in placed:
        if p.pairing.black is None or p.unread:
            continue
        updated.add(p.updated)
        for number, other in ((p.pairing.white, p.pairing.black), (p.pairing.black, p.pairing.white)):
            score = p.score(number)
            if score:
                rounds[number, other][score] += 1
            else:
                open_[number, other] += 1
    at_once = updated <= {view.updated}
    for number, row in view.content.rows.items():
        for other in sorted({*row.marks, *(o for n, o in rounds if n == number)}):
            grid, games = Counter(row.marks.get(other, ())), rounds[number, other]
            if grid == games or (not at_once and _one_goes_on(grid, games, open_[number, other])):
                continue
            expected = f"{_text(games)}, as the rounds"
            yield view.flaw("grid-disagrees", expected, _text(grid), row=row.row, column=str(other))


def _one_goes_on(grid: Counter[str], games: Counter[str], open_: int) -> bool:
    return grid <= games or (games <= grid and (grid - games).total() <= open_)


def _text(scores: Counter[str]) -> str:
    return ", ".join(sorted(scores.elements())) or "no result"
