"""The tables of sendings. Nothing that is published stands on them: reports and mails have their own rows."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel

import importer.tables  # noqa: F401  the naming convention


class SendingRow(SQLModel, table=True):
    """What somebody handed in at one time, kept before anything is read of it.

    `once`: what the form held, another one each time it is shown, so that the same form sent twice is one
    sending; `account_id`: who was signed in; `token_sha256`: of the private link of somebody who was not.
    `kind`: one of `Kind`; `trusted`: an officer's, so that saved pages and mails among it are believed.
    `sender`: who handed it in, `reporter`: who reported (4(2)), where the officer says so. `files`: JSON, the
    name and the SHA-256 of each, whose bytes lie in the archive. `message_id`: the mail whose links are
    asked for. `state`: one of `State`; `problems`: JSON, what of it is no report.
    """

    __tablename__ = "sending"

    id: int | None = Field(default=None, primary_key=True)
    once: str = Field(unique=True)
    account_id: int | None = Field(default=None, foreign_key="account.id", index=True)
    token_sha256: str | None = Field(default=None, unique=True)
    kind: str
    trusted: bool
    sender: str
    reporter: str | None = None
    text: str
    files: str
    reported_on: date | None = None
    message_id: int | None = Field(default=None, foreign_key="message.id")
    received_at: datetime
    state: str
    problems: str


class SendingPartRow(SQLModel, table=True):
    """A report, or a mail, that a sending brought."""

    __tablename__ = "sending_part"

    id: int | None = Field(default=None, primary_key=True)
    sending_id: int = Field(foreign_key="sending.id", index=True)
    report_id: int | None = Field(default=None, foreign_key="report.id")
    message_id: int | None = Field(default=None, foreign_key="message.id")
