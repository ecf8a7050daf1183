"""What the office would ask of an event before it is reported, in its organizer's words: it is taken in as
any report and let go again. He reads what he sent, never whom the register knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlmodel import Session

from importer.files import read_files
from importer.given import GivenFile
from importer.keys import same_name_other_players
from importer.store import received
from office.desk.refresh import refresh
from office.intake.take_in import take_in
from office.mail.to_sender import event_told
from rating.time_control import minutes_at_60
from scraper.records import EventRecord, Problem


def would_be_told(
    session: Session, record: EventRecord, *, now: datetime, today: date
) -> dict[str, Any] | Problem:
    """The event as its sender would be told of it, if it were imported `now`; a problem where it would not be
    taken. The session has to be one that stores nothing (`look`)."""
    other = same_name_other_players(session, record)
    if other is not None:
        return other
    report = received(session, reference="check", text=None, arrived_on=today, day_stated=False, now=now)
    stored = take_in(session, record, report, now)
    session.flush()
    return event_told(session, refresh(session).event(stored.event_key))


def records_of(files: Sequence[GivenFile]) -> tuple[list[EventRecord], list[Problem]]:
    """The events in files, each read within its bounds, and what in them cannot be read."""
    readings = read_files(files, minutes_at_60, every=False)
    records = [reading.record for reading in readings if reading.record is not None]
    return records, [problem for reading in readings for problem in reading.problems]
