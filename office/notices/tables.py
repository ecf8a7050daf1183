"""The tables of notices. Nothing that is published stands on them."""

from datetime import datetime

from sqlmodel import Field, SQLModel, UniqueConstraint

import importer.tables.members  # noqa: F401  an address can be a member's
from office.journal.note import watch


class NoticeKindRow(SQLModel, table=True):
    """A kind of notice that an officer switched on or off. `since`: what came in before it is not told."""

    __tablename__ = "notice_kind"

    name: str = Field(primary_key=True)
    switched_on: bool = False
    since: datetime
    changed_by: str
    changed_at: datetime


watch(NoticeKindRow)


class NoticeRecipientRow(SQLModel, table=True):
    """An address of which the office knows something: whose it is (`officer`, or the member `member_id`), in
    which language he reads, whether he wants none (`stopped_at`), and what came back from it."""

    __tablename__ = "notice_recipient"

    id: int | None = Field(default=None, primary_key=True)
    address: str = Field(unique=True)
    officer: bool = False
    member_id: int | None = Field(default=None, foreign_key="member.id", index=True)
    language: str | None = None
    stopped_at: datetime | None = None
    bounced_at: datetime | None = None
    bounced: str | None = None
    changed_by: str
    changed_at: datetime


watch(NoticeRecipientRow)


class NoticeRow(SQLModel, table=True):
    """One mail or one call of the webhook, noted before it leaves. `recipient`: its address, empty once it
    was forgotten; `recipient_sha256` stays, so that nothing is told twice. `way`: mail, folder or webhook;
    `message_id`: what identifies it; `state`: one of `State`; `attempts`: how often it was tried; `found`:
    what the server said; `bounced`: what came back, and when."""

    __tablename__ = "notice"

    id: int | None = Field(default=None, primary_key=True)
    kind: str
    recipient: str
    recipient_sha256: str = Field(index=True)
    way: str
    message_id: str = Field(unique=True)
    state: str
    attempts: int
    claimed_at: datetime
    ended_at: datetime | None = None
    found: str | None = None
    bounced_at: datetime | None = None
    bounced: str | None = None


class NoticeAboutRow(SQLModel, table=True):
    """What a notice tells of: nobody is told twice of one `occasion` by one kind. The database refuses it."""

    __tablename__ = "notice_about"
    __table_args__ = (UniqueConstraint("kind", "recipient_sha256", "occasion"),)

    id: int | None = Field(default=None, primary_key=True)
    notice_id: int = Field(foreign_key="notice.id", index=True)
    kind: str
    recipient_sha256: str
    occasion: str
