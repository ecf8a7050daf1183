"""How long mails, what was sent in, and pages stay: what nothing rests on any more, and is old enough, goes.

A mail goes if all that it reported stands on lists that can be corrected no more, or was closed, and so does
what was sent in at the desk (`office/personal/sent_in.py`); a page if no stored reading rests on it and a
newer one answers its address. What was read of them is stored apart, and stays: no list, no event and no day
of a report changes."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlmodel import Session, col, or_, select
from sqlmodel import delete as rows_gone

from importer.tables import MessageRow, ReadingRow, ReportRow
from office.accounts.tables import LinkRow, SessionRow
from office.database.lifted import overwriting
from office.desk.refresh import refresh
from office.desk.who import sender_shown
from office.errors import refusal
from office.families import day_here
from office.locks import files_held
from office.mail.keep import DELETED, WAITS, reports_of
from office.mail.waiting import waiting_mails
from office.notices.addresses import forget_erased, forget_old
from office.opened import Office
from office.personal.erase import forget, gone_for_good
from office.personal.needed import Needed
from office.personal.sent_in import SentIn, files_gone, forget_sent, sent_in
from office.place import Place
from office.words import _
from scraper.archive import FileArchive

SHORTEST = 90
"""Days: as long as a list can be corrected (7(3)) its reports are looked up."""

LONGEST = 36_500
"""Days: nothing that an office has is older, and the calendar has a first day."""

OF_ACCOUNTS = timedelta(days=90)
"""So long the sessions and links that ended stay, to be looked at."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What would go: mails, what was sent in, pages by SHA-256; and how many bytes of the disk mails and
    pages are."""

    mails: tuple[MessageRow, ...]
    sent: SentIn
    pages: tuple[str, ...]
    bytes: int

    @property
    def sendings(self) -> int:
        """How many were sent in; of a report of which only the address goes, that one."""
        return len(self.sent.sendings) + self.sent.alone

    @property
    def kilobytes(self) -> int:
        """The same in kilobytes, a begun one counted."""
        return -(-self.bytes // 1000)


def clear(
    office: Office, now: datetime, *, mails: int | None, pages: int | None, sender: str, delete: bool
) -> Kept:
    """Mails, what was sent in, and pages as `old` finds them; with `delete` they are gone when this returns,
    and with them sessions that ended long ago and addresses of old notices, with their files where no server
    takes mails. Of a mail stays that it was seen, by its SHA-256; a kill after the transaction leaves files
    that the next call takes."""
    with office.writing(dry_run=not delete) as session:
        found = old(session, office.place, now, mails=mails, pages=pages, sender=sender)
        if delete:
            overwriting(session)
            names = [sender_shown(row.sender_name) for row in found.mails if row.sender_name]
            for row in found.mails:
                row.state, row.problems = DELETED, "[]"
                row.sender = row.sender_name = row.subject = row.origin = ""
                row.message_id = None  # many programs write the sender's address or machine into it
            forget_sent(found.sent)
            if names:
                refresh(session)
                forget(session, names, sender_shown(""))
            before = now - OF_ACCOUNTS
            for table, ended in ((SessionRow, SessionRow.revoked_at), (LinkRow, LinkRow.used_at)):
                session.exec(rows_gone(table).where(or_(col(table.ends_at) < before, col(ended) < before)))
            forget_erased(session)
            forget_old(session, now)
    if delete:
        held, archive = FileArchive(office.place.mails), FileArchive(office.place.archive)
        old_pages = None if pages is None else _days_ago(now, pages)
        with files_held(office.place.folder, deleting=True):  # what came while it waited stays
            with office.reading() as session:
                told = session.exec(select(MessageRow.sha256).where(MessageRow.state == DELETED)).all()
                still = () if old_pages is None else {*_pages(session, archive, old_pages)}
                files = files_gone(session) - _rested_on(session)
            held.remove(*(sha for sha in told if sha and held.size(sha)))
            archive.remove(*(sha for sha in found.pages if sha in still), since=old_pages)
            archive.remove(*(sha for sha in files if archive.size(sha)), since=now)
        gone_for_good(office)
    return found


def counted(found: Kept) -> str:
    """How much of each, in words."""
    return _("mails: {mails}, sent in: {sent}, pages: {pages}, kilobytes: {kb}").format(
        mails=len(found.mails), sent=found.sendings, pages=len(found.pages), kb=found.kilobytes
    )


def refuse_short(what: str, days: int | None) -> None:
    """Refuses days in which a list can still be corrected (7(3))."""
    if days is not None and days < SHORTEST:
        raise refusal("retention-too-short", what, f"{SHORTEST} days or more", f"{days}")


def old(
    session: Session, place: Place, now: datetime, *, mails: int | None, pages: int | None, sender: str
) -> Kept:
    """What is older than so many days and needed no more; None: none of these. `sender`: also his mails of
    any age."""
    for what, days in (("--mails", mails), ("--pages", pages)):
        refuse_short(what, days)
    today = day_here(session, now)
    since = None if mails is None else today - timedelta(days=min(mails, LONGEST))
    rows: tuple[MessageRow, ...] = ()
    sent = SentIn()
    if since or sender:
        needed = Needed(session, today)
        rows = tuple(_mails(session, needed, today, since, sender))
        sent = sent_in(session, needed, since, sender, rows)
    held, archive = FileArchive(place.mails), FileArchive(place.archive)
    found: tuple[str, ...] = ()
    if pages is not None:
        found = tuple(_pages(session, archive, _days_ago(now, pages)))
    sizes = [held.size(row.sha256) for row in rows if row.sha256]
    return Kept(rows, sent, found, sum(sizes) + sum(map(archive.size, found)))


def _mails(
    session: Session, needed: Needed, today: date, since: date | None, sender: str
) -> Iterator[MessageRow]:
    waiting = {one.row.id for one in waiting_mails(session, today)}
    query = select(MessageRow).where(col(MessageRow.state).not_in((WAITS, DELETED)))
    for row in session.exec(query.order_by(col(MessageRow.id))):
        aged = since is not None and row.arrived_on < since
        his = bool(sender) and row.sender.casefold() == sender.casefold()
        if not (aged or his) or row.id in waiting:
            continue
        if not needed.any(reports_of(session, row)):
            yield row


def _days_ago(now: datetime, days: int) -> datetime:
    return now - timedelta(days=min(days, LONGEST))


def _pages(session: Session, archive: FileArchive, before: datetime) -> Iterator[str]:
    """Pages that are older, rested on by no reading and no report, and not the newest of their address."""
    needed = _rested_on(session)
    answered: dict[str, str] = {}
    newest: dict[str, datetime] = {}
    for entry in archive.each():
        if entry.status == 200 and entry.complete:
            answered[entry.asked] = entry.sha256
        newest[entry.sha256] = max(entry.fetched_at, newest.get(entry.sha256, entry.fetched_at))
    needed |= {*answered.values()}
    yield from (sha for sha, at in newest.items() if at < before and sha not in needed)


def _rested_on(session: Session) -> set[str]:
    """What readings and reports rest on, by SHA-256."""
    needed = {
        page["sha256"]
        for record in session.exec(select(ReadingRow.record))
        for page in json.loads(record).get("source", {}).get("pages", ())
    }
    told = select(ReportRow.reference, ReportRow.problem)
    return needed | {sha for row in session.exec(told) for text in row for sha in SHA256.findall(text or "")}


SHA256 = re.compile("[0-9a-f]{64}")
