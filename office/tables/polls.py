"""What the office saw of events on Chess-Results. Nothing published stands on it."""

from datetime import datetime

from sqlmodel import DateTime, Field, SQLModel

import importer.tables.reports  # noqa: F401  these rows point to readings


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
