"""The rows of a sheet put together as its XML: XlsxWriter, which writes the rest of a workbook, takes three
times as long cell by cell. tests/publication/test_workbook.py holds that the bytes are the same."""

from collections.abc import Sequence
from datetime import date, datetime, time
from functools import cache
from itertools import groupby

from xlsxwriter.format import Format  # type: ignore[import-untyped]
from xlsxwriter.utility import xl_col_to_name  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

from importer.plain_text import shown
from importer.spreadsheet import runs

Cells = Sequence[str | int | date | None]

TOGETHER = 16
"""So many rows of a sheet say alike which columns they fill."""
MOST_LETTERS = 32_767
"""Of a cell, in UTF-16; a text that is longer is cut."""


class Sheet(Worksheet):  # type: ignore[misc]
    """A sheet whose headings are written cell by cell, and all rows below them by `put`."""

    _body = ""

    def put(self, rows: Sequence[Cells], columns: int, day: Format, literal: Format) -> None:
        """The rows below the headings, of at most so many columns; called once, when the format of the
        headings has its number. `day`, `literal`: formats of days, and of texts that begin like a formula."""
        index = self.str_table._get_shared_string_index

        @cache
        def named(text: str) -> tuple[str, str]:
            """What a cell says of a text but for its number, and the text as it is kept."""
            said = shown(text).encode("utf-16-le")[: 2 * MOST_LETTERS].decode("utf-16-le", "ignore")
            return (f' s="{literal._get_xf_index()}"' if runs(text) else "", said)

        @cache
        def dated(cell: date) -> str:
            number = self._convert_date_time(datetime.combine(cell, time()))
            return f' s="{day._get_xf_index()}"><v>{number:.16G}'

        def said(cell: str | int | date) -> str:
            if isinstance(cell, str):
                style, text = named(cell)
                return f'{style} t="s"><v>{index(text)}'
            if isinstance(cell, bool):
                return f' t="b"><v>{cell:d}'
            return f"><v>{cell:.16G}" if isinstance(cell, int) else dated(cell)

        letters, body, last = [xl_col_to_name(n) for n in range(columns)], [], 0
        for block, numbered in groupby(enumerate(rows, 1), lambda row: row[0] // TOGETHER):
            first, most = (0, columns) if block == 0 else (columns, 0)  # the headings fill all of theirs
            lines = []
            for at, row in numbered:
                filled = [n for n, cell in enumerate(row) if cell is not None and cell != ""]
                if filled:
                    first, most, last = min(first, filled[0]), max(most, filled[-1] + 1), at
                    cells = [f'<c r="{letters[n]}{at + 1}"{said(row[n])}</v></c>' for n in filled]  # type: ignore[arg-type]
                    lines.append((at + 1, "".join(cells)))
            body += [f'<row r="{at}" spans="{first + 1}:{most}">{cells}</row>' for at, cells in lines]
        self._body = "".join(body)
        self._check_dimensions(last, 0)

    def _write_rows(self) -> None:
        super()._write_rows()
        self.fh.write(self._body)
