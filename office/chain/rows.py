"""Rows as the chain has them: one canonical line each, the same on every database.

A line is JSON: the table and, by name, every column that holds something; days and moments in ISO form (UTC),
bytes as their SHA-256. What a row points to is told by what it is (a member's ID, a report's reference and
moment), never by a row's number, which is the database's own affair. A column that comes later and is empty
changes no line.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from importer.tables import (
    ApplicationRow,
    MemberNameRow,
    MemberRow,
    MembershipRow,
    OrganizerNameRow,
    OrganizerPersonRow,
    OrganizerRow,
    OrganizerSpanRow,
    ReadingRow,
    RegisterFactRow,
    ReportRow,
    RulingRow,
)
from office.chain.lines import AT_ONCE, Pointed, Writer, encoded, short
from office.journal.note import JournalRow
from office.lists.canonical import TABLES
from office.lists.columns import Column, StoredRows, table_of
from office.tables import ListVersionRow, PublicationRow, VersionEventRow


@dataclass(frozen=True, slots=True)
class Kept:
    """A table whose rows are added and never deleted. `free`: columns that no list rests on; `ends`: those
    that are filled once, when the row comes to its end."""

    table: type[SQLModel]
    ends: tuple[str, ...] = ()
    free: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return str(self.table.__tablename__)


IDENTITY = frozenset({"id", "federation_id", "known_since"})
"""What stands of an entry of the register beside its facts, from which all the rest of it is derived."""

LEDGER = (
    Kept(MemberRow, free=frozenset(MemberRow.model_fields) - IDENTITY),
    Kept(RegisterFactRow, ends=("known_until",)),
    Kept(MembershipRow, ends=("known_until",)),
    Kept(MemberNameRow, ends=("known_until",)),
    Kept(ReportRow, free=frozenset({"state", "problem", "reporter"})),
    Kept(ReadingRow),
    Kept(RulingRow, ends=("taken_back_at", "taken_back_by", "taken_back_why")),
    Kept(OrganizerRow, free=frozenset({"kind"})),
    Kept(OrganizerNameRow, ends=("known_until",)),
    Kept(OrganizerSpanRow, ends=("known_until",)),
    Kept(OrganizerPersonRow, ends=("known_until",)),
    Kept(ApplicationRow, ends=("known_until",)),
    Kept(JournalRow),
)
"""A table that comes later goes last: what earlier links cover stands in their order. Ratings of other lists,
FIDE's and the ACF's, are facts of the register. An organizer's kind is corrected in place."""
LISTED: tuple[type[SQLModel], ...] = (ListVersionRow, *TABLES, VersionEventRow, PublicationRow)
"""What belongs to one version; the version's own row first."""


class Lines(NamedTuple):
    """Rows of a table: their numbers, the line of each and, by number, the lines of what ended rows."""

    rows: Sequence[int]
    texts: Sequence[str]
    ends: Mapping[int, str]


NO_LINES = Lines((), (), {})


def ledger_lines(
    session: Session, kept: Kept, pointed: Pointed, *, after: int = 0, among: Sequence[int] | None = None
) -> Iterator[Lines]:
    """The rows of a ledger table in order, some at a time: those with a number above `after`, or with one
    `among` these."""
    but = kept.free | set(kept.ends)
    writer, values = Writer(kept.table, pointed, but, kept.ends), dict[str, int]()
    if among is None:
        queries, values = [writer.all.where(writer.id > sa.bindparam("after"))], {"after": after}
    elif _is_stretch(among):
        queries = [writer.all.where(writer.id.between(among[0], among[-1]))]
    else:
        parts = (among[at : at + AT_ONCE] for at in range(0, len(among), AT_ONCE))
        queries = [writer.all.where(writer.id.in_(part)) for part in parts]
    for one in queries:
        for columns, texts in writer.read(session, one, values):
            ends: dict[int, str] = {}
            numbers = columns[writer.at]
            for name in kept.ends[:1]:
                for at in _filled(columns[writer.places[name]]):
                    told = {n: writer.value(n, columns[writer.places[n]][at]) for n in kept.ends}
                    told = {n: value for n, value in told.items() if value is not None}
                    ends[numbers[at]] = encoded([f"{kept.name} ended", {"row": short(texts[at]), **told}])
            yield Lines(numbers, texts, ends)


def _is_stretch(numbers: Sequence[int]) -> bool:
    """Whether these many numbers follow each other, as rows that were stored together do."""
    if isinstance(numbers, range):
        return len(numbers) > AT_ONCE and numbers.step == 1
    return (
        len(numbers) > AT_ONCE
        and numbers[-1] - numbers[0] + 1 == len(numbers)
        and sorted(numbers) == list(numbers)
    )


def _filled(column: Column) -> Sequence[int]:
    """The places of a column in which there is something."""
    if column.count(None) == len(column):
        return ()
    return [at for at, cell in enumerate(column) if cell is not None]


def listed_lines(
    session: Session,
    table: type[SQLModel],
    version_id: int,
    pointed: Pointed,
    stored: StoredRows | None,
) -> Lines:
    """The rows of a version in a table, in the order they were stored; `stored`: where those of its lists
    were read already."""
    writer = Writer(table, pointed, but={"version_id"})
    if stored is not None and table in TABLES:
        held = stored.columns(table)
        return Lines(held["id"], writer.lines([held[column.name] for column in writer.columns]), {})
    mine = writer.id if table is ListVersionRow else table_of(table).c.version_id
    numbers: list[int] = []
    texts: list[str] = []
    for columns, lines in writer.read(session, writer.all.where(mine == version_id), {}):
        numbers += columns[writer.at]
        texts += lines
    return Lines(numbers, texts, {})
