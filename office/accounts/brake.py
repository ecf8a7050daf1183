"""The brake on guessing. An attempt is noted before it is tried, in a transaction of its own: many at once
are no more than one after the other. What succeeds is taken off again."""

from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, select

from office.accounts.tables import AttemptRow
from office.errors import later, refusal

WINDOW = timedelta(minutes=15)
OF_NAME, OF_ADDRESS = 8, 30
"""Failed attempts within the window: under one name from wherever, and from one address under whatever
names. Whoever is kept out by somebody else's guessing comes in by a link of the administrator, and who is
signed in stays so."""


def noted(session: Session, name: str, address: str, now: datetime) -> int:
    """Notes an attempt and gives its number; refused where there were too many."""
    session.exec(delete(AttemptRow).where(col(AttemptRow.tried_at) < now - WINDOW))
    key = _key(name)
    of_name = _count(session, col(AttemptRow.name_sha256) == key)
    of_address = _count(session, col(AttemptRow.address) == address)
    if of_name >= OF_NAME or of_address >= OF_ADDRESS:
        minutes = int(WINDOW.total_seconds()) // 60
        expected = f"at most {OF_NAME} attempts under a name in {minutes} minutes"
        remedy = f"wait {minutes} minutes, or ask the administrator for a link: banzuke account reset NAME"
        found = refusal("too-many-attempts", "signing in", expected, "more of them", remedy)
        raise later(found, WINDOW.total_seconds())
    row = AttemptRow(name_sha256=key, address=address, tried_at=now)
    session.add(row)
    session.flush()
    assert row.id is not None
    return row.id


def succeeded(session: Session, number: int) -> None:
    """The attempt was none of guessing."""
    row = session.get(AttemptRow, number)
    if row is not None:
        session.delete(row)


def _count(session: Session, which: ColumnElement[bool]) -> int:
    return session.exec(select(func.count()).select_from(AttemptRow).where(which)).one()


def _key(name: str) -> str:
    return sha256(" ".join(name.split()).casefold().encode("utf-8", "surrogatepass")).hexdigest()
