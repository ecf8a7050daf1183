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

from scraper.codes import HEADINGS_UNKNOWN, ROUND_NOT_STATED, TABLE_TWICE
from scraper.errors import OtherPageKind
from scraper.languages import Language
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.pairing_rows import HEADINGS, PairingRow, read_rows, reader_of
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
from scraper.values import clean, day, dotted_day, whole


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
    number, on, time = _heading(marks.view, head.language)
    stated = number is not None
    if number is None:
        number = whole(head.asked.get("rd", ""))
        if table is not None:
            asked = f"none; the address asks for round {number}" if number else "none"
            problems.append(problem(ROUND_NOT_STATED, origin, expected=_A_HEADING, found=asked))
    if table is None:
        return RoundPage(number, on, time, (), stated), problems
    rows = read_rows(reader_of(table, head.language, origin), table.rows, number, problems)
    return RoundPage(number, on, time, rows, stated), problems


_A_HEADING = "a heading such as Round 6 on 2026/08/06 at 14:30"


def _tables_of_rounds(
    nodes: Sequence[LexborNode], head: Head, origin: str
) -> tuple[AllRounds, list[Problem]]:
    problems: list[Problem] = []
    rounds: dict[int, RoundPage] = {}
    for position, node in enumerate(nodes, start=1):
        number, on, time = _heading_before(node, head.language)
        if number is None or number in rounds:
            found = f"{len(nodes)} tables, table {position} without a round's heading of its own"
            raise OtherPageKind(problem(TABLE_TWICE, origin, expected=ONE_TABLE, found=found))
        table = read_table(node, head.language)
        check_table(table, origin, HEADINGS, number=position)
        reader = reader_of(table, head.language, origin, position)
        rounds[number] = RoundPage(number, on, time, read_rows(reader, table.rows, number, problems))
    return AllRounds(tuple(rounds[n] for n in sorted(rounds)), False), problems


def _rounds_of_table(
    table: Table, language: Language, origin: str
) -> tuple[tuple[RoundPage, ...], list[Problem]]:
    """A round robin's rounds, each from its row with a heading to the next."""
    problems: list[Problem] = []
    reader = reader_of(table, language, origin, round_robin=True)
    rounds: dict[int, tuple[date | None, str | None, list[Row]]] = {}
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
                    problem(HEADINGS_UNKNOWN, where, expected=" | ".join(table.headings), found=found)
                )
            continue
        number, on, time = _told(row.texts[0], language)
        here = None
        if number is None or number in rounds:
            where = place(origin, table=1, row=row.number)
            expected = f"{_A_HEADING}, each round once"
            problems.append(problem(ROUND_NOT_STATED, where, expected=expected, found=row.texts[0]))
            continue
        here = []
        rounds[number] = (on, time, here)
    return tuple(
        RoundPage(number, on, time, read_rows(reader, rows, number, problems))
        for number, (on, time, rows) in sorted(rounds.items())
    ), problems


def _heading(view: LexborNode, language: Language) -> tuple[int | None, date | None, str | None]:
    """Number, day and time of the h3 between the view's heading and its table; other h3 are remarks."""
    node = view.next
    while node is not None and node.tag != "table":
        if node.tag == "h3" and (told := _told(clean(node.text()), language))[0] is not None:
            return told
        node = node.next
    return None, None, None


def _heading_before(table: LexborNode, language: Language) -> tuple[int | None, date | None, str | None]:
    """As `_heading`, of the nearest h3 above a table, but below any other table."""
    node = table.prev
    while node is not None and node.tag != "table":
        if node.tag == "h3" and (told := _told(clean(node.text()), language))[0] is not None:
            return told
        node = node.prev
    return None, None, None


def _told(text: str, language: Language) -> tuple[int | None, date | None, str | None]:
    m = language.round_heading.fullmatch(text) if language.round_heading else None
    if m is None:
        return None, None, None
    # The pattern of the language says which of the two shapes a day can have.
    on = day(m["date"]) or dotted_day(m["date"]) if m["date"] else None
    return whole(m["number"]), on, m["time"]
