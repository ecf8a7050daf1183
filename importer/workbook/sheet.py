"""A sheet as plain cells, the bounds of every table from outside, and the refusals of workbooks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from importer.errors import ImportRefused
from importer.unpack import MOST_UNPACKED

Cell = int | float | str | bool | date | datetime
Place = tuple[int, int]
"""Row and column, both from 1."""

FAILED = "an error of a formula"
NOT_CALCULATED = "a formula that was never calculated"


@dataclass(frozen=True, slots=True)
class Marks:
    """What a sheet's cells do not show: which hold a formula, and whose value is lost, with what was found.
    An empty cell and a lost one are not the same. `merged`: ranges that the library does not tell (ods).
    `hidden`: first and last rows that are not shown, by hand or by a filter."""

    formulas: set[Place] = field(default_factory=set)
    lost: dict[Place, str] = field(default_factory=dict)
    merged: list[tuple[Place, Place]] = field(default_factory=list)
    hidden: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: rows from row 1 and column A on, a day as a moment if the cell has a time; what the cells do
    not show; merged ranges, each by its first and last place; first and last rows that are not shown."""

    name: str
    rows: Sequence[Sequence[Cell]]
    formulas: frozenset[Place] = frozenset()
    lost: Mapping[Place, str] = field(default_factory=dict)
    merged: tuple[tuple[Place, Place], ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()


MOST_PARTS = 2000
MOST_SHEETS = 100
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
"""What a sheet of Excel has (reported: Microsoft, Excel specifications and limits)."""

MOST_CELLS = 2_000_000
"""Of one sheet, empty ones included: a few bytes can claim a cell at its far end, for which every cell before
it is made. A register of 60,000 rows and 14 columns takes 8 s and 0.5 GB, within the bounds of
`importer/reader.py`."""


def check(file: str, rows: int, columns: int, sheet: str = "") -> None:
    """Refuses a table of this size, if it is too large."""
    if rows > MOST_ROWS or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        raise too_large(file, f"{rows} rows, {columns} columns" + (f" in “{sheet}”" if sheet else ""))


def check_cell(file: str, row: int, column: int) -> None:
    """Refuses a sheet whose last row and column these are, if it is too large."""
    if row > MOST_ROWS or column > MOST_COLUMNS or row * column > MOST_CELLS:
        raise too_large(file, f"a cell at {letters(column)}{row}")


def too_large(file: str, found: str) -> ImportRefused:
    """The refusal of a larger table."""
    expected = (
        f"a sheet of at most {MOST_ROWS} rows, {MOST_COLUMNS} columns and {MOST_CELLS} cells, empty ones"
        f" included, and {MOST_UNPACKED} bytes unpacked"
    )
    remedy = "delete what stands far out on the sheet, or split it, and use that file"
    return ImportRefused.because("table-too-large", file, expected, found, remedy)


def encrypted(file: str) -> ImportRefused:
    """The refusal of a workbook with a password."""
    found, remedy = "a workbook with a password", "save it without a password"
    return ImportRefused.because("workbook-encrypted", file, "a workbook that can be read", found, remedy)


def broken(file: str, found: str) -> ImportRefused:
    """The refusal of a workbook that cannot be read."""
    remedy = "open it in a spreadsheet program, save it as .xlsx, and use that file"
    return ImportRefused.because("workbook-broken", file, "a workbook (xlsx, xls, ods)", found, remedy)


def with_macros(file: str) -> ImportRefused:
    """The refusal of a workbook with macros where none belong."""
    remedy = "save it as .xlsx (Excel Workbook), and use that file"
    return ImportRefused.because("workbook-macros", file, "a workbook without macros", "macros", remedy)


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
