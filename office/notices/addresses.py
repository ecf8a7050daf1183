"""The addresses that notices go to: what is known of each, which came back, and which are forgotten.

A notice that came back is recognised by the identifier that the office gave it, which nobody can guess; it is
shown at the notice and at its recipient, who gets no more until an officer says so."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from sqlmodel import Session, col, delete, exists, or_, select

from importer.merged import merged
from importer.organizers_people import address_of
from importer.tables import MemberRow, MessageRow, OrganizerPersonRow, ReportRow
from office.errors import OfficeError, problem_of
from office.mail.settings import mailbox_settings
from office.mail.waiting import TO_A_REPORT
from office.notices.kinds import KINDS, WEBHOOK, To
from office.notices.settings import ways
from office.notices.tables import NoticeAboutRow, NoticeRecipientRow, NoticeRow
from office.place import Place
from office.sendings.tables import SendingRow
from scraper.records import Problem

if TYPE_CHECKING:
    from office.mail.read import Mail, Returned

KEPT = timedelta(days=365)
"""So long a notice says to which address it went."""


def key_of(recipient: str) -> str:
    """What is kept of a recipient for good, so that he is told nothing twice."""
    return hashlib.sha256(recipient.casefold().encode()).hexdigest()


def known(session: Session) -> dict[str, NoticeRecipientRow]:
    """What the office knows of addresses, by what is kept of each."""
    return {key_of(row.address): row for row in session.exec(select(NoticeRecipientRow))}


def silent(session: Session) -> set[str]:
    """What is kept of those who want none, or whose address does not take any."""
    return {key for key, row in known(session).items() if row.stopped_at or row.bounced_at}


def recipient(session: Session, address: str, who: str, now: datetime) -> NoticeRecipientRow:
    """The row of an address; a new one where there was none."""
    row = session.exec(select(NoticeRecipientRow).where(NoticeRecipientRow.address == address)).first()
    if row is None:
        row = NoticeRecipientRow(address=address, changed_by=who, changed_at=now)
        session.add(row)
    return row


def pass_on(session: Session, address: str, before: int | None, after: int | None) -> None:
    """An address that was one member's is another's, in the caller's transaction: what the one was told there
    the other was not, and who gets it back is not told again."""
    one = merged(session)
    was, is_ = (number and one.row(number) for number in (before, after))
    if was == is_:
        return
    kinds = [kind.name for kind in KINDS.values() if kind.to is To.MEMBERS]
    told = select(NoticeAboutRow).where(NoticeAboutRow.recipient_sha256 == key_of(address))
    rows = session.exec(told.where(col(NoticeAboutRow.kind).in_(kinds))).all()
    his = [row for row in rows if row.occasion.endswith(f"{_TOLD}{is_}")]
    for row in rows:
        if was is not None and _TOLD not in row.occasion:
            row.occasion += f"{_TOLD}{was}"
    session.flush()  # before the same words are another's
    for row in his:
        row.occasion = row.occasion.partition(_TOLD)[0]


_TOLD = "; member "
"""Behind it stands in an occasion the row of the member who was told it at an address that is no more his."""


def note_returned(session: Session, came: Returned, now: datetime) -> bool:
    """Notes at the notice and at its recipient that it came back, in the caller's transaction; whether it is
    one of the office's. No call of the webhook comes back: whoever reads it knows its number."""
    mails = select(NoticeRow).where(NoticeRow.way != WEBHOOK)
    rows = session.exec(mails.where(col(NoticeRow.message_id).in_(came.numbers))).all()
    for row in rows:
        row.bounced = came.said or row.bounced
        if came.failed:
            row.bounced_at = row.bounced_at or now
        if came.failed and row.recipient:
            whose = recipient(session, row.recipient, "banzuke", now)
            whose.bounced_at, whose.bounced = now, came.said or None
    return bool(rows)


def answer_problems(session: Session, mail: Mail, place: Place) -> list[Problem]:
    """What an officer is asked of a mail that reports nothing and answers a notice, or wants no more; or that
    answers a mail which brought a report, and is not the office's own answer to it."""
    known_of = col(NoticeRow.message_id).in_(mail.answers)
    ours = mail.answers and session.exec(select(NoticeRow.id).where(known_of)).first() is not None
    if mail.reports:
        return []
    where, expected = "the text of the mail", "a mail that is a report"
    if ours or mail.wants_none:
        found = "it wants no more notices" if mail.wants_none else "an answer to a notice"
        return [problem_of("mail-answers-notice", where, expected, found)]
    before = _report_before(session, mail)
    if before is None or address_of(mail.sender) in of_the_office(session, place):
        return []
    remedy = "read it: it may correct the report in words; then: banzuke inbox close M… --reason WHY"
    return [problem_of("mail-answers-notice", f"M{before}", expected, TO_A_REPORT, remedy)]


def _report_before(session: Session, mail: Mail) -> int | None:
    """The mail that brought a report, or whose reports are still to be taken, and that this one answers."""
    if not mail.named:
        return None
    row = MessageRow
    brought = exists().where(col(ReportRow.message_id) == col(row.id))  # asked of the few that are named
    query = select(row.id).where(col(row.message_id).in_(mail.named), or_(row.state == "waits", brought))
    return session.exec(query.order_by(col(row.id).desc())).first()


def of_the_office(session: Session, place: Place) -> set[str]:
    """The addresses from which the office itself writes, as far as it says; the account of a mailbox can be
    none."""
    row = NoticeRecipientRow
    found = [*session.exec(select(row.address).where(col(row.officer).is_(True)))]
    with suppress(OfficeError):
        found.append(ways(place).sender)
    with suppress(OfficeError):
        found.append(mailbox_settings(place, {}, os.environ).user)
    return {address for one in found if one and (address := address_of(one))}


def addresses_of(session: Session, members: Sequence[MemberRow]) -> set[str]:
    """The addresses that are a member's, by all entries that are he."""
    one, person = NoticeRecipientRow, OrganizerPersonRow
    mine = select(one.address).where(col(one.member_id).in_([m.id for m in members]))
    ids = [m.federation_id for m in members]
    told = session.exec(select(person.email).where(col(person.federation_id).in_(ids)))
    return {*session.exec(mine), *(a for text in told if text and (a := address_of(text)))}


ERASED = "banzuke members erase"
"""By whom an address is kept of somebody who was erased, while mails that came from it are kept."""


def forget_addresses(session: Session, addresses: Iterable[str], now: datetime) -> None:
    """Forgets addresses in the caller's transaction, and which notices went there: nothing leads back. While
    mails that came from one are kept, or what was sent in, so is that nothing goes there: what they reported
    would be told."""
    senders = _senders(session)
    for address in addresses:
        rows = session.exec(select(NoticeRow).where(NoticeRow.recipient_sha256 == key_of(address)))
        for row in rows.all():
            _empty(row)
            row.recipient_sha256 = f"erased {row.id}"
            session.exec(delete(NoticeAboutRow).where(col(NoticeAboutRow.notice_id) == row.id))
        for known_of in session.exec(select(NoticeRecipientRow).where(NoticeRecipientRow.address == address)):
            session.delete(known_of)
        if address.casefold() in senders:
            session.flush()
            kept = NoticeRecipientRow(address=address, changed_by=ERASED, changed_at=now)
            kept.stopped_at = now
            session.add(kept)


def forget_erased(session: Session) -> None:
    """Forgets the addresses of who was erased from which no mail is kept any more, in the caller's
    transaction."""
    session.flush()
    senders = _senders(session)
    for row in session.exec(select(NoticeRecipientRow).where(NoticeRecipientRow.changed_by == ERASED)):
        if row.address.casefold() not in senders:
            session.delete(row)


def _senders(session: Session) -> set[str]:
    """From where mails that are kept came, and what was sent in without an account."""
    own = select(SendingRow.reporter).where(col(SendingRow.account_id).is_(None))
    found = (*session.exec(select(MessageRow.sender).distinct()), *session.exec(own.distinct()))
    return {sender.casefold() for sender in found if sender}


def forget_old(session: Session, now: datetime) -> None:
    """Takes the addresses out of notices that are old, in the caller's transaction. What was told stays told,
    by a hash of the address."""
    row = NoticeRow
    query = select(row).where(col(row.claimed_at) < now - KEPT, col(row.recipient).not_in(("", WEBHOOK)))
    for one in session.exec(query):
        _empty(one)


def take_away(session: Session, folder: Path) -> None:
    """Deletes mails that were put into a folder and whose notice knows no address any more."""
    forgotten = {*session.exec(select(NoticeRow.message_id).where(NoticeRow.recipient == ""))}
    for file in folder.glob("*.eml"):
        if file.stem.rpartition("-")[2] in forgotten:
            file.unlink(missing_ok=True)


def _empty(row: NoticeRow) -> None:
    row.recipient, row.found, row.bounced = "", None, None
