"""The tables of team events: rounds, matches and teams are headed by rows within one table.

So rows are walked one by one, and each says whether it heads something. Rows count from 1 over the
whole table, headings included.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from scraper.languages import ENGLISH, Language
from scraper.pages.round_heading import RoundHeading, read_round_heading
from scraper.pages.team_words import BLACK_MARK, WHITE_MARK
from scraper.problems import place
from scraper.tables import HEADING_ROWS, cells_of, in_english, own_rows
from scraper.values import clean, name_as_printed

_SNR = re.compile(r"[?&]snr=(\d{1,5})(?:&|$)", re.ASCII)
_DEEPEST = 8
"""A name stands three levels within its cell; broken tags can nest without end."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row: `heads` says that it is a row of headings; `texts` are its cells' texts as printed."""

    table: int
    number: int
    cells: tuple[LexborNode, ...]
    texts: tuple[str, ...]
    heads: bool
    language: Language = ENGLISH

    @property
    def headings(self) -> tuple[str, ...]:
        """The texts of a row of headings in English."""
        return in_english(self.texts, self.language)[0]

    def text(self, column: int | None) -> str:
        """The cell's text; empty where there is no such column or the row ends before it."""
        return "" if column is None or column >= len(self.texts) else self.texts[column]

    def where(self, origin: str, column: str | None = None, round: int | None = None) -> str:
        """The place of the row for a problem."""
        return place(origin, round=round, table=self.table, row=self.number, column=column)


@dataclass(frozen=True, slots=True)
class NameCell:
    """A player's cell: the name, the starting number in its link, and his colour, `w` or `b`.

    A gated page has no links; the colour is None where the cell has no mark.
    """

    name: str
    number: int | None
    colour: str | None


def team_lines(lists: Sequence[LexborNode], language: Language) -> Iterator[Line]:
    """Every row of every list of the page, in the order of the page."""
    for index, table in enumerate(lists, start=1):
        for number, row in enumerate(own_rows(table), start=1):
            cells = tuple(cells_of(row))
            if cells:
                heads = (row.attributes.get("class") or "") in HEADING_ROWS
                yield Line(index, number, cells, tuple(clean(c.text()) for c in cells), heads, language)


def round_heading(line: Line) -> RoundHeading | None:
    """The round that a row heads, None if it heads none."""
    return read_round_heading(line.texts[0], line.language) if line.heads and len(line.cells) == 1 else None


def name_cell(cell: LexborNode) -> NameCell:
    """What a player's cell says; the name can stand in a table of its own, beside the mark of the colour."""
    number: int | None = None
    colour: str | None = None
    for node in _within(cell, _DEEPEST):
        if node.tag == "a" and number is None:
            m = _SNR.search(node.attributes.get("href") or "")
            number = (int(m[1]) or None) if m else None
        elif node.tag == "div" and colour is None:
            colour = _COLOURS.get(node.attributes.get("class") or "")
    return NameCell(name_as_printed(clean(cell.text())), number, colour)


def has_digit(title: str) -> bool:
    """Whether the cell of a title holds something else: a number, a result."""
    return any(c.isdigit() or c == "½" for c in title)


_COLOURS = {WHITE_MARK: "w", BLACK_MARK: "b"}


def _within(node: LexborNode, deepest: int) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        if deepest:
            yield from _within(child, deepest - 1)
        child = child.next
