"""What the office saw of its events: of readings read again, and at the last look. Nothing published stands
on it."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel

import importer.tables.events  # noqa: F401  these rows point to events and readings


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
