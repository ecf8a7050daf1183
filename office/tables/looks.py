"""What the office saw of its events: on Chess-Results, of readings read again, and at the last look. Nothing
published stands on it."""

from datetime import date, datetime

from sqlmodel import DateTime, Field, SQLModel

import importer.tables.received  # noqa: F401  these rows point to events and readings


class RereadRow(SQLModel, table=True):
    """A frozen reading that another reader reads otherwise than it stands. `differences` is JSON."""

    __tablename__ = "reread"

    reading_id: int = Field(primary_key=True, foreign_key="reading.id")
    reader: str
    read_at: datetime
    differences: str


class LookRow(SQLModel, table=True):
    """What the last look at an event found, so that the next one need not read it again. `basis`: the
    SHA-256 over everything it hung on (office/desk/looks.py); where that is another now, the event is looked
    at anew. `findings`, `meetings` (importer/meetings.py) and `guests`, under what a decision on a player
    elsewhere is found, are JSON. Worked out from other tables: nothing is lost with it."""

    __tablename__ = "look"

    event_id: int = Field(primary_key=True, foreign_key="event.id")
    basis: str
    list_date: date | None = None
    into: date | None = None
    findings: str
    meetings: str
    guests: str


class PollRow(SQLModel, table=True):
    """The last look at an event. `reading_id`: the newest reading when it was made; a newer one makes the
    row out of date. `last_update` as the page prints it (no zone), `fingerprint` over its list, None where
    no page was ever seen; `changed_at`: when the event was last found other than before; `problem` (JSON)
    why the last look, or the reading of what it showed, failed."""

    __tablename__ = "poll"

    event_key: str = Field(primary_key=True)
    reading_id: int = Field(foreign_key="reading.id")
    looked_at: datetime
    last_update: datetime | None = Field(default=None, sa_type=DateTime)
    fingerprint: str | None = None
    changed_at: datetime
    problem: str | None = None
