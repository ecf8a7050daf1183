"""What came in, and how it was read."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel

import importer.tables.messages  # noqa: F401  a report can come with a mail


class ReportRow(SQLModel, table=True):
    """One report of one event. Kept also when it could not be read: then `problem` says why (JSON; under
    `says` also which event it says it is, where that could be read).

    `arrived_on` is the day it arrived, in Japan; `day_stated` tells a day the officer or a mail gave from
    the day of the import (R16). `text` is what was pasted, as it was; `message_id` is the mail it came with;
    `reporter` who reported it, as the officer or a pasted mail says (ID, name or address).
    """

    __tablename__ = "report"

    id: int | None = Field(default=None, primary_key=True)
    reference: str = Field(index=True)
    text: str | None = None
    arrived_on: date
    day_stated: bool
    received_at: datetime
    state: str
    problem: str | None = None
    message_id: int | None = Field(default=None, foreign_key="message.id", index=True)
    reporter: str | None = None


class ReadingRow(SQLModel, table=True):
    """A frozen reading: the canonical `EventRecord` of one import and the version of its reader.

    `fingerprint` is the SHA-256 over what can change an event (not over when pages were fetched).
    """

    __tablename__ = "reading"

    id: int | None = Field(default=None, primary_key=True)
    report_id: int = Field(foreign_key="report.id", index=True)
    event_key: str = Field(index=True)
    reader: str
    fingerprint: str
    record: str
    read_at: datetime
