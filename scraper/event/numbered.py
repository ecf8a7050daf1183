"""Crosstables by rank (art=4) under starting numbers: their rows, and the numbers in their cells.

Source: shared/chess-results.md, section 5. A rank is put to a starting number by the link of the name,
else by the one player who has that very name. If one cannot be told, nothing is taken from the table.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from scraper.event.gather import Gathered
from scraper.event.roster import Roster
from scraper.event.view import View
from scraper.pages.cross_rows import CrossRow
from scraper.pages.crosstable import Crosstable, Mark
from scraper.pages.grid import Grid
from scraper.pages.pairing_rows import Seat
from scraper.problems import place, problem
from scraper.records import Problem


def with_starting_numbers(gathered: Gathered, roster: Roster) -> tuple[Gathered, list[Problem]]:
    """The pages with their crosstable and grid by starting number, or without them."""
    problems: list[Problem] = []
    table, grid = gathered.crosstable, gathered.grid
    if table is not None and table.content.by_rank:
        numbers = _numbers(table.content.rows, table.origin, roster, problems)
        crossed = _crosstable(table.content, numbers) if numbers is not None else None
        table = View(table.reading, crossed) if crossed is not None else None
    if grid is not None and grid.content.by_rank:
        numbers = _numbers(grid.content.rows, grid.origin, roster, problems)
        grid = View(grid.reading, _grid(grid.content, numbers)) if numbers is not None else None
    if table is gathered.crosstable and grid is gathered.grid:
        return gathered, []
    return replace(gathered, crosstable=table, grid=grid), problems


def _numbers(
    rows: Mapping[int, CrossRow[Any]], origin: str, roster: Roster, problems: list[Problem]
) -> dict[int, int] | None:
    """Rank to starting number, None if one cannot be told or two are alike."""
    if not roster.players and not any(row.linked for row in rows.values()):
        expected, found = "starting numbers: links, or a start list", "ranks and names only"
        problems.append(problem("player-unknown", place(origin, table=1), expected, found))
        return None
    numbers: dict[int, int] = {}
    for rank, row in rows.items():
        where = partial(place, origin, row=row.row)
        number = roster.number(Seat(row.linked, row.name), where, problems)
        if number is not None and number in numbers.values():
            found = f"number {number} again"
            problems.append(problem("player-unknown", where(), "each player once", found))
            number = None
        if number is not None:
            numbers[rank] = number
    return numbers if len(numbers) == len(rows) else None


def _crosstable(table: Crosstable, numbers: dict[int, int]) -> Crosstable:
    def mark(m: Mark) -> Mark | None:
        if m.opponent is None:
            return m
        number = numbers.get(m.opponent)
        return None if number is None else replace(m, opponent=number, text=f"{number}{m.colour}{m.score}")

    rows = {
        numbers[rank]: replace(
            row,
            number=numbers[rank],
            marks={r: told for r, m in row.marks.items() if (told := mark(m)) is not None},
        )
        for rank, row in table.rows.items()
    }
    return replace(table, rows=dict(sorted(rows.items())), by_rank=False)


def _grid(grid: Grid, numbers: dict[int, int]) -> Grid:
    rows = {
        numbers[rank]: replace(
            row, number=numbers[rank], marks={numbers[o]: s for o, s in row.marks.items() if o in numbers}
        )
        for rank, row in grid.rows.items()
    }
    return Grid(dict(sorted(rows.items())))
