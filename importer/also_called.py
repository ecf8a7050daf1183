"""What else the columns of the office's own files are called: Japanese headings beside the English ones.

The names are data, headings.toml. Nothing is guessed: a heading that can be either of two columns is one of
them only where another heading names the other.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from importer.written import folded

WORDS = Path(__file__).with_name("headings.toml")


@dataclass(frozen=True, slots=True)
class Unclear:
    """Headings that can be either of two columns: the `second` where the `first` has a heading of its own."""

    first: str
    second: str
    names: frozenset[str]

    @property
    def instead(self) -> tuple[str, str]:
        """What to write in place of such a heading: what each of the two columns is called first."""
        called = _told()["register"]
        return called[self.first][0], called[self.second][0]


@dataclass(frozen=True, slots=True)
class Called:
    """The columns of a table by each of their headings, folded (importer/written.py)."""

    ways: Mapping[str, str] = field(default_factory=dict)
    unclear: Unclear | None = None

    def columns(self, cells: Sequence[str], known: Sequence[str]) -> list[str]:
        """The column of each cell of a heading row, by its English heading; a cell that names none, or either
        of two, as it stands. `known`: the columns that the table can have."""
        found = [self._column(cell.strip(), known) for cell in cells]
        if self.unclear is None or self.unclear.first not in found:
            return found
        return [self.unclear.second if self.is_unclear(cell) else cell for cell in found]

    def _column(self, cell: str, known: Sequence[str]) -> str:
        plain = " ".join(unicodedata.normalize("NFKC", cell).split())
        column = plain if plain in known else self.ways.get(_key(cell), "")
        return column if column in known else cell

    def is_unclear(self, cell: str) -> bool:
        """Whether a cell can be either of two columns."""
        return self.unclear is not None and _key(cell) in self.unclear.names

    def counted(self, cells: Sequence[str], known: Sequence[str]) -> set[str]:
        """The columns that a heading row has, also where it cannot be said which of two a heading is."""
        first = self.unclear.first if self.unclear is not None else ""
        return {first if self.is_unclear(cell) else cell for cell in self.columns(cells, known)}


ENGLISH = Called()
"""For a table whose columns have English headings alone."""


@cache
def also_called(table: str) -> Called:
    """The headings of a table by its name in headings.toml."""
    told = dict(_told()[table])
    unclear = told.pop("unclear", None)
    ways = {
        folded(way): column
        for column, names in told.items()
        for name in names
        for way in (name, f"{column} {name}", f"{name}({column})")
    }
    if unclear is None:
        return Called(ways)
    names = frozenset(map(folded, unclear["names"]))
    return Called(ways, Unclear(unclear["first"], unclear["second"], names))


@cache
def _told() -> Mapping[str, Any]:
    return tomllib.loads(WORDS.read_text("utf-8"))


def _key(cell: str) -> str:
    return folded(unicodedata.normalize("NFKC", cell).rstrip("* "))
