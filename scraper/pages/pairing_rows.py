"""The rows of a table of pairings: board, the two sides, the result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a row as printed. `points` are half points BEFORE the round; `number` may be missing."""

    number: int | None
    name: str
    title: str | None = None
    rating: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class _Side:
    number: int | None
    title: int | None
    name: int
    rating: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Reader:
    """What the rows of one table are read with. `longer` says that rows may have an empty last cell more."""

    table: Table
    origin: str
    language: Language
    result: int
    board: int | None
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
        return _Side(number, table.title_column(name), name, table.column("Rtg", start, stop), points)

    return Reader(
        table=table,
        origin=origin,
        language=language,
        result=result,
        board=table.column("Bo."),
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
    table, (left, right) = reader.table, reader.sides

    def name_problem(
        code: str, column: str | None, expected: str, found: str, remedy: str | None = None
    ) -> None:
        where = place(reader.origin, round=round, table=reader.position, row=row.number, column=column)
        problems.append(problem(code, where, expected=expected, found=found, remedy=remedy))

    printed = row.text(right.name)
    opponent = reader.language.alone_of.get(printed, printed)
    alone = opponent in BYES
    short = len(table.headings) - len(row.texts)
    if not (
        short == 0
        or (short == -1 and reader.longer and not row.texts[-1])
        or (alone and short == 1 and table.headings[-1] == "PGN")
    ):
        name_problem(ROW_WIDTH, None, f"{len(table.headings)} cells", f"{len(row.texts)} cells")
        return None
    text = row.text(reader.result)
    if alone and not row.text(left.name) and not text:
        return None  # a placeholder before the round is paired (reported)
    printed = row.text(reader.board)
    if printed and whole(printed) is None:
        name_problem(CELL_UNREADABLE, "Bo.", "a board number", printed)
    white = _seat(row, left)
    black = None if alone else _seat(row, right)
    for seat, column in ((white, "White"), (black, "Black")):
        if seat is not None and not seat.name:
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
    return PairingRow(row.number, whole(printed) or None, white, black, token, reader.position)


def _seat(row: Row, side: _Side) -> Seat:
    """One side; without a column of numbers the number stands in the name's link (never on gated pages)."""
    number = whole(row.text(side.number))
    if number is None:
        number = linked_number(row.cell(side.name))
    return Seat(
        number=number or None,
        name=name_as_printed(row.text(side.name)),
        title=row.text(side.title) or None,
        rating=whole(row.text(side.rating)) or None,
        points=half_points(row.text(side.points)),
    )
