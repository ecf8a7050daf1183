"""A CSV file with a heading row, read by its headings; every fault with file, line and column."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from importer.apart import refusing
from importer.bounds import WITHIN, OutOfBounds, bounded
from importer.errors import ImportRefused
from importer.lengths import TEXT
from importer.plain_text import controls_in
from importer.workbook.sheet import check, letters
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
        self.faults.append(Problem("bad-cell", self._place(column), expected, found, remedy))

    def _place(self, column: str) -> str:
        return f"{self.file}, line {self.number}, column {column}"


def read_lines(
    data: bytes,
    file: str,
    *,
    required: Sequence[str],
    optional: Sequence[str],
    encoding: str | None = None,
) -> list[Line]:
    """The lines below the heading row, cells stripped, blank lines left out.

    Text is UTF-8, with or without BOM, or CP932 as Excel saves it in Japan: if `encoding` says so, or if
    the bytes can hardly be anything else. Raises `ImportRefused` if the file is neither, or empty, if a
    required heading is missing or stands twice, or one is not known; and beyond the bounds of tables
    (importer/workbook/sheet.py) and of reading (importer/reader.py).
    """

    if not data.removeprefix(codecs.BOM_UTF8).strip():
        expected = f"a table with the columns {', '.join(required)}"
        remedy = "check which file it is"
        raise ImportRefused.because("file-empty", file, expected, "an empty file", remedy)

    def read() -> list[Line]:
        rows = csv_rows(decoded(data, file, encoding), file)
        _refuse_other_separator(rows, file, required)
        return lines_of(rows, file, required=required, optional=optional)

    return read() if len(data) <= SMALL else refusing(file, read)


def lines_of(
    rows: Sequence[tuple[int, list[str]]], file: str, *, required: Sequence[str], optional: Sequence[str]
) -> list[Line]:
    """The same of rows that are cells already, each with its number; the first is the heading row."""
    headings = [h.strip() for h in rows[0][1]]
    place = f"{file}, line {rows[0][0]}"
    if not any(headings):
        raise ImportRefused([_heading_fault(place, f"the columns {', '.join(required)}", "an empty line")])
    known = [*required, *optional]
    if not set(known) & set(headings):  # such as one cell: parted by semicolons, or no table at all
        found = f"“{' '.join(','.join(headings).split())[:100]}”"
        expected = f"the columns {', '.join(required)}, parted by commas"
        raise ImportRefused([_heading_fault(place, expected, found)])
    faults = [
        _heading_fault(place, f"the column “{h}”", "no such heading") for h in required if h not in headings
    ]
    faults += [
        _heading_fault(place, f"one of {', '.join(known)}", f"“{h}”")
        for h in headings
        if h and h not in known
    ]
    faults += [
        _heading_fault(place, f"the column “{h}” once", "it twice")
        for h, times in Counter(headings).items()
        if h and times > 1
    ]
    bare = [n for n, h in enumerate(headings) if not h]
    for n in bare:
        for number, row in rows[1:]:
            if len(row) > n and row[n].strip():
                found = f"none over “{row[n].strip()[:100]}” in {letters(n + 1)}{number}"
                column = letters(n + 1)
                where = f"{place}, column {column}"
                faults.append(_heading_fault(where, "a heading over every column with cells", found))
                break
    if faults:
        raise ImportRefused(faults)
    lines = []
    for number, row in rows[1:]:
        if any(c.strip() for c in row[len(headings) :]):
            remedy = "quote cells that hold a comma and import the file again"
            expected, found = f"{len(headings)} cells", f"{len(row)} cells"
            faults.append(Problem("bad-line", f"{file}, line {number}", expected, found, remedy))
        cells = {h: c.strip() for h, c in zip(headings, row, strict=False) if h}
        if any(cells.values()):
            lines.append(readable(Line(file, number, cells)))
    if faults:
        raise ImportRefused(faults)
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


YES_OR_NO = {"yes": True, "1": True, "no": False, "0": False}


def one_of(words: Mapping[str, T]) -> Callable[[str], T]:
    """What reads one of these words, in whatever case, as what it stands for; ValueError for another."""

    def read(text: str) -> T:
        if text.lower() not in words:
            raise ValueError(text)
        return words[text.lower()]

    return read


_DAY = re.compile(r"(\d{4})(?:-(\d\d)-(\d\d)|/(\d\d?)/(\d\d?))", re.ASCII)


def parse_day(text: str) -> date:
    """A day written YYYY-MM-DD, or as Excel in Japan saves it in CSV (2026/10/1), that can be; ValueError
    otherwise."""
    met = _DAY.fullmatch(text)
    if met is None:
        raise ValueError(text)
    return bounded(date(*(int(number) for number in met.groups() if number)))


def parse_rating(text: str) -> int:
    """A rating as a whole number of 1 to 4 digits; ValueError otherwise (0 is no rating)."""
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) < 4000):
        raise ValueError(text)
    return int(text)


def parse_count(text: str) -> int:
    """A count of games; ValueError if it is not digits or beyond what anyone plays."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) < 100_000):
        raise ValueError(text)
    return int(text)


def csv_rows(text: str, file: str, delimiter: str = ",") -> list[tuple[int, list[str]]]:
    """The rows, each with the number of the line it begins on: a quoted cell can hold several lines.
    `ImportRefused` for quotation marks that go wrong, and beyond the bounds of tables."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
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
        raise ImportRefused.because("bad-line", place, "a line of CSV", found, remedy) from None
    return rows


def _refuse_other_separator(
    rows: Sequence[tuple[int, list[str]]], file: str, required: Sequence[str]
) -> None:
    """`ImportRefused` if the headings are all there in one cell, with something else than commas between."""
    number, heading = rows[0]
    ways = {by: {h.strip(' "') for h in by.join(heading).split(by)} for by in ",;\t"}
    semicolons, tabs = (ways[by].issuperset(required) for by in ";\t")
    if (semicolons or tabs) and not ways[","].issuperset(required):
        found = "semicolons" if semicolons else "tabs"
        remedy = "save it as CSV UTF-8 (comma delimited) or as a workbook, and import that file"
        place = f"{file}, line {number}"
        raise ImportRefused.because("bad-heading", place, "commas between the cells", found, remedy)


def decoded(data: bytes, file: str, encoding: str | None = None, *, option: bool = True) -> str:
    """The text of a file from outside. Refused where it could be more than one text; `option`: whether the
    command that reads it has one for the encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise _not_text(file, "text in UTF-16")
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


def _heading_fault(place: str, expected: str, found: str) -> Problem:
    remedy = "correct the heading row and import the file again"
    return Problem("bad-heading", place, expected, found, remedy)
