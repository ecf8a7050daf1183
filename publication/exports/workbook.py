"""Rows as a workbook: numbers as numbers, days as days, and no text that a spreadsheet would calculate."""

from __future__ import annotations

import io
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from publication.exports.sheet import Cells

NEVER = datetime(2000, 1, 1)  # noqa: DTZ001  a workbook has no zone; the same rows give the same bytes


def workbook(
    sheets: Mapping[str, Sequence[Cells]], columns: Sequence[tuple[str, int | None]], title: str | None = None
) -> bytes:
    """Each sheet with the same columns (heading and width). With a title it is for people: headings in bold
    that stay, to be filtered by. A text that begins like a formula is marked as text, so that editing it
    makes none."""
    from publication.exports.sheet import Book, Sheet, Told

    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Book(data, options) as book:
        book.set_properties({"created": NEVER} | ({"title": title} if title else {}))
        bold = book.add_format({"bold": True}) if title else None
        if bold:
            bold._get_xf_index()  # formats are numbered as they are first used
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        literal, told = book.add_format({"quote_prefix": True}), None
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name, Sheet)
            for column, (heading, width) in enumerate(columns):
                if width:
                    sheet.set_column(column, column, width)
                sheet.write_string(0, column, heading, bold)
            told = told or Told(sheet, day, literal)
            sheet.put(rows, len(columns), told)
            if title:
                sheet.freeze_panes(1, 0)
                sheet.autofilter(0, 0, len(rows), len(columns) - 1)
    return data.getvalue()
