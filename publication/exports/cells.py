"""Letters of files: what an encoding cannot write; cells go out guarded (importer/spreadsheet.py)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache

from importer.plain_text import shown_line
from importer.spreadsheet import cell, csv_text
from office.errors import OfficeError
from scraper.records import Problem

MISSING = "〓"
"""The sign that Japanese printing sets for a letter it has not got; CP932 has it."""

Cell = str | int | Decimal | date | None
_cell = lru_cache(maxsize=65_536)(cell)
"""The same texts stand in many rows and files."""
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
        """Rows as CSV, lines ended by CRLF; with each row whom it is about."""
        owners, given = zip(*rows, strict=True)
        told = _guarded(given)
        try:
            return csv_text(told).encode(self.encoding)
        except UnicodeEncodeError:
            wanting = Wanting(dict)
        text = csv_text(
            [self._written(c, wanting[owner]) if isinstance(c, str) else c for c in row]
            for owner, row in zip(owners, told, strict=True)
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


def _guarded(rows: Sequence[Sequence[Cell]]) -> Sequence[Sequence[Cell]]:
    """Rows with the texts of their cells guarded: headings, and below them column by column, since most
    columns have no texts."""
    columns = []
    for column in zip(*rows[1:], strict=True):
        of = set(map(type, column))
        if of == {str}:
            column = tuple(map(_cell, column))
        elif str in of:
            column = tuple([_cell(c) if type(c) is str else c for c in column])
        columns.append(column)
    return [[_cell(str(c)) for c in rows[0]], *zip(*columns, strict=True)]


def named(letters: Iterable[str]) -> str:
    """Letters with their code points: “𠮷” (U+20BB7)."""
    return ", ".join(f"“{x}” (U+{ord(x):04X})" if x.isprintable() else f"U+{ord(x):04X}" for x in letters)
