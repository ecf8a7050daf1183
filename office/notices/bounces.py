"""Notices that came back. One is recognised by the identifier that the office gave it, which nobody can
guess; it is shown at the notice and at its recipient, who gets no more until an officer says so."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from office.mail.returned import Returned
from office.notices.tables import NoticeRecipientRow, NoticeRow


def note_returned(session: Session, came: Returned, now: datetime) -> bool:
    """Notes at the notice and at its recipient that it came back, in the caller's transaction; whether it is
    one of the office's."""
    query = select(NoticeRow).where(col(NoticeRow.message_id).in_(came.numbers))
    rows = session.exec(query).all()
    for row in rows:
        row.bounced = came.said or row.bounced
        if came.failed:
            row.bounced_at = row.bounced_at or now
            _note_recipient(session, row, came, now)
        session.add(row)
    return bool(rows)


def _note_recipient(session: Session, notice: NoticeRow, came: Returned, now: datetime) -> None:
    if not notice.recipient:
        return
    row = session.exec(
        select(NoticeRecipientRow).where(NoticeRecipientRow.address == notice.recipient)
    ).first()
    if row is None:
        row = NoticeRecipientRow(address=notice.recipient, changed_by="banzuke", changed_at=now)
    row.bounced_at, row.bounced = now, came.said or None
    session.add(row)
