"""The events that an invented office is told of, and how rows are put into its tables in bulk."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Engine, insert, select
from sqlmodel import Session

from importer.rulings import Kind as Ruled
from importer.rulings import fingerprint, subject_text
from importer.store import UNMATCHED
from importer.stored import event_columns, event_rows, reading_fingerprint
from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, ReportRow, RoundRow, RulingRow
from office.database.engine import transaction
from scraper.records import EventRecord

OFFICER = "Invented Officer"
AT_ONCE = 50_000
"""Rows that are put in with one call."""


@dataclass(frozen=True, slots=True)
class Kindred:
    """What differs between two families: how an ID is written, its lists, and what its ratings are called."""

    name: str
    id: str
    opening: date
    months: int
    types: tuple[str, ...]


JAPANESE = Kindred("japanese", "N{:08}", date(2026, 11, 1), 1, ("standard", "rapid"))
QUEENSLAND = Kindred("queensland", "Q{:06d}", date(2027, 1, 1), 2, ("qj",))
KINDRED = {kind.name: kind for kind in (JAPANESE, QUEENSLAND)}


@dataclass(frozen=True, slots=True)
class Reported:
    """The events of one list, as they were read."""

    kind: Kindred
    records: tuple[EventRecord, ...]
    day: date

    def store(self, engine: Engine) -> None:
        """Stores them as an import does, all at once: nobody has looked at them yet."""
        with transaction(engine) as session:
            self.noted(session)
            events = dict(session.execute(_newest(EventRow, EventRow.key, len(self.records))).all())
            for at in (0, 1, 2):
                table = (RoundRow, EventPlayerRow, PairingRow)[at]
                more = UNMATCHED if table is EventPlayerRow else {}
                put(
                    session,
                    table,
                    (
                        {**row, **more, "event_id": events[_key(record)]}
                        for record in self.records
                        for row in event_rows(record)[at][1]
                    ),
                )
            if self.kind is QUEENSLAND:
                put(session, RulingRow, (self._class(record, noon(self.day)) for record in self.records))

    def noted(self, session: Session) -> dict[str, int]:
        """Stores reports, readings and events, without what stands in them; the readings by event."""
        moment, count = noon(self.day), len(self.records)
        put(session, ReportRow, (self._report(record, moment) for record in self.records))
        reports = dict(session.execute(_newest(ReportRow, ReportRow.reference, count)).all())
        put(session, ReadingRow, (self._reading(r, reports[_address(r)], moment) for r in self.records))
        readings = dict(session.execute(_newest(ReadingRow, ReadingRow.event_key, count)).all())
        put(session, EventRow, (self._event(r, readings[_key(r)]) for r in self.records))
        return readings

    def _report(self, record: EventRecord, moment: datetime) -> dict[str, Any]:
        return {
            "reference": _address(record), "arrived_on": self.day, "day_stated": True, "received_at": moment,
            "state": "read",
        }  # fmt: skip

    def _reading(self, record: EventRecord, report: int, moment: datetime) -> dict[str, Any]:
        return {
            "report_id": report, "event_key": _key(record), "reader": record.source.reader,
            "fingerprint": reading_fingerprint(record), "record": record.to_json(None), "read_at": moment,
        }  # fmt: skip

    def _event(self, record: EventRecord, reading: int) -> dict[str, Any]:
        return {
            **event_columns(record), "key": _key(record), "first_day": record.first_day,
            "last_day": record.last_day, "link_came_on": self.day, "arrived_on": self.day,
            "complete_on": self.day, "day_stated": True, "reading_id": reading,
        }  # fmt: skip

    def _class(self, record: EventRecord, moment: datetime) -> dict[str, Any]:
        facts = fingerprint(record.time_control.text, record.time_control.printed_kind)
        return {
            "kind": Ruled.EVENT_CLASS.value, "event_key": _key(record), "subject": subject_text({}),
            "fingerprint": facts, "value": "open", "reason": "as the organizer says", "who": OFFICER,
            "made_at": moment,
        }  # fmt: skip


def put(session: Session, table: type, rows: Iterable[dict[str, Any]]) -> None:
    """Rows in bulk, some thousands at a time."""
    some: list[dict[str, Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == AT_ONCE:
            session.execute(insert(table), some)
            some = []
    if some:
        session.execute(insert(table), some)


def _newest(table: Any, named: Any, count: int) -> Any:
    """The newest rows: what each is named by, with its number."""
    return select(named, table.id).order_by(table.id.desc()).limit(count)


def _key(record: EventRecord) -> str:
    return f"chess-results:{record.source.tournament}"


def _address(record: EventRecord) -> str:
    return f"https://chess-results.com/tnr{record.source.tournament}.aspx"


def noon(day: date) -> datetime:
    """Noon of a day in Japan."""
    return datetime(day.year, day.month, day.day, 3, tzinfo=UTC)
