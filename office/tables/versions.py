"""The versions of the lists, and the events that each holds.

A list version is a `draft`, `previewed` when the officer has looked at it, until it is `published`; then the
database itself refuses any change to it and its rows (office/database/migrations/frozen.py).
"""

from datetime import date, datetime

from sqlalchemy import event
from sqlmodel import Field, LargeBinary, Session, SQLModel, UniqueConstraint

import importer.tables  # noqa: F401  the naming convention


class ListVersionRow(SQLModel, table=True):
    """One version of the list of `list_date`. `how`: `opening` (taken over from before this office) or
    `run`. `previous_id` is the version it was reckoned from. `inputs` (gzip, JSON) are all facts the run
    used, `inputs_sha256` their signature, `text_sha256` that of the canonical list text. `counts` (JSON,
    office/runs/report.py) is None for what was taken over."""

    __tablename__ = "list_version"
    __table_args__ = (UniqueConstraint("list_date", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    list_date: date = Field(index=True)
    version: int
    how: str
    state: str
    previous_id: int | None = Field(default=None, foreign_key="list_version.id")
    edition: str | None = None
    interpretations: str = "{}"
    period_first: date | None = None
    period_last: date | None = None
    made_at: datetime
    published_at: datetime | None = None
    published_by: str | None = None
    inputs: bytes = Field(sa_type=LargeBinary)
    inputs_sha256: str
    text_sha256: str
    report: str
    counts: str | None = None


class VersionEventRow(SQLModel, table=True):
    """An event that a version holds, and the reading it was reckoned from."""

    __tablename__ = "version_event"
    __table_args__ = (UniqueConstraint("version_id", "event_key"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id")
    event_key: str = Field(index=True)
    reading_id: int = Field(foreign_key="reading.id")


@event.listens_for(Session, "before_flush")
def _before_flush(*_: object) -> None:
    """What a version points to is known before one is stored; who only looks at one need not wait for it."""
    import importer.tables.received  # noqa: F401
