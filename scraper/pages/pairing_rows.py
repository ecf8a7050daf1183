"""The rows of a table of pairings: board, the two sides, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from scraper.codes import CELL_UNREADABLE, HEADINGS_UNKNOWN, RESULT_UNKNOWN, ROW_WIDTH
from scraper.errors import OtherPageKind
from scraper.languages import Language
from scraper.pages.facts import linked_number
from scraper.pages.tokens import BYES, GAMES, Token, bye_token, game_token, why_refused
from scraper.problems import place, problem
from scraper.records import Problem
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


@dataclass(frozen=True, slots=True)
class _Side:
    """The column of the name; `texts` takes number, name, title, rating and points from a row at once."""

    name: int
    texts: Callable[[Texts], Texts]


@dataclass(frozen=True, slots=True)
class Reader:
    """What the rows of one table are read with. `longer` says that rows may have an empty last cell more."""

    table: Table
    origin: str
    language: Language
    result: int
    board: int
    sides: tuple[_Side, _Side]
    longer: bool
    position: int = 1


def reader_of(
    table: Table, language: Language, origin: str, position: int = 1, *, round_robin: bool = False
) -> Reader:
    """Result, board and the columns of either side: White's left of Result, Black's right of it.

    Only a round robin has no points, and its ratings stand outside the names.
    """
    white, result, black = (table.headings.index(h) for h in HEADINGS)
    points = table.column("Pts.", white, result), table.column("Pts.", result, black)
    if not white < result < black or (None in points and not round_robin):
        raise OtherPageKind(
            problem(
                HEADINGS_UNKNOWN,
                place(origin, table=position),
                expected="White | Pts. | Result | Pts. | Black, as in an individual Swiss event",
                found=" | ".join(table.headings),
            )
        )

    def side(name: int, start: int, stop: int, number: int | None, points: int | None) -> _Side:
        columns = (number, name, table.title_column(name), table.column("Rtg", start, stop), points)
        return _Side(name, itemgetter(*(_ABSENT if c is None else c for c in columns)))

    board = table.column("Bo.")
    return Reader(
        table=table,
        origin=origin,
        language=language,
        result=result,
        board=_ABSENT if board is None else board,
        sides=(
            side(white, 0, result, table.column("No.", 0, white), points[0]),
            side(black, result, len(table.headings), table.column("No.", black), points[1]),
        ),
        longer=round_robin,
        position=position,
    )


def read_rows(
    reader: Reader, rows: Iterable[Row], round: int | None, problems: list[Problem]
) -> tuple[PairingRow, ...]:
    """The rows of one round; one that cannot be read is left out and named."""
    return tuple([r for row in rows if (r := _row(row, reader, round, problems)) is not None])


def _row(row: Row, reader: Reader, round: int | None, problems: list[Problem]) -> PairingRow | None:
    (left, right), texts = reader.sides, row.texts
    name_problem = partial(_name_problem, problems, reader, round, row.number)
    headings = reader.table.headings
    short = len(headings) - len(texts)
    printed = texts[right.name] if right.name < len(texts) else ""
    opponent = reader.language.alone_of.get(printed, printed)
    alone = opponent in BYES
    if short == 0:
        texts = (*texts, "")
    elif alone and short == 1 and headings[-1] == "PGN":
        texts = (*texts, "", "")
    elif not (short == -1 and reader.longer and not texts[-1]):
        name_problem(ROW_WIDTH, None, f"{len(headings)} cells", f"{len(texts)} cells")
        return None
    text = texts[reader.result]
    if alone and not texts[left.name] and not text:
        return None  # a placeholder before the round is paired (reported)
    printed = texts[reader.board]
    board = whole(printed)
    if printed and board is None:
        name_problem(CELL_UNREADABLE, "Bo.", "a board number", printed)
    white = _seat(row, left, texts)
    black = None if alone else _seat(row, right, texts)
    if not white.name or (black is not None and not black.name):
        column = "Black" if white.name else "White"
        name_problem(CELL_UNREADABLE, column, "a player, or bye or not paired for Black", "an empty cell")
        return None
    token = bye_token(opponent, text) if alone else game_token(text)
    if token is None:
        known = BYES[opponent] if alone else GAMES
        why = why_refused(text)
        name_problem(
            RESULT_UNKNOWN,
            "Result",
            " or ".join(repr(t.text) for t in known),
            f"{text!r} ({opponent})" if alone else repr(text),
            f"Record a ruling on this game: {why}." if why else None,
        )
    return PairingRow(row.number, board or None, white, black, token, reader.position)


def _name_problem(
    problems: list[Problem],
    reader: Reader,
    round: int | None,
    row: int,
    code: str,
    column: str | None,
    expected: str,
    found: str,
    remedy: str | None = None,
) -> None:
    where = place(reader.origin, round=round, table=reader.position, row=row, column=column)
    problems.append(problem(code, where, expected=expected, found=found, remedy=remedy))


def _seat(row: Row, side: _Side, texts: Texts) -> Seat:
    """One side; without a column of numbers the number stands in the name's link (never on gated pages)."""
    printed, name, title, rating, points = side.texts(texts)
    number = whole(printed)
    if number is None:
        number = linked_number(row.cells[side.name])
    return Seat(
        number or None, name_as_printed(name), title or None, whole(rating) or None, half_points(points)
    )
