"""Sheets of the form by their headings, and cells as values; every fault is kept with its place."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from importer.form.layout import EXAMPLE_MARK, Field, folded, known_by
from importer.given import GivenFile
from importer.workbook.sheet import Sheet, letters
from scraper.records import Problem

HEADINGS_WITHIN = 10
"""The row of headings is looked for in so many rows, as in the federation's other files."""


@dataclass(slots=True)
class Cells:
    """One row (or, of the event sheet, one item) by field, and where each stands."""

    file: GivenFile
    sheet: Sheet
    row: int
    columns: Mapping[str, int]
    fields: Mapping[str, Field]
    faults: list[Problem] = field(default_factory=list)

    def value(self, key: str) -> object:
        """The cell as it stands; "" where the sheet has no such column or the row ends before it. A cell
        with a formula is a fault: what it shows is reckoned, not written."""
        column = self.columns.get(key)
        if column is None:
            return ""
        if (self.row, column) in self.sheet.formulas:
            self.fault(key, "a value", "a formula", "paste it as a value")
            return ""
        cells = self.sheet.rows[self.row - 1]
        value = cells[column - 1] if column <= len(cells) else ""
        return value.date() if isinstance(value, datetime) else value

    def text(self, key: str) -> str:
        """The cell as text: widths made one, blanks single, whole numbers bare; "" if it is empty."""
        return as_text(self.value(key))

    def needed(self, key: str, expected: str) -> str:
        """The same; a fault if it is empty."""
        before = len(self.faults)
        text = self.text(key)
        if not text and len(self.faults) == before:
            self.fault(key, expected, "an empty cell", "fill it in")
        return text

    def number(self, key: str, expected: str, *, least: int, most: int, needed: bool = True) -> int | None:
        """A whole number in bounds; a fault otherwise."""
        text = self.needed(key, expected) if needed else self.text(key)
        if not text:
            return None
        if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
            return int(text)
        self.fault(key, expected, f"“{text}”", "correct it")
        return None

    def day(self, key: str, *, needed: bool = False) -> date | None:
        """A day: a date cell, or text that says it with the year first; a fault otherwise."""
        value = self.value(key)
        if isinstance(value, date):
            return value
        text = self.needed(key, "a day, YYYY-MM-DD") if needed else as_text(value)
        if not text:
            return None
        parts = text.translate(_DAY_MARKS).strip("-").split("-")
        try:
            if len(parts) == 3 and len(parts[0]) == 4 and text.isascii() | ("年" in text):
                return date(*(int(part) for part in parts))
        except ValueError:
            pass
        self.fault(key, "a day, YYYY-MM-DD", f"“{text}”", "correct it")
        return None

    def fault(self, key: str, expected: str, found: str, remedy: str) -> None:
        """Notes what is wrong in one cell: sheet, row and column."""
        column = self.columns.get(key)
        where = f"column {letters(column)} ({self.fields[key].heading})" if column else "no such column"
        place = f"{self.file.name}, sheet “{self.sheet.name}”, row {self.row}, {where}"
        self.faults.append(Problem("form-cell", place, expected, found, f"{remedy} and send the form again"))


def as_text(value: object) -> str:
    """A cell's value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    return " ".join(unicodedata.normalize("NFKC", str(value)).replace("⁄", "/").split())


def find_sheet(sheets: Sequence[Sheet], wanted: Field) -> Sheet | None:
    """The sheet of this name, in either language or both."""
    ways = known_by(wanted)
    return next((sheet for sheet in sheets if folded(sheet.name) in ways), None)


def table_rows(file: GivenFile, sheet: Sheet, fields: Sequence[Field]) -> list[Cells] | list[Problem]:
    """The filled rows below the headings, without the examples; or what is wrong with the headings."""
    head = _headings(sheet, fields)
    if head is None:
        expected = f"a row of headings: {', '.join(f.heading for f in fields)}"
        found = f"none in the first {HEADINGS_WITHIN} rows"
        return [_heading_problem(file, sheet, expected, found)]
    number, columns, twice = head
    wrong = [
        _heading_problem(file, sheet, f"the column “{f.heading}”", "no such heading")
        for f in fields
        if f.key not in columns
    ]
    wrong += [_heading_problem(file, sheet, f"the column “{f.heading}” once", "it twice") for f in twice]
    if wrong:
        return wrong
    by_key = {f.key: f for f in fields}
    first = columns[fields[0].key]
    rows = []
    for at, row in enumerate(sheet.rows[number:], start=number + 1):
        cells = {key: as_text(row[c - 1]) if c <= len(row) else "" for key, c in columns.items()}
        formula = any((at, c) in sheet.formulas for c in columns.values())
        if not any(cells.values()) and not formula:
            continue
        mark = as_text(row[first - 1]) if first <= len(row) else ""
        if folded(mark) != folded(EXAMPLE_MARK):
            rows.append(Cells(file, sheet, at, columns, by_key))
    return rows


def item_cells(
    file: GivenFile, sheet: Sheet, fields: Sequence[Field]
) -> tuple[dict[str, Cells], list[Field]]:
    """The items of the event sheet, where each label's value stands to its right; and labels met twice."""
    ways = {way: f for f in fields for way in known_by(f)}
    by_key = {f.key: f for f in fields}
    found: dict[str, Cells] = {}
    twice: list[Field] = []
    for number, row in enumerate(sheet.rows, start=1):
        for column, cell in enumerate(row[:3], start=1):
            item = ways.get(folded(as_text(cell).rstrip("* ")))
            if item is None:
                continue
            if item.key in found:
                twice.append(item)
            found.setdefault(item.key, Cells(file, sheet, number, {item.key: column + 1}, by_key))
            break
    return found, twice


def _headings(sheet: Sheet, fields: Sequence[Field]) -> tuple[int, dict[str, int], list[Field]] | None:
    ways = {way: f for f in fields for way in known_by(f)}
    for number, row in enumerate(sheet.rows[:HEADINGS_WITHIN], start=1):
        columns: dict[str, int] = {}
        twice = []
        for column, cell in enumerate(row, start=1):
            met = ways.get(folded(as_text(cell).rstrip("* ")))
            if met is not None and met.key in columns:
                twice.append(met)
            elif met is not None:
                columns[met.key] = column
        if len(columns) > 1:
            return number, columns, twice
    return None


def _heading_problem(file: GivenFile, sheet: Sheet, expected: str, found: str) -> Problem:
    place = f"{file.name}, sheet “{sheet.name}”"
    return Problem("form-heading", place, expected, found, "put the heading back and send the form again")


_DAY_MARKS = str.maketrans({"/": "-", ".": "-", "年": "-", "月": "-", "日": "-"})
