"""Looks that were kept: an event is read again only where something has changed that its last look hung on.

What a look hangs on is the event's row with its reading, the reports behind it, the decisions on it and on
no event, those on its players elsewhere (R69), the register, organizers and applications, the last list, how
the rulings are read, and the program itself.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import BindParameter, Select, bindparam, insert, update
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from importer.findings import Finding
from importer.meetings import Meeting, Met, as_text, meeting_of, met_in, met_of
from importer.rulings import Kind
from importer.tables import EventRow, ReadingRow, ReportRow, RulingRow

if TYPE_CHECKING:
    from importer.ahead import Ahead, Entered
    from importer.review import Taken
    from importer.view import EventView
    from office.desk.desk import DeskEvent
    from office.desk.sight import Sight

PROGRAM = ("importer", "office", "rating", "scraper")
"""The folders of the program that a look hangs on."""


@cache
def program_state() -> tuple[int, int]:
    """Another one after the program was changed or installed anew: how many files, and the newest one's time
    of change."""
    root = Path(__file__).parents[2]
    files = [f.stat().st_mtime_ns for name in PROGRAM for f in (root / name).rglob("*") if f.suffix in ENDS]
    return len(files), max(files)


ENDS = frozenset({".py", ".toml", ".csv"})

EVENTS: BindParameter[Any] = bindparam("events", expanding=True)
"""The numbers of the events of which a query asks; the queries are made once."""

FINDING = tuple(field.name for field in fields(Finding))


class Look(NamedTuple):
    """What is kept of one look (`office.tables.LookRow`)."""

    list_date: date | None
    into: date | None
    findings: str
    meetings: str
    guests: str
    basis: str = ""


class Looks:
    """The looks that are kept of some events."""

    def __init__(self, seen: Sight, events: Sequence[EventRow]) -> None:
        self._seen, self._session, self._guests, self._events = seen, seen.session, seen.guests, events
        self._ruled: dict[str | None, list[int | None]] = defaultdict(list)
        self._same: dict[str | None, list[RulingRow]] = defaultdict(list)
        for row in seen.rulings.in_order():
            self._ruled[row.event_key].append(row.id)
            if row.kind == Kind.SAME_EVENT.value:
                self._same[row.value].append(row)
        self._met: dict[str, Met] = {}
        self._new: dict[int, Look] = {}
        self.players: dict[int, Taken] = {}
        self._rows = _by_event(self._session, [e.id for e in events])
        readings = [r for e in events for r in (e.reading_id, e.newer_reading_id) if r is not None]
        self._reports = _reports(self._session, readings)

    @cached_property
    def ahead(self) -> Ahead:
        """The rows of the events, for who looks at them anew; most commands look at none."""
        from importer.ahead import Ahead

        return Ahead(self._session, self._events)

    @cached_property
    def _everywhere(self) -> str:
        """What every look hangs on."""
        seen = self._seen
        hung_on = (seen.state, seen.version, seen.switches.as_dict(), seen.family.name)
        return _sum((hung_on, program_state(), self._ruled[None]))

    @cached_property
    def _reread(self) -> dict[int, tuple[str, str]]:
        if not self._seen.reread:
            return {}
        from office.tables import RereadRow

        return {r.reading_id: (r.reader, r.differences) for r in self._session.exec(select(RereadRow)).all()}

    def standing(self, event: EventRow) -> tuple[date | None, date | None, tuple[Finding, ...]] | None:
        """What the last look at an event found, if nothing has changed: the list it is for, the one it is
        put into, and the findings."""
        row = self._rows.get(event.id or 0)
        if row is None or row.basis != self._basis(event, row):
            return None
        return row.list_date, row.into, tuple(Finding(**told) for told in json.loads(row.findings))

    def keep(self, found: DeskEvent, guests: Iterable[Entered]) -> None:
        """What was found just now; `guests`: those of whom a decision elsewhere can say who they are."""
        event = found.view.event
        keys = [self._guests.keys(player) for player in guests] if self._guests else []
        met = self._met[found.view.key] = met_of(found.view)
        told = [{name: getattr(finding, name) for name in FINDING} for finding in found.findings]
        kept = Look(
            found.list_date, found.into, json.dumps(told, ensure_ascii=False), as_text(met),
            json.dumps(keys, ensure_ascii=False),
        )  # fmt: skip
        self._new[event.id or 0] = kept._replace(basis=self._basis(event, kept))

    def store(self) -> None:
        """Stores what was found since, of all events at once; what is as it was is not written again."""
        if not self._new:
            return
        from importer.review import store_players
        from office.tables import LookRow

        store_players(self._session, self.players)
        self.players.clear()
        new, self._new = self._new, {}
        table = LookRow.__table__  # type: ignore[attr-defined]
        added = [{"event_id": n, **look._asdict()} for n, look in new.items() if n not in self._rows]
        changed = [
            {"of_event": n, **{f"new_{name}": value for name, value in look._asdict().items()}}
            for n, look in new.items()
            if n in self._rows and look != self._rows[n]
        ]
        if added:
            self._session.execute(insert(table), added)
        if changed:
            told: dict[str, Any] = {name: bindparam(f"new_{name}") for name in Look._fields}
            query = update(table).where(table.c.event_id == bindparam("of_event")).values(told)
            self._session.connection().execute(query, changed)
        self._rows |= new

    def meetings(self, view: EventView) -> Sequence[Meeting]:
        """Who met whom, of an event whose look stands, or of any other one."""
        return list(map(meeting_of, self.met(view).kept))

    def met(self, view: EventView) -> Met:
        """What is kept of them."""
        found = self._met.get(view.key)
        if found is None:
            row = self._rows.get(view.event.id or 0)
            found = self._met[view.key] = met_in(row.meetings) if row is not None else met_of(view)
        return found

    def left(self, view: EventView) -> bool:
        """Whether the last look left the event's rows as they are: who met whom, for whom each is taken."""
        return self._rows[view.event.id or 0].meetings == as_text(met_of(view))

    def names(self, views: Sequence[EventView], members: Collection[int]) -> dict[str, dict[int, str]]:
        """The names in print of these members in events, by the keys of these and the members' rows."""
        by_event: dict[int, dict[int, str]] = {view.event.id or 0: {} for view in views}
        self._session.flush()
        query, some = _members(few := len(members) <= FEW), {"events": [*by_event], "members": list(members)}
        for number, member, name in self._session.connection().execute(query, some) if members else ():
            if few or member in members:
                by_event[number][member] = name
        return {view.key: by_event[view.event.id or 0] for view in views}

    def also(self, events: Sequence[EventRow]) -> None:
        """These events are compared with, too."""
        self._rows |= _by_event(self._session, [e.id for e in events])

    def _basis(self, event: EventRow, row: Look) -> str:
        """The sum over everything a look hangs on and over what is kept of it: a row that was damaged or
        changed stands for nothing."""
        try:
            guests = json.loads(row.guests)
        except ValueError:
            return ""  # no sum of anything: the event is looked at anew
        same = self._set_aside_for(event.key)
        aside = [row.event_key for row in same]
        others = self._session.exec(select(EventRow).where(col(EventRow.key).in_(aside))) if aside else ()
        hangs_on = (
            self._everywhere,
            _values(event),
            self._ruled[event.key],
            [(row.id, self._ruled[row.event_key]) for row in same],
            sorted(str(_values(other)) for other in others),
            self._guests.standing(guests) if self._guests else None,
            self._reports.get(event.reading_id),
            [self._reread.get(n or 0) for n in (event.reading_id, event.newer_reading_id)],
            (row.list_date, row.into),
        )
        return _sum(hangs_on, row.findings, row.meetings, row.guests)

    def _set_aside_for(self, key: str) -> Sequence[RulingRow]:
        """The decisions that set other reports aside for an event, or for one of these."""
        keys: list[str | None] = [key]
        found = []
        for one in keys:
            for row in self._same.get(one, ()):
                if row.event_key not in keys:
                    found.append(row)
                    keys.append(row.event_key)
        return found


def _sum(told: object, *texts: str) -> str:
    found = hashlib.sha256(json.dumps([told, *map(len, texts)], default=str).encode())
    for text in texts:  # they are long, and JSON already
        found.update(text.encode("utf-8", "surrogatepass"))
    return found.hexdigest()


_COLUMNS = tuple(EventRow.model_fields)


def _values(event: EventRow) -> list[Any]:
    return [getattr(event, name) for name in _COLUMNS]


def _by_event(session: Session, numbers: Sequence[int | None]) -> dict[int, Look]:
    if not numbers:
        return {}
    from office.tables import LookRow

    session.flush()
    rows = session.connection().execute(_kept(LookRow), {"events": numbers})
    return {number: Look(*cells) for *cells, number in rows.all()}


@cache
def _kept(table: Any) -> Select[Any]:
    own = table.__table__.c
    return columns(*(own[name] for name in Look._fields), own.event_id).where(own.event_id.in_(EVENTS))


FEW = 1000
"""Members that a query names."""


@cache
def _members(few: bool) -> Select[Any]:
    from importer.tables import EventPlayerRow

    own = EventPlayerRow.__table__.c  # type: ignore[attr-defined]
    some = own.member_id.in_(bindparam("members", expanding=True)) if few else own.member_id.is_not(None)
    mine = columns(own.event_id, own.member_id, own.name).where(own.event_id.in_(EVENTS), some)
    return mine.order_by(own.id)


@cache
def _reported() -> Select[Any]:
    reading, one = ReadingRow.__table__.c, ReportRow.__table__.c  # type: ignore[attr-defined]
    own = ReportRow.__table__.alias("own")  # type: ignore[attr-defined]
    whole = ReadingRow.__table__.join(own, own.c.id == reading.report_id)  # type: ignore[attr-defined]
    whole = whole.join(ReportRow.__table__, one.reference == own.c.reference)  # type: ignore[attr-defined]
    told = columns(reading.id, one.id, one.reporter, one.arrived_on, one.message_id).select_from(whole)
    return told.where(reading.id.in_(bindparam("readings", expanding=True)), one.state == "read").order_by(
        one.id
    )


def _reports(session: Session, readings: Sequence[int]) -> dict[int, list[Any]]:
    """By reading, every report of what it was read from: who reported it."""
    if not readings:
        return {}
    session.flush()
    query = session.connection().execute(_reported(), {"readings": list(readings)})
    found: dict[int, list[Any]] = defaultdict(list)
    for reading, *one in query.all():
        found[reading].append(one)
    return found
