"""The tables of accounts. Nothing that is published stands on them: a ruling holds a name, not a row."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, event, inspect
from sqlmodel import BigInteger, Field, SQLModel, select

import importer.tables  # noqa: F401  the naming convention
from office.journal.note import entry, watch


class AccountRow(SQLModel, table=True):
    """Somebody who may sign in. `role`: one of `Role`; `password`: its Argon2 hash, None until he chose one;
    `second`: the secret of his authenticator, None without one, and `second_used` the half minute of the last
    code that was taken, so that none is taken twice; `language` as he chose it. A closed account stays: its
    name stands on rulings."""

    __tablename__ = "account"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    role: str
    password: str | None = None
    second: str | None = None
    second_used: int | None = Field(default=None, sa_type=BigInteger)
    language: str | None = None
    made_at: datetime
    made_by: str
    closed_at: datetime | None = None


watch(AccountRow)


class LinkRow(SQLModel, table=True):
    """A link that signs somebody in once. Only a hash of what stands in it is kept."""

    __tablename__ = "account_link"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="account.id", index=True)
    token_sha256: str = Field(unique=True)
    made_at: datetime
    ends_at: datetime
    used_at: datetime | None = None


class SessionRow(SQLModel, table=True):
    """Somebody who is signed in, in one browser. Only a hash of what the browser holds is kept. `browser`:
    what it says it is, so that its owner knows it again."""

    __tablename__ = "account_session"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="account.id", index=True)
    token_sha256: str = Field(unique=True)
    made_at: datetime
    seen_at: datetime
    ends_at: datetime
    revoked_at: datetime | None = None
    browser: str


MARK = "\t"
"""What stands before a program's name where a browser says what it is, and before the name of who made its
token. No browser can say it: `begin` of sessions.py leaves out what is not printed."""


def _noted(_mapper: Any, connection: Connection, row: Any) -> None:
    """A program's token that was made or taken back is in the journal, by whichever way."""
    if row.browser.startswith(MARK) and inspect(row).attrs.revoked_at.history.has_changes():
        owner = select(AccountRow.name).where(AccountRow.id == row.account_id)
        told = {"program": row.browser.split(MARK)[1], "revoked": row.revoked_at is not None}
        moment = row.revoked_at or row.made_at
        entry(connection, "token", connection.execute(owner).scalar_one(), told, moment)


for _moment in ("after_insert", "after_update"):
    event.listen(SessionRow, _moment, _noted)


class AttemptRow(SQLModel, table=True):
    """An attempt to sign in that did not succeed, or not yet. The name is kept as a hash: people type their
    password there."""

    __tablename__ = "sign_in_attempt"

    id: int | None = Field(default=None, primary_key=True)
    name_sha256: str = Field(index=True)
    address: str = Field(index=True)
    tried_at: datetime
