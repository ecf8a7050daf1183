"""What the events of a list are read with, asked for once whatever their number."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import case, select
from sqlmodel import Session, col

from importer.applications import applications
from importer.merged import merged
from importer.register_history import ONE_TIME, membership_days
from importer.tables import ApplicationRow, MemberRow, ReadingRow
from importer.view import EventView
from office.rules.payers import ByName, by_name

AT_ONCE = 5000
"""Rows that are asked for by number with one query."""


class Read(NamedTuple):
    """A frozen reading: its fingerprint, its reader, and what it says of the form of the event (3(2))."""

    fingerprint: str
    reader: str
    form: str | None


@dataclass(frozen=True, slots=True)
class About:
    """`ids`: federation IDs by row, of everybody who played, under the ID that is kept of who was entered
    twice; `readings` by row; `one_time`: by the key of an event, who is a member for it alone."""

    ids: Mapping[int, str]
    readings: Mapping[int, Read]
    applications: Sequence[ApplicationRow]
    payers: ByName
    one_time: Mapping[str, Sequence[str]]


def about_events(session: Session, views: Sequence[EventView], before: datetime | None) -> About:
    """Everything for these events, memberships as known just before a moment."""
    played = {p.member_id for view in views for p in view.players.values() if p.member_id is not None}
    guests: dict[str, set[int]] = {}
    for one in membership_days(session, before):
        if one.kind == ONE_TIME and one.event_key is not None:
            guests.setdefault(one.event_key, set()).add(one.member)
    ids = _ids(session, played.union(*guests.values()))
    return About(
        ids,
        dict(_readings(session, {view.event.reading_id for view in views})),
        applications(session),
        by_name(session),
        {key: sorted({ids[number] for number in mine}) for key, mine in guests.items()},
    )


def _ids(session: Session, numbers: Iterable[int]) -> dict[int, str]:
    one, found = merged(session), {}
    for some in _some(numbers):
        query = select(col(MemberRow.id), col(MemberRow.federation_id)).where(col(MemberRow.id).in_(some))
        for number, federation_id in session.execute(query):
            found[number] = one.id(federation_id)
    return found


def _readings(session: Session, numbers: Iterable[int]) -> Iterator[tuple[int, Read]]:
    """A reading that does not say the form is not taken apart: there are megabytes of them."""
    row = ReadingRow
    stated = case((col(row.record).contains('"form"', autoescape=True), col(row.record)), else_=None)
    for some in _some(numbers):
        query = select(col(row.id), col(row.fingerprint), col(row.reader), stated).where(
            col(row.id).in_(some)
        )
        for number, fingerprint, reader, record in session.execute(query):
            form = None if record is None else json.loads(record).get("form")
            yield number, Read(fingerprint, reader, form)


def _some(numbers: Iterable[int]) -> Iterator[Sequence[int]]:
    ordered = sorted(numbers)
    for at in range(0, len(ordered), AT_ONCE):
        yield ordered[at : at + AT_ONCE]
