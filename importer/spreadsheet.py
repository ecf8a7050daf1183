"""Cells of CSV files: none is taken for a formula by a spreadsheet, and each is text (plain_text.py).

A program in a country with commas in its numbers parts cells at semicolons, and others at tabs; a line that
ends within a cell ends it for them. What follows is guarded as the cell itself is.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from importer.plain_text import shown

_BEGINS = "'*[=+\\-@＝＋－＠]"
_PART = r"(?:\A|(?<=[;\t\r\n]))"
_FORMULA = re.compile(rf"{_PART}(?={_BEGINS})|\A(?='*[\t\r\n])")
_GUARDED = re.compile(rf"{_PART}'(?={_BEGINS})|\A'(?='*[\t\r\n])")


def csv_text(rows: Iterable[Iterable[object]], ends: str = "\r\n") -> str:
    """Rows as the text of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator=ends).writerows(rows)
    return text.getvalue()


def told_csv(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> bytes:
    """Rows by their columns as a CSV file, for a spreadsheet or to be taken in as it is: UTF-8 with the mark
    by which Excel knows it, formulas guarded; what a row does not say is empty."""
    cells = ([guarded(row[c]) if row.get(c) else "" for c in columns] for row in rows)
    return csv_text([list(columns), *cells]).encode("utf-8-sig")


def guarded(text: str) -> str:
    """The cell with an apostrophe before what would be taken for a formula; `plain` gives the text back."""
    return text if _usual(text) else _FORMULA.sub("'", text)


def _usual(text: str) -> bool:
    """A quick look: it begins with a letter or figure, and no other cell begins in it. So do nearly all."""
    return text[:1].isalnum() and ";" not in text and text.isprintable()


def cell(text: str) -> str:
    """The same of a file for others: what is no text is shown in it."""
    return text if _usual(text) else guarded(shown(text))


def plain(text: str) -> str:
    """A cell without the apostrophes of `guarded`."""
    return _GUARDED.sub("", text)


def runs(text: str) -> bool:
    """Whether a cell, or a part of it, would be taken for a formula."""
    return not _usual(text) and _FORMULA.search(text) is not None
