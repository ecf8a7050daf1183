"""The pairings of an individual event, art=2: one round, or every round on one page.

The heading `Round 6 on 2026/08/06 at 14:30` over the table is the authority on the round: beyond the
last round the site serves another one than asked. Rows without an opponent name "bye" or "not paired"
for Black and are one cell short where games are online (the column PGN is there). A round robin has all
rounds in one table, each under a row with its heading, and rows that are one cell too long; `rd=0` gives
one table for each round (reported).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from selectolax.lexbor import LexborNode

from scraper.errors import OtherPageKind
from scraper.languages import Language
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.pairing_rows import HEADINGS, PairingRow, read_rows, reader_of
from scraper.pages.round_heading import EXPECTED, RoundHeading, read_round_heading, unread_heading
from scraper.problems import place, problem
from scraper.records import Problem
from scraper.tables import (
    HEADING_ROWS,
    ONE_TABLE,
    Row,
    Table,
    check_table,
    in_english,
    read_table,
    unknown_words,
)
from scraper.values import clean, whole


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
class AllRounds:
    """Every round on one page; `round_robin` where they stand in one table."""

    rounds: tuple[RoundPage, ...]
    round_robin: bool


def read_pairings(marks: Marks, head: Head, origin: str) -> tuple[RoundPage | AllRounds, list[Problem]]:
    """The round or rounds of a page; a row that cannot be read is left out and named.

    OtherPageKind for a table with other headings, or for several tables that do not each state a round.
    """
    nodes = marks.lists
    if len(nodes) > 1:
        return _tables_of_rounds(nodes, head, origin)
    table = read_table(nodes[0], head.language) if nodes else None
    problems: list[Problem] = []
    if table is not None:
        check_table(table, origin, HEADINGS)
        problems += unknown_words(table, origin, head.language)
        if any(row.css in HEADING_ROWS for row in table.rows):
            rounds, found = _rounds_of_table(table, head.language, origin)
            return AllRounds(rounds, True), problems + found
    heading = _heading_beside(marks.view.next, head.language, "next")
    if heading is not None:
        number: int | None = heading.number
        problems += unread_heading(heading, origin)
    else:
        number = whole(head.asked.get("rd", ""))
        if table is not None:
            asked = f"none; the address asks for round {number}" if number else "none"
            problems.append(problem("round-not-stated", origin, expected=EXPECTED, found=asked))
    on, time = (heading.date, heading.time) if heading else (None, None)
    rows: tuple[PairingRow, ...] = ()
    if table is not None:
        rows = read_rows(reader_of(table, head.language, origin), table.rows, number, problems)
    return RoundPage(number, on, time, rows, heading is not None), problems


def _tables_of_rounds(
    nodes: Sequence[LexborNode], head: Head, origin: str
) -> tuple[AllRounds, list[Problem]]:
    problems: list[Problem] = []
    rounds: dict[int, RoundPage] = {}
    for position, node in enumerate(nodes, start=1):
        heading = _heading_beside(node.prev, head.language, "prev")
        if heading is None or heading.number in rounds:
            found = f"{len(nodes)} tables, table {position} without a round's heading of its own"
            raise OtherPageKind(problem("table-twice", origin, expected=ONE_TABLE, found=found))
        table = read_table(node, head.language)
        check_table(table, origin, HEADINGS, number=position)
        reader = reader_of(table, head.language, origin, position)
        problems += unread_heading(heading, origin)
        rows = read_rows(reader, table.rows, heading.number, problems)
        rounds[heading.number] = RoundPage(heading.number, heading.date, heading.time, rows)
    return AllRounds(tuple(rounds[n] for n in sorted(rounds)), False), problems


def _rounds_of_table(
    table: Table, language: Language, origin: str
) -> tuple[tuple[RoundPage, ...], list[Problem]]:
    """A round robin's rounds, each from its row with a heading to the next."""
    problems: list[Problem] = []
    reader = reader_of(table, language, origin, round_robin=True)
    rounds: dict[int, tuple[RoundHeading, list[Row]]] = {}
    here: list[Row] | None = None
    for row in table.rows:
        if row.css not in HEADING_ROWS:
            if here is not None:
                here.append(row)
            continue
        if len(row.texts) > 1:
            if in_english(row.texts, language)[0] != table.headings:
                where = place(origin, table=1, row=row.number)
                found = " | ".join(row.texts)
                raise OtherPageKind(
                    problem("headings-unknown", where, expected=" | ".join(table.headings), found=found)
                )
            continue
        heading = read_round_heading(row.texts[0], language)
        here = None
        if heading is None or heading.number in rounds:
            where = place(origin, table=1, row=row.number)
            expected = f"{EXPECTED}, each round once"
            problems.append(problem("round-not-stated", where, expected=expected, found=row.texts[0]))
            continue
        problems += unread_heading(heading, origin)
        here = []
        rounds[heading.number] = (heading, here)
    return tuple(
        RoundPage(number, heading.date, heading.time, read_rows(reader, rows, number, problems))
        for number, (heading, rows) in sorted(rounds.items())
    ), problems


def _heading_beside(node: LexborNode | None, language: Language, way: str) -> RoundHeading | None:
    """What the nearest h3 says of the round, from this node to the `next` or the `prev` table: below the
    view's heading, or above a table; other h3 are remarks."""
    while node is not None and node.tag != "table":
        if node.tag == "h3" and (told := read_round_heading(clean(node.text()), language)) is not None:
            return told
        node = getattr(node, way)
    return None
