"""Letters of files: what an encoding cannot write; cells go out guarded (importer/spreadsheet.py)."""

import re
from codecs import getincrementalencoder
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Any

from importer.plain_text import shown_line
from importer.spreadsheet import cell, csv_text
from office.errors import OfficeError
from office.lists.columns import Once
from publication.exports.files import gathered, some
from publication.site.columns import Picked
from scraper.records import Problem

MISSING = "〓"
"""The sign that Japanese printing sets for a letter it has not got; CP932 has it."""

Cell = str | int | Decimal | date | None
Wanting = defaultdict[str, dict[str, None]]
"""The letters that could not be written, by whom they are of."""


@dataclass(slots=True)
class Writing:
    """How the letters of a text file are written. `encoding`: `utf-8`, `utf-8-sig` (with the mark by which
    Excel knows it) or `cp932`. Letters that it lacks are refused, member by member; with `replace` a 〓
    stands for each, and `replaced` says of whom and which."""

    encoding: str = "utf-8"
    replace: bool = False
    replaced: list[str] = field(default_factory=list)

    def csv(self, rows: Iterable[tuple[str, Sequence[Cell]]]) -> bytes:
        """Rows as CSV, lines ended by CRLF, the headings first; with each row whom it is about."""
        owners, given = zip(*rows, strict=True)
        return self.table(given[0], owners[1:], [*zip(*given[1:], strict=True)])

    def table(
        self, headings: Sequence[Cell], owners: Iterable[str], *tables: Sequence[Sequence[Cell]]
    ) -> bytes:
        """The same of columns, of each table below those of the one before; of each line whom it is about,
        which is asked where a letter cannot be written."""
        encode = getincrementalencoder(self.encoding)().encode
        try:
            return gathered(encode("\r\n".join((*lines, ""))) for lines in some(_lines(headings, tables)))
        except UnicodeEncodeError:
            wanting = Wanting(dict)
        text = csv_text(
            [self._written(cell(c), wanting[owner]) if isinstance(c, str) else c for c in row]
            for owner, row in chain([("headings", headings)], zip(owners, _rows(tables), strict=True))
        )
        return self._encoded(text, wanting)

    def lines(self, lines: Iterable[tuple[str, str]]) -> bytes:
        """Lines of plain text, each ended by CRLF; with each line whom it is about."""
        wanting = Wanting(dict)
        text = "".join(self._written(shown_line(line), wanting[owner]) + "\r\n" for owner, line in lines)
        return self._encoded(text, wanting)

    def can(self, text: str) -> bool:
        """Whether every letter of a text can be written."""
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def _written(self, text: str, wanting: dict[str, None]) -> str:
        """The text with 〓 for what the encoding lacks; notes what that was."""
        if self.can(text):
            return text
        wanting |= dict.fromkeys(letter for letter in text if not self.can(letter))
        return "".join(MISSING if letter in wanting else letter for letter in text)

    def _encoded(self, text: str, wanting: Wanting) -> bytes:
        lacking = {owner: named(letters) for owner, letters in wanting.items() if letters}
        if lacking and not self.replace:
            expected = f"letters that {self.encoding} has"
            remedy = "write the file as UTF-8, or with 〓 for each: --replace"
            raise OfficeError(
                *(Problem("letters-missing", who, expected, found, remedy) for who, found in lacking.items())
            )
        self.replaced += [f"{owner}: {letters}" for owner, letters in lacking.items()]
        return text.encode(self.encoding)


def _rows(tables: Iterable[Iterable[Iterable[Any]]]) -> Iterator[tuple[Any, ...]]:
    return chain.from_iterable(zip(*columns, strict=True) for columns in tables)


def _lines(headings: Sequence[Cell], tables: Iterable[Sequence[Sequence[Cell]]]) -> Iterable[str]:
    """The lines that `csv_text` makes of rows with their texts guarded; by hand, since a text is looked at
    once. A cell alone on its line is quoted where it is empty."""
    rows = _rows(map(_said, columns) for columns in tables)
    lines = chain((",".join(map(_any, headings)),), map(",".join, rows))
    return lines if len(headings) > 1 else (line or '""' for line in lines)


def _said(column: Sequence[Any]) -> Iterable[str]:
    """The cells of a column as texts; those that are equal are written alike."""
    whole = column.column if isinstance(column, Picked) else column
    try:
        text = "".join(whole)
    except TypeError:  # not of text alone
        return map(Once(_any).__getitem__, column)
    return column if _usual(text, {cell[:1] for cell in set(whole)}) else map(_quoted, column)


def _usual(text: str, first: Iterable[str]) -> bool:
    """Whether cells stand in a file as they are, by all their text and their `first` letters: so do nearly
    all, and one look at a whole column is enough."""
    if not text:
        return True
    return "".join(first).isalnum() and text.isprintable() and not any(map(text.__contains__, ',;"'))


@lru_cache(maxsize=32_768)
def quoted(text: str) -> str:
    """A text as a cell of a CSV; the same ones stand in many files."""
    return _quoted(text)


def _quoted(text: str) -> str:
    """A text as a cell."""
    if _usual(text, text[:1]):
        return text
    said = cell(text)
    return '"{}"'.format(said.replace('"', '""')) if _PARTS.search(said) else said


def _any(value: Cell) -> str:
    return _quoted(value) if isinstance(value, str) else "" if value is None else str(value)


_PARTS = re.compile('[,"\r\n]')


def named(letters: Iterable[str]) -> str:
    """Letters with their code points: “𠮷” (U+20BB7)."""
    return ", ".join(f"“{x}” (U+{ord(x):04X})" if x.isprintable() else f"U+{ord(x):04X}" for x in letters)
