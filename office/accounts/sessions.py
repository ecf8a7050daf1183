"""Signing in and out, and who it is that comes; with a brake on guessing.

An attempt is noted before it is tried, in a transaction of its own: many at once are no more than one after
the other. What succeeds is taken off again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import Update
from sqlmodel import Session, col, delete, func, select, update

from importer.names import evened
from office.accounts import passwords, programs, second
from office.accounts.passwords import hashed, new_token
from office.accounts.people import LINK, find, sign_out
from office.accounts.roles import Role
from office.accounts.tables import MARK, AccountRow, AttemptRow, LinkRow, SessionRow
from office.errors import OfficeError, later, refusal

Transaction = Callable[[], AbstractContextManager[Session]]
"""A writing transaction of the office."""

STAYS = timedelta(days=14)
"""A session ends then, whatever is done in it."""
IDLE = timedelta(hours=12)
"""It ends when nothing was asked in it for so long."""
BROWSER = 200
"""Signs that are kept of what a browser says it is."""
WINDOW = timedelta(minutes=15)
OF_NAME, OF_ADDRESS = 8, 30
"""Failed attempts within the window: under one name from wherever, and from one address under whatever
names. Whoever is kept out by somebody else's guessing comes in by a link of the administrator, and who is
signed in stays so."""


@dataclass(frozen=True, slots=True)
class Account:
    """Who is signed in, as plain values. `session`: the number of his session."""

    id: int
    name: str
    role: Role
    language: str | None
    session: int
    has_password: bool
    has_second: bool


def sign_in(
    writing: Transaction, name: str, password: str, code: str, *, address: str, browser: str, now: datetime
) -> str:
    """The token of a new session. Refused, in the same words whatever was wrong, where there is no such
    account or the password or the code is another one; and where there were too many attempts."""
    with writing() as session:
        attempt = _tries(session, _of_name(name), address, now)
        row = find(session, name)
        if row is not None and row.closed_at is not None:
            row = None
        kept = row.password if row is not None else None
    right = passwords.fits(kept, password)  # takes its time: nobody waits for the lock meanwhile
    with writing() as session:
        row = session.get(AccountRow, row.id) if row is not None else None
        if not right or row is None or row.closed_at is not None or row.password != kept:
            raise _wrong()
        if row.second is not None and not second.taken(row, code, now):
            raise _wrong()
        _succeeded(session, attempt)
        return begin(session, row, browser=browser, now=now)


def _wrong() -> OfficeError:
    return refusal("sign-in-refused", "signing in", "name, password and code that belong together", "others")


def _of_name(name: str) -> str:
    """By what attempts under a name are counted."""
    return sha256(evened(name).encode("utf-8", "surrogatepass")).hexdigest()


def _tries(session: Session, key: str, address: str, now: datetime) -> int:
    """Notes an attempt and gives its number; refused where there were too many. `key`: of a name; else of a
    session, so that whoever guesses from elsewhere keeps nobody off his own settings."""
    at = col(AttemptRow.tried_at)  # those of a clock that was ahead go as well, or they stood until it comes
    session.exec(delete(AttemptRow).where(~at.between(now - WINDOW, now + WINDOW)))
    tried = select(func.count()).select_from(AttemptRow)
    of_name = session.exec(tried.where(AttemptRow.name_sha256 == key)).one()
    of_address = session.exec(tried.where(AttemptRow.address == address)).one()
    if of_name >= OF_NAME or of_address >= OF_ADDRESS:
        minutes = int(WINDOW.total_seconds()) // 60
        expected = f"at most {OF_NAME} attempts under a name in {minutes} minutes"
        remedy = (
            f"wait {minutes} minutes, or ask an administrator for a link: under Settings, or "
            "banzuke account reset NAME"
        )
        found = refusal("too-many-attempts", "signing in", expected, "more of them", remedy)
        raise later(found, WINDOW.total_seconds())
    row = AttemptRow(name_sha256=key, address=address, tried_at=now)
    session.add(row)
    session.flush()
    return row.id or 0


def _succeeded(session: Session, attempt: int) -> None:
    """The attempt was none of guessing."""
    session.exec(delete(AttemptRow).where(col(AttemptRow.id) == attempt))


def begin(session: Session, row: AccountRow, *, browser: str, now: datetime) -> str:
    """A new session of an account; gives its token, which is kept nowhere."""
    token = new_token()
    told = "".join(c for c in browser if c.isprintable())[:BROWSER]
    programs.begin(session, row.id or 0, hashed(token), told, now, STAYS)
    return token


def exchange(writing: Transaction, token: str, *, address: str, browser: str, now: datetime) -> str:
    """The token of a new session for what stands in a link, which is used up by it. Refused if it is none,
    was used, or is too old; and where there were too many attempts."""
    asked = select(LinkRow).where(LinkRow.token_sha256 == hashed(token))
    with writing() as session:
        if session.exec(asked).one_or_none() is None:
            _tries(session, _of_name("a link"), address, now)
    with writing() as session:
        link = session.exec(asked).one_or_none()
        row = session.get_one(AccountRow, link.account_id) if link is not None else None
        # One that a clock which was ahead made stands no longer than others.
        over = link is None or bool(link.used_at) or abs(now - link.made_at) >= LINK
        if link is None or row is None or over or row.closed_at is not None:
            expected, found = "a link that was not used yet", "another one, or one that is too old"
            raise refusal("link-used-up", "signing in", expected, found)
        link.used_at = now
        return begin(session, row, browser=browser, now=now)


def account_of(session: Session, token: str, now: datetime) -> tuple[Account, datetime] | None:
    """Who holds this token, and when he was last noted; None where it is none, ended, or was revoked."""
    query = programs.with_owners().where(SessionRow.token_sha256 == hashed(token))
    found = session.exec(query).one_or_none()
    if found is None or not programs.stands(*found, now) or abs(now - found[0].seen_at) >= IDLE:
        return None
    one, row = found
    locks = row.password is not None, row.second is not None
    return Account(row.id or 0, row.name, Role(row.role), row.language, one.id or 0, *locks), one.seen_at


def seen(number: int, now: datetime) -> Update:
    """What stores that somebody asked for something in this session."""
    earlier = col(SessionRow.id) == number, col(SessionRow.seen_at) < now
    return update(SessionRow).where(*earlier).values(seen_at=now)


def revoke(session: Session, account: int, number: int, now: datetime) -> None:
    """Ends a session of this account; refused if it has none of this number."""
    one = session.get(SessionRow, number)
    if one is None or one.account_id != account:
        expected, remedy = "a session of this account", "look at the page again"
        raise refusal("no-such-session", "the session", expected, f"none of number {number}", remedy)
    one.revoked_at = one.revoked_at or now


def sessions_of(session: Session, account: int, now: datetime) -> list[SessionRow]:
    """The sessions of an account in browsers that are not over, the newest first."""
    query = select(SessionRow).where(SessionRow.account_id == account, col(SessionRow.revoked_at).is_(None))
    query = query.where(~col(SessionRow.browser).startswith(MARK))
    rows = session.exec(query.order_by(col(SessionRow.seen_at).desc(), col(SessionRow.id).desc()))
    return [row for row in rows if row.ends_at > now and abs(now - row.seen_at) < IDLE]


def change_password(
    writing: Transaction, account: Account, old: str, new: str, *, address: str, now: datetime
) -> None:
    """A new password; the old one is asked for where there is one. Whoever else is signed in by this
    account is out. Refused where the old one is another, and where the session was ended meanwhile."""
    chosen = passwords.password_hash(new, account.name)
    with writing() as session:
        kept = _row(session, account).password
        attempt = _tries(session, _of_session(account), address, now) if kept is not None else None
    if kept is not None and not passwords.fits(kept, old):
        raise _wrong()
    with writing() as session:
        row = _row(session, account)
        row.password = chosen
        if attempt is not None:
            _succeeded(session, attempt)
        sign_out(session, row, now=now, but=account.session)


def _of_session(account: Account) -> str:
    return f"session {account.session}"


def _row(session: Session, account: Account) -> AccountRow:
    """The row of who is signed in; refused where his session was ended since he asked."""
    if session.get_one(SessionRow, account.session).revoked_at is not None:
        raise _wrong()
    return session.get_one(AccountRow, account.id)


def take_second(writing: Transaction, account: Account, secret: str, code: str, *, now: datetime) -> None:
    """From here on the account is asked for a code of the authenticator that has this secret; refused if the
    code is none of it, so that nobody locks himself out, and where it has another, which is given up by its
    own code."""
    step = second.step_of(secret, code, now, None) if second.is_secret(secret) else None
    if step is None:
        raise refusal("code-wrong", "the authenticator", "its six digits of now", "others")
    with writing() as session:
        row = _row(session, account)
        if row.second not in (None, secret):
            remedy = "do without that one first, by its code"
            raise refusal("code-wrong", "the authenticator", "a code of the one it has", "others", remedy)
        if row.second is None:
            row.second, row.second_used = secret, step


def drop_second(writing: Transaction, account: Account, code: str, *, address: str, now: datetime) -> None:
    """The account is asked for no code any more; refused without a right one."""
    with writing() as session:
        attempt = _tries(session, _of_session(account), address, now)
    with writing() as session:
        row = _row(session, account)
        if not second.taken(row, code, now):
            raise _wrong()
        row.second = row.second_used = None
        _succeeded(session, attempt)
