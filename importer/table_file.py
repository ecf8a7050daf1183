"""A table from outside, CSV or workbook: which of the two it is, its bytes say and not its name. That of a
workbook is found by its headings, and every cell made the text it says."""

from collections.abc import Sequence
from datetime import date, datetime, time

from importer.also_called import ENGLISH, Called
from importer.apart import refusing
from importer.csv_file import Line, lines_of, read_lines
from importer.errors import ImportRefused
from importer.headings import NOTHING, Row, as_written, is_filled
from importer.workbook.read import is_workbook, read_workbook
from importer.workbook.sheet import FAILED, NOT_CALCULATED, Cell, Sheet, letters
from scraper.records import Problem

TITLE_ROWS = 10
"""In so many rows of a sheet the headings are looked for; a title and notes may stand above them."""

NOT_A_DAY = "a date where none belongs"
REMEDY = "correct the cell and import the file again"


def table_lines(
    data: bytes,
    file: str,
    *,
    required: Sequence[str],
    optional: Sequence[str],
    days: frozenset[str] = NOTHING,
    ids: frozenset[str] = NOTHING,
    encoding: str | None,
    unread: list[str] | None,
    called: Called = ENGLISH,
) -> list[Line]:
    """The lines below the headings. In a workbook a date cell is a day in the columns `days`, and a number in
    the columns `ids` a federation ID that lost its `N`; elsewhere a date is a fault. `encoding`:
    importer/csv_file.py; `called`: other headings of the columns. `unread` is given the names of sheets on
    which something stands and no such table. `ImportRefused` for what is empty, or no such table, or beyond
    the bounds."""
    if is_workbook(data):
        if encoding is not None:
            expected, found = f"text in {encoding}, as --encoding says", "a workbook, which needs no encoding"
            raise ImportRefused.because("bad-encoding", file, expected, found, "leave --encoding out")
        lines, others = refusing(file, _workbook_lines, data, file, required, optional, days, ids, called)
        if unread is not None:
            unread += others
        return lines
    return read_lines(
        data,
        file,
        required=required,
        optional=optional,
        encoding=encoding,
        workbooks=True,
        called=called,
    )


Odd = tuple[int, str, str, str, str]
"""What is wrong in a cell: number of the line, heading, and what is expected, found and to be done."""


def _workbook_lines(
    data: bytes,
    file: str,
    required: Sequence[str],
    optional: Sequence[str],
    days: frozenset[str],
    ids: frozenset[str],
    called: Called,
) -> tuple[list[Line], list[str]]:
    """The lines of the one sheet that has the required headings, or where none has them all, some: what it
    lacks is told. And the names of the other sheets that are not empty. `ImportRefused` if none or several
    have them, and for headings in merged cells."""
    sheets = read_workbook(data, file, macros=True)
    found = _with_headings(sheets, required, called, len(required))
    found = found or _with_headings(sheets, required, called, 2)
    if len(found) != 1:
        names, remedy = ", ".join(f"“{s.name}”" for s, _ in found), "leave one of these sheets in the file"
        if not found:
            names = "no such columns on " + ", ".join(f"“{s.name}”" for s in sheets)
            remedy = "correct the heading row"
        expected = f"one sheet with the columns {', '.join(required)} in its first {TITLE_ROWS} rows"
        raise ImportRefused.because("bad-heading", file, expected, names, remedy)
    sheet, at = found[0]
    heads = [_text(cell).strip() for cell in sheet.rows[at]]
    headings = called.columns(heads, (*required, *optional))
    _refuse_above(sheet, at, headings, required, file)
    merged = _merged(sheet, at, file)
    rows, odd = _texts(sheet, at, headings, days, ids)
    written = as_written(heads, headings)
    place = f"{file}, sheet {sheet.name}"
    read = lines_of(rows, place, required=required, optional=optional, called=called, shifts=False)
    judged, lines = read[0].judged if read else None, {line.number: line for line in read}
    for problem, below, columns in merged:
        blank = Line(place, below.start, {}, judged=NOTHING, written=written)
        lines.setdefault(below.start, blank).faults.append(problem)
        over = frozenset(headings[columns.start - 1 : columns.stop - 1])
        for line in (lines[number] for number in below if number in lines):
            line.judged = (frozenset(headings) if line.judged is None else line.judged) - over
    for number, heading, expected, instead, remedy in odd:
        line = lines.setdefault(number, Line(place, number, {}, judged=judged, written=written))
        line.fault(heading, expected, instead, remedy)
    others = [
        s.name for s in sheets if s is not sheet and any(_text(c).strip() for row in s.rows for c in row)
    ]
    return [lines[number] for number in sorted(lines)], others


def _texts(
    sheet: Sheet, at: int, headings: Sequence[str], days: frozenset[str], ids: frozenset[str]
) -> tuple[list[Row], list[Odd]]:
    """The rows as texts, that of the headings first, each with its number; and the cells that are none."""
    rows = [(at + 1, [_text(c).strip() for c in sheet.rows[at]])]
    odd: list[Odd] = []
    for number, row in enumerate(sheet.rows[at + 1 :], start=at + 2):
        cells = []
        for heading, cell in zip(headings, row, strict=True):
            text, expected = _cell(cell, heading, days, ids)
            if expected:
                odd.append((number, heading, expected, text, REMEDY))
            cells.append("" if expected else text)
        rows.append((number, cells))
    remedy = "open the file in a spreadsheet program, put the value in, and import it again"
    by_column = dict(enumerate(headings, start=1))
    for (number, column), lost in sheet.lost.items():
        if number > at + 1:  # also on a line that is blank but for the lost value
            instead = FAILED if lost == FAILED else NOT_CALCULATED
            odd.append((number, by_column.get(column) or letters(column), "a value", instead, remedy))
    return rows, odd


def _with_headings(
    sheets: Sequence[Sheet], required: Sequence[str], called: Called, least: int
) -> list[tuple[Sheet, int]]:
    """The sheets with at least so many of the required headings in one row, and which row that is."""
    found = []
    for sheet in sheets:
        texts = ([_text(c).strip() for c in row] for row in sheet.rows[:TITLE_ROWS])
        heads = (called.counted(row, required) for row in texts)
        at = next((at for at, row in enumerate(heads) if len(row.intersection(required)) >= least), None)
        found += [] if at is None else [(sheet, at)]
    return found


NUMBERED = ("ID", "First day", "Valid")
"""Columns that are needed and have a number in each row; a title above the headings has its day elsewhere."""


def _refuse_above(sheet: Sheet, at: int, headings: Sequence[str], required: Sequence[str], file: str) -> None:
    """`ImportRefused` where a row of the table stands above its headings, as after sorting."""
    for above, row in enumerate(sheet.rows[:at], start=1):
        texts = {h: _text(cell).strip() for h, cell in zip(headings, row, strict=False) if h in required}
        if is_filled([*texts.values()], "".join(texts.get(heading, "") for heading in NUMBERED)):
            place, expected = f"{file}, sheet {sheet.name}", "the headings above all rows"
            found = f"a filled row above them, row {above}"
            remedy = "put the headings above all rows and give the file again"
            raise ImportRefused.because("bad-heading", place, expected, found, remedy)


def _merged(sheet: Sheet, at: int, file: str) -> list[tuple[Problem, range, range]]:
    """A fault for merged cells below the headings, the lines that they are on, and their columns.
    `ImportRefused` where the headings are among them."""
    found = []
    remedy = "split them, fill each in, and import the file again"
    for (top, left), (bottom, right) in sheet.merged:
        if bottom > at:
            cells = f"{letters(left)}{top}:{letters(right)}{bottom}"
            place = f"{file}, sheet {sheet.name}, cells {cells}"
            expected = "one cell for each line and column"
            problem = Problem("bad-line", place, expected, "merged cells", remedy)
            lines, columns = range(top, min(bottom, len(sheet.rows)) + 1), range(left, right + 1)
            found.append((problem, lines, columns))
    if any(lines.start <= at + 1 for _, lines, _ in found):
        raise ImportRefused([problem for problem, _, _ in found])
    return found


def _cell(cell: Cell, heading: str, days: frozenset[str], ids: frozenset[str]) -> tuple[str, str]:
    """The text of a cell, and what was expected if it cannot be in this column."""
    if isinstance(cell, date):  # a moment is one, too
        if heading not in days:
            return str(cell), f"text, not {NOT_A_DAY}"
        if isinstance(cell, datetime) and cell.time() != time():
            return str(cell), "a day without a time"
        return cell.isoformat()[:10], ""
    text = _text(cell)
    if heading in ids and isinstance(cell, int | float) and text.isdigit() and len(text) <= 8:
        return f"N{int(text):08d}", ""
    return text, ""


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
