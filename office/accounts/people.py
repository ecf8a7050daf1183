"""Accounts: added, listed, changed, closed."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, delete, select

from importer.lengths import NAME, bounded
from importer.names import evened
from office.accounts.passwords import hashed, new_token
from office.accounts.roles import Role
from office.accounts.tables import AccountRow, LinkRow, SessionRow
from office.errors import refusal

LINK = timedelta(hours=24)
"""A link stands so long."""


def accounts(session: Session) -> list[AccountRow]:
    """All that there are, closed ones at the end."""
    query = select(AccountRow).order_by(col(AccountRow.closed_at).is_not(None), col(AccountRow.name))
    return list(session.exec(query))


def find(session: Session, name: str) -> AccountRow | None:
    """The account of this name; else the only one of a name that is alike."""
    rows = [row for row in session.exec(select(AccountRow)) if evened(row.name) == evened(name)]
    exact = [row for row in rows if row.name == " ".join(name.split())]
    found = exact or rows
    return found[0] if len(found) == 1 else None


def named(session: Session, name: str) -> AccountRow:
    """The same; refused if there is none."""
    row = find(session, name)
    if row is None:
        raise refusal("no-such-account", name, "the name of an account", "none of this name")
    return row


def add(session: Session, name: str, role: Role, *, who: str, now: datetime) -> AccountRow:
    """A new account without a password: its owner chooses one when he comes in by a link. Refused without a
    name, and where there is an account of this name or one that is alike."""
    told = given_name(name, "the name", "say who it is")
    for row in session.exec(select(AccountRow)):
        if evened(row.name) == evened(told):
            raise refusal("account-exists", told, "a name that no account has", f"the account “{row.name}”")
    row = AccountRow(name=told, role=role.value, made_at=now, made_by=who)
    session.add(row)
    session.flush()
    return row


def given_name(text: str, place: str, remedy: str) -> str:
    """A name as it was typed, with single spaces; refused where it is none."""
    told = " ".join(text.split())
    bounded({place: told}, NAME)
    if not told or not told.isprintable():
        raise refusal("account-unnamed", place, "a name", f"“{told}”", remedy)
    return told


def set_role(session: Session, row: AccountRow, role: Role) -> None:
    """Gives an account another role; it works at once, also where its owner is signed in. A closed account is
    open again. Refused for the last administrator."""
    if role is not Role.ADMINISTRATOR:
        _refuse_last(session, row)
    row.role, row.closed_at = role.value, None
    session.add(row)


def close(session: Session, row: AccountRow, *, now: datetime) -> None:
    """Nobody comes in by this account any more, and whoever is in is out. Refused for the last
    administrator."""
    _refuse_last(session, row)
    row.closed_at = now
    reset(session, row, now=now)


def reset(session: Session, row: AccountRow, *, now: datetime) -> None:
    """Forgets password, authenticator and sessions of an account: its owner comes in by a new link."""
    row.password = row.second = row.second_used = None
    session.add(row)
    sign_out(session, row, now=now)


def sign_out(session: Session, row: AccountRow, *, now: datetime, but: int | None = None) -> int:
    """Ends its sessions, `but` this one, and its unused links. Gives how many sessions ended."""
    rows = session.exec(select(SessionRow).where(SessionRow.account_id == row.id))
    ended = [one for one in rows if one.revoked_at is None and one.ends_at > now and one.id != but]
    for one in ended:
        one.revoked_at = now
    session.exec(delete(LinkRow).where(col(LinkRow.account_id) == row.id, col(LinkRow.used_at).is_(None)))
    return len(ended)


def _refuse_last(session: Session, row: AccountRow) -> None:
    every = select(AccountRow).where(AccountRow.role == Role.ADMINISTRATOR.value, AccountRow.id != row.id)
    others = session.exec(every.where(col(AccountRow.closed_at).is_(None)))
    if row.role == Role.ADMINISTRATOR and row.closed_at is None and others.first() is None:
        raise refusal("last-administrator", row.name, "another administrator", "nobody else")


def link(session: Session, row: AccountRow, *, now: datetime) -> str:
    """A token that signs its owner in once, within `LINK`. It is given out here and kept nowhere. Refused for
    a closed account, which nobody comes in by."""
    if row.closed_at is not None:
        remedy = "give it a role first, which opens it: under Settings, or banzuke account role NAME ROLE"
        raise refusal("no-such-account", row.name, "an account that is open", "a closed one", remedy)
    token = new_token()
    session.add(LinkRow(account_id=row.id or 0, token_sha256=hashed(token), made_at=now, ends_at=now + LINK))
    return token
