"""Whether the clock can be right, by the moments that the office has noted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfoNotFoundError

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from importer.tables import MessageRow, ReadingRow, ReportRow, RulingRow
from office.errors import problem_of
from office.families import family_of
from office.lists.columns import table_of
from office.tables import ListVersionRow
from scraper.records import Problem

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


def _ahead(
    session: Session, table: type[SQLModel], name: str, until: datetime
) -> tuple[datetime, bool] | None:
    """The last moment after this one that a table has, None without; and whether it has noted more since, as
    after what came before: then the clock was ahead, and is right now. One that was set back notes moments
    that it has noted before."""
    own, asked = table_of(table).c, session.connection().execute
    moment = own[name]
    last, first = asked(sa.select(sa.func.max(moment), sa.func.min(own.id)).where(moment > until)).one()
    if last is None:
        return None
    before = asked(sa.select(sa.func.max(moment)).where(own.id < first)).scalar()
    since = asked(sa.select(sa.func.min(moment)).where(own.id > first, moment <= until)).scalar()
    return last, since is not None and (before is None or since >= before)


def clock_faults(session: Session, now: datetime) -> Iterator[Problem]:
    """A clock that stands before what the office has noted already, or was ahead once, and a time zone that
    the system does not know."""
    found = [one for table, name in MOMENTS if (one := _ahead(session, table, name, now + SLACK))]
    behind = [moment for moment, put_right in found if not put_right]
    newest = max(behind or [moment for moment, _ in found], default=now)
    if behind:
        yield _behind(newest, now)
    elif found:
        last, here = _utc(newest), _utc(now)
        expected = f"moments until {here} UTC, as by the clock now"
        yield problem_of("clock-was-ahead", "the clock", expected, f"{last} UTC, and others noted since")
    try:
        now.astimezone(family_of(session).zone)
    except ZoneInfoNotFoundError as error:
        yield problem_of("zone-unknown", "the time zone", "the zone of the office's days", str(error))


def clock_behind(session: Session, now: datetime) -> Problem | None:
    """That the clock stands before what was noted last, of any kind; in one row of each."""
    last = now + SLACK
    for table, name in MOMENTS:
        own = table_of(table).c
        newest = sa.select(own[name]).where(own[name].is_not(None)).order_by(own.id.desc()).limit(1)
        last = max(last, session.connection().execute(newest).scalar() or last)
    return _behind(last, now) if last > now + SLACK else None


def _behind(last: datetime, now: datetime) -> Problem:
    newest, here = _utc(last), _utc(now)
    expected = f"a moment after {newest} UTC, which the office has noted"
    return problem_of("clock-behind", "the clock", expected, f"{here} UTC by the clock")


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M}"
