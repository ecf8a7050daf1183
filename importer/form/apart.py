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

MEMORY, SECONDS = 1 << 30, 4
"""What a report's workbook may take; a form takes a hundredth of it."""

PASSWORD, LARGE, BROKEN = "password", "large", "broken"


def cells(data: bytes, most_rows: int, most_columns: int, most_sheets: int) -> dict[str, Any]:
    """`sheets`: names with rows; or `refused`: why, and what was found."""
    from python_calamine import CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets: list[list[Any]] = []
        if len(book.sheet_names) > most_sheets:
            return {"refused": [LARGE, f"{len(book.sheet_names)} sheets"]}
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            if sheet.total_height > most_rows or sheet.total_width > most_columns:
                found = f"{sheet.total_height} rows, {sheet.total_width} columns in “{name}”"
                return {"refused": [LARGE, found]}
            rows = sheet.to_python(skip_empty_area=False)
            sheets.append([name, [[_plain(cell) for cell in row] for row in rows]])
    except PasswordError:
        return {"refused": [PASSWORD, ""]}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001  the reader's panics are no Exception
        return {"refused": [BROKEN, f"{type(error).__name__}: {error}"]}
    return {"sheets": sheets}


def _plain(cell: object) -> object:
    """A cell as JSON has it; days as `{"day": …}`, times and durations as text."""
    if isinstance(cell, datetime):
        return {"day": cell.date().isoformat()}
    if isinstance(cell, date):
        return {"day": cell.isoformat()}
    if isinstance(cell, time | timedelta):
        return str(cell)
    if isinstance(cell, float) and (cell != cell or cell in (float("inf"), float("-inf"))):
        return str(cell)
    return cell


def main() -> None:
    """Reads, within the bounds; what goes wrong beyond that ends this process alone."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found = cells(sys.stdin.buffer.read(), *(int(n) for n in sys.argv[1:4]))
    sys.stdout.buffer.write(json.dumps(found).encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    main()
