"""What was read, into the tables as the event stands: new, known, on a published list, or taken up again."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlmodel import Session

from importer.bounds import refuse_beyond
from importer.keys import event_key
from importer.rulings import Kind, Rulings
from importer.store import Stored, store_event
from importer.tables import ReportRow
from office.lists.chain import published_events
from scraper.records import EventRecord

if TYPE_CHECKING:
    from office.desk.sight import Sight


def take_in(
    session: Session, record: EventRecord, report: ReportRow, now: datetime, seen: Sight | None = None
) -> Stored:
    """Stores an event; `ImportRefused` for one with a day or number beyond all bounds. Where a published
    list holds it, it is kept beside; while the event is taken up for a correction, it is part of that
    correction (7(3)). `seen`: the office as it stands, where somebody has looked already."""
    refuse_beyond(record)
    key = event_key(record)
    if seen is None:
        taken_up = any(ruling.event_key == key for ruling in Rulings.in_force(session).of_kind(Kind.REOPEN))
        published = key in published_events(session)
    else:
        taken_up, published = key in seen.reopened, key in seen.published
    return store_event(session, record, report=report, now=now, published=published, taken_up=taken_up)
