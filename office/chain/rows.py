"""Rows as the chain has them: one canonical line each, the same on every database.

A line is JSON: the table and, by name, every column that holds something; days and moments in ISO form (UTC),
bytes as their SHA-256. What a row points to is told by what it is (a member's ID, a report's reference and
moment), never by a row's number, which is the database's own affair. A column that comes later and is empty
changes no line.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, select
from sqlmodel.sql.sqltypes import UTCDateTime

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
from office.lists.canonical import TABLES
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
)
"""A table that comes later goes last: what earlier links cover stands in their order. Ratings of other lists,
FIDE's and the ACF's, are facts of the register. An organizer's kind is corrected in place."""
LISTED: tuple[type[SQLModel], ...] = (ListVersionRow, *TABLES, VersionEventRow, PublicationRow)
"""What belongs to one version; the version's own row first."""


class Line(NamedTuple):
    """A row's line and, where it came to its end, the line of that."""

    text: str
    end: str | None = None


def short(line: str) -> str:
    """The beginning of a line's SHA-256, by which a row that is other than it was is found."""
    return hashlib.sha256(line.encode("ascii")).hexdigest()[:16]


Cell = Callable[[Any], Any]
Names = Mapping[int, str]


@dataclass(slots=True)
class Pointed:
    """What rows point to, by what it is; asked for once."""

    session: Session
    _held: dict[str, Names] = field(default_factory=dict)

    def names(self, column: str) -> Names | None:
        """By row number, what this column means; None where it is no pointer."""
        asked = POINTERS.get(column)
        if asked is None:
            return None
        if column not in self._held:
            self._held[column] = {
                number: " ".join("" if cell is None else _text(cell) for cell in cells)
                for number, *cells in self.session.exec(asked)
            }
        return self._held[column]


POINTERS: dict[str, Any] = {
    "member_id": select(MemberRow.id, MemberRow.federation_id),
    "message_id": select(MessageRow.id, MessageRow.sha256),
    "organizer_id": select(OrganizerRow.id, OrganizerRow.name),
    "report_id": select(ReportRow.id, ReportRow.reference, ReportRow.received_at),
    "reading_id": select(ReadingRow.id, ReadingRow.event_key, ReadingRow.fingerprint, ReadingRow.read_at),
    "previous_id": select(ListVersionRow.id, ListVersionRow.list_date, ListVersionRow.version),
}


def ledger_lines(
    session: Session, kept: Kept, pointed: Pointed, *, after: int = 0, ended: bool = False
) -> Iterator[tuple[int, Line]]:
    """The rows of a ledger table with a number above `after`, in order, what ended them as another line;
    `ended`: those alone that came to their end."""
    writer = _Writer(kept.table, pointed, but=kept.free | set(kept.ends))
    query = writer.query().where(writer.id > after)
    if ended:
        query = query.where(writer.columns[writer.places[kept.ends[0]]].is_not(None))
    for row in session.connection().execute(query):
        text, end = writer.line(row), None
        if kept.ends and row[writer.places[kept.ends[0]]] is not None:
            told = writer.cells(row, ((n, writer.places[n], writer.cell[n]) for n in kept.ends))
            end = _json(f"{kept.name} ended", {"row": short(text), **told})
        yield row[writer.at], Line(text, end)


def listed_lines(
    session: Session, table: type[SQLModel], version_id: int, pointed: Pointed
) -> Iterator[tuple[int, str]]:
    """The rows of a version in a table, in the order they were stored."""
    writer = _Writer(table, pointed, but={"version_id"})
    mine = writer.id if table is ListVersionRow else table.__table__.c.version_id  # type: ignore[attr-defined]
    for row in session.connection().execute(writer.query().where(mine == version_id)):
        yield row[writer.at], writer.line(row)


Shown = Iterable[tuple[str, int, Cell | None]]


class _Writer:
    """Lines of one table: everything but the row's number and what is left out."""

    def __init__(self, table: type[SQLModel], pointed: Pointed, but: Set[str]) -> None:
        self.columns = list(table.__table__.columns)  # type: ignore[attr-defined]
        self.name = str(table.__tablename__)
        self.places = {column.name: n for n, column in enumerate(self.columns)}
        self.at = self.places["id"]
        self.id = self.columns[self.at]
        self.cell = {c.name: _cell_of(c, pointed.names(c.name)) for c in self.columns}
        self._shown = [(n, p, self.cell[n]) for n, p in self.places.items() if n != "id" and n not in but]

    def query(self) -> "sa.Select[Any]":
        """All rows, in the order they were stored."""
        return sa.select(*self.columns).order_by(self.id)

    def line(self, row: Sequence[Any]) -> str:
        """The line of a row."""
        return _json(self.name, self.cells(row, self._shown))

    def cells(self, row: Sequence[Any], shown: Shown) -> dict[str, Any]:
        """What stands in a row, by name."""
        return {
            name: value if cell is None else cell(value)
            for name, place, cell in shown
            if (value := row[place]) is not None
        }


_encode = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode


def _json(table: str, told: Mapping[str, Any]) -> str:
    return _encode([table, told])


def _cell_of(column: "sa.Column[Any]", names: Names | None) -> Cell | None:
    """How a column's values are written; None where they are written as they are."""
    if names is not None:
        return lambda number: names.get(number, f"row {number}")
    if isinstance(column.type, UTCDateTime | sa.DateTime | sa.Date):
        return _text
    if isinstance(column.type, sa.LargeBinary):
        return lambda data: hashlib.sha256(data).hexdigest()
    return None


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return (value.astimezone(UTC) if value.tzinfo else value).isoformat(timespec="microseconds")
    return value.isoformat() if isinstance(value, date) else str(value)
