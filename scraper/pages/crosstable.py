"""The crosstables of an individual event, art=5 by starting number and art=4 by rank: a row for each player.

Swiss: one column per round (`1.Rd`): `12w1` is a win with White against number 12 (German prints `s` for
Black). In a crosstable by rank these numbers are ranks. Names have no comma here. A column Pts. can be
missing; then TB1 is the points only where the annotation under the table says so.

The grid of a round robin: columns are starting numbers, or ranks. Cells are `*` (oneself), 1, 0, ½, and + or
- by forfeit; empty is not played. There are no colours and no rounds. A double round robin prints both
results in one cell, `1½`: leg 1, then leg 2 (reported).
"""

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import OtherLanguage
from scraper.languages import Language
from scraper.pages.facts import by_number, linked_number, other_headings, points_of, unreadable
from scraper.pages.tokens import CELL, CELL_TOKENS, CELLS, GRID_OWN, GRID_SCORES, Token
from scraper.problems import Notes
from scraper.tables import Row, Table
from scraper.values import clean, name_as_printed, whole

_POINTS = re.compile(r" ?(\d+): points \(game-points\)", re.ASCII)
_ROUND_COLUMN = re.compile(r"(\d{1,3})\.Rd", re.ASCII)
MOST_LEGS = 2

M = TypeVar("M")


@dataclass(slots=True)
class CrossRow(Generic[M]):
    """One player: what his cells say by round or opponent (one that says nothing is not there), points in
    half points.

    `number` is the starting number, or the rank in a crosstable by rank; there `linked` is the starting
    number in the link of his name. Nothing changes a row; it is not frozen since a frozen one takes four
    times as long to make.
    """

    row: int
    number: int
    name: str
    title: str | None
    federation: str | None
    rating: int | None
    marks: dict[int, M]
    points: int | None
    linked: int | None = None


def read_cross_rows(
    table: Table,
    notes: Notes,
    marks: Callable[[Row, int], dict[int, M]],
    *,
    by_rank: bool,
    points: int | None,
    a_number: str,
    a_name: str,
    numbers: Container[int] | None = None,
) -> dict[int, CrossRow[M]]:
    """The rows by their number, which has to be one of `numbers`, if there are such; one that cannot be read
    is left out and named.

    `marks` reads the cells of a player's row, `points` is the column of the points; `a_number` and `a_name`
    say in words what has to stand in the columns of the number and the name.
    """
    key = "Rk." if by_rank else "No."
    key_column, name_column = table.headings.index(key), table.headings.index("Name")
    title, rating, federation = table.title_column(name_column), table.column("Rtg"), table.column("FED")
    heading = "" if points is None else table.headings[points]

    def read(row: Row) -> CrossRow[M] | None:
        printed = row.texts[key_column]
        # A shared rank is blank; the cells go on counting rows.
        number = row.number if by_rank and not printed else whole(printed)
        name = name_as_printed(row.texts[name_column])
        right = (numbers is None or number in numbers) and (not by_rank or number == row.number)
        if not number or not name or not right:
            if name:
                unreadable(notes, row, key, a_number, printed)
            else:
                unreadable(notes, row, "Name", a_name, row.texts[name_column])
            return None
        return CrossRow(
            row.number,
            number,
            name,
            row.text(title) or None,
            row.text(federation) or row.federation,
            whole(row.text(rating)) or None,
            marks(row, number),
            points_of(row, points, notes, heading),
            linked_number(row.cells[name_column]) if by_rank else None,
        )

    return by_number(table, key, notes, read)


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell: an opponent with colour (`w`, `b`) and score (as `tokens.SCORE_HALF_POINTS`), or a `token`.

    `text` is the cell in English, `letter` the colour as printed.
    """

    text: str
    opponent: int | None = None
    colour: str | None = None
    score: str = ""
    token: Token | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Rows by starting number, or by rank where `by_rank`, with their marks by round; `rounds` are the round
    columns, `points_column` is the heading of the points.
    """

    rows: dict[int, CrossRow[Mark]]
    rounds: tuple[int, ...]
    points_column: str | None
    by_rank: bool = False

    def mark(self, number: int, round: int) -> Mark | None:
        """A player's cell of a round; None where he has none."""
        row = self.rows.get(number)
        return row.marks.get(round) if row else None


def round_columns(headings: tuple[str, ...]) -> dict[int, int]:
    """The columns of the rounds, `1.Rd`, by round."""
    return {int(m[1]): i for i, h in enumerate(headings) if (m := _ROUND_COLUMN.fullmatch(h))}


def read_crosstable(
    tree: LexborHTMLParser, table: Table, notes: Notes, language: Language, *, by_rank: bool, announced: bool
) -> Crosstable:
    """The crosstable; a cell that cannot be read is left out and named. `announced`: the page's menu says
    that no round is paired yet; then it may have players only.

    OtherPageKind for any other table without rounds, OtherLanguage where the letters of the colours are
    not known.
    """
    rounds = round_columns(table.headings)
    if sorted(rounds) != list(range(1, len(rounds) + 1)) or not (rounds or announced):
        raise other_headings(table, notes.origin, "the round columns 1.Rd, 2.Rd and so on without a gap")
    colours = language.colours
    if not colours:
        expected = "a language whose letters for White and Black are known"
        raise OtherLanguage.because("other-language", notes.origin, expected, language.name)

    def marks(row: Row, _number: int) -> dict[int, Mark]:
        found: dict[int, Mark] = {}
        for round, column in rounds.items():
            text = row.texts[column]
            mark = read_mark(text) if text else None
            if mark is not None and (not mark.letter or mark.letter in colours):
                found[round] = mark
            elif text:
                at = row.at(table.headings[column], round)
                notes.met("result-unknown", _MARKS_IN_WORDS, repr(text), **at)
        return found

    points = _points_column(tree, table, language)
    expected = "the rank of the row and a name" if by_rank else "a starting number and a name"
    rows = read_cross_rows(
        table, notes, marks, by_rank=by_rank, points=points, a_number=expected, a_name=expected
    )
    heading = None if points is None else table.headings[points]
    return Crosstable(rows, tuple(sorted(rounds)), heading, by_rank)


def _points_column(tree: LexborHTMLParser, table: Table, language: Language) -> int | None:
    """The column of the points: Pts., else the tie-break that the annotation under the table calls so."""
    column = table.column("Pts.")
    if column is not None or language.annotation is None:
        return column
    for p in tree.css("p.CR"):
        for text in clean(p.text()).split(language.annotation)[1:]:
            if m := _POINTS.match(text):
                return table.column(f"TB{m[1]}")
    return None


_MARKS_IN_WORDS = f"{', '.join(t.text for t in CELLS)}, or as 12w1, 12b½, 12w+, 12b- or 12w"


@lru_cache(maxsize=4096)
def read_mark(text: str) -> Mark | None:
    """One cell's text without blanks; None for an unknown one."""
    if token := CELL_TOKENS.get(text):
        return Mark(text, token=token)
    m = CELL.fullmatch(text)
    if not m or not int(m[1]):
        return None
    colour = "w" if m[2] == "w" else "b"
    return Mark(f"{m[1]}{colour}{m[3]}", int(m[1]), colour, m[3], letter=m[2])


Legs = tuple[str, ...]
"""The scores of a player against one opponent, one for each leg."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows by the number of their column: starting numbers, or ranks where `by_rank`; with the scores against
    each opponent."""

    rows: dict[int, CrossRow[Legs]]
    by_rank: bool = False

    @property
    def legs(self) -> int:
        """How often a pair meets, as far as results are printed; 0 before the first."""
        return max((len(s) for row in self.rows.values() for s in row.marks.values()), default=0)


def read_grid(table: Table, notes: Notes, *, by_rank: bool) -> Grid:
    """The grid; a row or cell that cannot be read is left out and named."""
    key = "Rk." if by_rank else "No."
    numbered = [(int(h), i) for i, h in enumerate(table.headings) if h.isascii() and h.isdigit()]
    first = numbered[0][1] if numbered else 0  # side by side: a column between them would be a second leg
    if numbered != [(n + 1, first + n) for n in range(len(numbered))] or key not in table.headings:
        expected = f"{key} and the columns 1, 2 and so on, one for each player"
        raise other_headings(table, notes.origin, expected)
    opponents = dict(numbered)

    def scores(row: Row, number: int) -> dict[int, Legs]:
        found: dict[int, Legs] = {}
        for opponent, column in opponents.items():
            text = row.texts[column].replace(" ", "")
            if (text == GRID_OWN) != (opponent == number):
                expected = f"{GRID_OWN} in a player's own column, and nowhere else"
                unreadable(notes, row, str(opponent), expected, text)
            elif text and opponent != number:
                if len(text) <= MOST_LEGS and all(score in GRID_SCORES for score in text):
                    found[opponent] = tuple(text)
                else:
                    expected = f"{', '.join(GRID_SCORES)}, or two of them"
                    notes.met("result-unknown", expected, repr(text), **row.at(str(opponent)))
        return found

    rows = read_cross_rows(
        table,
        notes,
        scores,
        by_rank=by_rank,
        points=table.column("Pts."),
        a_number=f"the number of a column, 1 to {len(opponents)}",
        a_name="a name",
        numbers=opponents,
    )
    return Grid(rows, by_rank)
