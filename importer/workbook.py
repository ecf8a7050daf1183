"""A workbook from outside (xlsx, xls, ods) as rows of plain cells, within limits looked at beforehand.

What calamine would show as an empty cell although something stands there (an error, a formula that was
never calculated) is kept as a `Fault` beside the rows: an empty cell and a lost one are not the same.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from importer.errors import ImportRefused
from importer.workbook_limits import Fault, is_ole, is_zip, look_through
from scraper.records import Problem

Cell = int | float | str | bool | time | date | datetime | timedelta


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: rows from row 1 and column A on, cells as they are typed; faults by cell; merged ranges as
    ((row, column), (row, column)), counted from 0."""

    name: str
    rows: list[list[Cell]]
    faults: tuple[Fault, ...]
    merged: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


def is_workbook(data: bytes) -> bool:
    """Whether the bytes begin as a workbook does, whatever the file is called."""
    return is_zip(data) or is_ole(data)


def read_workbook(data: bytes, file: str) -> list[Sheet]:
    """Every sheet; `ImportRefused` for what is broken, encrypted, no workbook, or beyond the limits."""
    faults = look_through(data, file)
    from python_calamine import CalamineError, PasswordError, load_workbook

    try:
        with _quiet(is_ole(data)), load_workbook(io.BytesIO(data)) as book:
            sheets = []
            for name in book.sheet_names:
                sheet = book.get_sheet_by_name(name)
                rows = sheet.to_python(skip_empty_area=False)
                mine = tuple(f for f in faults if f.sheet in (None, name))
                sheets.append(Sheet(name, rows, mine, tuple(sheet.merged_cell_ranges or ())))
            return sheets
    except PasswordError:
        found, remedy = "a workbook with a password", "save it without a password"
        problem = Problem("workbook-encrypted", file, "a workbook that can be read", found, remedy)
        raise ImportRefused([problem]) from None
    except (CalamineError, OSError, ValueError) as error:
        raise broken(file, str(error)) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what Rust raises; no Exception, for pyo3's own reasons
            raise
        raise broken(file, str(error)) from None


@contextmanager
def _quiet(wanted: bool) -> Iterator[None]:
    """Keeps from the terminal what Rust prints when an old workbook is damaged in a way nobody foresaw; the
    refusal says it in our words."""
    if not wanted:
        yield
        return
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def broken(file: str, found: str) -> ImportRefused:
    """The refusal of a workbook that cannot be read."""
    remedy = "open it in a spreadsheet program, save it as .xlsx, and import that"
    return ImportRefused([Problem("workbook-broken", file, "a workbook (xlsx, xls, ods)", found, remedy)])
