"""A workbook as sheets of plain cells, read within the bounds of `importer/reader.py`.

What the reader of workbooks would show as an empty cell although something stands there (an error, a formula
that was never calculated) is kept beside the rows.
"""

import io
from datetime import time, timedelta

from importer.apart import refusing
from importer.errors import ImportRefused
from importer.unpack import is_zip
from importer.workbook.ole import is_ole, look_through_xls
from importer.workbook.sheet import MOST_SHEETS, Cell, Marks, Sheet, broken, check, encrypted, too_large
from importer.workbook.zipped import look_through_zip


def is_workbook(data: bytes) -> bool:
    """Whether the bytes begin as a workbook does, whatever the file is called."""
    return is_zip(data) or is_ole(data)


def read_workbook(data: bytes, file: str, *, macros: bool) -> list[Sheet]:
    """Every sheet; `ImportRefused` for what is broken, encrypted, no workbook, or beyond the bounds; with
    macros only where they are let in."""
    return refusing(file, _sheets, data, file, macros)


def _sheets(data: bytes, file: str, macros: bool) -> list[Sheet]:
    marks: dict[str, Marks] = {}
    of_xls: list[Marks] = []
    if old := is_ole(data):
        of_xls = look_through_xls(data, file, macros=macros)
    else:
        data, marks = look_through_zip(data, file, macros=macros)
    from python_calamine import CalamineWorkbook, PasswordError

    found = []
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        if len(book.sheet_names) > MOST_SHEETS:
            raise too_large(file, f"{len(book.sheet_names)} sheets")
        if old:
            marks = dict(zip(book.sheet_names, of_xls, strict=True))
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            check(file, sheet.total_height, sheet.total_width, name)
            rows = [[_plain(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
            mark = marks.get(name, Marks())
            # counted from 1, as rows and columns are everywhere
            merged = [
                ((top + 1, left + 1), (bottom + 1, right + 1))
                for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
            ]
            ranges = tuple(merged + mark.merged)
            found.append(Sheet(name, rows, frozenset(mark.formulas), mark.lost, ranges, tuple(mark.hidden)))
    except PasswordError:
        raise encrypted(file) from None
    except (ImportRefused, MemoryError, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001  the reader's panics are no Exception
        raise broken(file, f"{type(error).__name__}: {error}") from None
    return found


def _plain(cell: Cell | time | timedelta) -> Cell:
    """A cell as text, number, day or moment; times, durations and what is no number as text."""
    if isinstance(cell, time | timedelta):
        return str(cell)
    if isinstance(cell, float) and (cell != cell or cell in (float("inf"), float("-inf"))):
        return str(cell)
    return cell
