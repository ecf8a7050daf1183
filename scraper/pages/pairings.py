"""The pairings of an individual event, art=2: one round, or every round on one page.

The heading `Round 6 on 2026/08/06 at 14:30` over the table is the authority on the round: beyond the
last round the site serves another one than asked. Rows without an opponent name "bye" or "not paired"
for Black and are one cell short where games are online (the column PGN is there). A round robin has all
rounds in one table, each under a row with its heading, and rows that are one cell too long; `rd=0` gives
one table for each round (reported).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from selectolax.lexbor import LexborNode

from scraper.errors import OtherPageKind
from scraper.languages import Language
from scraper.pages.head import Head, Marks
from scraper.pages.pairing_rows import HEADINGS, PairingRow, read_rows, reader_of
from scraper.pages.round_heading import EXPECTED, RoundHeading, note_unread, read_round_heading, round_asked
from scraper.problems import Notes, place
from scraper.tables import (
    HEADING_ROWS,
    ONE_TABLE,
    Row,
    Table,
    check_table,
    in_english,
    note_unknown,
    read_table,
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


def round_pages(content: object) -> tuple[RoundPage, ...]:
    """The rounds that a page of pairings shows; none for any other content."""
    if isinstance(content, AllRounds):
        return content.rounds
    return (content,) if isinstance(content, RoundPage) else ()


def read_pairings(marks: Marks, head: Head, notes: Notes) -> RoundPage | AllRounds:
    """The round or rounds of a page; a row that cannot be read is left out and named.

    OtherPageKind for a table with other headings, or for several tables that do not each state a round.
    """
    nodes, language = marks.lists, head.language
    if len(nodes) > 1:
        return _tables_of_rounds(nodes, language, notes)
    table = read_table(nodes[0], language) if nodes else None
    if table is not None:
        check_table(table, notes.origin, HEADINGS)
        note_unknown(table, notes, language)
        if any(row.css in HEADING_ROWS and len(row.texts) == 1 for row in table.rows):
            return _rounds_of_table(table, language, notes)
        table = _without_headings(table, language, notes)
    heading = _heading_beside(marks.view.next, language, "next")
    if heading is not None:
        number: int | None = heading.number
        note_unread(heading, notes)
    elif table is not None:
        number = round_asked(head, notes)
    else:
        number = whole(head.asked.get("rd", ""))
    on, time = (heading.date, heading.time) if heading else (None, None)
    rows = read_rows(reader_of(table, language, notes), table.rows, number) if table is not None else ()
    return RoundPage(number, on, time, rows, heading is not None)


def _tables_of_rounds(nodes: Sequence[LexborNode], language: Language, notes: Notes) -> AllRounds:
    rounds: dict[int, RoundPage] = {}
    for position, node in enumerate(nodes, start=1):
        heading = _heading_beside(node.prev, language, "prev")
        if heading is None or heading.number in rounds:
            found = f"{len(nodes)} tables, table {position} without a round's heading of its own"
            raise OtherPageKind.because("table-twice", notes.origin, ONE_TABLE, found)
        table = _without_headings(read_table(node, language), language, notes)
        check_table(table, notes.origin, HEADINGS, number=position)
        reader = reader_of(table, language, notes, position)
        note_unread(heading, notes)
        rows = read_rows(reader, table.rows, heading.number)
        rounds[heading.number] = RoundPage(heading.number, heading.date, heading.time, rows)
    return AllRounds(tuple(rounds[n] for n in sorted(rounds)), False)


def _rounds_of_table(table: Table, language: Language, notes: Notes) -> AllRounds:
    """A round robin's rounds, each from its row with a heading to the next."""
    reader = reader_of(table, language, notes, round_robin=True)
    rounds: dict[int, tuple[RoundHeading, list[Row]]] = {}
    here: list[Row] | None = None
    for row in _without_headings(table, language, notes).rows:
        if row.css not in HEADING_ROWS:
            if here is None:
                here, found = [], "rows above the first such heading"
                notes.met("round-not-stated", f"{EXPECTED}, each round once", found, row=row.number)
            here.append(row)
        else:
            heading = read_round_heading(row.texts[0], language)
            here = []  # of a round that is not known, to be dropped
            if heading is None or heading.number in rounds:
                expected = f"{EXPECTED}, each round once"
                notes.met("round-not-stated", expected, row.texts[0], row=row.number)
            else:
                note_unread(heading, notes)
                rounds[heading.number] = (heading, here)
    shown = [
        RoundPage(number, heading.date, heading.time, read_rows(reader, rows, number))
        for number, (heading, rows) in sorted(rounds.items())
    ]
    return AllRounds(tuple(shown), True)


def _without_headings(table: Table, language: Language, notes: Notes) -> Table:
    """The table without rows that say its headings again; OtherPageKind where one says others."""
    for row in table.rows:
        again = row.css in HEADING_ROWS and len(row.texts) > 1
        if again and in_english(row.texts, language)[0] != table.headings:
            where = place(notes.origin, row=row.number)
            expected, found = " | ".join(table.headings), " | ".join(row.texts)
            raise OtherPageKind.because("headings-unknown", where, expected, found)
    rows = tuple(row for row in table.rows if row.css not in HEADING_ROWS or len(row.texts) == 1)
    return replace(table, rows=rows)


def _heading_beside(node: LexborNode | None, language: Language, way: str) -> RoundHeading | None:
    """What the nearest h3 says of the round, from this node to the `next` or the `prev` table: below the
    view's heading, or above a table; other h3 are remarks."""
    while node is not None and node.tag != "table":
        if node.tag == "h3" and (told := read_round_heading(clean(node.text()), language)) is not None:
            return told
        node = getattr(node, way)
    return None
