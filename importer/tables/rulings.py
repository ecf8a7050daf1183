"""What the officer decided."""

from datetime import datetime

from sqlmodel import Field, SQLModel


class RulingRow(SQLModel, table=True):
    """A decision of the officer: what, about what, why, who and when; never deleted, only taken back.

    `subject` (JSON) is what the officer saw: event, name and IDs in the source, round, opponent, never
    row ids or starting numbers, which move when an event is renumbered. `fingerprint` is over the facts
    it was decided on; where it no longer fits, the ruling does not act and the problem is open again.
    """

    __tablename__ = "ruling"

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    event_key: str | None = Field(default=None, index=True)
    code: str | None = None
    subject: str
    fingerprint: str
    value: str | None = None
    reason: str
    who: str
    made_at: datetime
    taken_back_at: datetime | None = None
    taken_back_by: str | None = None
    taken_back_why: str | None = None
