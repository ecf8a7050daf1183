"""Whether the office was at work before now. Where it noted nothing for months, its machine was off, or the
clock has jumped ahead, and nobody can tell which: what deletes for good by age does not begin by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from office.doctor.clock import MOMENTS
from office.errors import OfficeError, refusal
from office.jobs.kinds import Kind
from office.jobs.tables import JobRunRow
from office.lists.columns import table_of
from office.opened import Office
from office.text_table import column
from office.words import _
from office.words.problems import shown

LONGEST = timedelta(days=90)
"""For so long an office that is at work may have noted nothing; what a list that can still be corrected rests
on is that old at most."""

SETTLED = timedelta(days=31)
"""After so long at work again the clock is believed: meanwhile somebody has seen a wrong day."""


def require_settled(office: Office, kind: Kind, asked_by: str | None, now: datetime) -> None:
    """Refuses a job that deletes by age, and for which nobody asked now, where the clock is in doubt."""
    if kind.by_age and asked_by is None:
        with office.reading() as session:
            _refuse_jump(session, kind, now)


def said_of(error: OSError | OfficeError) -> str:
    """What the log of a run says of why it was not begun."""
    if isinstance(error, OSError):
        return str(error)
    lines = []
    for told in map(shown, error.problems):
        lines += [f"{told.code}: {told.place}"]
        parts = {_("expected"): told.expected, _("found"): told.found, _("do"): told.remedy}
        lines += [f"    {column(label, 10)}{text}" for label, text in parts.items()]
    return "\n".join(lines)


def _refuse_jump(session: Session, kind: Kind, now: datetime) -> None:
    """Where nothing was noted for `LONGEST` until the last month, or until now."""
    moments: tuple[tuple[type[SQLModel], str], ...] = (*MOMENTS, (JobRunRow, "began_at"))
    before: list[datetime] = []
    since = [now]
    asked = session.connection().execute
    for table, name in moments:
        moment = table_of(table).c[name]
        last = asked(sa.select(sa.func.max(moment)).where(moment <= now - SETTLED)).scalar()
        first = asked(sa.select(sa.func.min(moment)).where(moment > now - SETTLED)).scalar()
        before += [last] if last else []
        since += [first] if first else []
    if before and min(since) - max(before) > LONGEST:
        last_, again = (f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC" for at in (max(before), min(since)))
        expected = f"an office that was at work in the last {LONGEST.days} days"
        found = f"nothing noted between {last_} and {again}"
        raise refusal("clock-jumped", f"banzuke jobs, {kind.name}", expected, found)
