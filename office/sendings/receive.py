"""What is handed in at the desk is kept before anything is read of it: the bytes of files in the archive, all
else in one row. The same form sent twice is one sending."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from hashlib import sha256
from unicodedata import normalize

from sqlmodel import Session, col, select

from importer import bounds
from importer.given import GivenFile
from importer.rulings import Rulings
from office.accounts.passwords import hashed
from office.clock import Clock
from office.database.engine import look, transaction
from office.errors import refusal
from office.families import day_here
from office.intake.files import keep_files
from office.intake.links import LARGEST_TEXT
from office.lists.law import check_report_day
from office.mail.keep import mail_row
from office.mail.settings import mailbox_settings, secret
from office.mail.waiting import refuse_closed
from office.opened import Office
from office.rules.people import reporter_named
from office.sendings.tables import SendingRow


class Kind(StrEnum):
    """What was handed in: text and files; the same, only to be checked; that the mailbox be looked at; that
    mails be read which an earlier run left; that what a mail quotes be read; that a published number is
    doubted, which waits for a person."""

    GIVEN = "given"
    CHECK = "check"
    DOUBT = "doubt"
    MAILBOX = "mailbox"
    LEFT = "left"
    QUOTED = "quoted"


class State(StrEnum):
    """`WAITS` until it is begun; `READING`; `READ` when all was gone through; `STOPPED` by what its problems
    say."""

    WAITS = "waits"
    READING = "reading"
    READ = "read"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class HandedIn:
    """Text and files as they came from a form. `once`: what it is known by (`once_of`); `reported_on`: the
    day it arrived, as typed, "" for today, an officer's alone; `reporter`: who reported (4(2)), an officer's
    or a stranger's."""

    once: str
    text: str = ""
    files: Sequence[GivenFile] = ()
    reported_on: str = ""
    reporter: str = ""
    kind: Kind = Kind.GIVEN
    mail: str = ""


def once_of(held: str, account: int | None) -> str:
    """What a sending is known by whose form held this: its sender's own, whatever he writes into a form. It
    is never that of somebody else's, nor of a report that a program sends."""
    if not (20 <= len(held) <= 100 and held.isascii() and held.isprintable()):
        remedy = "load the page again, then send it once more"
        raise refusal("form-out-of-date", "what was sent", "a form of this desk", "another", remedy)
    return hashed(f"form {account} {held}")


def told_apart(session: Session, given: HandedIn) -> HandedIn:
    """The same. Where its form was sent before with something else in it, for a browser brings a page back as
    it was left, it is another form: what it held is made of both."""
    row = session.exec(select(SendingRow).where(SendingRow.once == given.once)).first()
    if row is None:
        return given
    day = str(row.reported_on or "") if row.trusted else given.reported_on
    who = row.reporter or "" if row.account_id is None else given.reporter
    now = given.kind, given.text, _names(given), given.reported_on, given.reporter
    if (row.kind, row.text, row.files, day, who) == now:
        return given
    return replace(given, once=hashed(json.dumps([given.once, *now])))


def receive(
    office: Office,
    given: HandedIn,
    *,
    account: int | None,
    trusted: bool,
    sender: str,
    clock: Clock,
    token: str | None,
) -> tuple[int, bool]:
    """Keeps a sending; its number, and whether it is new: the same form sent again is the sending it was.
    `account`: of whom it is, by its number; `trusted`: an officer's; `token`: what the private link of
    somebody without an account holds. Refused where the mailbox is to be looked into, and its settings lack
    something."""
    with look(office.engine) as session:
        before = of_form(session, given.once)
        if before is not None:
            return before, False
        _refuse_nothing(given)
        if given.kind is Kind.MAILBOX:  # one that cannot be looked into would only wait on the desk
            secret(mailbox_settings(office.place, {}, os.environ))
        now = clock()
        today = day_here(session, now)
        day = _day(session, given.reported_on, today) if trusted else None
        reporter = reporter_named(given.reporter) if trusted and given.reporter else None
        mail_id = None
        if given.kind is Kind.QUOTED:
            mail = mail_row(session, given.mail)
            refuse_closed(session, mail)
            mail_id = mail.id
    keep_files(office.place.archive, given.files, clock)
    with transaction(office.engine) as session:
        before = of_form(session, given.once)
        if before is not None:
            return before, False
        if not trusted:
            reporter = sender if account is not None else given.reporter or None
        row = SendingRow(
            once=given.once, account_id=account, token_sha256=hashed(token) if token is not None else None,
            kind=given.kind, trusted=trusted, sender=sender, reporter=reporter, text=given.text,
            files=_names(given), reported_on=day, message_id=mail_id, received_at=now, state=State.WAITS,
            problems="[]",
        )  # fmt: skip
        session.add(row)
        session.flush()
        assert row.id is not None
        return row.id, True


def anew(office: Office, number: int) -> bool:
    """Takes a sending up again that was cut off or stopped; whether it may be read now."""
    with transaction(office.engine) as session:
        row = session.get(SendingRow, number)
        if row is None or row.state == State.READ or row.kind == Kind.DOUBT:
            return False
        row.state, row.problems = State.WAITS, "[]"
    return True


def dealt_with(session: Session, number: int) -> None:
    """A doubt, or what was stopped, waits no more; refused where there is none of this number."""
    row = session.get(SendingRow, number)
    if row is None or (row.kind != Kind.DOUBT and row.state in (State.WAITS, State.READING)):
        remedy = "look at the list"
        raise refusal("no-such-sending", str(number), "a doubt, or what was stopped", "none", remedy)
    row.state = State.READ


def _names(given: HandedIn) -> str:
    """The files' names and sums, as a sending keeps them."""
    return json.dumps([[f.name, sha256(f.data).hexdigest()] for f in given.files], ensure_ascii=False)


def of_form(session: Session, once: str) -> int | None:
    """The number of the sending that is known by this; None where none was kept."""
    return session.exec(select(col(SendingRow.id)).where(SendingRow.once == once)).first()


def _refuse_nothing(given: HandedIn) -> None:
    if given.kind in (Kind.GIVEN, Kind.CHECK) and not given.text.strip() and not given.files:
        remedy = "paste a link or a mail, or choose a file"
        raise refusal("nothing-sent", "what was sent", "text or a file", "neither", remedy)
    if len(given.text) > LARGEST_TEXT:
        expected = f"at most {LARGEST_TEXT} characters"
        raise refusal("text-too-large", "the text given", expected, "more of them")


def _day(session: Session, text: str, today: date) -> date | None:
    if not text:
        return None
    try:
        day = bounds.bounded(date.fromisoformat(normalize("NFKC", text)))
    except ValueError:
        expected, remedy = bounds.wanted("a day, YYYY-MM-DD", text), "give the day as YYYY-MM-DD"
        raise refusal("not-a-day", "reported on", expected, f"“{text}”", remedy) from None
    check_report_day(day, today, Rulings.in_force(session), "reported on")
    return day
