"""Rows as the chain has them: one canonical line each, the same on every database.

A line is JSON: the table and, by name, every column that holds something; days and moments in ISO form (UTC),
bytes as their SHA-256. What a row points to is told by what it is (a member's ID, a report's reference and
moment), never by a row's number, which is the database's own affair. A column that comes later and is empty
changes no line.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import repeat
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from importer.tables import (
    ApplicationRow,
    MemberNameRow,
    MemberRow,
    MembershipRow,
    MessageRow,
    OrganizerNameRow,
    OrganizerPersonRow,
    OrganizerRow,
    OrganizerSpanRow,
    ReadingRow,
    RegisterFactRow,
    ReportRow,
    RulingRow,
)
from office.database.copy import plain
from office.journal.note import JournalRow
from office.lists.canonical import TABLES
from office.lists.columns import Column, StoredRows, each_once, table_of
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


def short(line: str) -> str:
    """The beginning of a line's SHA-256, by which a row that is other than it was is found."""
    return hashlib.sha256(line.encode("ascii")).hexdigest()[:16]


def shorts(lines: Iterable[str]) -> list[str]:
    """The same of each line."""
    return [hashlib.sha256(line.encode("ascii")).hexdigest()[:16] for line in lines]


Names = Mapping[int, str]


@dataclass(slots=True)
class Pointed:
    """What rows point to, by what it is; each is asked for once."""

    session: Session
    _held: dict[str, dict[int, str]] = field(default_factory=dict)

    def names(self, column: str, values: Iterable[int | None]) -> Names | None:
        """By row number, what these values of a column mean; None where it is no pointer."""
        asked = POINTERS.get(column)
        if asked is None:
            return None
        held = self._held.setdefault(column, {})
        wanted = sorted({number for number in values if number is not None} - held.keys())
        for at in range(0, len(wanted), AT_ONCE):
            some = {"numbers": wanted[at : at + AT_ONCE]}
            for number, *cells in self.session.connection().execute(asked, some):
                held[number] = " ".join("" if cell is None else str(plain(cell)) for cell in cells)
        return held


READING = str(ReadingRow.__tablename__)
AT_ONCE, MANY = 500, 10_000
"""Rows that are read at once: a reading is some ten thousand characters, other rows are short."""


def _meaning(table: type[SQLModel], *names: str) -> Any:
    own = table_of(table).c
    numbers: sa.BindParameter[Any] = sa.bindparam("numbers", expanding=True)
    return sa.select(own.id, *(own[name] for name in names)).where(own.id.in_(numbers))


POINTERS: dict[str, Any] = {
    "member_id": _meaning(MemberRow, "federation_id"),
    "message_id": _meaning(MessageRow, "sha256"),
    "organizer_id": _meaning(OrganizerRow, "name"),
    "report_id": _meaning(ReportRow, "reference", "received_at"),
    "reading_id": _meaning(ReadingRow, "event_key", "fingerprint", "read_at"),
    "previous_id": _meaning(ListVersionRow, "list_date", "version"),
}


def ledger_lines(
    session: Session,
    kept: Kept,
    pointed: Pointed,
    *,
    after: int = 0,
    among: Sequence[int] | None = None,
) -> Iterator[Lines]:
    """The rows of a ledger table in order, some at a time: those with a number above `after`, or with one
    `among` these."""
    writer = _Writer(kept.table, pointed, but=kept.free | set(kept.ends))
    values: dict[str, int] = {}
    if among is None:
        queries, values = [_after(kept.table)], {"after": after}
    else:
        query = _all(kept.table)
        parts = (among[at : at + AT_ONCE] for at in range(0, len(among), AT_ONCE))
        if len(among) > AT_ONCE and among[-1] - among[0] + 1 == len(among) and sorted(among) == list(among):
            queries = [query.where(writer.id.between(among[0], among[-1]))]  # as they were stored
        else:
            queries = [query.where(writer.id.in_(part)) for part in parts]
    for one in queries:
        for rows, texts in writer.read(session, one, values):
            ends = {}
            for name in kept.ends[:1]:
                place = writer.places[name]
                for row, text in zip(rows, texts, strict=True):
                    if row[place] is not None:
                        told = {n: v for n in kept.ends if (v := writer.value(n, row)) is not None}
                        ends[row[writer.at]] = encoded([f"{kept.name} ended", {"row": short(text), **told}])
            yield Lines([row[writer.at] for row in rows], texts, ends)


def listed_lines(
    session: Session,
    table: type[SQLModel],
    version_id: int,
    pointed: Pointed,
    stored: StoredRows | None = None,
) -> Lines:
    """The rows of a version in a table, in the order they were stored; `stored`: where those of its lists
    were read already."""
    writer = _Writer(table, pointed, but={"version_id"})
    if stored is not None and table in TABLES:
        held = stored.of(table)
        return Lines([row[writer.at] for row in held], writer.lines(held), {})
    mine = writer.id if table is ListVersionRow else table_of(table).c.version_id
    numbers: list[int] = []
    texts: list[str] = []
    for rows, lines in writer.read(session, _all(table).where(mine == version_id), {}):
        numbers += [row[writer.at] for row in rows]
        texts += lines
    return Lines(numbers, texts, {})


@cache
def _all(table: type[SQLModel]) -> "sa.Select[Any]":
    """All rows as the driver gives them, in the order they were stored: what the column's type makes of a
    value is worked out once for each that differs."""
    own = table_of(table)
    columns: Iterator[Any] = (sa.literal_column(f'"{column.name}"') for column in own.columns)
    return sa.select(*columns).select_from(own).order_by(own.c.id)


@cache
def _after(table: type[SQLModel]) -> "sa.Select[Any]":
    return _all(table).where(table_of(table).c.id > sa.bindparam("after"))


class _Writer:
    """Lines of one table: everything but the row's number and what is left out. They are written column by
    column, each value that differs once."""

    def __init__(self, table: type[SQLModel], pointed: Pointed, but: Set[str]) -> None:
        self.columns = list(table_of(table).columns)
        self.name = str(table.__tablename__)
        self.places = {column.name: n for n, column in enumerate(self.columns)}
        self.at = self.places["id"]
        self.id = self.columns[self.at]
        self.pointed = pointed
        self._shown = [(n, self.places[n]) for n in sorted(self.places.keys() - {"id", *but})]

    @cached_property
    def _of_driver(self) -> list[Any]:
        """By column, what makes its value of the driver's; None where it is the same."""
        dialect = self.pointed.session.connection().dialect
        return [c.type.dialect_impl(dialect).result_processor(dialect, None) for c in self.columns]

    def read(
        self, session: Session, query: "sa.Select[Any]", values: Mapping[str, int]
    ) -> Iterator[tuple[Sequence[Sequence[Any]], list[str]]]:
        """Some rows after the other, with their lines."""
        some = AT_ONCE if self.name == READING else MANY
        found = session.connection().execute(query, values)
        while rows := found.cursor.fetchmany(some):
            yield rows, self.lines(rows, of_driver=True)
        found.close()

    def lines(self, rows: Sequence[Sequence[Any]], *, of_driver: bool = False) -> list[str]:
        """The line of each row; `of_driver`: as `_all` gives them."""
        if not rows:
            return []
        columns = list(zip(*rows, strict=True))
        begin, end = f'["{self.name}",{{', repeat("}]", len(rows))
        of_each = [(name, columns[place], set(columns[place])) for name, place in self._shown]
        filled = [one for one in of_each if one[2] != NOTHING]
        if filled and None not in filled[0][2]:  # every line begins with the same column
            told = [self._told(*filled[0], begin, "", of_driver)]
            told += [self._told(*one, ",", "", of_driver) for one in filled[1:]]
            return list(map("".join, zip(*told, end, strict=True)))
        told = [self._told(*one, "", ",", of_driver) for one in filled]
        cells = map("".join, zip(*told, strict=True)) if told else repeat("", len(rows))
        return [begin + of_row[:-1] + last for of_row, last in zip(cells, end, strict=True)]

    def value(self, name: str, row: Sequence[Any]) -> Any:
        """A plain value of a row as `_all` gives it."""
        typed = self._of_driver[self.places[name]]
        return plain(row[self.places[name]] if typed is None else typed(row[self.places[name]]))

    def _told(
        self, name: str, column: Column, differing: Set[Any], before: str, behind: str, of_driver: bool
    ) -> Sequence[str]:
        """A column as it stands in the lines: by name, between `before` and `behind`, nothing where nothing
        is in it. `differing`: its values, each once; of many texts each is written by itself."""
        names, called = self.pointed.names(name, differing), f'{before}"{name}":'
        typed = self._of_driver[self.places[name]] if of_driver else None
        if names is None and typed is None and 2 * len(differing) > len(column):
            with suppress(TypeError):  # not of text alone
                text = "".join(column)
                if text.isascii() and text.isprintable() and not any(map(text.__contains__, '"\\')):
                    return [f'{called}"{value}"{behind}' for value in column]
                return [f"{called}{_string(value)}{behind}" for value in column]

        def told(value: Any) -> str:
            if value is None:
                return ""
            if typed is not None:
                value = typed(value)
            found = _written(value if names is None else names.get(value, f"row {value}"))
            return f"{called}{found}{behind}"

        return each_once(column, told, differing)


NOTHING = frozenset((None,))
encoded = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode
_string = json.encoder.encode_basestring_ascii


def _written(value: Any) -> str:
    """A value as it stands in a line."""
    told = plain(value)
    if type(told) is str:
        return _string(told)
    return str(told) if type(told) is int else encoded(told)
