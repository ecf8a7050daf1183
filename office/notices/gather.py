"""What is to be told, and to whom: worked out of the office as it stands, less what was told already.

Officers are told that something waits, by its number and event, and which job needs them: no name of a
player leaves. Members who gave the office an address are told that their own membership ends, and which of
their own games do not count without one: nothing of anybody else. Who reported an event is told that it was
read, what is asked, that it is published: what he sent, and nothing of the register (mail/to_sender.py)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from sqlmodel import Session, col, func, select

from importer.merged import Merged, merged, spans_by_member
from importer.organizers_people import address_of
from importer.tables import EventRow, MemberRow, MessageRow, OrganizerPersonRow, ReportRow
from office.desk.desk import Desk, DeskEvent
from office.desk.lapsed import lapsed
from office.desk.refresh import refresh
from office.desk.today import today as waits_today
from office.intake.refused import PASSING, problems_of
from office.jobs.board import alarms
from office.mail.keep import event_of
from office.mail.to_sender import ToSender, event_told, reckoned_without, to_sender
from office.mail.waiting import of_somebody_else
from office.notices.addresses import key_of, known, silent
from office.notices.kinds import KINDS, WEBHOOK, About, Due, To
from office.notices.settings import ADDRESS
from office.notices.tables import NoticeAboutRow, NoticeKindRow, NoticeRecipientRow
from office.sendings.receive import Kind as SendingKind
from office.sendings.tables import SendingPartRow, SendingRow
from office.tables import ListVersionRow, VersionEventRow
from rating.interpretations import Interpretations, interpretations

FRESH = timedelta(days=60)
"""What came in longer ago nobody is told any more, after however long a silence."""

AROUND = timedelta(days=30)
"""So long before its last day a membership is said to end (R93), and so long after it is still said."""

PROGRAMS = ("mailer-daemon", "postmaster")
"""Under these names mail servers write; nobody reads what is sent there."""

LOOKED_BACK = timedelta(days=400)
"""So old a report may be whose event is published now."""


def due(
    session: Session,
    now: datetime,
    today: date,
    *,
    kinds: Collection[str] | None = None,
    webhook: bool,
    own: str,
    switches: Interpretations | None = None,
) -> list[Due]:
    """Every notice that is due of the kinds that are switched on; of `kinds`, where they are named, as if
    they had always been. `webhook`: whether one is set; `own`: the office's address, which gets none."""
    switches = switches or interpretations()
    since = {row.name: row.since for row in session.exec(select(NoticeKindRow)) if row.switched_on}
    found: list[Due] = []
    for kind in KINDS.values():
        if kind.name not in (since if kinds is None else kinds):
            continue
        if kind.to is To.OFFICERS:
            found += waiting(session, now, today, webhook=webhook)
        elif kind.to is To.REPORTERS:
            on = since.get(kind.name, now - FRESH)
            found += reported(session, kind.name, on, max(on, now - FRESH), today, switches)
        else:
            found += lapsing(session, kind.name, today, switches)
    return list(_left(session, [one for one in found if one.recipient.casefold() != own.casefold()]))


def _left(session: Session, found: Sequence[Due]) -> Iterable[Due]:
    """Without those who want none, or whose address does not take any, and without what was told."""
    none, about = silent(session), NoticeAboutRow
    for one in found:
        key = key_of(one.recipient)
        if key in none:
            continue
        query = select(about.occasion).where(about.kind == one.kind, about.recipient_sha256 == key)
        told = set(session.exec(query))
        left = tuple(about for about in one.abouts if about.occasion not in told)
        if left:
            yield replace(one, abouts=left)


def waiting(session: Session, now: datetime, today: date, *, webhook: bool) -> list[Due]:
    """To each officer whose address is known, and to the webhook: what waits now."""
    rows = session.exec(select(NoticeRecipientRow).where(col(NoticeRecipientRow.officer).is_(True))).all()
    if not rows and not webhook:
        return []
    abouts = tuple(_waits(session, now, today))
    found = [Due("waiting", row.address, row.language, abouts) for row in rows]
    return found + ([Due("waiting", WEBHOOK, None, abouts)] if webhook else [])


def _waits(session: Session, now: datetime, today: date) -> Iterator[About]:
    def about(what: str, number: str, occasion: str = "", event: str = "") -> About:
        return About(occasion or number, {"what": what, "number": number, "event": event})

    waits = waits_today(session, today)
    asked = [row for group in waits.questions for row in group.rows]
    of = select(EventRow).where(col(EventRow.key).in_({row.event_key for row in asked}))
    names = {e.key: f"E{e.id} {e.called}" for e in session.exec(of)}
    yield from (about("question", f"P{row.id}", event=names.get(row.event_key or "", "")) for row in asked)
    yield from (about("mail", f"M{mail.row.id}") for mail in waits.mails)
    for report in waits.unread:
        yield about("report", str(report.report.id), f"report {report.report.id}")
    for doubt in waits.doubts:
        yield about("doubt", str(doubt.row.id), f"doubt {doubt.row.id}")
    for what, job, which in alarms(session, now):
        yield about(what, job, f"{what} {job} {which}")


def lapsing(session: Session, kind: str, today: date, switches: Interpretations) -> list[Due]:
    """To each member whose address is known."""
    query = select(NoticeRecipientRow).where(col(NoticeRecipientRow.member_id).is_not(None))
    one = merged(session)
    people = [(row, one.row(row.member_id or 0)) for row in session.exec(query)]
    numbers = {number for _row, number in people}
    if not people:
        return []
    members = {m.id: m for m in session.exec(select(MemberRow).where(col(MemberRow.id).in_(numbers)))}
    if kind == "uncounted":
        abouts = _uncounted(session, today, switches)
    else:
        abouts = dict(_ending(session, one, numbers, today, switches))
    found = []
    for row, number in people:
        member = members[number]
        if mine := abouts.get(number):
            name = {"name": member.name, "kanji": member.kanji or member.name}
            found.append(Due(kind, row.address, row.language, tuple(mine), name))
    return found


def _ending(
    session: Session, one: Merged, members: set[int], today: date, switches: Interpretations
) -> Iterator[tuple[int, list[About]]]:
    for member, spans in spans_by_member(session, one, members).items():
        last = max(end for _first, end in spans)
        first_told = last - AROUND if switches.r93 == "month-before" else last + timedelta(days=1)
        if first_told <= today <= last + AROUND:
            facts = {"last_day": last.isoformat(), "over": last < today}
            yield member, [About(f"ends {last}", facts)]


def _uncounted(session: Session, today: date, switches: Interpretations) -> dict[int, list[About]]:
    found: dict[int, list[About]] = {}
    for one in lapsed(session, refresh(session), today, switches):
        facts = {
            "event": one.event.view.event.called,
            "days": [day.isoformat() for day in one.days],
            "games": one.games,
            "until": one.until.isoformat() if one.until else None,
            "article": one.article,
        }
        found.setdefault(one.member.id or 0, []).append(About(one.event.view.key, facts))
    return found


def reported(
    session: Session, kind: str, on: datetime, since: datetime, today: date, switches: Interpretations
) -> list[Due]:
    """To each who reported by mail or by the organizers' page since then, and whose report is read, asked
    about or published. `on`: when the kind was switched on."""
    people, found = known(session), []
    reports = _by_address(session, kind, on, since, today, switches)
    if not reports:
        return []
    desk, without = refresh(session), reckoned_without(session)
    for address, mine in reports.items():
        if kind == "asked":
            # What only did not answer is tried again; nobody has anything to send for that.
            told = [r for r in mine if not r.problem or {p.code for p in problems_of(r)} - PASSING]
            abouts = tuple(_questions(session, to_sender(session, told, desk, without)))
        else:
            abouts = tuple(_events(session, kind, mine, desk, without))
        row = people.get(key_of(address))
        if abouts:
            found.append(Due(kind, address, row.language if row else None, abouts))
    return found


def _by_address(
    session: Session, kind: str, on: datetime, since: datetime, today: date, switches: Interpretations
) -> dict[str, list[ReportRow]]:
    """The reports that came from somebody with an address, by mail or by the organizers' page. A mail of long
    ago that is met only now, as in another mailbox, is none of these; nor is an event published that was on
    the list before the kind was switched on, where a correction publishes that list again."""
    parts = select(SendingPartRow.report_id).where(col(SendingPartRow.report_id).is_not(None))
    by = col(ReportRow.message_id).is_not(None) | col(ReportRow.id).in_(parts)
    query = select(ReportRow).where(by).order_by(col(ReportRow.id).desc())
    if kind == "published":
        key, at = VersionEventRow.event_key, ListVersionRow.published_at
        of_list = select(key).join(ListVersionRow).group_by(key, col(ListVersionRow.list_date))
        fresh = set(session.exec(of_list.having(func.min(at) >= on, func.max(at) >= since)))
        query = query.where(col(ReportRow.received_at) >= since - LOOKED_BACK)
        rows = session.exec(query) if fresh else ()
        chosen = [r for r in rows if (event := event_of(session, r)) is not None and event.key in fresh]
    else:
        query = query.where(col(ReportRow.arrived_on) >= today - FRESH)
        chosen = list(session.exec(query.where(col(ReportRow.received_at) >= since)))
    allowed = None
    if switches.r92 == "known-people":
        person = OrganizerPersonRow
        emails = session.exec(select(person.email).where(col(person.known_until).is_(None)))
        allowed = {address_of(email) for email in emails if email}
    found: dict[str, list[ReportRow]] = {}
    for one in chosen:
        address = _address(session, one)
        if address is not None and ADDRESS.fullmatch(address) and (allowed is None or address in allowed):
            found.setdefault(address, []).append(one)
    return found


def _address(session: Session, report: ReportRow) -> str | None:
    """Where who reported it is reached (R92): the mail's sender, or who he says he is on the organizers'
    page."""
    if report.message_id is not None:
        mail = session.get_one(MessageRow, report.message_id)
        if of_somebody_else(mail):  # he reported nothing
            return None
        address = address_of(mail.sender)
        return None if address and address.partition("@")[0] in PROGRAMS else address
    query = (
        select(SendingRow.reporter)
        .join(SendingPartRow)
        .where(SendingPartRow.report_id == report.id, SendingRow.kind == SendingKind.GIVEN.value)
        .where(col(SendingRow.account_id).is_(None))
    )
    told = session.exec(query).first()
    return address_of(told) if told else None


def _events(
    session: Session,
    kind: str,
    reports: list[ReportRow],
    desk: Desk,
    without: Callable[[DeskEvent], bool],
) -> Iterator[About]:
    """Each event once, by the newest report of it."""
    met: set[str] = set()
    for report in reports:
        event = event_of(session, report)
        if event is None or event.key in met or (kind == "read" and report.state != "read"):
            continue
        met.add(event.key)
        facts = event_told(session, desk.event(event.key), without)
        if kind == "read":
            yield About(f"{event.key} report {report.id}", facts)
        elif facts["published"] is not None:
            yield About(f"{event.key} {facts['published']}", facts)


def _questions(session: Session, told: ToSender) -> Iterator[About]:
    """Every question: the same words about another event, or another report, are another one. The first event
    of a name goes by it, as every event once did: what was asked then is not asked again."""
    query = select(EventRow.name, func.min(EventRow.id)).group_by(EventRow.name)
    first = {f"E{number}": name for name, number in session.exec(query)}
    every = [
        (first.get(e["number"], e["number"]), e["name"], question)
        for e in told.events
        for question in e["questions"]
    ]
    every += [(f"report {id_}", "", question) for id_, mine in told.unread.items() for question in mine]
    for about, name, (english, japanese) in every:
        occasion = hashlib.sha256(f"{about}\n{english}".encode()).hexdigest()[:24]
        yield About(occasion, {"event": name, "en": english, "ja": japanese})
