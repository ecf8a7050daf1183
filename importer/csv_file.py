"""A CSV file with a heading row, read by its headings; every fault with file, line and column."""

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from importer.also_called import ENGLISH, Called
from importer.apart import refusing
from importer.bounds import WITHIN, OutOfBounds
from importer.errors import ImportRefused
from importer.headings import NOTHING, Row, as_written, look_at
from importer.lengths import TEXT
from importer.plain_text import JIS, controls_in, is_jis, is_utf16
from importer.workbook.sheet import check
from scraper.records import Problem

T = TypeVar("T")
A = TypeVar("A", bound="Line")

SMALL = 1_000_000
"""Bytes of text that no process of its own is needed for: what is made of it grows with them alone."""


@dataclass(slots=True)
class Line:
    """One line of the file: `number` as an editor shows it, cells by heading, and a place to put faults."""

    file: str
    number: int
    cells: dict[str, str]
    faults: list[Problem] = field(default_factory=list)
    judged: frozenset[str] | None = None
    """The columns whose cells can be judged, None: all; of another, what is said only follows from a fault of
    the headings or of the whole line, which is noted already."""
    written: Mapping[str, str] = field(default_factory=dict)
    """The headings as they stand in the file, of columns whose English heading is another."""

    def judges(self, column: str) -> bool:
        """Whether what stands in this column, or that nothing does, says something."""
        return self.judged is None or column in self.judged

    def text(self, column: str) -> str | None:
        """The cell's text, None if it is empty or the file has no such column."""
        return self.cells.get(column) or None

    def needed(self, column: str, what: str) -> str:
        """The cell's text; a fault and "" if it is empty, and not because what stood there is a fault."""
        value = self.text(column)
        if value is None and all(f.place != self._place(column) for f in self.faults):
            self.fault(column, what, "an empty cell", "fill it in and import the file again")
        return value or ""

    def value(self, column: str, parse: Callable[[str], T], what: str) -> T | None:
        """The cell parsed; None if empty; a fault if `parse` raises ValueError on it."""
        text = self.text(column)
        if text is None:
            return None
        try:
            return parse(text)
        except ValueError as error:
            expected = f"a day {WITHIN}" if isinstance(error, OutOfBounds) else what
            self.fault(column, expected, f"“{text}”", "correct the cell and import the file again")
            return None

    def fault(self, column: str, expected: str, found: str, remedy: str) -> None:
        """Notes what is wrong in one cell."""
        if self.judges(column):
            self.faults.append(Problem("bad-cell", self._place(column), expected, found, remedy))

    def _place(self, column: str) -> str:
        return f"{self.file}, line {self.number}, column {self.written.get(column, column)}"


def read_lines(
    data: bytes,
    file: str,
    *,
    required: Sequence[str],
    optional: Sequence[str],
    encoding: str | None = None,
    workbooks: bool = False,
    called: Called = ENGLISH,
) -> list[Line]:
    """The lines below the heading row, cells stripped, blank lines left out. What is wrong with a heading or
    a whole line is noted on the lines, so that the cells which can be judged even so are told, too.

    Text is UTF-8, with or without BOM, or CP932 as Excel saves it in Japan: if `encoding` says so, or if
    the bytes can hardly be anything else. `workbooks`: whether a workbook is taken in its place; `called`:
    other headings of the columns. Raises `ImportRefused` if the file is neither, or empty, or no such table;
    and beyond the bounds of tables (importer/workbook/sheet.py) and of reading (importer/reader.py).
    """

    if not data.removeprefix(codecs.BOM_UTF8).strip():
        expected = f"a table with the columns {', '.join(required)}"
        remedy = "check which file it is"
        raise ImportRefused.because("file-empty", file, expected, "an empty file", remedy)

    def read() -> list[Line]:
        text = decoded(data, file, encoding)
        rows, broken = _rows(text, file, ",")
        if broken and len(rows) < 2:
            raise ImportRefused([broken[1]])
        _refuse_other_separator(rows, file, required, called, workbooks)
        if not broken and (broken := cut_off(text, rows, file)):
            rows.pop()
        lines = lines_of(rows, file, required=required, optional=optional, called=called)
        return [*lines, Line(file, broken[0], {}, [broken[1]], NOTHING)] if broken else lines

    return read() if len(data) <= SMALL else refusing(file, read)


def lines_of(
    rows: Sequence[Row],
    file: str,
    *,
    required: Sequence[str],
    optional: Sequence[str],
    called: Called = ENGLISH,
    shifts: bool = True,
) -> list[Line]:
    """The same of rows that are cells already, each with its number; the first is the heading row. `shifts`:
    whether a line with too many cells may have its cells in other columns, as one with a comma in a cell."""
    headings = called.columns(rows[0][1], (*required, *optional))
    faults, judged = look_at(rows, file, headings, required, optional, called)
    written = as_written(rows[0][1], headings)
    sound = headings if judged is None else judged
    under = max((n for n, h in enumerate(headings, start=1) if h), default=0) if shifts else len(headings)
    lines = []
    for number, row in rows[1:]:
        cells = {h: c.strip() for h, c in zip(headings, row, strict=False) if h and h in sound}
        line = Line(file, number, cells, judged=judged, written=written)
        if any(c.strip() for c in row[under:]):
            line = Line(file, number, {}, judged=NOTHING, written=written)
        if any(c.strip() for c in row[len(headings) :]):
            remedy = "quote cells that hold a comma and import the file again"
            expected, found = f"{len(headings)} cells", f"{len(row)} cells"
            line.faults.append(Problem("bad-line", f"{file}, line {number}", expected, found, remedy))
        if line.faults or any(cells.values()):
            lines.append(readable(line))
    if faults and not lines:
        raise ImportRefused(faults)
    if faults:
        lines[0].faults[:0] = faults
    return lines


def readable(line: A) -> A:
    """The line, with a fault for each cell that is too long or holds signs that are no text."""
    for column, text in line.cells.items():
        if len(text) > TEXT:
            line.fault(column, f"at most {TEXT} signs", str(len(text)), "shorten the cell")
            line.cells[column] = text[:TEXT]
        elif signs := controls_in(text):
            remedy = "take the sign out; it cannot be seen, or steers how the text is shown"
            line.fault(column, "text", f"{signs} in “{text[:80]}”", remedy)
    return line


def refuse_faults(lines: Iterable[Line]) -> None:
    """Raises `ImportRefused` with every fault noted on the lines, in their order."""
    faults = [f for line in lines for f in line.faults]
    if faults:
        raise ImportRefused(faults)


def refuse_repeats(lines: Sequence[Line], column: str, key: Callable[[Line], object]) -> None:
    """Notes a fault on each line whose key stood on an earlier line already."""
    seen: dict[object, int] = {}
    for line in lines:
        if (first := seen.setdefault(key(line), line.number)) != line.number:
            found = f"“{line.text(column)}” again, first on line {first}"
            line.fault(column, "each one once", found, "leave one of the two lines out")


def csv_rows(text: str, file: str, delimiter: str) -> list[Row]:
    """The rows, each with the number of the line it begins on: a quoted cell can hold several lines.
    `ImportRefused` for quotation marks that go wrong, and beyond the bounds of tables."""
    rows, broken = _rows(text, file, delimiter)
    if broken:
        raise ImportRefused([broken[1]])
    return rows


def _rows(text: str, file: str, delimiter: str) -> tuple[list[Row], tuple[int, Problem] | None]:
    """The rows up to where quotation marks go wrong, and the line on which they do."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    begins = widest = 1
    try:
        for row in reader:
            rows.append((begins, row))
            widest = max(widest, len(row))
            check(file, len(rows), widest)
            begins = reader.line_num + 1
    except csv.Error as error:
        found, remedy = "a quotation mark that is not closed", "close it, and give the file again"
        if "larger" in str(error):
            found = f"a cell of more than {csv.field_size_limit()} letters"
            remedy = "look for a quotation mark that is not closed, and give the file again"
        if "expected after" in str(error):
            found, remedy = "a quotation mark within a quoted cell", "write it twice, and give the file again"
        place = f"{file}, line {begins}"
        return rows, (begins, Problem("bad-line", place, "a line of CSV", found, remedy))
    return rows, None


def cut_off(text: str, rows: Sequence[Row], file: str) -> tuple[int, Problem] | None:
    """The last line where the file seems to end within it: it lacks cells and its end, and all others lack
    none. What it says of the columns that it has may be half a cell."""
    (number, last), others = rows[-1], [row for _, row in rows[:-1] if row]
    width = max((n for n, heading in enumerate(rows[0][1], start=1) if heading.strip()), default=0)
    if text.endswith(("\n", "\r")) or len(others) < 2 or not 0 < len(last) < width:
        return None
    if min(map(len, others)) < width:
        return None
    found = f"{len(last)} and no end of the line, as in a file that was cut off"
    remedy = "take the file again from where it came; if it is whole, end its last line and import it again"
    return number, Problem("bad-line", f"{file}, line {number}", f"{width} cells", found, remedy)


def _refuse_other_separator(
    rows: Sequence[Row], file: str, required: Sequence[str], called: Called, workbooks: bool
) -> None:
    """`ImportRefused` if the headings are all there in one cell, with something else than commas between."""
    number, heading = rows[0]
    cells = {by: [h.strip(' "') for h in by.join(heading).split(by)] for by in ",;\t"}
    ways = {by: called.counted(parted, required) for by, parted in cells.items()}
    semicolons, tabs = (ways[by].issuperset(required) for by in ";\t")
    if (semicolons or tabs) and not ways[","].issuperset(required):
        found = "semicolons" if semicolons else "tabs"
        remedy = "save it as CSV UTF-8 (comma delimited), and import that file"
        if workbooks:
            remedy = "save it as CSV UTF-8 (comma delimited) or as a workbook, and import that file"
        place = f"{file}, line {number}"
        raise ImportRefused.because("bad-heading", place, "commas between the cells", found, remedy)


def decoded(data: bytes, file: str, encoding: str | None = None, *, option: bool = True) -> str:
    """The text of a file from outside. Refused where it could be more than one text; `option`: whether the
    command that reads it has one for the encoding."""
    if is_utf16(data) or is_jis(data):
        raise _not_text(file, "text in UTF-16" if is_utf16(data) else JIS)
    if b"\x00" in data:
        raise _not_text(file, "bytes that are no text")
    for name in ("utf-8-sig", "cp932") if encoding is None else (encoding,):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if name == "cp932" and encoding is None and (odd := _DOUBTFUL.search(text)):
            shown = text[max(0, odd.start() - 8) : odd.start() + 8].replace("\n", " ").strip()
            remedy = "save the file as CSV UTF-8; or, if it is from a Japanese Excel, add --encoding cp932"
            told = "bytes that are no UTF-8, and as CP932 give " + f"“{shown}”"
            raise _not_text(file, told, remedy) if option else _not_text(file, told)
        return text
    raise _not_text(file, "bytes that are neither" if encoding is None else f"bytes that are no {encoding}")


_DOUBTFUL = re.compile(
    r"[\uff61-\uff9f\ue000-\uf8ff]"  # half-width kana and private signs: what Latin-1 and EUC-JP turn into
    r"|[a-z][\u3400-\u9fff\uf900-\ufaff]|[\u3400-\u9fff\uf900-\ufaff][a-z]"
)
"""What CP932 hardly ever says: a letter of another encoding, taken for half a kanji amid Latin ones."""


def _not_text(
    file: str, found: str, remedy: str = "save the file as CSV UTF-8 and import it again"
) -> ImportRefused:
    return ImportRefused.because("bad-encoding", file, "text in UTF-8 or CP932", found, remedy)
