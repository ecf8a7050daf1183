"""What waits for the officer."""

from sqlmodel import Field, SQLModel

import importer.tables.rulings  # noqa: F401  what settled a problem is pointed to


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
