"""Programs that hand in reports for somebody: each has a token, which is a session that no browser has.

It stands among the sessions of its account, so that a new password, a new link and closing the account end
it with them. No cookie can hold it: what is kept is the hash of the token behind a word of its own. It does
not end when nothing is asked, but after a year.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select

from office.accounts.passwords import hashed, new_token
from office.accounts.people import given_name
from office.accounts.roles import Need, Role, may
from office.accounts.tables import MARK, AccountRow, SessionRow
from office.clock import day_begins
from office.errors import refusal
from office.families import family_of
from office.words import _, formats

STAYS = timedelta(days=365)
NOTED = timedelta(minutes=5)
"""That it was used is written down so often at most."""
BEGINS = "banzuke_"
"""How a token begins, so that whoever finds one in a file knows what it is."""
SOON, OVER = timedelta(days=30), timedelta(days=90)
"""So long before its end a token is told to run out, and so long after it is shown as one that did."""
MOST = 20
"""Programs that one account may have."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that sends for an account. `id`: the number of its session; `made_by`: who made the token,
    the owner himself or somebody at the command line; `used_at`: None where it was not used yet."""

    id: int
    name: str
    account_id: int
    account: str
    role: Role
    made_by: str
    made_at: datetime
    used_at: datetime | None
    ends_at: datetime


def admit(
    session: Session, account: int, name: str, *, who: str, now: datetime, secret: str | None = None
) -> str:
    """The token of a new program, which is shown once and kept nowhere. `who` makes it. Refused without a
    name, for an account that may not report, and where it has too many. `secret`: of a form, which makes one
    token under a name however often it is sent."""
    owner = session.get_one(AccountRow, account)
    if owner.closed_at is not None or not may(Role(owner.role), Need.REPORT):
        found = "closed" if owner.closed_at is not None else owner.role
        remedy = "give it another role: banzuke account role NAME reporter"
        raise refusal("not-allowed", owner.name, "somebody who may send reports", found, remedy)
    told = given_name(name, "the program", "say which program it is")
    token = BEGINS + (new_token() if secret is None else hashed(f"{account} {told} {secret}"))
    kept = select(SessionRow).where(SessionRow.token_sha256 == _kept(token))
    if (made := session.exec(kept).one_or_none()) is not None:
        if not stands(made, owner, now):
            remedy = "load the page again, then send it once more"
            expected = "a form that makes a new token"
            raise refusal("form-out-of-date", told, expected, "one whose token has ended", remedy)
        return token
    if len(programs(session, now, account)) >= MOST:
        raise refusal("too-many-programs", told, f"at most {MOST} programs", "more of them")
    begin(session, account, _kept(token), MARK + told + ("" if who == owner.name else MARK + who), now, STAYS)
    return token


def begin(session: Session, account: int, kept: str, browser: str, now: datetime, stays: timedelta) -> None:
    """Stores a session of an account. `kept`: the hash of its token."""
    ends_at = now + stays
    row = SessionRow(
        account_id=account, token_sha256=kept, browser=browser, made_at=now, seen_at=now, ends_at=ends_at
    )
    session.add(row)


def programs(session: Session, now: datetime, account: int | None) -> list[Program]:
    """The programs that may send, by their numbers; of an `account` only its own."""
    query = with_owners().where(col(SessionRow.browser).startswith(MARK)).order_by(col(SessionRow.id))
    if account is not None:
        query = query.where(SessionRow.account_id == account)
    return [_program(one, row) for one, row in session.exec(query) if stands(one, row, now)]


def known(session: Session, now: datetime, account: int | None = None) -> list[Program]:
    """The same with those whose token ran out not long ago (`ends_at`)."""
    return programs(session, now - OVER, account)


def ending(session: Session, day: date) -> list[str]:
    """Which tokens run out soon or have run out just now, a line each; none where the program has another
    one. `day`: the day where the office is."""
    zone = family_of(session).zone
    now = day_begins(day, zone)
    every, lines = known(session, now), []
    lasting = {(one.account_id, one.name) for one in every if one.ends_at > now + SOON}
    for one in every:
        last = one.ends_at.astimezone(zone).date()
        if (one.account_id, one.name) in lasting or last < day - SOON:
            continue
        facts = {"program": one.name, "name": one.account, "day": formats.day(last)}
        if last < day:
            lines.append(_("{program} of {name}: its token ran out on {day}", **facts))
        else:
            lines.append(_("{program} of {name}: its token runs out on {day}", **facts))
    return lines


def ending_lines(session: Session, day: date) -> list[str]:
    """The same under a heading; nothing where there are none."""
    told = [f"  {line}" for line in ending(session, day)]
    heading = _("Program tokens that expire soon; a new one: banzuke account token NAME PROGRAM")
    return [heading, *told] if told else []


def program_of(session: Session, token: str, now: datetime) -> Program | None:
    """The program that shows this token; None where it is none, has ended, or its account may not report."""
    found = session.exec(with_owners().where(SessionRow.token_sha256 == _kept(token))).one_or_none()
    allowed = found is not None and stands(*found, now) and may(Role(found[1].role), Need.REPORT)
    return _program(*found) if found is not None and allowed else None


def end(session: Session, number: int, now: datetime, account: int | None) -> Program:
    """Ends a program by its number, and gives what it was; of an `account` only its own. Refused where there
    is none."""
    found = next((one for one in programs(session, now, account) if one.id == number), None)
    if found is None:
        expected, remedy = "the number of a program", "see: banzuke account tokens"
        raise refusal("no-such-session", "the program", expected, f"none of number {number}", remedy)
    session.get_one(SessionRow, number).revoked_at = now
    return found


def with_owners() -> Select[SessionRow, AccountRow]:
    """Sessions, each with its account."""
    return select(SessionRow, AccountRow).join(AccountRow, col(AccountRow.id) == SessionRow.account_id)


def stands(one: SessionRow, row: AccountRow, now: datetime) -> bool:
    """Whether a session is neither over nor revoked, and its account not closed."""
    return one.revoked_at is None and one.ends_at > now and row.closed_at is None


def _program(one: SessionRow, row: AccountRow) -> Program:
    name, _mark, who = one.browser.removeprefix(MARK).partition(MARK)
    return Program(
        one.id or 0, name, one.account_id, row.name, Role(row.role), who or row.name,
        made_at=one.made_at, used_at=one.seen_at if one.seen_at > one.made_at else None, ends_at=one.ends_at,
    )  # fmt: skip


def _kept(token: str) -> str:
    return hashed(f"program {token}")
