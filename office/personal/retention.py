"""How long mails and pages stay: what nothing rests on any more, and is old enough, is deleted.

A mail goes if all that it reported stands on lists that can be corrected no more, or was closed; a page if no
stored reading rests on it and a newer one answers its address. What was read of them is stored apart, and
stays: no list, no event and no day of a report changes."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlmodel import Session, col, or_, select
from sqlmodel import delete as rows_gone

from importer.tables import MessageRow, ReadingRow, ReportRow
from office.accounts.tables import LinkRow, SessionRow
from office.corrections.open_lists import under_correction
from office.database.lifted import overwriting
from office.desk.reports import waiting_reports
from office.errors import refusal
from office.families import day_here
from office.lists.chain import published_events, standing_versions
from office.locks import files_held
from office.mail.keep import DELETED, WAITS, event_of, reports_of
from office.mail.waiting import waiting_mails
from office.notices.addresses import forget_erased, forget_old
from office.opened import Office
from office.personal.erase import gone_for_good, last_open
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
    """What would go: mails, pages by SHA-256, and how many bytes of the disk both are."""

    mails: tuple[MessageRow, ...]
    pages: tuple[str, ...]
    bytes: int

    @property
    def kilobytes(self) -> int:
        """The same in kilobytes, a begun one counted."""
        return -(-self.bytes // 1000)


def clear(
    office: Office, now: datetime, *, mails: int | None, pages: int | None, sender: str, delete: bool
) -> Kept:
    """Mails and pages as `old` finds them; with `delete` they are gone when this returns, and with them
    sessions that ended long ago and addresses of old notices, with their files where no server takes mails.
    Of a mail stays that it was seen, by its SHA-256; a kill after the transaction leaves files that the next
    call takes."""
    with office.writing(dry_run=not delete) as session:
        found = old(session, office.place, now, mails=mails, pages=pages, sender=sender)
        if delete:
            overwriting(session)
            for row in found.mails:
                row.state, row.problems = DELETED, "[]"
                row.sender = row.sender_name = row.subject = row.origin = ""
                row.message_id = None  # many programs write the sender's address or machine into it
            before = now - OF_ACCOUNTS
            for table, ended in ((SessionRow, SessionRow.revoked_at), (LinkRow, LinkRow.used_at)):
                session.exec(rows_gone(table).where(or_(col(table.ends_at) < before, col(ended) < before)))
            forget_erased(session)
            forget_old(session, now)
    if delete:
        held, archive = FileArchive(office.place.mails), FileArchive(office.place.archive)
        with files_held(office.place.folder, deleting=True):  # what came while it waited stays
            with office.reading() as session:
                told = session.exec(select(MessageRow.sha256).where(MessageRow.state == DELETED)).all()
                still = () if pages is None else {*_pages(session, archive, _days_ago(now, pages))}
            held.remove(*(sha for sha in told if sha and held.size(sha)))
            archive.remove(*(sha for sha in found.pages if sha in still), since=_days_ago(now, pages or 0))
        gone_for_good(office)
    return found


def counted(found: Kept) -> str:
    """How much of each, in words."""
    return _("mails: {mails}, pages: {pages}, kilobytes: {kb}").format(
        mails=len(found.mails), pages=len(found.pages), kb=found.kilobytes
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
    rows = tuple(_mails(session, today, since, sender)) if since or sender else ()
    held, archive = FileArchive(place.mails), FileArchive(place.archive)
    found: tuple[str, ...] = ()
    if pages is not None:
        found = tuple(_pages(session, archive, _days_ago(now, pages)))
    sizes = [held.size(row.sha256) for row in rows if row.sha256]
    return Kept(rows, found, sum(sizes) + sum(map(archive.size, found)))


def _mails(session: Session, today: date, since: date | None, sender: str) -> Iterator[MessageRow]:
    waiting = {one.row.id for one in waiting_mails(session)}
    unread = {one.report.id for one in waiting_reports(session)}
    done = _done(session, today)
    query = select(MessageRow).where(col(MessageRow.state).not_in((WAITS, DELETED)))
    for row in session.exec(query.order_by(col(MessageRow.id))):
        aged = since is not None and row.arrived_on < since
        his = bool(sender) and row.sender.casefold() == sender.casefold()
        if not (aged or his) or row.id in waiting:
            continue
        reports = reports_of(session, row)
        if any(report.id in unread for report in reports):
            continue
        events = [event_of(session, report) for report in reports]
        if all(event is None or event.key in done for event in events):
            yield row


def _days_ago(now: datetime, days: int) -> datetime:
    return now - timedelta(days=min(days, LONGEST))


def _done(session: Session, today: date) -> set[str]:
    """The events on lists that can be corrected no more, and through which no correction goes."""
    closed, corrected = set(), under_correction(session, today)
    for version in standing_versions(session):
        last = last_open(session, version) if version.how == "run" else None
        if (last is None or last < today) and version.list_date not in corrected:
            closed.add(version.list_date)
    return {key for key, list_date in published_events(session).items() if list_date in closed}


def _pages(session: Session, archive: FileArchive, before: datetime) -> Iterator[str]:
    """Pages that are older, rested on by no reading and no report, and not the newest of their address."""
    needed = {
        page["sha256"]
        for record in session.exec(select(ReadingRow.record))
        for page in json.loads(record).get("source", {}).get("pages", ())
    }
    told = select(ReportRow.reference, ReportRow.problem)
    needed |= {sha for row in session.exec(told) for text in row for sha in SHA256.findall(text or "")}
    answered: dict[str, str] = {}
    newest: dict[str, datetime] = {}
    for entry in archive.each():
        if entry.status == 200 and entry.complete:
            answered[entry.asked] = entry.sha256
        newest[entry.sha256] = max(entry.fetched_at, newest.get(entry.sha256, entry.fetched_at))
    needed |= {*answered.values()}
    yield from (sha for sha, at in newest.items() if at < before and sha not in needed)


SHA256 = re.compile("[0-9a-f]{64}")
