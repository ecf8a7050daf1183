"""The crosstable against the pages of the rounds: opponent, colour and result of every cell; and a round
robin's grid: against itself, its points, and the rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from scraper.checks.points import printed
from scraper.event.placed import PairingMap, Placed, Running, in_play
from scraper.event.rounds import leg_of
from scraper.event.view import View, later
from scraper.pages.crosstable import Crosstable, Grid, Mark
from scraper.pages.tokens import MIRRORED, SCORE_HALF_POINTS
from scraper.problems import place, problem
from scraper.records import Kind, Problem


def crosstable_against_rounds(
    table: View[Crosstable], pairings: PairingMap, now: Running | None
) -> Iterator[Problem]:
    """Each cell against the pairing of the round's page, and each pairing against its cell.

    A result on one side and none on the other is no contradiction where the two pages were updated at
    different times, or the round is in play: play was going on at the earlier one.
    """
    for row in table.content.rows.values():
        number, marks = row.number, row.marks
        for round in table.content.rounds:
            placed = pairings.get((round, number))
            if placed is None or placed.row is None:
                continue
            mark = marks.get(round)
            if mark is not None and mark.text == placed.cell(number):
                continue  # nearly every cell
            if _agree(mark, placed, number, table, in_play(round, now)):
                continue
            expected = f"{placed.cell(number)}, as {placed.where()}"
            found = mark.text if mark else "an empty cell"
            yield table.flaw(
                "crosstable-disagrees", expected, found, round=round, row=row.row, column=f"{round}.Rd"
            )


def games_counted(table: View[Crosstable], placed: Iterable[Placed]) -> Iterator[Problem]:
    """One problem for each round whose page lacks games that the crosstable has; they were taken from it.

    Nothing is said of a page without any game: that is a round not paired yet.
    """
    paged: dict[int, list[Placed]] = defaultdict(list)
    added: dict[int, list[Placed]] = defaultdict(list)
    for p in placed:
        if p.pairing.black is not None:
            (added if p.row is None else paged)[p.pairing.round].append(p)
    for round, games in sorted(added.items()):
        if on_page := paged[round]:
            expected = f"{len(on_page) + len(games)} games, as {table.origin}"
            which = ", ".join("/".join(map(str, p.players)) for p in games)
            found = f"{len(on_page)}; not numbers {which}"
            yield problem("crosstable-disagrees", place(on_page[0].origin, round=round), expected, found)


def games_mirrored(table: View[Crosstable]) -> Iterator[Problem]:
    """Each game stands in two cells, which must answer each other: opponent back, other colour, fitting
    score; one problem per cell that is not answered."""
    rows = table.content.rows
    for row in rows.values():
        number = row.number
        for round, mark in row.marks.items():
            if mark.opponent is None:
                continue
            other = rows.get(mark.opponent)
            answer = None if other is None else other.marks.get(round)
            if answer is not None and answer.opponent == number and answer.colour != mark.colour:
                white, black = (mark, answer) if mark.colour == "w" else (answer, mark)
                if (white.score, black.score) in MIRRORED:
                    continue
            if other is None and table.cut:
                continue  # the opponent's row was cut off
            expected = f"a cell of number {mark.opponent} that answers {mark.text}"
            found = answer.text if answer else "none"
            yield table.flaw(
                "crosstable-not-mirrored", expected, found, round=round, row=row.row, column=f"{round}.Rd"
            )


def round_told_by(table: View[Crosstable], round: int, pairings: PairingMap) -> bool:
    """Whether the crosstable tells that a page without its number is that of `round`.

    All its games stand in the crosstable's column of that round, and there is at least one.
    """
    games = [
        (number, placed)
        for (r, number), placed in pairings.items()
        if r == round and placed.row is not None and placed.pairing.black is not None
    ]
    return bool(games) and all(
        (mark := table.content.mark(number, round)) is not None
        and mark.opponent is not None
        and _agree(mark, placed, number, table)
        for number, placed in games
    )


def _agree(
    mark: Mark | None, placed: Placed, number: int, table: View[Crosstable], played_now: bool = False
) -> bool:
    at_once = table.updated is None or placed.updated is None or table.updated == placed.updated
    if mark is None:
        return later(placed.updated, table.updated)
    if placed.unread:
        return True
    pairing = placed.pairing
    if mark.token is not None or pairing.black is None:
        return mark.text == placed.cell(number)
    if (mark.opponent, mark.colour) != placed.opposite(number):
        return False
    if mark.text == placed.cell(number):
        return True
    if pairing.kind == Kind.PENDING and mark.score and later(placed.updated, table.updated):
        return False  # a result that an earlier page had does not go away
    going_on = not mark.score or pairing.kind == Kind.PENDING
    return going_on and (played_now or not at_once)


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
                expected = f"a result that answers row {other}, column {number}: empty"
                if answer:
                    expected = f"a result that answers row {other}, column {number}: {''.join(answer)}"
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
