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
"""What stands before a program's name where a browser says what it is, and before the name of who made its
token. No browser can say it: `begin` of sessions.py leaves out what is not printed."""
BEGINS = "banzuke_"
"""How a token begins, so that whoever finds one in a file knows what it is."""
MOST = 20
"""Programs that one account may have."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that sends for an account. `id`: the number of its session; `made_by`: who made the token,
    the owner himself or somebody at the command line."""

    id: int
    name: str
    account_id: int
    account: str
    role: Role
    made_by: str
    made_at: datetime
    used_at: datetime
    ends_at: datetime


def admit(session: Session, account: int, name: str, *, who: str, now: datetime) -> str:
    """The token of a new program, which is shown once and kept nowhere. `who` makes it. Refused without a
    name, for an account that may not report, and where it has too many."""
    owner = session.get_one(AccountRow, account)
    if owner.closed_at is not None or not may(Role(owner.role), Need.REPORT):
        found = "closed" if owner.closed_at is not None else owner.role
        remedy = "give it another role: banzuke account role NAME reporter"
        raise refusal("not-allowed", owner.name, "somebody who may send reports", found, remedy)
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
            browser=MARK + told + ("" if who == owner.name else MARK + who),
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


def end(session: Session, number: int, now: datetime, account: int | None = None) -> Program:
    """Ends a program by its number, and gives what it was; of an `account` only its own. Refused where there
    is none."""
    found = next((one for one in programs(session, now, account) if one.id == number), None)
    if found is None:
        expected, remedy = "the number of a program", "see: banzuke account tokens"
        raise refusal("no-such-session", "the program", expected, f"none of number {number}", remedy)
    one = session.get_one(SessionRow, number)
    one.revoked_at = now
    session.add(one)
    return found


def _of_programs() -> Select[SessionRow, AccountRow]:
    return select(SessionRow, AccountRow).join(AccountRow, col(AccountRow.id) == SessionRow.account_id)


def _stands(one: SessionRow, row: AccountRow, now: datetime) -> bool:
    return one.revoked_at is None and one.ends_at > now and row.closed_at is None


def _program(one: SessionRow, row: AccountRow) -> Program:
    name, _mark, who = one.browser.removeprefix(MARK).partition(MARK)
    return Program(
        id=one.id or 0,
        name=name,
        account_id=one.account_id,
        account=row.name,
        role=Role(row.role),
        made_by=who or row.name,
        made_at=one.made_at,
        used_at=one.seen_at,
        ends_at=one.ends_at,
    )


def _kept(token: str) -> str:
    return hashed(f"program {token}")
