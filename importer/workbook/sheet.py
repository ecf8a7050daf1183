"""A sheet as plain cells, the bounds a workbook has to keep, and the refusals of what does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from importer.errors import ImportRefused
from scraper.records import Problem

Cell = int | float | str | bool | date | datetime
Place = tuple[int, int]
"""Row and column, both from 1."""

FAILED, NOT_CALCULATED = "an error of a formula", "a formula that was never calculated"


@dataclass(frozen=True, slots=True)
class Marks:
    """What a sheet's cells do not show: which hold a formula, and whose value is lost, with what was found.
    An empty cell and a lost one are not the same."""

    formulas: set[Place] = field(default_factory=set)
    lost: dict[Place, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: rows from row 1 and column A on, a day as a moment if the cell has a time; what the cells do
    not show; merged ranges, each by its first and last place."""

    name: str
    rows: Sequence[Sequence[Cell]]
    formulas: frozenset[Place] = frozenset()
    lost: Mapping[Place, str] = field(default_factory=dict)
    merged: tuple[tuple[Place, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of a workbook is read. `code` and `advice`: the problem that a larger one is, and what to do.
    A few bytes can claim a cell at the far end of a sheet, for which every cell before it would be made:
    `cells` counts these too. `memory` (bytes) and `seconds` are those of the process that reads it."""

    code: str
    advice: str
    unpacked: int
    parts: int
    sheets: int
    rows: int
    columns: int
    cells: int
    memory: int
    seconds: int
    macros: bool

    def check(self, file: str, row: int, column: int) -> None:
        """Refuses a sheet whose last row and column these are, if it is too large."""
        if row > self.rows or column > self.columns or row * column > self.cells:
            raise self.too_large(file, f"a cell at {letters(column)}{row}")

    def too_large(self, file: str, found: str) -> ImportRefused:
        """The refusal of a workbook that is larger."""
        expected = (
            f"at most {self.rows} rows, {self.columns} columns, {self.cells} cells, empty ones included, and"
            f" {self.unpacked} bytes unpacked"
        )
        return ImportRefused([Problem(self.code, file, expected, found, self.advice)])


TABLE = Bounds(
    code="file-too-large",
    advice="delete what stands far out on the sheet, or split it, and import the file again",
    unpacked=300_000_000,
    parts=2000,
    sheets=2000,
    rows=1_048_576,
    columns=16_384,
    cells=6_000_000,
    memory=4 << 30,
    seconds=120,
    macros=True,
)
"""A table of the office: a register of 100,000 members is ten megabytes."""

REPORT = Bounds(
    code="workbook-too-large",
    advice="copy the report into an empty form and send that",
    unpacked=60_000_000,
    parts=200,
    sheets=50,
    rows=20_000,
    columns=256,
    cells=20_000 * 256,
    memory=1 << 30,
    seconds=4,
    macros=False,
)
"""A report from outside; a form takes a hundredth of it."""


def encrypted(file: str) -> ImportRefused:
    """The refusal of a workbook with a password."""
    found, remedy = "a workbook with a password", "save it without a password"
    return ImportRefused([Problem("workbook-encrypted", file, "a workbook that can be read", found, remedy)])


def broken(file: str, found: str) -> ImportRefused:
    """The refusal of a workbook that cannot be read."""
    remedy = "open it in a spreadsheet program, save it as .xlsx, and use that file"
    return ImportRefused([Problem("workbook-broken", file, "a workbook (xlsx, xls, ods)", found, remedy)])


def with_macros(file: str) -> ImportRefused:
    """The refusal of a workbook with macros where none belong."""
    remedy = "save it as .xlsx (Excel Workbook), and use that file"
    return ImportRefused([Problem("workbook-macros", file, "a workbook without macros", "macros", remedy)])


def letters(column: int) -> str:
    """A column's letters, of its number from 1: 27 is AA."""
    text = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def column_of(letters: str) -> int:
    """A column's number from 1, of its letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
