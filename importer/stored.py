"""An event's rows as its frozen reading makes them; and whether they still are what was read."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlmodel import Session, SQLModel, col, select

from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow, RoundRow
from scraper.records import EventRecord, Problem

Rows = Sequence[Mapping[str, Any]]


def reading_fingerprint(record: EventRecord) -> str:
    """SHA-256 over everything read, except which pages it came from and when they were uploaded."""
    content = record.to_dict()
    del content["source"], content["last_update"]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def event_columns(record: EventRecord) -> dict[str, Any]:
    """What an event's row has of its reading, but for its days, which may be decided (`apply_days`)."""
    told = {n: getattr(record, n) for n in ("name", "group", "federation", "organizer", "round_count")}
    return told | {
        "tournament": record.source.tournament,
        "system": record.system.value if record.system else None,
        "time_control": record.time_control.text,
        "printed_kind": record.time_control.printed_kind,
        "minutes_at_60": record.time_control.minutes_at_60,
        "last_update": record.last_update,
    }


def event_rows(record: EventRecord) -> list[tuple[type[SQLModel], Rows]]:
    """Rounds, players and pairings as they are stored, by table."""
    rounds = [{"number": r.number, "played_on": r.date, "time": r.time} for r in record.rounds]
    players = [{name: getattr(player, name) for name in PLAYER_FIELDS} for player in record.players]
    pairings = [
        {
            "round": p.round,
            "board": p.board,
            "white": p.white,
            "black": p.black,
            "result": p.result.value if p.result else None,
            "kind": p.kind.value,
            "colours": p.colours,
        }
        for p in record.pairings
    ]
    return [(RoundRow, rounds), (EventPlayerRow, players), (PairingRow, pairings)]


def stored_faults(session: Session, event: EventRow) -> Iterator[Problem]:
    """Everything of a stored event that its frozen reading does not say, or the reading itself where it is
    not what was read. A day of report must be that of a report of this event."""
    reading = session.get(ReadingRow, event.reading_id)
    if reading is None or reading.event_key != event.key:
        yield _fault(event, "reading", f"a stored reading of {event.key}", "another one")
        return
    record = EventRecord.from_dict(json.loads(reading.record))
    if reading_fingerprint(record) != reading.fingerprint:
        yield _fault(event, "reading", reading.fingerprint, reading_fingerprint(record))
        return
    for name, value in event_columns(record).items():
        if getattr(event, name) != value:
            yield _fault(event, name, value, getattr(event, name))
    for table, expected in event_rows(record):
        yield from _table_faults(session, event, table, expected)
    yield from _day_faults(session, event)


def _table_faults(
    session: Session, event: EventRow, table: type[SQLModel], expected: Rows
) -> Iterator[Problem]:
    columns = table.__table__.c  # type: ignore[attr-defined]
    names = list(expected[0]) if expected else [c.name for c in columns if c.name not in ("id", "event_id")]
    query = select(*(columns[name] for name in names)).where(columns.event_id == event.id)
    held = [tuple(row) for row in session.exec(query)]
    read = [tuple(row[name] for name in names) for row in expected]
    for row in sorted(set(read) - set(held), key=str):
        yield _fault(event, str(table.__tablename__), _shown(names, row), "none such")
    for row in sorted(set(held) - set(read), key=str):
        yield _fault(event, str(table.__tablename__), None, _shown(names, row))
    if set(read) == set(held) and len(read) != len(held):
        yield _fault(event, str(table.__tablename__), f"{len(read)} rows", f"{len(held)} rows")


def _day_faults(session: Session, event: EventRow) -> Iterator[Problem]:
    query = (
        select(ReportRow)
        .join(ReadingRow, col(ReadingRow.report_id) == ReportRow.id)
        .where(ReadingRow.event_key == event.key)
        .order_by(col(ReadingRow.id))
    )
    reports = list(session.exec(query))
    first = reports[0]
    alike = session.exec(
        select(col(ReportRow.arrived_on)).where(col(ReportRow.reference) == first.reference)
    ).all()
    for name, days in (
        ("arrived_on", {first.arrived_on}),
        ("link_came_on", set(alike)),
        ("complete_on", {None, *(report.arrived_on for report in reports)}),
        ("day_stated", {first.day_stated}),
    ):
        if getattr(event, name) not in days:
            shown = ", ".join(sorted(str(day) for day in days if day is not None))
            yield _fault(event, name, f"{shown}, of its reports", getattr(event, name))


def _shown(names: Sequence[str], row: Sequence[Any]) -> str:
    return ", ".join(f"{n} {v}" for n, v in zip(names, row, strict=True) if v is not None)


def _fault(event: EventRow, where: str, expected: object, found: object) -> Problem:
    words = ["nothing" if value is None else str(value) for value in (expected, found)]
    remedy = "restore the database from a copy made before, or import the event again"
    return Problem("event-differs", f"E{event.id} {event.key}, {where}", words[0], words[1], remedy)


PLAYER_FIELDS = (
    *("number", "name", "title", "federation", "national_id", "fide_id", "rating", "rating_national"),
    *("rating_international", "sex", "club"),
)
