"""The rows of a table of pairings: board, the two sides, the result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter

from scraper.languages import Language
from scraper.pages.facts import linked_number, other_headings
from scraper.pages.tokens import BYE_TOKENS, BYES, GAME_TOKENS, GAMES, Token, ruling_on
from scraper.problems import At, Notes
from scraper.tables import Row, Table
from scraper.values import half_points, name_as_printed, whole

HEADINGS = ("White", "Result", "Black")


@dataclass(slots=True)
class Seat:
    """One side of a row as printed. `points` are half points BEFORE the round; `number` may be missing.

    Nothing changes it; it is not frozen, nor is the row, since a frozen one takes four times as long to make.
    """

    number: int | None
    name: str
    title: str | None = None
    rating: int | None = None
    points: int | None = None


@dataclass(slots=True)
class PairingRow:
    """One row; `black` is None for byes and not paired. `token` is None where it is unknown.

    `table` counts the page's tables from 1.
    """

    row: int
    board: int | None
    white: Seat
    black: Seat | None
    token: Token | None
    table: int = 1


_ABSENT = -1
"""The column of what a table does not have: the empty text that is put after the last cell of a row."""

Texts = tuple[str, ...]


_Side = tuple[int, Callable[[Texts], Texts]]
"""The column of the name, and what takes number, name, title, rating and points from a row at once."""


@dataclass(frozen=True, slots=True)
class _Columns:
    result: int
    board: int
    sides: tuple[_Side, _Side]
    points: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Reader:
    """What the rows of one table are read with. `longer` says that rows may have an empty last cell more."""

    headings: tuple[str, ...]
    notes: Notes
    alone: Mapping[str, str]
    columns: _Columns
    longer: bool
    position: int = 1


def reader_of(
    table: Table, language: Language, notes: Notes, position: int = 1, *, round_robin: bool = False
) -> Reader:
    """Result, board and the columns of either side: White's left of Result, Black's right of it.

    Only a round robin has no points, and its ratings stand outside the names.
    """
    columns = _columns(table.headings)
    if columns is None or (None in columns.points and not round_robin):
        expected = "White | Pts. | Result | Pts. | Black, as in an individual Swiss event"
        raise other_headings(table, notes.origin, expected, position)
    return Reader(table.headings, notes, language.alone, columns, longer=round_robin, position=position)


@lru_cache(maxsize=64)
def _columns(headings: tuple[str, ...]) -> _Columns | None:
    """Where rows under these headings have what; None if the sides are not left and right of the result."""
    white, result, black = (headings.index(h) for h in HEADINGS)
    if not white < result < black:
        return None

    def column(heading: str, start: int, stop: int) -> int | None:
        return next((i for i in range(start, stop) if headings[i] == heading), None)

    def side(name: int, number: int | None, rating: int | None, points: int | None) -> _Side:
        title = name - 1 if name > 0 and headings[name - 1] == "" else None
        columns = (number, name, title, rating, points)
        return name, itemgetter(*(_ABSENT if c is None else c for c in columns))

    width = len(headings)
    points = column("Pts.", white, result), column("Pts.", result, black)
    board = column("Bo.", 0, width)
    sides = (
        side(white, column("No.", 0, white), column("Rtg", 0, result), points[0]),
        side(black, column("No.", black, width), column("Rtg", result, width), points[1]),
    )
    return _Columns(result, _ABSENT if board is None else board, sides, points)


def read_rows(reader: Reader, rows: Iterable[Row], round: int | None) -> tuple[PairingRow, ...]:
    """The rows of one round; one that cannot be read is left out and named."""
    return tuple([r for row in rows if (r := _row(row, reader, round)) is not None])


def _row(row: Row, reader: Reader, round: int | None) -> PairingRow | None:
    columns, met = reader.columns, reader.notes.met
    (left, right), texts, width = columns.sides, row.texts, len(row.texts)
    white_name, black_name = left[0], right[0]
    at = partial(At, round=round, table=reader.position, row=row.number)
    printed = texts[black_name] if black_name < width else ""
    opponent = reader.alone.get(printed, printed)
    alone = opponent in BYES
    headings = reader.headings
    short = len(headings) - width
    if short == 0:
        texts = (*texts, "")
    elif alone and short == 1 and headings[-1] == "PGN":
        texts = (*texts, "", "")
    elif not (short == -1 and reader.longer and not texts[-1]):
        met("row-width", f"{len(headings)} cells", f"{width} cells", **at())
        return None
    text = texts[columns.result]
    if alone and not texts[white_name] and not text:
        return None  # a placeholder before the round is paired (reported)
    printed = texts[columns.board]
    board = whole(printed)
    if board is None and printed:
        met("cell-unreadable", "a board number", printed, **at(column="Bo."))
    white = _seat(row, left, texts)
    black = None if alone else _seat(row, right, texts)
    if not white.name or (black is not None and not black.name):
        column, expected = "Black" if white.name else "White", "a player, or bye or not paired for Black"
        met("cell-unreadable", expected, "an empty cell", **at(column=column))
        return None
    token = BYE_TOKENS.get((opponent, text)) if alone else GAME_TOKENS.get(text)
    if token is None:
        known = " or ".join(repr(t.text) for t in (BYES[opponent] if alone else GAMES))
        found = f"{text!r} ({opponent})" if alone else repr(text)
        met("result-unknown", known, found, ruling_on(text), **at(column="Result"))
    return PairingRow(row.number, board or None, white, black, token, reader.position)


def _seat(row: Row, side: _Side, texts: Texts) -> Seat:
    """One side; without a column of numbers the number stands in the name's link (never on gated pages)."""
    column, take = side
    printed, name, title, rating, points = take(texts)
    number = whole(printed) if printed else None
    if number is None:
        number = linked_number(row.cells[column])
    if name.endswith("*)"):
        name = name_as_printed(name)
    return Seat(number or None, name, title or None, whole(rating) or None, half_points(points))
