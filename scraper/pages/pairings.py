"""One round of an individual Swiss event, art=2.

The heading `Round 6 on 2026/08/06 at 14:30` over the table is the authority on the round: beyond the
last round the site serves another one than asked. Rows without an opponent name "bye" or "not paired"
for Black and are one cell short where games are online (the column PGN is there).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from selectolax.lexbor import LexborNode

from scraper.codes import (
    CELL_UNREADABLE,
    EVENT_KIND_NOT_READ,
    HEADINGS_UNKNOWN,
    RESULT_UNKNOWN,
    ROUND_NOT_STATED,
    ROW_WIDTH,
)
from scraper.errors import OtherPageKind
from scraper.pages.head import Head
from scraper.pages.tokens import BYES, GAMES, Token, bye_token, game_token, why_refused
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.tables import HEADING_ROWS, Row, Table
from scraper.values import clean, day, half_points, name_as_printed, whole
from scraper.words import ROUND_HEADING

HEADINGS = ("White", "Result", "Black")
_SNR = re.compile(r"[?&]snr=(\d{1,5})(?:&|$)", re.ASCII)


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
    """One row; `black` is None for byes and not paired. `token` is None where it is unknown."""

    row: int
    board: int | None
    white: Seat
    black: Seat | None
    token: Token | None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round's rows in the order of the page; without rows it is not paired yet.

    `number` is None where neither heading, menu nor address tell; `stated` says that the page itself does.
    """

    number: int | None
    date: date | None
    time: str | None
    rows: tuple[PairingRow, ...]
    stated: bool = True


@dataclass(frozen=True, slots=True)
class _Side:
    number: int | None
    title: int | None
    name: int
    rating: int | None
    points: int | None


def read_round(head: Head, table: Table | None, origin: str) -> tuple[RoundPage, list[Problem]]:
    """The round of a page; a row that cannot be read is left out and named."""
    number, on, time = _heading(head.view_node)
    problems: list[Problem] = []
    stated = number is not None
    if number is None:
        number = whole(head.asked.get("rd", ""))
        if table is not None:
            problems.append(
                problem(
                    ROUND_NOT_STATED,
                    origin,
                    expected="a heading such as Round 6 on 2026/08/06 at 14:30",
                    found=f"none; the address asks for round {number}" if number else "none",
                )
            )
    if table is None:
        return RoundPage(number, on, time, (), stated), problems
    _is_one_round(table, origin)
    sides = _columns(table, origin)
    rows = [r for r in (_row(row, table, sides, number, origin, problems) for row in table.rows) if r]
    return RoundPage(number, on, time, tuple(rows), stated), problems


def _heading(view: LexborNode) -> tuple[int | None, date | None, str | None]:
    """Number, day and time of the h3 between the view's heading and its table; other h3 are remarks."""
    node = view.next
    while node is not None and node.tag != "table":
        if node.tag == "h3" and (m := ROUND_HEADING.fullmatch(clean(node.text()))):
            return whole(m["number"]), day(m["date"]) if m["date"] else None, m["time"]
        node = node.next
    return None, None, None


def _is_one_round(table: Table, origin: str) -> None:
    if any(row.css in HEADING_ROWS for row in table.rows):
        raise OtherPageKind(
            problem(
                EVENT_KIND_NOT_READ,
                place(origin, table=1),
                expected="the pairings of one round, as in an individual Swiss event",
                found="several rounds in one table: a round robin (not yet read)",
            )
        )


def _columns(table: Table, origin: str) -> tuple[int, int | None, _Side, _Side]:
    """Result, board and the columns of either side: White's left of Result, Black's right of it."""
    white, result, black = (table.headings.index(h) for h in HEADINGS)
    points = table.column("Pts.", white, result), table.column("Pts.", result, black)
    if not white < result < black or None in points:
        raise OtherPageKind(
            problem(
                HEADINGS_UNKNOWN,
                place(origin, table=1),
                expected="White | Pts. | Result | Pts. | Black, as in an individual Swiss event",
                found=" | ".join(table.headings),
            )
        )
    sides = (
        _Side(
            table.column("No.", 0, white),
            table.title_column(white),
            white,
            table.column("Rtg", white, result),
            points[0],
        ),
        _Side(
            table.column("No.", black),
            table.title_column(black),
            black,
            table.column("Rtg", black),
            points[1],
        ),
    )
    return result, table.column("Bo."), *sides


def _row(
    row: Row,
    table: Table,
    columns: tuple[int, int | None, _Side, _Side],
    round: int | None,
    origin: str,
    problems: list[Problem],
) -> PairingRow | None:
    result, board, left, right = columns

    def name_problem(
        code: str, column: str | None, expected: str, found: str, remedy: str | None = None
    ) -> None:
        where = place(origin, round=round, table=1, row=row.number, column=column)
        problems.append(problem(code, where, expected=expected, found=found, remedy=remedy))

    opponent = row.text(right.name)
    alone = opponent in BYES
    short = len(table.headings) - len(row.cells)
    if not (short == 0 or (alone and short == 1 and table.headings[-1] == "PGN")):
        name_problem(ROW_WIDTH, None, f"{len(table.headings)} cells", f"{len(row.cells)} cells")
        return None
    text = row.text(result)
    if alone and not row.text(left.name) and not text:
        return None  # a placeholder before the round is paired (reported)
    printed = row.text(board)
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
    return PairingRow(row.number, whole(printed) or None, white, black, token)


def _seat(row: Row, side: _Side) -> Seat:
    """One side; without a column of numbers the number stands in the name's link (never on gated pages)."""
    number = whole(row.text(side.number))
    if number is None:
        number = _linked(row.cells[side.name])
    return Seat(
        number=number or None,
        name=name_as_printed(row.text(side.name)),
        title=row.text(side.title) or None,
        rating=whole(row.text(side.rating)) or None,
        points=half_points(row.text(side.points)),
    )


def _linked(cell: LexborNode) -> int | None:
    link = cell.child
    while link is not None and link.tag != "a":
        link = link.next
    m = _SNR.search(link.attributes.get("href") or "") if link is not None else None
    return int(m[1]) if m else None
