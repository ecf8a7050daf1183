"""Letters of files: what an encoding cannot write; cells go out guarded (importer/spreadsheet.py)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from importer.plain_text import shown_line
from importer.spreadsheet import cell, csv_text
from office.errors import OfficeError
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
        self, headings: Sequence[Cell], owners: Sequence[str], columns: Sequence[Sequence[Cell]]
    ) -> bytes:
        """The same of columns; of each line whom it is about."""
        try:
            return _text(headings, columns).encode(self.encoding)
        except UnicodeEncodeError:
            wanting = Wanting(dict)
        text = csv_text(
            [self._written(cell(c), wanting[owner]) if isinstance(c, str) else c for c in row]
            for owner, *row in [("headings", *headings), *zip(owners, *columns, strict=True)]
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


def _text(headings: Sequence[Cell], columns: Sequence[Sequence[Cell]]) -> str:
    """What `csv_text` makes of rows with their texts guarded; by hand, since a text is looked at once."""
    if len(headings) < 2:
        rows = [headings, *zip(*columns, strict=True)]
        return csv_text([[cell(c) if isinstance(c, str) else c for c in row] for row in rows])
    lines = map(",".join, zip(*map(_said, columns), strict=True))
    return "\r\n".join((",".join(map(_any, headings)), *lines, ""))


def _said(column: Sequence[Any]) -> Iterable[str]:
    """The cells of a column as texts."""
    kinds = set(map(type, column))
    if kinds == {int}:
        return map(str, column)
    if kinds != {str}:
        return map(_any, column)
    return column if _usual("".join(column), {text[:1] for text in column}) else map(_quoted, column)


def _usual(text: str, first: Iterable[str]) -> bool:
    """Whether cells stand in a file as they are, by all their text and their `first` letters: so do nearly
    all, and one look at a whole column is enough."""
    if not text:
        return True
    return "".join(first).isalnum() and text.isprintable() and not any(map(text.__contains__, ',;"'))


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
