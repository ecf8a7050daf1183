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
from scraper.languages import ENGLISH, Language
from scraper.pages.facts import linked_number, other_headings, points_of, row_fits
from scraper.pages.tokens import CELL, CELLS, Token, cell_token
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.tables import Row, Table
from scraper.values import clean, name_as_printed, whole

HEADINGS = ("No.", "Name")
RANKED_HEADINGS = ("Rk.", "Name")
_POINTS = re.compile(r" ?(\d+): points \(game-points\)", re.ASCII)
ROUND_COLUMN = re.compile(r"(\d{1,3})\.Rd", re.ASCII)


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


@dataclass(slots=True)
class CrosstableRow:
    """One player: marks by round (a round without a mark is not there), points in half points.

    `linked` is the starting number in the link of his name, for crosstables by rank. Nothing changes a row;
    it is not frozen since a frozen one takes four times as long to make.
    """

    row: int
    number: int
    name: str
    title: str | None
    federation: str | None
    rating: int | None
    marks: dict[int, Mark]
    points: int | None
    linked: int | None = None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Rows by starting number, or by rank where `by_rank`; `rounds` are the round columns.

    `points_column` is the heading of the points.
    """

    rows: dict[int, CrosstableRow]
    rounds: tuple[int, ...]
    points_column: str | None
    by_rank: bool = False

    def mark(self, number: int, round: int) -> Mark | None:
        """A player's cell of a round; None where he has none."""
        row = self.rows.get(number)
        return row.marks.get(round) if row else None


@dataclass(frozen=True, slots=True)
class _Columns:
    key: str
    number: int
    title: int | None
    name: int
    rating: int | None
    federation: int | None
    rounds: tuple[tuple[int, int], ...]
    points: int | None
    colours: dict[str, str]


def read_crosstable(
    tree: LexborHTMLParser,
    table: Table,
    origin: str,
    language: Language = ENGLISH,
    *,
    by_rank: bool = False,
    announced: bool = False,
) -> tuple[Crosstable, list[Problem]]:
    """The crosstable; a cell that cannot be read is left out and named. `announced`: the page's menu says
    that no round is paired yet; then it may have players only.

    OtherPageKind for any other table without rounds, OtherLanguage where the letters of the colours are
    not known.
    """
    key = "Rk." if by_rank else "No."
    rounds = {int(m[1]): i for i, h in enumerate(table.headings) if (m := ROUND_COLUMN.fullmatch(h))}
    if rounds or not announced:
        _is_swiss(table, rounds, origin)
    if not language.colours:
        expected = "a language whose letters for White and Black are known"
        raise OtherLanguage(problem("other-language", origin, expected=expected, found=language.name))
    name = table.headings.index("Name")
    columns = _Columns(
        key=key,
        number=table.headings.index(key),
        title=table.title_column(name),
        name=name,
        rating=table.column("Rtg"),
        federation=table.column("FED"),
        rounds=tuple(rounds.items()),
        points=_points_column(tree, table, language),
        colours=language.colours,
    )
    problems: list[Problem] = []
    rows: dict[int, CrosstableRow] = {}
    for row in table.rows:
        player = _row(row, table, columns, origin, problems)
        if player is None:
            continue
        if player.number in rows:
            where = place(origin, table=1, row=row.number, column=key)
            expected, found = "each number once", str(player.number)
            problems.append(problem("number-twice", where, expected=expected, found=found))
            continue
        rows[player.number] = player
    heading = None if columns.points is None else table.headings[columns.points]
    return Crosstable(rows, tuple(sorted(rounds)), heading, by_rank), problems


def _is_swiss(table: Table, rounds: dict[int, int], origin: str) -> None:
    if sorted(rounds) != list(range(1, len(rounds) + 1)) or not rounds:
        raise other_headings(table, origin, "the round columns 1.Rd, 2.Rd and so on without a gap")


def _points_column(tree: LexborHTMLParser, table: Table, language: Language) -> int | None:
    """The column of the points: Pts., else the tie-break that the annotation under the table calls so."""
    column = table.column("Pts.")
    if column is not None or language.annotation is None:
        return column
    for p in tree.css("p.CR"):
        for text in clean(p.text()).split(language.annotation.printed)[1:]:
            if m := _POINTS.match(text):
                return table.column(f"TB{m[1]}")
    return None


def _row(
    row: Row, table: Table, columns: _Columns, origin: str, problems: list[Problem]
) -> CrosstableRow | None:
    texts, colours = row.texts, columns.colours
    if not row_fits(row, table, origin, problems):
        return None

    def name_problem(code: str, column: int, expected: str, found: str, round: int | None = None) -> None:
        where = place(origin, round=round, table=1, row=row.number, column=table.headings[column])
        problems.append(problem(code, where, expected=expected, found=found))

    by_rank = columns.key == "Rk."
    printed = texts[columns.number]
    # A shared rank is blank; the cells go on counting rows.
    number = row.number if by_rank and not printed else whole(printed)
    name = name_as_printed(texts[columns.name])
    if not number or not name or (by_rank and number != row.number):
        column = columns.number if name else columns.name
        found = texts[column] or "an empty cell"
        expected = "the rank of the row and a name" if by_rank else "a starting number and a name"
        name_problem("cell-unreadable", column, expected, found)
        return None
    marks: dict[int, Mark] = {}
    for round, column in columns.rounds:
        text = texts[column]
        if not text:
            continue
        mark = read_mark(text)
        if mark is None or (mark.letter and mark.letter not in colours):
            name_problem("result-unknown", column, _MARKS_IN_WORDS, repr(text), round)
            continue
        marks[round] = mark
    heading = "" if columns.points is None else table.headings[columns.points]
    points = points_of(row, columns.points, origin, problems, heading)
    return CrosstableRow(
        row.number,
        number,
        name,
        row.text(columns.title) or None,
        row.text(columns.federation) or row.federation,
        whole(row.text(columns.rating)) or None,
        marks,
        points,
        linked_number(row.cells[columns.name]) if by_rank else None,
    )


_MARKS_IN_WORDS = f"{', '.join(t.text for t in CELLS)}, or as 12w1, 12b½, 12w+, 12b- or 12w"


@lru_cache(maxsize=4096)
def read_mark(text: str) -> Mark | None:
    """One cell's text without blanks; None for an unknown one."""
    if token := cell_token(text):
        return Mark(text, token=token)
    m = CELL.fullmatch(text)
    if not m or not int(m[1]):
        return None
    colour = "w" if m[2] == "w" else "b"
    return Mark(f"{m[1]}{colour}{m[3]}", int(m[1]), colour, m[3], letter=m[2])
