"""A workbook's table as the lines of a file: found by its headings, every cell made the text it says."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import NamedTuple

from importer.csv_file import Line, lines_of
from importer.errors import ImportRefused
from importer.workbook.read import read_workbook
from importer.workbook.sheet import Cell, Sheet, letters
from scraper.records import Problem

TITLE_ROWS = 10
"""In so many rows the headings are looked for; a title and notes may stand above them."""

NOT_A_DAY = "a date where none belongs"
REMEDY = "correct the cell and import the file again"


class _Kinds(NamedTuple):
    days: frozenset[str]
    ids: frozenset[str]


def workbook_lines(
    data: bytes,
    file: str,
    *,
    required: Sequence[str],
    optional: Sequence[str],
    days: frozenset[str],
    ids: frozenset[str],
) -> list[Line]:
    """The lines of the one sheet that has the required headings. A date cell is a day in the columns
    `days`, a number in the columns `ids` a federation ID that lost its `N`; elsewhere a date is a fault.

    Raises `ImportRefused` if no sheet or several have the headings, and for merged cells in the table."""
    sheets = read_workbook(data, file, macros=True)
    found = [(s, at) for s in sheets if (at := _heading_row(s, required)) is not None]
    if len(found) != 1:
        names = ", ".join(f"“{s.name}”" for s, _ in found) or "none of " + ", ".join(
            f"“{s.name}”" for s in sheets
        )
        expected = f"one sheet with the columns {', '.join(required)} in its first {TITLE_ROWS} rows"
        raise ImportRefused([Problem("bad-heading", file, expected, names, "correct the heading row")])
    sheet, at = found[0]
    _refuse_merged(sheet, at, file)
    headings = [_text(c).strip() for c in sheet.rows[at]]
    place = f"{file}, sheet {sheet.name}"
    kinds = _Kinds(days, ids)
    rows = [(at + 1, headings)]
    odd: list[tuple[int, str, Problem]] = []
    for number, row in enumerate(sheet.rows[at + 1 :], start=at + 2):
        cells = []
        for index, cell in enumerate(row):
            heading = headings[index] if index < len(headings) else ""
            text, expected = _cell(cell, heading, kinds)
            if expected:
                where = f"{place}, line {number}, column {heading}"
                odd.append((number, heading, Problem("bad-cell", where, expected, text, REMEDY)))
            cells.append("" if expected else text)
        rows.append((number, cells))
    lines = lines_of(rows, place, required=required, optional=optional)
    return _with_faults(lines, sheet, at, headings, place, odd)


def _with_faults(
    lines: list[Line],
    sheet: Sheet,
    at: int,
    headings: list[str],
    place: str,
    odd: list[tuple[int, str, Problem]],
) -> list[Line]:
    """The lines with what their cells do not say: odd cells, lost values. A line that was blank but for a
    lost value stands again."""
    by_number = {line.number: line for line in lines}

    def line(number: int) -> Line:
        return by_number.setdefault(number, Line(place, number, {}))

    for number, _, problem in odd:
        line(number).faults.append(problem)
    for (row, column), found in sheet.lost.items():
        if row > at + 1:
            heading = (headings[column - 1] if column <= len(headings) else "") or letters(column)
            remedy = "open the file in a spreadsheet program, put the value in, and import it again"
            line(row).fault(heading, "a value", found, remedy)
    return [by_number[n] for n in sorted(by_number)]


def _heading_row(sheet: Sheet, required: Sequence[str]) -> int | None:
    for at, row in enumerate(sheet.rows[:TITLE_ROWS]):
        if set(required) <= {_text(c).strip() for c in row}:
            return at
    return None


def _refuse_merged(sheet: Sheet, at: int, file: str) -> None:
    faults = []
    for (top, left), (bottom, right) in sheet.merged:
        if bottom > at:
            cells = f"{letters(left)}{top}:{letters(right)}{bottom}"
            faults.append(
                Problem(
                    "bad-line",
                    f"{file}, sheet {sheet.name}, cells {cells}",
                    "one cell for each line and column",
                    "merged cells",
                    "split them, fill each in, and import the file again",
                )
            )
    if faults:
        raise ImportRefused(faults)


def _cell(cell: Cell, heading: str, kinds: _Kinds) -> tuple[str, str]:
    """The text of a cell, and what was expected if it cannot be in this column."""
    if isinstance(cell, datetime):
        whole = cell.time() == time()
        return (
            (cell.date().isoformat(), "")
            if whole and heading in kinds.days
            else (str(cell), _wanted(heading, kinds))
        )
    if isinstance(cell, date):
        return (cell.isoformat(), "") if heading in kinds.days else (str(cell), _wanted(heading, kinds))
    text = _text(cell)
    if heading in kinds.ids and isinstance(cell, int | float) and text.isdigit() and len(text) <= 8:
        return f"N{int(text):08d}", ""
    return text, ""


def _wanted(heading: str, kinds: _Kinds) -> str:
    return "a day without a time" if heading in kinds.days else f"text, not {NOT_A_DAY}"


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
