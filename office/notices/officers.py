"""What officers are told: that something waits, by its number and event. No name of a player leaves."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.tables import EventRow
from office.desk.today import today as waits_today
from office.notices.due import WEBHOOK, About, Due
from office.notices.tables import NoticeRecipientRow

if TYPE_CHECKING:
    from office.desk.today import Today


def waiting(session: Session, today: date, *, webhook: bool) -> list[Due]:
    """To each officer whose address is known, and to the webhook: what waits now."""
    rows = session.exec(select(NoticeRecipientRow).where(col(NoticeRecipientRow.officer).is_(True))).all()
    if not rows and not webhook:
        return []
    abouts = _abouts(session, waits_today(session, today))
    found = [Due("waiting", row.address, row.language, abouts) for row in rows]
    return found + ([Due("waiting", WEBHOOK, None, abouts)] if webhook else [])


def _abouts(session: Session, waits: Today) -> tuple[About, ...]:
    found = []
    keys = {row.event_key for group in waits.questions for row in group.rows}
    events = {e.key: e for e in session.exec(select(EventRow).where(col(EventRow.key).in_(keys)))}
    for group in waits.questions:
        for row in group.rows:
            event = events.get(row.event_key or "")
            named = {"event": f"E{event.id} {event.name}"} if event is not None else {"event": ""}
            found.append(About(f"P{row.id}", {"what": "question", "number": f"P{row.id}", **named}))
    for mail in waits.mails:
        found.append(About(f"M{mail.row.id}", {"what": "mail", "number": f"M{mail.row.id}", "event": ""}))
    for report in waits.unread:
        number = str(report.report.id)
        found.append(About(f"report {number}", {"what": "report", "number": number, "event": ""}))
    for doubt in waits.doubts:
        number = str(doubt.row.id)
        found.append(About(f"doubt {number}", {"what": "doubt", "number": number, "event": ""}))
    return tuple(found)
