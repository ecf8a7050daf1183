"""What the officer saw of a draft, and what was published with it."""

from datetime import datetime

from sqlmodel import Field, SQLModel

import office.tables.versions  # noqa: F401  a version is pointed to


class PublicationRow(SQLModel, table=True):
    """The publication report of a version, as it was last shown; frozen with the version. `seen_sha256` is
    the canonical text that the officer looked at: that of another draft of the same list, if the draft was
    made anew since; None if nobody looked."""

    __tablename__ = "publication"

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", unique=True)
    seen_sha256: str | None = None
    seen_at: datetime | None = None
    seen_by: str | None = None
    report: str = ""
