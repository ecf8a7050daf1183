"""Rows as a workbook: numbers as numbers, days as days, and no text that a spreadsheet would calculate."""

import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time

from importer.plain_text import shown
from importer.spreadsheet import runs

NEVER = datetime(2000, 1, 1)  # noqa: DTZ001  a workbook has no zone; the same rows give the same bytes

Cells = Sequence[str | int | date | None]


def workbook(
    sheets: Mapping[str, Sequence[Cells]], columns: Sequence[tuple[str, int | None]], title: str | None = None
) -> bytes:
    """Each sheet with the same columns (heading and width). With a title it is for people: headings in bold
    that stay, to be filtered by. A text that begins like a formula is marked as text, so that editing it
    makes none."""
    import xlsxwriter  # type: ignore[import-untyped]

    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(data, options) as book:
        book.set_properties({"created": NEVER} | ({"title": title} if title else {}))
        bold = book.add_format({"bold": True}) if title else None
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        literal = book.add_format({"quote_prefix": True})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for column, (heading, width) in enumerate(columns):
                if width:
                    sheet.set_column(column, column, width)
                sheet.write_string(0, column, heading, bold)
            for at, row in enumerate(rows, start=1):
                for column, cell in enumerate(row):
                    if isinstance(cell, date):
                        sheet.write_datetime(at, column, datetime.combine(cell, time()), day)
                    elif isinstance(cell, bool):
                        sheet.write_boolean(at, column, cell)
                    elif isinstance(cell, int):
                        sheet.write_number(at, column, cell)
                    elif cell:
                        sheet.write_string(at, column, shown(cell), literal if runs(cell) else None)
            if title:
                sheet.freeze_panes(1, 0)
                sheet.autofilter(0, 0, len(rows), len(columns) - 1)
    return data.getvalue()
