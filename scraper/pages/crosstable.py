"""The crosstables of an individual Swiss event, art=5 by starting number and art=4 by rank.

One row per player, one column per round (`1.Rd`): `12w1` is a win with White against number 12 (German
prints `s` for Black). In a crosstable by rank these numbers are ranks. Names have no comma here. A column
Pts. can be missing; then TB1 is the points only where the annotation under the table says so.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import OtherLanguage
from scraper.languages import Language
from scraper.pages.cross_rows import CrossRow, read_cross_rows
from scraper.pages.facts import other_headings
from scraper.pages.tokens import CELL, CELL_TOKENS, CELLS, Token
from scraper.problems import Notes
from scraper.tables import Row, Table
from scraper.values import clean

HEADINGS = ("No.", "Name")
RANKED_HEADINGS = ("Rk.", "Name")
_POINTS = re.compile(r" ?(\d+): points \(game-points\)", re.ASCII)
_ROUND_COLUMN = re.compile(r"(\d{1,3})\.Rd", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell: an opponent with colour (`w`, `b`) and score (a key of `tokens.SCORES`), or a `token`.

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
        table,
        notes,
        marks,
        by_rank=by_rank,
        points=points,
        numbers=None,
        a_number=expected,
        a_name=expected,
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
