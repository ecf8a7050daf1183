"""Sheets of the form by their headings, and cells as values; every fault is kept with its place."""

import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from importer.bounds import FIRST_DAY, LAST_DAY, wanted
from importer.days import day, days, readings
from importer.form.layout import EXAMPLE_MARK, LISTS, Field, known_by, named
from importer.given import GivenFile
from importer.headings import is_filled
from importer.workbook.sheet import FAILED, Sheet, letters
from importer.written import folded, is_nothing, whole
from scraper.records import Problem

HEADINGS_WITHIN = 10
"""The row of headings is looked for in so many rows, as in the federation's other files."""

MERGED_DOWN = frozenset({"round", "date"})
"""Columns where a merged cell says the same of each of its rows."""

IN_FULL = frozenset({"name", "result"})
"""Columns where “nothing” (なし) is no value that can stand there."""


@dataclass(slots=True)
class Cells:
    """One row (or, of the event sheet, one item) by field, and where each stands. `merged`: first
    and last rows of merged cells, by field, in order; `days`: what the texts that are days mean in this
    file (`settle_days`)."""

    file: GivenFile
    sheet: Sheet
    row: int
    columns: Mapping[str, int]
    fields: Mapping[str, Field]
    merged: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    days: Mapping[str, date | None] = field(default_factory=dict)
    faults: list[Problem] = field(default_factory=list)

    def value(self, key: str) -> object:
        """The cell as it stands; "" where the sheet has no such column or the row ends before it. A cell
        with a formula is a fault: what it shows is reckoned, not written. So is an error (#N/A): it is not
        empty."""
        if key not in self.columns:
            return ""
        if self._is_formula(key):
            self.fault(key, "a value", "a formula", "paste it as a value and send it again")
            return ""
        if self._failed(key):
            self.fault(key, "a value", FAILED, "write the value, or leave the cell empty and send it again")
            return ""
        value = _at(self.sheet.rows[self._top(key) - 1], self.columns[key])
        return value.date() if isinstance(value, datetime) else value

    def text(self, key: str) -> str:
        """The cell as text: widths made one, blanks single, whole numbers bare; "" if it is empty or says
        that there is nothing."""
        text = as_text(self.value(key))
        return "" if key not in IN_FULL and is_nothing(text) else text

    def needed(self, key: str, expected: str) -> str:
        """The same; a fault if it is empty."""
        text = self.text(key)
        if not text and not self._is_formula(key) and not self._failed(key):
            self.fault(key, expected, "an empty cell", "fill it in and send it again")
        return text

    def number(self, key: str, expected: str, *, least: int, most: int) -> int | None:
        """A whole number in bounds; a fault otherwise."""
        text = self.needed(key, expected)
        number = whole(text, least, most)
        if text and number is None:
            self.fault(key, expected, f"“{text}”")
        return number

    def day(self, key: str, *, needed: bool = False) -> date | None:
        """A day: a date cell, or text that can only be one day in this file; a fault otherwise."""
        value = self.value(key)
        if isinstance(value, date) and FIRST_DAY <= value <= LAST_DAY:
            return value
        text = self.needed(key, "a day, YYYY-MM-DD") if needed else self.text(key)
        if not text:
            return None
        found = self.days.get(text) or day(text)
        if found is None:
            self.fault(key, wanted("a day, YYYY-MM-DD", text), f"“{text}”")
        return found

    def choice(self, key: str, *, needed: bool) -> str | None:
        """The choice that the cell names; a fault if it names none."""
        expected = "one of " + ", ".join(LISTS[key])
        if not needed:
            expected = f"one of {', '.join(LISTS[key])}; or an empty cell while there is none"
        text = self.needed(key, expected) if needed else self.text(key)
        word = named(key, text)
        if text and word is None:
            self.fault(key, expected, f"“{text}”", "choose one from the list and send it again")
        return word

    def _is_formula(self, key: str) -> bool:
        return (self._top(key), self.columns.get(key, 0)) in self.sheet.formulas

    def _failed(self, key: str) -> bool:
        return (self._top(key), self.columns.get(key, 0)) in self.sheet.lost

    def _top(self, key: str) -> int:
        """The row in which the value of the cell stands: the first of a merged range."""
        ranges = self.merged.get(key, ())
        at = bisect_right(ranges, (self.row, self.row)) - 1
        return ranges[at][0] if at >= 0 and self.row <= ranges[at][1] else self.row

    def alone(self) -> str:
        """The text of the row's only filled cell; "" if it has none or several."""
        row, lost = self.sheet.rows[self.row - 1], self.sheet.lost
        cells = [(as_text(_at(row, c)), (self.row, c) in lost) for c in self.columns.values()]
        filled = [text for text, failed in cells if text or failed]
        return filled[0] if len(filled) == 1 else ""

    def fault(
        self, key: str, expected: str, found: str, remedy: str = "correct it and send it again"
    ) -> None:
        """Notes what is wrong in one cell: sheet, row and column."""
        column = self.columns.get(key)
        where = f"column {letters(column)} ({self.fields[key].heading})" if column else "no such column"
        place = f"{placed(self.file, self.sheet)}, row {self.row}, {where}"
        problem = Problem("form-cell", place, expected, found, remedy)
        if problem not in self.faults:  # a cell can be asked for more than once
            self.faults.append(problem)


def placed(file: GivenFile, sheet: Sheet) -> str:
    """The file and the sheet in words; a text file has no sheet."""
    return f"{file.name}, sheet “{sheet.name}”" if sheet.name else file.name


def empty(file: GivenFile, sheet: Sheet, expected: str) -> Problem:
    """What is said of a sheet without anything to read."""
    return Problem("form-empty", placed(file, sheet), expected, "none", "fill in the form and send it again")


BACK = "put the heading back and send it again"


def heading_problem(file: GivenFile, sheet: Sheet, expected: str, found: str, remedy: str = BACK) -> Problem:
    """What is wrong with the headings of a sheet."""
    return Problem("form-heading", placed(file, sheet), expected, found, remedy)


def as_text(value: object) -> str:
    """A cell's value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    return " ".join(unicodedata.normalize("NFKC", str(value)).replace("⁄", "/").split())


def settle_days(cells: Iterable[tuple[Cells, str]]) -> None:
    """Tells each row, by row and field, what the texts that are days mean: those of one file settle each
    other's order."""
    given = [(row, row.text(key)) for row, key in cells if not isinstance(row.value(key), date)]
    texts = [text for text in dict.fromkeys(text for _, text in given) if readings(text)]
    met = dict(zip(texts, days(texts), strict=True))
    for row, _ in given:
        row.days = met


def find_sheet(sheets: Sequence[Sheet], wanted: Field) -> Sheet | None:
    """The sheet of this name, in either language or both; else the first of which the name of a table stands
    behind it, as Numbers writes them (`Games - Table 1`)."""
    ways = known_by(wanted)
    named = [sheet for sheet in sheets if folded(sheet.name) in ways]
    named += [sheet for sheet in sheets if folded(sheet.name.partition(" - ")[0]) in ways]
    return next(iter(named), None)


def table_rows(
    file: GivenFile, sheet: Sheet, fields: Sequence[Field], optional: Collection[str] = ()
) -> tuple[list[Cells], list[Problem]]:
    """The filled rows below the headings, without the examples; none where something is wrong with the
    headings, and what that is. `optional`: fields that need no column."""
    head = headings(sheet, fields)
    if head is None:
        expected = f"a row of headings: {', '.join(f.heading for f in fields)}"
        found = f"none in the first {HEADINGS_WITHIN} rows"
        return [], [heading_problem(file, sheet, expected, found)]
    number, columns, twice = head
    wrong = [
        heading_problem(file, sheet, f"the column “{f.heading}”", "no such heading")
        for f in fields
        if f.key not in columns and f.key not in optional
    ]
    for at, f in twice:
        found = f"columns {letters(columns[f.key])} and {letters(at)}"
        remedy = "keep the heading of one of them and send it again"
        wrong.append(heading_problem(file, sheet, f"the column “{f.heading}” once", found, remedy))
    needed = [columns[f.key] for f in fields if f.needed and f.key in columns]  # round or number first
    for above, row in enumerate(sheet.rows[: number - 1], start=1):
        its = [as_text(_at(row, column)) for column in needed]
        if is_filled(its, "".join(its[:1])):
            expected, found = "the headings above all rows", f"a filled row above them, row {above}"
            remedy = "put the headings above all rows and give the file again"
            wrong.append(heading_problem(file, sheet, expected, found, remedy))
    if wrong:
        return [], wrong
    by_key = {f.key: f for f in fields}
    merged = {
        key: sorted((top, end) for (top, left), (end, right) in sheet.merged if left <= columns[key] <= right)
        for key in MERGED_DOWN & columns.keys()
    }
    rows = []
    for at, row in enumerate(sheet.rows[number:], start=number + 1):
        texts = {key: as_text(_at(row, column)) for key, column in columns.items()}
        marked = any((at, c) in sheet.formulas or (at, c) in sheet.lost for c in columns.values())
        example = folded(texts.get(fields[0].key, "")) == folded(EXAMPLE_MARK)
        if (marked or any(texts.values())) and not example:
            rows.append(Cells(file, sheet, at, columns, by_key, merged))
    return rows, []


def _at(row: Sequence[object], column: int) -> object:
    return row[column - 1] if column <= len(row) else ""


def item_cells(
    file: GivenFile, sheet: Sheet, fields: Sequence[Field]
) -> tuple[dict[str, Cells], list[Field]]:
    """The items of the event sheet, where each label's value stands to its right; and labels met twice."""
    ways = _ways(fields)
    by_key = {f.key: f for f in fields}
    found: dict[str, Cells] = {}
    twice: list[Field] = []
    for number, row in enumerate(sheet.rows, start=1):
        for column, item in _labels(row[:3], ways)[:1]:
            if item.key in found:
                twice.append(item)
            found.setdefault(item.key, Cells(file, sheet, number, {item.key: column + 1}, by_key))
    return found, twice


def headings(
    sheet: Sheet, fields: Sequence[Field]
) -> tuple[int, dict[str, int], list[tuple[int, Field]]] | None:
    """The number of the row of headings, the column of each, and where which stand again; None where no row
    has several."""
    ways = _ways(fields)
    for number, row in enumerate(sheet.rows[:HEADINGS_WITHIN], start=1):
        labels = _labels(row, ways)
        columns = {f.key: column for column, f in reversed(labels)}
        if len(columns) > 1:
            return number, columns, [(column, f) for column, f in labels if columns[f.key] != column]
    return None


def _ways(fields: Sequence[Field]) -> Mapping[str, Field]:
    return {way: f for f in fields for way in known_by(f)}


def _labels(row: Sequence[object], ways: Mapping[str, Field]) -> list[tuple[int, Field]]:
    """The columns of a row that name a field."""
    met = ((column, ways.get(folded(as_text(cell).rstrip("* ")))) for column, cell in enumerate(row, start=1))
    return [(column, f) for column, f in met if f is not None]
