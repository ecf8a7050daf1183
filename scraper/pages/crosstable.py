"""The starting rank crosstable of an individual Swiss event, art=5.

One row per player by starting number, one column per round (`1.Rd`): `12w1` is a win with White
against number 12. Names have no comma here. A column Pts. can be missing; then TB1 is the points only
where the annotation under the table says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser

from scraper.codes import (
    CELL_UNREADABLE,
    EVENT_KIND_NOT_READ,
    HEADINGS_UNKNOWN,
    NUMBER_TWICE,
    RESULT_UNKNOWN,
    ROW_WIDTH,
)
from scraper.errors import OtherPageKind
from scraper.pages.tokens import CELL, CELLS, Token, cell_token
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.tables import Row, Table
from scraper.values import clean, half_points, name_as_printed, whole
from scraper.words import POINTS_TIE_BREAK

HEADINGS = ("No.", "Name")
ROUND_COLUMN = re.compile(r"(\d{1,3})\.Rd", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell: an opponent with colour (`w`, `b`) and score (a key of `tokens.SCORES`), or a `token`."""

    text: str
    opponent: int | None = None
    colour: str | None = None
    score: str = ""
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One player: marks by round (a round without a mark is not there), points in half points."""

    row: int
    number: int
    name: str
    title: str | None
    federation: str | None
    rating: int | None
    marks: dict[int, Mark]
    points: int | None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Rows by starting number; `rounds` are the round columns; `points_column` the heading of the points."""

    rows: dict[int, CrosstableRow]
    rounds: tuple[int, ...]
    points_column: str | None

    def mark(self, number: int, round: int) -> Mark | None:
        """A player's cell of a round; None where he has none."""
        row = self.rows.get(number)
        return row.marks.get(round) if row else None


@dataclass(frozen=True, slots=True)
class _Columns:
    number: int
    title: int | None
    name: int
    rating: int | None
    federation: int | None
    rounds: dict[int, int]
    points: int | None


def read_crosstable(tree: LexborHTMLParser, table: Table, origin: str) -> tuple[Crosstable, list[Problem]]:
    """The crosstable; a cell that cannot be read is left out and named.

    OtherPageKind for a round robin's grid.
    """
    rounds = {int(m[1]): i for i, h in enumerate(table.headings) if (m := ROUND_COLUMN.fullmatch(h))}
    _is_swiss(table, rounds, origin)
    name = table.headings.index("Name")
    columns = _Columns(
        number=table.headings.index("No."),
        title=table.title_column(name),
        name=name,
        rating=table.column("Rtg"),
        federation=table.column("FED"),
        rounds=rounds,
        points=_points_column(tree, table),
    )
    problems: list[Problem] = []
    rows: dict[int, CrosstableRow] = {}
    for row in table.rows:
        player = _row(row, table, columns, origin, problems)
        if player is None:
            continue
        if player.number in rows:
            where = place(origin, table=1, row=row.number, column="No.")
            expected, found = "each number once", str(player.number)
            problems.append(problem(NUMBER_TWICE, where, expected=expected, found=found))
            continue
        rows[player.number] = player
    heading = None if columns.points is None else table.headings[columns.points]
    return Crosstable(rows, tuple(sorted(rounds)), heading), problems


def _is_swiss(table: Table, rounds: dict[int, int], origin: str) -> None:
    if not rounds and {"1", "2"} <= set(table.headings):
        raise OtherPageKind(
            problem(
                EVENT_KIND_NOT_READ,
                place(origin, table=1),
                expected="a column for each round (1.Rd), as in an individual Swiss event",
                found="a column for each player: the grid of a round robin",
            )
        )
    if sorted(rounds) != list(range(1, len(rounds) + 1)) or not rounds:
        raise OtherPageKind(
            problem(
                HEADINGS_UNKNOWN,
                place(origin, table=1),
                expected="the round columns 1.Rd, 2.Rd and so on without a gap",
                found=" | ".join(table.headings),
            )
        )


def _points_column(tree: LexborHTMLParser, table: Table) -> int | None:
    column = table.column("Pts.")
    if column is not None:
        return column
    for p in tree.css("p.CR"):
        if m := POINTS_TIE_BREAK.search(clean(p.text())):
            return table.column(f"TB{m[1]}")
    return None


def _row(
    row: Row, table: Table, columns: _Columns, origin: str, problems: list[Problem]
) -> CrosstableRow | None:
    def name_problem(
        code: str, column: int | None, expected: str, found: str, round: int | None = None
    ) -> None:
        heading = None if column is None else table.headings[column]
        where = place(origin, round=round, table=1, row=row.number, column=heading)
        problems.append(problem(code, where, expected=expected, found=found))

    if len(row.cells) != len(table.headings):
        name_problem(ROW_WIDTH, None, f"{len(table.headings)} cells", f"{len(row.cells)} cells")
        return None
    number = whole(row.text(columns.number))
    name = name_as_printed(row.text(columns.name))
    if not number or not name:
        column = columns.name if number else columns.number
        found = row.text(column) or "an empty cell"
        name_problem(CELL_UNREADABLE, column, "a starting number and a name", found)
        return None
    marks: dict[int, Mark] = {}
    for round, column in columns.rounds.items():
        text = row.text(column)
        if not text:
            continue
        mark = read_mark(text)
        if mark is None:
            name_problem(RESULT_UNKNOWN, column, _MARKS_IN_WORDS, repr(text), round)
            continue
        marks[round] = mark
    printed = row.text(columns.points)
    points = half_points(printed)
    if columns.points is not None and points is None:
        name_problem(CELL_UNREADABLE, columns.points, "points", printed or "an empty cell")
    return CrosstableRow(
        row=row.number,
        number=number,
        name=name,
        title=row.text(columns.title) or None,
        federation=row.text(columns.federation) or None,
        rating=whole(row.text(columns.rating)) or None,
        marks=marks,
        points=points,
    )


_MARKS_IN_WORDS = f"{', '.join(t.text for t in CELLS)}, or as 12w1, 12b½, 12w+, 12b- or 12w"


@lru_cache(maxsize=4096)
def read_mark(text: str) -> Mark | None:
    """One cell's text without blanks; None for an unknown one."""
    if token := cell_token(text):
        return Mark(text, token=token)
    m = CELL.fullmatch(text)
    return Mark(text, int(m[1]), m[2], m[3]) if m and int(m[1]) else None
