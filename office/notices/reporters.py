"""What who reported an event is told: that it was read, what is asked, that it is published. He is told what
he sent, and nothing of the register (office/mail/to_sender.py)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from importer.organizers_people import address_of
from importer.tables import MessageRow, OrganizerPersonRow, ReportRow
from office.desk.refresh import Desk, refresh
from office.mail.keep import event_of
from office.mail.to_sender import ToSender, event_told, to_sender
from office.notices.addresses import key_of, known
from office.notices.kinds import About, Due
from office.notices.settings import ADDRESS
from office.sendings.receive import Kind as SendingKind
from office.sendings.tables import SendingPartRow, SendingRow
from office.tables import ListVersionRow, VersionEventRow
from rating.interpretations import Interpretations

LOOKED_BACK = timedelta(days=400)
"""So old a report may be whose event is published now."""


def reported(session: Session, kind: str, since: datetime, switches: Interpretations) -> list[Due]:
    """To each who reported by mail or by the organizers' page since then, and whose report is read, asked
    about or published."""
    people, found = known(session), []
    reports = _by_address(session, kind, since, switches)
    if not reports:
        return []
    desk = refresh(session)
    for address, mine in reports.items():
        if kind == "asked":
            abouts = tuple(_questions(to_sender(session, mine, desk)))
        else:
            abouts = tuple(_events(session, kind, mine, desk))
        row = people.get(key_of(address))
        if abouts:
            found.append(Due(kind, address, row.language if row else None, abouts))
    return found


def _by_address(
    session: Session, kind: str, since: datetime, switches: Interpretations
) -> dict[str, list[ReportRow]]:
    """The reports that came from somebody with an address, by mail or by the organizers' page."""
    parts = select(SendingPartRow.report_id).where(col(SendingPartRow.report_id).is_not(None))
    by = col(ReportRow.message_id).is_not(None) | col(ReportRow.id).in_(parts)
    query = select(ReportRow).where(by).order_by(col(ReportRow.id).desc())
    if kind == "published":
        keys = select(VersionEventRow.event_key).join(ListVersionRow)
        fresh = set(session.exec(keys.where(col(ListVersionRow.published_at) >= since)))
        query = query.where(col(ReportRow.received_at) >= since - LOOKED_BACK)
        rows = session.exec(query) if fresh else ()
        chosen = [r for r in rows if (event := event_of(session, r)) is not None and event.key in fresh]
    else:
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
        return address_of(session.get_one(MessageRow, report.message_id).sender)
    query = (
        select(SendingRow.reporter)
        .join(SendingPartRow)
        .where(SendingPartRow.report_id == report.id, SendingRow.kind == SendingKind.GIVEN.value)
        .where(col(SendingRow.account_id).is_(None))
    )
    told = session.exec(query).first()
    return address_of(told) if told else None


def _events(session: Session, kind: str, reports: list[ReportRow], desk: Desk) -> Iterator[About]:
    """Each event once, by the newest report of it."""
    met: set[str] = set()
    for report in reports:
        event = event_of(session, report)
        if event is None or event.key in met or (kind == "read" and report.state != "read"):
            continue
        met.add(event.key)
        facts = event_told(session, desk.event(event.key))
        if kind == "read":
            yield About(f"{event.key} report {report.id}", facts)
        elif facts["published"] is not None:
            yield About(f"{event.key} {facts['published']}", facts)


def _questions(told: ToSender) -> Iterator[About]:
    every = [(event["name"], question) for event in told.events for question in event["questions"]]
    every += [("", question) for question in told.questions]
    for name, (english, japanese) in every:
        occasion = hashlib.sha256(f"{name}\n{english}".encode()).hexdigest()[:24]
        yield About(occasion, {"event": name, "en": english, "ja": japanese})
