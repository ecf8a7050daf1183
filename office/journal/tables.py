"""The table of the journal's own entries. The chain covers them."""

from datetime import datetime

from sqlmodel import Field, SQLModel

import importer.tables  # noqa: F401  the naming convention


class JournalRow(SQLModel, table=True):
    """One change of a row that the chain does not cover. `id` counts from 1 without a gap; `kind`: its
    table; `subject`: its key; `now` (JSON): what of it is watched as it stands since, `{}` where it is gone:
    a value, or where that is nobody's business the beginning of its SHA-256; `head`: the SHA-256 over the
    head before and this entry. The database refuses any change."""

    __tablename__ = "journal"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime
    who: str = Field(index=True)
    kind: str
    subject: str
    now: str
    why: str | None = None
    head: str
