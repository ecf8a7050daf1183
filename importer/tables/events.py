"""The events as they were stored from what came in."""

from datetime import date, datetime

from sqlmodel import DateTime, Field, SQLModel

import importer.tables.received  # noqa: F401  events point to readings


class EventRow(SQLModel, table=True):
    """One event. `key` names it for ever (`chess-results:1234567`). `reading_id` is the reading that
    the rows below were stored from; `newer_reading_id` a later, different one that waits for the
    officer because a published list stands on this one. `link_came_on` is the day the link first came, also
    when it could not be read then; `arrived_on` that of the first report that was read; `complete_on` the
    day it was found complete, None while it is not (R16, R25)."""

    __tablename__ = "event"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    tournament: int | None = None
    name: str
    group: str | None = None
    federation: str | None = None
    organizer: str | None = None
    first_day: date | None = None
    last_day: date | None = None
    round_count: int | None = None
    system: str | None = None
    time_control: str | None = None
    printed_kind: str | None = None
    minutes_at_60: int | None = None
    last_update: datetime | None = Field(default=None, sa_type=DateTime)
    link_came_on: date
    arrived_on: date
    day_stated: bool
    complete_on: date | None = None
    reading_id: int = Field(foreign_key="reading.id")
    newer_reading_id: int | None = Field(default=None, foreign_key="reading.id")
