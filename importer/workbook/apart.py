"""Run as a program of its own: a workbook from standard input, its cells as JSON on standard output.

The reader of workbooks takes whatever memory a damaged file asks for, and then ends the whole process; in a
process of its own, with bounds on memory and time, that is one more refusal. This module imports nothing of
the rest of the program.
"""

import io
import json
import resource
import sys
from datetime import date, datetime, time, timedelta
from typing import Any

PASSWORD, LARGE, BROKEN = "password", "large", "broken"


def cells(data: bytes, most_sheets: int, rows: int, columns: int, most_cells: int) -> dict[str, Any]:
    """`sheets`: names with rows and merged ranges; or `refused`: why, and what was found."""
    from python_calamine import CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets: list[list[Any]] = []
        if len(book.sheet_names) > most_sheets:
            return {"refused": [LARGE, f"{len(book.sheet_names)} sheets"]}
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            height, width = sheet.total_height, sheet.total_width
            if height > rows or width > columns or height * width > most_cells:
                return {"refused": [LARGE, f"{height} rows, {width} columns in “{name}”"]}
            found = [[_plain(cell) for cell in row] for row in sheet.to_python(skip_empty_area=False)]
            sheets.append([name, found, sheet.merged_cell_ranges or []])
    except PasswordError:
        return {"refused": [PASSWORD, ""]}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001  the reader's panics are no Exception
        return {"refused": [BROKEN, f"{type(error).__name__}: {error}"]}
    return {"sheets": sheets}


def _plain(cell: object) -> object:
    """A cell as JSON has it; a day as `{"day": …}`, a moment as `{"moment": …}`, times, durations as text."""
    if isinstance(cell, datetime):
        return {"moment": cell.isoformat()}
    if isinstance(cell, date):
        return {"day": cell.isoformat()}
    if isinstance(cell, time | timedelta):
        return str(cell)
    if isinstance(cell, float) and (cell != cell or cell in (float("inf"), float("-inf"))):
        return str(cell)
    return cell


def main() -> None:
    """Reads, within the bounds; what goes wrong beyond that ends this process alone."""
    memory, seconds, *most = (int(n) for n in sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(json.dumps(cells(sys.stdin.buffer.read(), *most)).encode())


if __name__ == "__main__":
    main()
