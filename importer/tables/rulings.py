"""What the officer decided, and what waits for him."""

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


class ProblemRow(SQLModel, table=True):
    """A problem with a number that stays the same while it lasts. `key` is event, code and subject;
    `state` is `open`, `settled` (by `ruling_id`) or `gone` (no longer found)."""

    __tablename__ = "problem"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    event_key: str | None = Field(default=None, index=True)
    code: str
    subject: str
    place: str
    expected: str
    found: str
    remedy: str
    blocks: bool
    state: str
    ruling_id: int | None = Field(default=None, foreign_key="ruling.id")
