"""An `EventRecord` into the tables: one event, whole, in the caller's transaction; again is no change."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Delete, Select, Table, bindparam
from sqlalchemy import select as columns
from sqlalchemy.orm import make_transient_to_detached
from sqlmodel import Session, col, delete, insert, select

from importer.ahead import Dated, Entered, Paired, Rows, rows_of
from importer.arrived import came_earlier, completed_on, days_in_order, first_came, is_overtaken
from importer.differences import differences
from importer.keys import event_key
from importer.stored import STORED, UNMATCHED, event_columns, event_rows, to_freeze
from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow
from importer.view import is_complete
from importer.view import reading as as_read
from scraper.records import EventRecord


@dataclass(frozen=True, slots=True)
class Stored:
    """What storing did. `state`: `created`, `updated`, `unchanged`, `held` (it differs, but a published list
    stands on what is stored: the new reading is kept beside it for the officer), `as published` (it is again
    as that list has it), `taken up` (as `held`, but the event is taken up for a correction, which the
    new reading is now part of), or `kept beside` (a file that arrived before the one that counts, and is
    kept with what it has otherwise). `event`: its row."""

    state: str
    event_key: str
    players: int
    pairings: int
    changes: tuple[str, ...] = ()
    event: EventRow | None = field(default=None, compare=False, repr=False)


def store_event(
    session: Session,
    record: EventRecord,
    *,
    report: ReportRow,
    now: datetime,
    published: bool,
    taken_up: bool = False,
) -> Stored:
    """Stores what was read and freezes the reading beside it.

    `report` is the report that brought it; `published` tells that a published list stands on the
    stored event, which is then not touched, unless it is `taken_up` for a correction (7(3)), as one that
    came after its list can be, too: then its day stays. The day of the first complete report stays, but for
    an earlier one of a report of the same (R25); an event that was incomplete before is reported on the day
    of the report that completed it (R16). A file that arrived before the one that counts changes nothing
    but these days.
    """
    key = event_key(record)
    fingerprint, text = to_freeze(record)
    event = stored_event(session, key)
    counts = len(record.players), len(record.pairings)
    if event is not None:
        if not published and report.arrived_on < event.link_came_on:
            came_earlier(session, event, report, record.last_day)
        current = session.get_one(ReadingRow, event.newer_reading_id or event.reading_id)
        if current.fingerprint == fingerprint:
            return Stored("unchanged", key, *counts, event=event)
    overtaken = (
        event is not None and record.source.tournament is None and is_overtaken(session, report, current)
    )
    assert report.id is not None
    table: Table = ReadingRow.__table__  # type: ignore[attr-defined]
    told = {"report_id": report.id, "event_key": key, "reader": record.source.reader}
    told |= {"fingerprint": fingerprint, "record": text, "read_at": now}
    session.flush()
    kept = session.connection().execute(table.insert(), told).inserted_primary_key
    reading_id: int = kept[0]  # type: ignore[index]
    changes: tuple[str, ...] = ()
    if event is not None:
        counts_now = (current.id or 0) if overtaken else event.reading_id
        changes = differences(as_read(session, counts_now), record)
    if event is not None and overtaken:
        if not published and not taken_up:
            days_in_order(session, event)
        return Stored(BESIDE, key, *counts, changes, event)
    if event is not None and published:
        if taken_up:
            take_reading(session, event, reading_id)
        else:
            event.newer_reading_id = reading_id
            session.add(event)
        state = "taken up" if taken_up else "held" if changes else "as published"
        return Stored(state, key, *counts, changes, event)
    completed = report.arrived_on
    if event is None:
        state = "created"
        event = EventRow(
            key=key,
            name=record.name,
            link_came_on=first_came(session, report),
            arrived_on=report.arrived_on,
            day_stated=report.day_stated,
            reading_id=reading_id,
        )
    else:
        state = "updated"
        completed = completed_on(session, event, report)
    _fill(event, record, reading_id)
    if not is_complete(record):
        event.complete_on = event.complete_on if taken_up else None
    elif event.complete_on is None:
        event.complete_on = completed
    if state == "created":
        added(session, event)
    else:
        session.add(event)
        session.flush()
    _replace_children(session, event, record, new=state == "created")
    return Stored(state, key, *counts, changes, event)


BESIDE = "kept beside"
"""State of what was read and does not count, since what arrived later does."""


def take_reading(session: Session, event: EventRow, reading_id: int) -> None:
    """Stores an event anew from one of its frozen readings, for a correction of the list that holds it or
    back again. The days of its reports stay."""
    record = as_read(session, reading_id)
    _fill(event, record, reading_id)
    session.add(event)
    session.flush()
    _replace_children(session, event, record)


def received(
    session: Session,
    *,
    reference: str,
    text: str | None,
    arrived_on: date,
    day_stated: bool,
    now: datetime,
    message: int | None = None,
    reporter: str | None = None,
) -> ReportRow:
    """Notes that a report came in, before anything is read of it.

    `message`: the row of the mail it came with. One mail reports one thing once: taken again after it was
    cut off, its report is the same row. `reporter`: who reported, where the officer or a pasted mail says so.
    """
    if message is not None:
        again = select(ReportRow).where(ReportRow.message_id == message, ReportRow.reference == reference)
        before = session.exec(again).first()
        if before is not None:
            before.state, before.problem = "received", None
            session.add(before)
            return before
    row = ReportRow(
        reference=reference,
        text=text,
        arrived_on=arrived_on,
        day_stated=day_stated,
        received_at=now,
        state="received",
        message_id=message,
        reporter=reporter,
    )
    added(session, row)
    return row


def added(session: Session, row: EventRow | ReportRow) -> None:
    """Stores a new row, which is the session's from here on, without what a flush costs that looks for what
    else is new."""
    table: Table = row.__table__  # type: ignore[union-attr]
    told = {column.name: getattr(row, column.name) for column in table.columns if column.name != "id"}
    row.id = session.connection().execute(table.insert(), told).inserted_primary_key[0]  # type: ignore[index]
    make_transient_to_detached(row)
    session.add(row)


def _fill(event: EventRow, record: EventRecord, reading_id: int) -> None:
    for name, value in event_columns(record).items():
        setattr(event, name, value)
    event.first_day, event.last_day = record.first_day, record.last_day
    event.reading_id, event.newer_reading_id = reading_id, None


def _replace_children(session: Session, event: EventRow, record: EventRecord, *, new: bool = False) -> None:
    for table, rows in event_rows(record):
        if not new:
            session.exec(delete(table).where(col(table.event_id) == event.id))  # type: ignore[attr-defined]
        elif session.connection().get_execution_options().get(READING):
            session.connection().execute(_none_of(table), {"event": event.id})
        more: dict[str, Any] = {"event_id": event.id}
        if table is EventPlayerRow:
            more |= UNMATCHED
        _insert(session, table, (*STORED[table], *more), [(*row, *more.values()) for row in rows])


def rows_just_stored(session: Session, event: EventRow, record: EventRecord) -> Rows:
    """As `read_rows`, of an event that was stored from this reading just now: of the database only the
    numbers are asked that it gave to the players."""
    connection, of = session.connection(), {"events": [event.id]}
    given: dict[int, int] = dict(map(tuple, connection.execute(rows_of(EventPlayerRow, "number", "id"), of)))
    rounds, players, pairings = (rows for _table, rows in event_rows(record))
    order: Any = itemgetter(0, 1, 2)
    if any(row[1] is None for row in pairings):
        first = connection.dialect.name == "sqlite"  # there no board comes before every board, else behind
        order = lambda r: (r[0], (r[1] is None) != first, r[1] or 0, r[2])  # noqa: E731
    made: Any = tuple.__new__  # a named tuple's own is written in Python
    return Rows(
        {row[0]: Dated(*row) for row in sorted(rounds)},
        {
            row[0]: Entered(given[row[0]], event.id or 0, *row, *UNMATCHED.values())
            for row in sorted(players, key=itemgetter(0))
        },
        tuple([made(Paired, row) for row in sorted(pairings, key=order)]),
        None,
    )


def stored_event(session: Session, key: str) -> EventRow | None:
    """The event of this key; most that come are new, for which nothing is mapped."""
    session.flush()
    number = session.connection().execute(_number(), {"key": key}).scalar()
    return None if number is None else session.get_one(EventRow, number)


@cache
def _number() -> Select[Any]:
    own = EventRow.__table__.c  # type: ignore[attr-defined]
    return columns(own.id).where(own.key == bindparam("key"))


READING = "banzuke_reading"
"""As office/database/beside.py has it: who only looks stores into tables beside, which a deletion makes."""


@cache
def _none_of(table: type) -> Delete:
    own: Table = table.__table__  # type: ignore[attr-defined]
    return own.delete().where(own.c.event_id == bindparam("event"))


PLAIN = (EventPlayerRow, PairingRow)
"""Tables of which every cell is text, a number or a truth, as the driver takes them."""


def _insert(session: Session, table: type, columns: Sequence[str], rows: list[tuple[Any, ...]]) -> None:
    """Stores rows, each with all of these columns, behind the deletion of those before."""
    if not rows:  # an insert with no parameters would add one row of defaults
        return
    connection = session.connection()
    if table not in PLAIN:
        connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in rows])
        return
    name = connection.dialect.identifier_preparer.quote
    cells = ", ".join([placeholder(connection)] * len(columns))
    made, named = name(table.__tablename__), ", ".join(map(name, columns))
    connection.exec_driver_sql(f"INSERT INTO {made} ({named}) VALUES ({cells})", rows)


def placeholder(connection: Connection) -> str:
    """What stands for a value in a statement that goes to the driver as it is."""
    return "?" if connection.dialect.name == "sqlite" else "%s"
