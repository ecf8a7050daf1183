"""The rows of a sheet put together as its XML: XlsxWriter, which writes the rest of a workbook, takes three
times as long cell by cell. tests/publication/test_workbook.py holds that the bytes are the same."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time
from functools import cache, lru_cache, partial
from itertools import chain, count, zip_longest
from typing import Any

from xlsxwriter.format import Format  # type: ignore[import-untyped]
from xlsxwriter.packager import Packager  # type: ignore[import-untyped]
from xlsxwriter.sharedstrings import SharedStrings  # type: ignore[import-untyped]
from xlsxwriter.utility import xl_col_to_name  # type: ignore[import-untyped]
from xlsxwriter.workbook import Workbook  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

from importer.plain_text import shown
from importer.spreadsheet import runs
from publication.exports.rows import Table

Cells = Sequence[str | int | date | None]

TOGETHER = 16
"""So many rows of a sheet say alike which columns they fill."""
MOST_LETTERS = 32_767
"""Of a cell, in UTF-16; a text that is longer is cut."""


ROW = "\0"
"""Stands for the number of the row in a cell that is kept."""


class _Column(dict[Any, str]):
    """The cells of a column, each written once; of one that has True as well as 1 there are two."""

    def __init__(self, letter: str, said: Callable[[Any], str]) -> None:
        super().__init__()
        self._letter, self._said = letter, said

    def __missing__(self, cell: Any) -> str:
        said = self._said(cell)
        self[cell] = told = f'<c r="{self._letter}{ROW}"{said}' if said else ""
        return told


class Told:
    """What the cells of a workbook say. `day`, `literal`: formats of days, and of texts that begin like a
    formula."""

    def __init__(self, sheet: Worksheet, day: Format, literal: Format) -> None:
        said = lru_cache(maxsize=None, typed=True)(partial(_said, sheet, day, literal))  # True is 1
        self.said, self.column = said, cache(lambda n, _signs: _Column(xl_col_to_name(n), said))


def _said(sheet: Worksheet, day: Format, literal: Format, cell: str | int | date | None) -> str:
    """What a cell says but for where it stands; nothing of an empty one."""
    if cell is None or cell == "":
        return ""
    if isinstance(cell, str):
        text = shown(cell)
        if 2 * len(text) > MOST_LETTERS:
            text = text.encode("utf-16-le")[: 2 * MOST_LETTERS].decode("utf-16-le", "ignore")
        style = f' s="{literal._get_xf_index()}"' if runs(cell) else ""
        return f'{style} t="s"><v>{sheet.str_table._get_shared_string_index(text)}</v></c>'
    if isinstance(cell, bool):
        return f' t="b"><v>{cell:d}</v></c>'
    if isinstance(cell, int):
        return f"><v>{cell:.16G}</v></c>"
    number = sheet._convert_date_time(datetime.combine(cell, time()))
    return f' s="{day._get_xf_index()}"><v>{number:.16G}</v></c>'


class Sheet(Worksheet):  # type: ignore[misc]
    """A sheet whose headings are written cell by cell, and all rows below them by `put`."""

    _body = ""

    def put(self, rows: Sequence[Cells], columns: int, told: Told) -> None:
        """The rows below the headings, of at most so many columns; called once, when the format of the
        headings has its number. `told`: of all sheets of the workbook."""
        before = self.str_table.count
        given = rows.columns if isinstance(rows, Table) else [*zip_longest(*rows)]
        types = [set(map(type, column)) for column in given]
        counted = [column for column, of in zip(given, types, strict=True) if of & {str, date}]
        first = dict.fromkeys(chain.from_iterable(zip(*counted, strict=True)))  # as they come, row by row
        texts = [cell for cell in first if type(cell) is str and cell]
        plain = _plain(texts)
        if plain:
            self._number(texts)
        for cell in first if not plain else (cell for cell in first if type(cell) is not str):
            told.said(cell)  # texts and formats are numbered as they first come
        cells = []
        for n, (column, of) in enumerate(zip(given, types, strict=True)):
            if (of == {str} and plain) or (of <= {int, type(None)} and _small(column)):
                cells.append(self._usual(xl_col_to_name(n), column))
                continue
            of_signs, others = told.column(n, True), told.column(n, False)
            if bool in of:
                cells.append([(of_signs if type(cell) is bool else others)[cell] for cell in column])
            else:
                cells.append([*map(others.__getitem__, column)])
        body, last = [], 0
        for begin in range(-1, len(rows), TOGETHER):  # the headings stand in the first block, and fill it
            block = [column[max(begin, 0) : begin + TOGETHER] for column in cells]
            filled = [n for n, column in enumerate(block) if any(column)] if begin >= 0 else [0, columns - 1]
            for at, row in enumerate(zip(*block, strict=True), max(begin, 0) + 1):
                if text := "".join(row):
                    text, last = text.replace(ROW, f"{at + 1}"), at
                    body.append(f'<row r="{at + 1}" spans="{filled[0] + 1}:{filled[-1] + 1}">{text}</row>')
        self._body = "".join(body)
        self.str_table.count = before + self._body.count(' t="s"')
        self._check_dimensions(last, 0)

    def _number(self, texts: Iterable[str]) -> None:
        """Gives each text that has no number yet the next one."""
        table = self.str_table
        new = [text for text in texts if text not in table.string_table]
        table.string_table.update(zip(new, count(table.unique_count)))
        table.unique_count += len(new)

    def _usual(self, letter: str, column: Sequence[Any]) -> Sequence[str]:
        """A column of numbered texts, or of whole numbers: what each value says is put together once."""
        values, number = dict.fromkeys(column), self.str_table.string_table  # in their order, side by side
        values.pop(None, values.pop("", None))
        if type(next(iter(values), 0)) is str:
            said = {cell: f'<c r="{letter}{ROW}" t="s"><v>{number[cell]}</v></c>' for cell in values}
        else:
            said = {cell: f'<c r="{letter}{ROW}"><v>{cell}</v></c>' for cell in values}
        said[None] = said[""] = ""
        return [*map(said.__getitem__, column)]

    def _write_rows(self) -> None:
        super()._write_rows()
        self.fh.write(self._body)


def _plain(texts: Sequence[str]) -> bool:
    """Whether every text stands in a cell as it is: none is too long, is shown otherwise, or would be taken
    for a formula. One look at all is enough."""
    together = "".join(texts)
    return (
        together.isprintable()
        and ";" not in together
        and "".join({text[:1] for text in texts}).isalnum()
        and 2 * max(map(len, texts), default=0) <= MOST_LETTERS
    )


EXACT = 10**15
"""Whole numbers from here on are written with a power of ten."""


def _small(column: Iterable[int | None]) -> bool:
    return all(-EXACT < cell < EXACT for cell in {*column} if cell is not None)


class Book(Workbook):  # type: ignore[misc]
    """A workbook whose texts are put together by hand where nothing in them has to be escaped."""

    def _get_packager(self) -> Packager:
        return _Packager()


class _Packager(Packager):  # type: ignore[misc]
    def _write_shared_strings_file(self) -> None:
        if self.workbook.str_table.count:
            texts = _Texts()
            texts.string_table = self.workbook.str_table
            texts._set_xml_writer(self._filename("xl/sharedStrings.xml"))
            texts._assemble_xml_file()


class _Texts(SharedStrings):  # type: ignore[misc]
    def _write_sst_strings(self) -> None:
        texts = self.string_table.string_array
        if "".join(texts).isprintable() and not _ESCAPED.search("\n".join(texts)):
            self.fh.write(f"<si><t>{'</t></si><si><t>'.join(texts)}</t></si>")
        else:
            super()._write_sst_strings()

    def _write_si(self, string: str) -> None:
        if string.isprintable() and not _ESCAPED.search(string):
            self.fh.write(f"<si><t>{string}</t></si>")
        else:
            super()._write_si(string)


_ESCAPED = re.compile(r"[&<>_]|^\s|\s$", re.MULTILINE)
"""What XlsxWriter escapes in a text, or marks as blanks to be kept, and perhaps more."""
