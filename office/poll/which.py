"""Which events are looked at again, and until when.

An incomplete event (announced, running, results missing) is looked at until `waiting` days after its last
day or its last change, whichever is later. A complete one, published or not, until `quiet` days have gone by
without a change. An event that the officer excluded is not looked at. Those not looked at for the longest
time come first, so that a budget that ends does not end at the same events every day.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlmodel import Session, col, select

from importer.rulings import Kind, Rulings, subject_text
from importer.tables import EventRow, ReadingRow
from office.families import day_here
from office.tables import PollRow
from scraper.records import EventRecord

QUIET, WAITING = 30, 90
"""Days; the switches --quiet-days and --waiting-days set others."""


@dataclass(frozen=True, slots=True)
class Watched:
    """An event with its newest reading, what the last look left, and the last day it is looked at."""

    event: EventRow
    reading: ReadingRow
    row: PollRow | None
    until: date

    @property
    def record(self) -> EventRecord:
        """The newest reading, read from its frozen form."""
        return EventRecord.from_dict(json.loads(self.reading.record))


def watched(session: Session, *, quiet: int = QUIET, waiting: int = WAITING) -> list[Watched]:
    """Every event that has a page on the site and was not excluded, the longest unseen first."""
    rulings = Rulings.in_force(session)
    rows = {row.event_key: row for row in session.exec(select(PollRow))}
    found = []
    for event in session.exec(select(EventRow).order_by(col(EventRow.id))):
        excluded = [r for r in rulings.of_event(event.key, Kind.EXCLUDE) if r.subject == subject_text({})]
        if event.tournament is None or excluded:
            continue
        reading = session.get_one(ReadingRow, event.newer_reading_id or event.reading_id)
        row = rows.get(event.key)
        changed = day_here(session, max(reading.read_at, row.changed_at) if row else reading.read_at)
        found.append(Watched(event, reading, row, _until(event, changed, quiet, waiting)))
    return sorted(found, key=lambda w: (w.row.looked_at.timestamp() if w.row else 0.0, w.event.id or 0))


def due(events: Sequence[Watched], today: date) -> tuple[list[Watched], list[Watched]]:
    """Those to be looked at today, and those whose time is over."""
    return [w for w in events if w.until >= today], [w for w in events if w.until < today]


def _until(event: EventRow, changed: date, quiet: int, waiting: int) -> date:
    if event.complete_on is not None:
        return changed + timedelta(days=quiet)
    return max(changed, event.last_day or changed) + timedelta(days=waiting)
