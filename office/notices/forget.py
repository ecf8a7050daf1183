"""Addresses of notices forgotten: of a member who was erased, and of notices that are old."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, delete, select

from importer.organizers_people import address_of
from importer.tables import MemberRow, OrganizerPersonRow
from office.notices.due import WEBHOOK, key_of
from office.notices.tables import NoticeAboutRow, NoticeRecipientRow, NoticeRow

KEPT = timedelta(days=365)
"""So long a notice says to which address it went."""


def addresses_of(session: Session, members: Sequence[MemberRow]) -> set[str]:
    """The addresses that are a member's, by all entries that are he."""
    recipient, person = NoticeRecipientRow, OrganizerPersonRow
    mine = select(recipient.address).where(col(recipient.member_id).in_([m.id for m in members]))
    ids = [m.federation_id for m in members]
    told = session.exec(select(person.email).where(col(person.federation_id).in_(ids)))
    return {*session.exec(mine), *(a for text in told if text and (a := address_of(text)))}


def forget_addresses(session: Session, addresses: Iterable[str]) -> None:
    """Forgets addresses in the caller's transaction, and which notices went there: nothing leads back."""
    for address in addresses:
        rows = session.exec(select(NoticeRow).where(NoticeRow.recipient_sha256 == key_of(address)))
        for row in rows.all():
            row.recipient, row.found, row.bounced = "", None, None
            row.recipient_sha256 = f"erased {row.id}"
            session.add(row)
            session.exec(delete(NoticeAboutRow).where(col(NoticeAboutRow.notice_id) == row.id))
        session.exec(delete(NoticeRecipientRow).where(col(NoticeRecipientRow.address) == address))


def forget_old(session: Session, now: datetime) -> None:
    """Takes the addresses out of notices that are old, in the caller's transaction. What was told stays told,
    by a hash of the address."""
    row = NoticeRow
    query = select(row).where(col(row.claimed_at) < now - KEPT, col(row.recipient).not_in(("", WEBHOOK)))
    for one in session.exec(query).all():
        one.recipient, one.found, one.bounced = "", None, None
        session.add(one)
