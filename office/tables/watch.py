"""What the office saw when it looked at its events again. Nothing published stands on these rows."""

from datetime import datetime

from sqlmodel import DateTime, Field, SQLModel


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


class RereadRow(SQLModel, table=True):
    """A frozen reading that another reader reads otherwise than it stands. `differences` is JSON."""

    __tablename__ = "reread"

    reading_id: int = Field(primary_key=True, foreign_key="reading.id")
    reader: str
    read_at: datetime
    differences: str
