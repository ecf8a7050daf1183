"""Programs that hand in reports for somebody: each has a token, which is a session that no browser has.

It stands among the sessions of its account, so that a new password, a new link and closing the account end
it with them. No cookie can hold it: what is kept is the hash of the token behind a word of its own. It does
not end when nothing is asked, but after a year.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from importer.lengths import NAME, bounded
from office.accounts.roles import Need, Role, may
from office.accounts.tables import AccountRow, SessionRow
from office.accounts.tokens import hashed, new_token
from office.errors import refusal

STAYS = timedelta(days=365)
NOTED = timedelta(minutes=5)
"""That it was used is written down so often at most."""
MARK = "\t"
"""What stands before a program's name where a browser says what it is. No browser can say it: `begin` of
sessions.py leaves out what is not printed."""
BEGINS = "banzuke_"
"""How a token begins, so that whoever finds one in a file knows what it is."""
MOST = 20
"""Programs that one account may have."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that sends for an account. `id`: the number of its session."""

    id: int
    name: str
    account_id: int
    account: str
    role: Role
    made_at: datetime
    used_at: datetime
    ends_at: datetime


def admit(session: Session, account: int, name: str, *, now: datetime) -> str:
    """The token of a new program, which is shown once and kept nowhere. Refused without a name, and where
    the account has too many."""
    told = " ".join(name.split())
    bounded({"the program": told}, NAME)
    if not told or not told.isprintable():
        raise refusal("account-unnamed", "the program", "a name", f"“{told}”", "say which program it is")
    if len(programs(session, now, account)) >= MOST:
        expected, remedy = f"at most {MOST} programs", "end one that is not used any more"
        raise refusal("too-many-programs", told, expected, "more of them", remedy)
    token = BEGINS + new_token()
    session.add(
        SessionRow(
            account_id=account,
            token_sha256=_kept(token),
            made_at=now,
            seen_at=now,
            ends_at=now + STAYS,
            browser=MARK + told,
        )
    )
    return token


def programs(session: Session, now: datetime, account: int | None = None) -> list[Program]:
    """The programs that may send, by their numbers; of an `account` only its own."""
    query = _of_programs().where(col(SessionRow.browser).startswith(MARK)).order_by(col(SessionRow.id))
    if account is not None:
        query = query.where(SessionRow.account_id == account)
    return [_program(one, row) for one, row in session.exec(query) if _stands(one, row, now)]


def program_of(session: Session, token: str, now: datetime) -> Program | None:
    """The program that shows this token; None where it is none, has ended, or its account may not report."""
    query = _of_programs().where(SessionRow.token_sha256 == _kept(token))
    for one, row in session.exec(query):
        if _stands(one, row, now) and may(Role(row.role), Need.REPORT):
            return _program(one, row)
    return None


def _of_programs() -> Select[SessionRow, AccountRow]:
    return select(SessionRow, AccountRow).join(AccountRow, col(AccountRow.id) == SessionRow.account_id)


def _stands(one: SessionRow, row: AccountRow, now: datetime) -> bool:
    return one.revoked_at is None and one.ends_at > now and row.closed_at is None


def _program(one: SessionRow, row: AccountRow) -> Program:
    name, role = one.browser.removeprefix(MARK), Role(row.role)
    return Program(
        one.id or 0, name, one.account_id, row.name, role, one.made_at, one.seen_at, one.ends_at
    )  # fmt: skip


def _kept(token: str) -> str:
    return hashed(f"program {token}")
