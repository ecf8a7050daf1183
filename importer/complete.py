"""When what was read of an event is all of it: from then on its link is a report (R16)."""

import json

from sqlmodel import Session, col, select

from importer.tables import EventRow, ReadingRow
from scraper.records import EventRecord, Kind


def is_complete(record: EventRecord) -> bool:
    """True when no result is pending and every round has pairings: only then is a link a report (R16). Where
    only a grid tells the games, no round is known, and every pair has a result."""
    paired = {p.round for p in record.pairings}
    pending = any(p.kind is Kind.PENDING for p in record.pairings)
    if rounds_unknown(record):
        return bool(paired) and not pending
    rounds = record.round_count or 0
    return rounds > 0 and not pending and paired >= set(range(1, rounds + 1))


def rounds_unknown(record: EventRecord) -> bool:
    """Whether the games stand in no round: only the grid of a round robin tells them."""
    return any(p.code == "round-unknown" for p in record.problems)


def once_incomplete(session: Session, event: EventRow) -> bool:
    """Whether an event that is complete since the day of its first readable report was not so when it could
    first be read: it was completed later that day. An earlier day, on which its link came and could not be
    read, is then not the day of a report (R16, R25)."""
    if not event.link_came_on < event.arrived_on == event.complete_on:
        return False
    readings = select(ReadingRow.record).where(ReadingRow.event_key == event.key)
    first = session.exec(readings.order_by(col(ReadingRow.id))).first()
    return first is not None and not is_complete(EventRecord.from_dict(json.loads(first)))
