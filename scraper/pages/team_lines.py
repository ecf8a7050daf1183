"""The tables of team events: rounds, matches and teams are headed by rows within one table.

So rows are walked one by one, and each says whether it heads something. Rows count from 1 over the
whole table, headings included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from selectolax.lexbor import LexborNode

from scraper.errors import OtherPageKind
from scraper.languages import Language
from scraper.pages.facts import number_in
from scraper.pages.head import Head
from scraper.pages.round_heading import note_unread, read_round_heading, round_asked
from scraper.problems import At, Notes, place
from scraper.tables import HEADING_ROWS, Row, cells_of, in_english, own_rows
from scraper.values import clean
from scraper.words import BLACK_MARK, WHITE_MARK

_COLOURS = {WHITE_MARK: "w", BLACK_MARK: "b"}
_DEEPEST = 8
"""A name stands three levels within its cell; broken tags can nest without end."""


class Line(Row):
    """One row: `heads` says that it is a row of headings. All its cells are kept, their texts as printed."""

    __slots__ = ("heads", "language")

    def __init__(self, table: int, number: int, row: LexborNode, language: Language) -> None:
        cells = dict(enumerate(cells_of(row)))
        super().__init__(number, cells, tuple(clean(c.text()) for c in cells.values()), "", table)
        self.heads = (row.attributes.get("class") or "") in HEADING_ROWS
        self.language = language

    @property
    def headings(self) -> tuple[str, ...]:
        """The texts of a row of headings in English."""
        return in_english(self.texts, self.language)[0]

    def refused(self, notes: Notes, expected: str) -> OtherPageKind:
        """The refusal of a page because of this row."""
        found = " | ".join(self.texts)[:200] or "an empty row"
        return OtherPageKind.because("headings-unknown", place(notes.origin, **self.at()), expected, found)


def team_lines(lists: Sequence[LexborNode], language: Language) -> Iterator[Line]:
    """Every row of every list of the page, in the order of the page."""
    for index, table in enumerate(lists, start=1):
        for number, row in enumerate(own_rows(table), start=1):
            line = Line(index, number, row, language)
            if line.texts:
                yield line


@dataclass(frozen=True, slots=True)
class InTable:
    """What stands in one row of a page's lists; `table` and `row` count from 1."""

    table: int
    row: int

    def at(self, round: int | None = None, column: str | None = None) -> At:
        """Its place, for a problem."""
        return {"round": round, "table": self.table, "row": self.row, "column": column}


@dataclass(frozen=True, slots=True)
class TeamMatch(InTable):
    """Two teams of a round by their names; `second` is None for a team without an opponent."""

    first: str
    second: str | None


M = TypeVar("M")


@dataclass(slots=True)
class TeamRound(Generic[M]):
    """A round's matches in the order of the page; `stated` says that the page itself names the round."""

    number: int
    date: date | None
    time: str | None
    matches: list[M]
    stated: bool = True


class TeamRounds(list[TeamRound[M]]):
    """The rounds of a page, each begun by the row that heads it."""

    def __init__(self, head: Head, notes: Notes) -> None:
        super().__init__()
        self._head = head
        self._notes = notes

    def begun_by(self, line: Line) -> bool:
        """Whether a row heads a round, which is then the last one.

        OtherPageKind for a page that names one round twice: its rows could belong to either. A day or time
        that cannot be read is a problem.
        """
        alone = line.heads and len(line.texts) == 1
        heading = read_round_heading(line.texts[0], line.language) if alone else None
        if heading is None:
            return False
        if any(r.number == heading.number for r in self):
            where = place(self._notes.origin, **line.at(round=heading.number))
            found = f"{line.texts[0]}, again"
            raise OtherPageKind.because("round-twice", where, "each round once", found)
        note_unread(heading, self._notes)
        self.append(TeamRound(heading.number, heading.date, heading.time, []))
        return True

    def here(self) -> TeamRound[M] | None:
        """The round in which a row stands, by the address where none is headed; None if neither tells it."""
        if not self and (number := round_asked(self._head, self._notes)):
            self.append(TeamRound(number, None, None, [], stated=False))
        return self[-1] if self else None


def number_and_colour(cell: LexborNode) -> tuple[int | None, str | None]:
    """The starting number in the link of a player's cell, and his colour, `w` or `b`; the name can stand in a
    table of its own, beside the mark of the colour. A gated page has no links."""
    number: int | None = None
    colour: str | None = None
    for node in _within(cell, _DEEPEST):
        if node.tag == "a" and number is None:
            number = number_in(node.attributes.get("href") or "") or None
        elif node.tag == "div" and colour is None:
            colour = _COLOURS.get(node.attributes.get("class") or "")
    return number, colour


def has_digit(title: str) -> bool:
    """Whether the cell of a title holds something else: a number, a result."""
    return any(c.isdigit() or c == "½" for c in title)


def _within(node: LexborNode, deepest: int) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        if deepest:
            yield from _within(child, deepest - 1)
        child = child.next
