"""The mails that were seen."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel


class MessageRow(SQLModel, table=True):
    """A mail that reached the office. `sha256` is over its bytes as they came, which the office keeps; None
    where it was refused by its size before they were fetched. `message_id` is what its sender's program
    called it (nobody vouches for it).

    `arrived_at` with `arrived_by` (`received`, `date`: the header that said so; `seen`: none could be
    believed, and it is the moment the office saw it); `arrived_on` is its day in Japan (R46).
    `state`: `waits` (not all of its reports were taken yet), `taken`, `repeated` (all it reports came with
    the mail `repeats`), `nothing` (it reports nothing), `refused`, `returned` (a notice that came back),
    `deleted`. `problems` (JSON) is what the officer
    has to look at; `origin` names the file or mailbox it was first seen in."""

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
