"""A workbook as sheets of plain cells: looked through first, then read by a process of its own.

What the reader of workbooks would show as an empty cell although something stands there (an error, a formula
that was never calculated) is kept beside the rows.
"""

import json
import subprocess
import sys
from datetime import date, datetime
from typing import Any

from importer.unpack import is_zip
from importer.workbook import apart
from importer.workbook.ole import is_ole, look_through_xls
from importer.workbook.sheet import Bounds, Marks, Sheet, broken, encrypted
from importer.workbook.zipped import look_through_zip


def is_workbook(data: bytes) -> bool:
    """Whether the bytes begin as a workbook does, whatever the file is called."""
    return is_zip(data) or is_ole(data)


def read_workbook(data: bytes, file: str, bounds: Bounds) -> list[Sheet]:
    """Every sheet; `ImportRefused` for what is broken, encrypted, no workbook, or beyond the bounds."""
    if is_ole(data):
        marks = look_through_xls(data, file, bounds)
    else:
        data, marks = look_through_zip(data, file, bounds)
    numbers = (bounds.memory, bounds.seconds, bounds.sheets, bounds.rows, bounds.columns, bounds.cells)
    command = [sys.executable, "-I", apart.__file__, *map(str, numbers)]
    found: dict[str, Any] | None = None
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=2 * bounds.seconds, check=False
        )
        found = json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        pass
    match found:
        case {"sheets": sheets}:
            return [_sheet(name, rows, merged, marks.get(name, Marks())) for name, rows, merged in sheets]
        case {"refused": [apart.PASSWORD, _]}:
            raise encrypted(file)
        case {"refused": [apart.LARGE, told]}:
            raise bounds.too_large(file, told)
        case {"refused": [_, told]}:
            raise broken(file, told)
    raise broken(file, "a workbook on which the reader of workbooks gave up")


def _sheet(name: str, rows: list[list[Any]], merged: list[Any], marks: Marks) -> Sheet:
    ranges = tuple(((top + 1, left + 1), (bottom + 1, right + 1)) for (top, left), (bottom, right) in merged)
    cells = [[_day(cell) if isinstance(cell, dict) else cell for cell in row] for row in rows]
    return Sheet(name, cells, frozenset(marks.formulas), marks.lost, ranges)


def _day(cell: dict[str, str]) -> date | datetime:
    return date.fromisoformat(cell["day"]) if "day" in cell else datetime.fromisoformat(cell["moment"])
