"""The grid of a round robin: art=5, columns are starting numbers, or art=4, columns are ranks.

Cells are `*` (oneself), 1, 0, ½, and + or - by forfeit; empty is not played. There are no colours and no
rounds. A double round robin prints both results in one cell, `1½`: leg 1, then leg 2 (reported).
"""

from dataclasses import dataclass

from scraper.pages.facts import linked_number, other_headings, points_of, row_fits
from scraper.pages.tokens import GRID_OWN, GRID_SCORES
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.tables import Row, Table
from scraper.values import name_as_printed, whole

MOST_LEGS = 2


@dataclass(frozen=True, slots=True)
class GridRow:
    """One player: scores against each opponent, one for each leg; points in half points.

    `number` is the number of his column; `linked` the starting number in the link of his name.
    """

    row: int
    number: int
    name: str
    title: str | None
    federation: str | None
    rating: int | None
    linked: int | None
    scores: dict[int, tuple[str, ...]]
    points: int | None


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows by the number of their column: starting numbers, or ranks where `by_rank`."""

    rows: dict[int, GridRow]
    by_rank: bool = False

    @property
    def legs(self) -> int:
        """How often a pair meets, as far as results are printed; 0 before the first."""
        return max((len(s) for row in self.rows.values() for s in row.scores.values()), default=0)


def is_grid(table: Table) -> bool:
    """Whether a crosstable's columns are players instead of rounds."""
    return {"1", "2"} <= set(table.headings)


def read_grid(table: Table, origin: str, *, by_rank: bool) -> tuple[Grid, list[Problem]]:
    """The grid; a row or cell that cannot be read is left out and named."""
    key = "Rk." if by_rank else "No."
    opponents = {int(h): i for i, h in enumerate(table.headings) if h.isascii() and h.isdigit()}
    if sorted(opponents) != list(range(1, len(opponents) + 1)) or key not in table.headings:
        expected = f"{key} and the columns 1, 2 and so on, one for each player"
        raise other_headings(table, origin, expected)
    problems: list[Problem] = []
    rows: dict[int, GridRow] = {}
    for row in table.rows:
        read = _row(row, table, key, opponents, origin, problems)
        if read is None:
            continue
        if read.number in rows:
            where = place(origin, table=1, row=row.number, column=key)
            problems.append(
                problem("number-twice", where, expected="each number once", found=str(read.number))
            )
            continue
        rows[read.number] = read
    return Grid(rows, by_rank), problems


def _row(
    row: Row, table: Table, key: str, opponents: dict[int, int], origin: str, problems: list[Problem]
) -> GridRow | None:
    def name_problem(code: str, column: str, expected: str, found: str) -> None:
        where = place(origin, table=1, row=row.number, column=column)
        problems.append(problem(code, where, expected=expected, found=found))

    if not row_fits(row, table, origin, problems):
        return None
    name_column = table.headings.index("Name")
    printed = row.text(table.column(key))
    # A shared rank is blank; the columns go on counting rows.
    number = whole(printed) if printed or key == "No." else row.number
    name = name_as_printed(row.text(name_column))
    if not number or number not in opponents or not name or (key == "Rk." and number != row.number):
        column = key if name else "Name"
        expected = "a name" if column == "Name" else f"the number of a column, 1 to {len(opponents)}"
        name_problem("cell-unreadable", column, expected, row.text(table.column(column)) or "an empty cell")
        return None
    scores: dict[int, tuple[str, ...]] = {}
    for opponent, column_of in opponents.items():
        text = row.texts[column_of].replace(" ", "")
        if (text == GRID_OWN) != (opponent == number):
            expected = f"{GRID_OWN} in a player's own column, and nowhere else"
            name_problem("cell-unreadable", str(opponent), expected, text or "an empty cell")
        elif text and opponent != number:
            if len(text) <= MOST_LEGS and all(score in GRID_SCORES for score in text):
                scores[opponent] = tuple(text)
            else:
                expected = f"{', '.join(GRID_SCORES)}, or two of them"
                name_problem("result-unknown", str(opponent), expected, repr(text))
    points = points_of(row, table.column("Pts."), origin, problems)
    return GridRow(
        row=row.number,
        number=number,
        name=name,
        title=row.text(table.title_column(name_column)) or None,
        federation=row.text(table.column("FED")) or row.federation,
        rating=whole(row.text(table.column("Rtg"))) or None,
        linked=linked_number(row.cells[name_column]) if key == "Rk." else None,
        scores=scores,
        points=points,
    )
