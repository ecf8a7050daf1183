"""A table from outside, CSV or workbook: which of the two it is, its bytes say and not its name."""

from collections.abc import Sequence

from importer.apart import refusing
from importer.csv_file import Line, read_lines
from importer.errors import ImportRefused
from importer.workbook.read import is_workbook
from scraper.records import Problem

NONE: frozenset[str] = frozenset()


def table_lines(
    data: bytes,
    file: str,
    *,
    required: Sequence[str],
    optional: Sequence[str],
    days: frozenset[str] = NONE,
    ids: frozenset[str] = NONE,
    encoding: str | None = None,
) -> list[Line]:
    """The lines below the headings. `days`, `ids`: importer/workbook/table.py; `encoding`:
    importer/csv_file.py. `ImportRefused` for what is empty, or no such table, or beyond the bounds."""
    if not data.strip():
        expected = f"a table with the columns {', '.join(required)}"
        raise ImportRefused(
            [Problem("file-empty", file, expected, "an empty file", "check which file it is")]
        )
    if is_workbook(data):
        from importer.workbook.table import workbook_lines  # only where a workbook is read

        return refusing(
            file, workbook_lines, data, file, required=required, optional=optional, days=days, ids=ids
        )
    return read_lines(data, file, required=required, optional=optional, encoding=encoding)
