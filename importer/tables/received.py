"""What came in: the mails that were seen; the reports, how they were read, and the events as they
were stored from them."""

from datetime import date, datetime

from sqlmodel import DateTime, Field, SQLModel

from scraper.records import called


class MessageRow(SQLModel, table=True):
    """A mail that reached the office. `sha256` is over its bytes as they came, which the office keeps; None
    where it was refused by its size before they were fetched. `message_id` is what its sender's program
    called it (nobody vouches for it).

    `arrived_at` with `arrived_by` (`received`, `date`: the header that said so; `seen`: none could be
    believed, and it is the moment the office saw it); `arrived_on` is its day where the office is (R46).
    `state`: `waits` (not all of its reports were taken yet), `taken`, `repeated` (all it reports came with
    the mail `repeats`), `nothing` (it reports nothing), `refused`, `returned` (a notice that came back),
    `deleted`. `problems` (JSON) is what the officer has to look at; `origin` names the file or mailbox it was
    first seen in."""

    __tablename__ = "message"

    id: int | None = Field(default=None, primary_key=True)
    sha256: str | None = Field(default=None, unique=True)
    message_id: str | None = Field(default=None, index=True)
    sender: str
    sender_name: str
    subject: str
    arrived_at: datetime
    arrived_by: str
    arrived_on: date
    origin: str
    size: int
    seen_at: datetime
    state: str
    problems: str = "[]"
    repeats: int | None = Field(default=None, foreign_key="message.id")


class ReportRow(SQLModel, table=True):
    """One report of one event. Kept also when it could not be read: then `problem` says why (JSON; under
    `says` also which event it says it is, where that could be read).

    `arrived_on` is the day it arrived where the office is; `day_stated` tells a day the officer or a mail
    gave from the day of the import (R16). `text` is what was pasted, as it was; `message_id` is the mail it
    came with; `reporter` who reported it, as the officer or a pasted mail says (ID, name or address).
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

    @property
    def called(self) -> str:
        """The name for people, with the group."""
        return called(self.name, self.group)
