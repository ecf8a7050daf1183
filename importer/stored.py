"""An event's rows as its frozen reading makes them; and whether they still are what was read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import date
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Self

import orjson
import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from importer.rulings import Kind
from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow, RoundRow, RulingRow
from scraper.records import EventRecord, Pairing, Player, Problem, pairing_cells

if TYPE_CHECKING:
    from importer.view import EventView

Rows = Sequence[tuple[Any, ...]]


def reading_fingerprint(record: EventRecord) -> str:
    """SHA-256 over everything read, except which pages it came from and when they were uploaded."""
    return to_freeze(record)[0]


def to_freeze(record: EventRecord) -> tuple[str, str]:
    """A reading's fingerprint, and the text that is frozen."""
    text, read = record.to_texts()
    return hashlib.sha256(read.encode()).hexdigest(), text


def frozen_record(reading: ReadingRow) -> tuple[EventRecord, str]:
    """A frozen reading as it was read, and its fingerprint as it is now."""
    told = orjson.loads(reading.record)
    record = EventRecord.from_dict(told)
    if (found := _fingerprint(told)) == reading.fingerprint:  # what was frozen is what the record says
        return record, found
    return record, reading_fingerprint(record)


def _as_frozen(reading: ReadingRow) -> tuple[dict[str, Any], list[tuple[type[SQLModel], Rows]]] | str:
    """What an event's rows should be by its frozen reading; where that is not what was read, its fingerprint
    as it is now. Players and pairings that are what was read are compared as they stand in the document: no
    record of each is made."""
    told = orjson.loads(reading.record)
    with suppress(KeyError):  # frozen before a pairing had all that it has now
        if _fingerprint(told) == reading.fingerprint:
            beside = EventRecord.from_dict({**told, "players": [], "pairings": []})
            rounds, *_none = event_rows(beside)
            players: Rows = list(map(_TOLD_OF_PLAYER, told["players"]))
            pairings: Rows = list(map(_TOLD_OF_PAIRING, told["pairings"]))
            return event_columns(beside), [rounds, (EventPlayerRow, players), (PairingRow, pairings)]
    record, found = frozen_record(reading)
    return (event_columns(record), event_rows(record)) if found == reading.fingerprint else found


def _fingerprint(told: dict[str, Any]) -> str:
    content = {name: value for name, value in told.items() if name not in ("source", "last_update")}
    return hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def event_columns(record: EventRecord) -> dict[str, Any]:
    """What an event's row has of its reading, but for its days, which may be decided (`apply_days`). So may
    its name (`apply_name`)."""
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
    """Rounds, players and pairings as they are stored, by table: the columns of `STORED`."""
    rounds = [(r.number, r.date, r.time) for r in record.rounds]
    players = list(map(_PLAYER_CELLS, record.players))
    return [(RoundRow, rounds), (EventPlayerRow, players), (PairingRow, pairing_cells(record.pairings))]


def stored_faults(
    session: Session, events: Sequence[EventRow], views: Sequence[EventView] = ()
) -> Iterator[Problem]:
    """Everything of stored events that their frozen readings do not say, or a reading itself where it is
    not what was read. A day of report must be that of a report of the event. `views`: the events with their
    rows, where these were read in this transaction."""
    for at in range(0, len(events), AT_ONCE):
        some = events[at : at + AT_ONCE]
        session.flush()
        held = _Held.of(session, some, views[at : at + AT_ONCE])
        for event in some:
            yield from _event_faults(session, event, held)


AT_ONCE = 200
"""Events that are looked at together."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What is stored of some events: readings and reports by row, rows of their tables by event, readings by
    the key of their event in the order they came, and the days on which each reference was reported."""

    readings: Mapping[int, ReadingRow]
    reports: Mapping[str, Sequence[ReportRow]]
    rows: Mapping[type[SQLModel], Mapping[int, Sequence[tuple[Any, ...]]]]
    days: Mapping[str, frozenset[date]]

    @classmethod
    def of(cls, session: Session, events: Sequence[EventRow], views: Sequence[EventView]) -> Self:
        numbers, keys = [event.id for event in events], [event.key for event in events]
        read = select(ReadingRow).where(col(ReadingRow.id).in_({event.reading_id for event in events}))
        query = (
            select(ReadingRow.event_key, ReportRow)
            .join(ReportRow, col(ReadingRow.report_id) == ReportRow.id)
            .where(col(ReadingRow.event_key).in_(keys))
            .order_by(col(ReadingRow.id))
        )
        reports: dict[str, list[ReportRow]] = {}
        for key, report in session.exec(query):
            reports.setdefault(key, []).append(report)
        named = {report.reference for mine in reports.values() for report in mine}
        days: dict[str, set[date]] = {}
        alike = select(col(ReportRow.reference), col(ReportRow.arrived_on)).where(
            col(ReportRow.reference).in_(named)
        )
        for reference, day in session.exec(alike):
            days.setdefault(reference, set()).add(day)
        return cls(
            {reading.id or 0: reading for reading in session.exec(read)},
            reports,
            _viewed(views)
            if views
            else {table: _rows_of(session, table, names, numbers) for table, names in STORED.items()},
            {reference: frozenset(mine) for reference, mine in days.items()},
        )


def _viewed(views: Sequence[EventView]) -> Mapping[type[SQLModel], Mapping[int, Rows]]:
    """The rows of events that somebody has read already."""
    return {
        RoundRow: {view.event.id or 0: list(view.rounds.values()) for view in views},
        EventPlayerRow: {
            view.event.id or 0: list(map(_PLAYER_CELLS, view.players.values())) for view in views
        },
        PairingRow: {view.event.id or 0: view.pairings for view in views},
    }


def _rows_of(
    session: Session, table: type[SQLModel], names: Sequence[str], numbers: Sequence[int | None]
) -> dict[int, list[tuple[Any, ...]]]:
    own = table.__table__.c  # type: ignore[attr-defined]
    query = sa.select(own.event_id, *(own[name] for name in names)).where(own.event_id.in_(numbers))
    found: dict[int, list[tuple[Any, ...]]] = {}
    for number, *cells in session.connection().execute(query).all():
        found.setdefault(number, []).append(tuple(cells))
    return found


def _event_faults(session: Session, event: EventRow, held: _Held) -> Iterator[Problem]:
    reading = held.readings.get(event.reading_id)
    if reading is None or reading.event_key != event.key:
        yield _fault(event, "reading", f"a stored reading of {event.key}", "another one")
        return
    frozen = _as_frozen(reading)
    if isinstance(frozen, str):
        yield _fault(event, "reading", reading.fingerprint, frozen)
        return
    columns, rows = frozen
    for name, value in columns.items():
        if getattr(event, name) != value and not (name == "name" and _is_ruled(session, event)):
            yield _fault(event, name, value, getattr(event, name))
    for table, expected in rows:
        yield from _table_faults(event, table, expected, held.rows[table].get(event.id or 0, []))
    yield from _day_faults(event, held)


def _is_ruled(session: Session, event: EventRow) -> bool:
    """Whether the event's name was ever decided (`apply_name`)."""
    named = select(RulingRow.id).where(RulingRow.kind == Kind.ACCEPT, RulingRow.event_key == event.key)
    return session.exec(named.where(RulingRow.value == event.name)).first() is not None


def _table_faults(
    event: EventRow, table: type[SQLModel], expected: Rows, held: Sequence[tuple[Any, ...]]
) -> Iterator[Problem]:
    if list(expected) == list(held):  # in the order in which they were read, as most are
        return
    names, read, stored = STORED[table], set(expected), set(held)
    if read != stored:
        for row in sorted(read - stored, key=str):
            yield _fault(event, str(table.__tablename__), _shown(names, row), "none such")
        for row in sorted(stored - read, key=str):
            yield _fault(event, str(table.__tablename__), None, _shown(names, row))
    elif len(expected) != len(held):
        yield _fault(event, str(table.__tablename__), f"{len(expected)} rows", f"{len(held)} rows")


def _day_faults(event: EventRow, held: _Held) -> Iterator[Problem]:
    reports = held.reports[event.key]
    firsts = [reports[0]]
    if event.tournament is None:  # a file that was found late can have arrived before the one read first
        firsts.append(min(reports, key=lambda report: report.arrived_on))
    for name, days in (
        ("arrived_on", {first.arrived_on for first in firsts}),
        ("link_came_on", {day for first in firsts for day in held.days[first.reference]}),
        ("complete_on", {None, *(report.arrived_on for report in reports)}),
        ("day_stated", {first.day_stated for first in firsts}),
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


PLAYER_FIELDS = tuple(field.name for field in fields(Player) if field.name != "born")
_PLAYER_CELLS, _TOLD_OF_PLAYER = attrgetter(*PLAYER_FIELDS), itemgetter(*PLAYER_FIELDS)
STORED: dict[type[SQLModel], tuple[str, ...]] = {
    RoundRow: ("number", "played_on", "time"),
    EventPlayerRow: PLAYER_FIELDS,
    PairingRow: tuple(field.name for field in fields(Pairing)),
}
"""What is stored of a reading, by table; a player's row also says whom he is taken for."""
_TOLD_OF_PAIRING = itemgetter(*STORED[PairingRow])
UNMATCHED: Mapping[str, Any] = {"match": "unknown", "match_rule": "", "member_id": None, "candidates": "[]"}
"""Whom a player is taken for whom nobody has looked for yet."""
