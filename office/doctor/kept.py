"""What is kept beside the database against what it names: readings, pages and mails; moments and days."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfoNotFoundError

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from importer.stored import frozen_record, stored_faults
from importer.tables import EventRow, MessageRow, ReadingRow, ReportRow, RulingRow
from office.chain.outside import NAME, heads, unwritten
from office.chain.statements import FOLDER, signed_statements
from office.families import family_of
from office.lists.columns import table_of
from office.lists.sums import wrong_sums
from office.place import Place
from office.tables import ListVersionRow
from scraper.archive import ArchiveError, FileArchive
from scraper.records import EventRecord, Problem

AT_ONCE = 200
"""Readings that are looked at together; one is some ten thousand characters."""

SLACK = timedelta(minutes=5)
"""So much may the clocks of two machines differ."""

MOMENTS: tuple[tuple[type[SQLModel], str], ...] = (
    (ReportRow, "received_at"),
    (ReadingRow, "read_at"),
    (RulingRow, "made_at"),
    (MessageRow, "seen_at"),
    (ListVersionRow, "made_at"),
    (ListVersionRow, "published_at"),
)
"""What the office notes the moment of when it happens."""


def reading_faults(session: Session) -> Iterator[Problem]:
    """Frozen readings that are not what was read, and events that are other than theirs."""
    numbers = session.connection().execute(sa.select(table_of(ReadingRow).c.id)).scalars().all()
    for at in range(0, len(numbers), AT_ONCE):
        some = numbers[at : at + AT_ONCE]
        for row in session.exec(select(ReadingRow).where(col(ReadingRow.id).in_(some))):
            _record, found = frozen_record(row)
            if found != row.fingerprint:
                place = f"database, reading, row {row.id}"
                remedy = "put a copy back from your backup"
                yield Problem("event-differs", place, f"a reading with {row.fingerprint}", found, remedy)
        session.expunge_all()
    yield from stored_faults(session, session.exec(select(EventRow).order_by(col(EventRow.id))).all())


def sum_faults(session: Session) -> Iterator[Problem]:
    """Published lists that do not add up from their own games."""
    query = select(ListVersionRow).where(ListVersionRow.state == "published")
    for version in session.exec(query.order_by(col(ListVersionRow.id))):
        for one in wrong_sums(session, version):
            remedy = "put a copy back from your backup; a published list is never repaired by hand"
            yield replace(one, remedy=remedy)


def archive_faults(session: Session, place: Place) -> Iterator[Problem]:
    """Pages and mails that are not what their SHA-256 says, or that the database names and nobody has."""
    for folder, named in ((place.archive, _pages(session)), (place.mails, _mails(session))):
        if not folder.is_dir() and not named:
            continue
        archive = FileArchive(folder)
        listed = {entry.sha256 for entry in archive.entries()}
        yield from archive.verify()
        for sha256, by in named.items():
            if sha256 not in listed:
                try:
                    archive.body(sha256)
                except ArchiveError as error:
                    if error.problem.code == "archive-page-missing":  # a damaged one is named above
                        yield replace(error.problem, expected=f"a file, for {by}")


def _pages(session: Session) -> dict[str, str]:
    """By SHA-256 the pages that readings were made of, each with an event of it."""
    found: dict[str, str] = {}
    own = table_of(ReadingRow).c
    rows = session.connection().execute(sa.select(own.event_key, own.record).order_by(own.id))
    for key, record in rows.yield_per(AT_ONCE):
        for page in EventRecord.from_dict(json.loads(record)).source.pages:
            found.setdefault(page.sha256, key)
    return found


def _mails(session: Session) -> dict[str, str]:
    rows = session.exec(select(MessageRow.sha256, MessageRow.id).where(col(MessageRow.sha256).is_not(None)))
    return {sha256: f"M{number}" for sha256, number in rows if sha256 is not None}


def unwritten_faults(session: Session, place: Place) -> Iterator[Problem]:
    """Publications whose head or signed statement is not outside the database yet."""
    told = heads(session)
    file = place.folder / NAME
    written = len(file.read_text("utf-8", "replace").splitlines()) if file.is_file() else 0
    if written < len(told) and (file.is_file() or len(told) == 1):
        yield unwritten(file)
    if len(signed_statements(place, session)) < len(told):
        yield unwritten(place.folder / FOLDER)


def clock_faults(session: Session, now: datetime) -> Iterator[Problem]:
    """A clock that stands before what the office has noted already, and a time zone that the system does not
    know."""
    for table, name in MOMENTS:
        column = table_of(table).c[name]
        newest = session.connection().execute(sa.select(sa.func.max(column))).scalar()
        if newest is not None and newest > now + SLACK:
            remedy = "set the clock right before anything else is done; a day of report rests on it"
            last, here = (f"{moment.astimezone(UTC):%Y-%m-%d %H:%M}" for moment in (newest, now))
            expected = f"a moment after {last} UTC, which the office has noted"
            yield Problem("clock-behind", "the clock", expected, f"{here} UTC by the clock", remedy)
            break
    try:
        now.astimezone(family_of(session).zone)
    except ZoneInfoNotFoundError as error:
        remedy = "pip install tzdata, or install the system's time zones"
        yield Problem("zone-unknown", "the time zone", "the zone of the office's days", str(error), remedy)
