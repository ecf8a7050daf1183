"""Erasure on request (7(1)) of somebody who is no member: what stands of him among the people of organizers
without an ID, and the text in which his report came. A member is found by his ID, he by his address, or under
an organizer by his name. Mails, and what was sent in at the desk, `office/personal/retention.py` deletes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, SQLModel, col, or_, select

from importer.names import name_key
from importer.organizers_people import address_of, same_name, stands_in
from importer.rulings import Kind, Made, record
from importer.tables import MemberRow, OrganizerPersonRow, OrganizerRow, ReportRow, RulingRow
from office.chain.compare import EMPTY
from office.chain.lines import Pointed, short
from office.chain.rows import LEDGER, ledger_lines
from office.database.lifted import triggers_lifted
from office.desk.refresh import refresh
from office.errors import OfficeError, refusal
from office.families import day_here
from office.intake.pages import BY_HAND
from office.lists.columns import table_of
from office.mail.keep import event_of
from office.notices.addresses import forget_addresses, key_of, known
from office.notices.tables import NoticeRecipientRow, NoticeRow
from office.personal.erase import forget
from office.personal.needed import Needed
from office.rules.payers import by_name
from office.rules.standing import HOW_MUCH, STANDING
from office.sendings.tables import SendingPartRow, SendingRow
from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Others:
    """The decisions, one for each row; and whether something was forgotten that no decision is needed for."""

    rulings: Sequence[RulingRow]
    notices: bool


def erase_others(session: Session, who: str, organizer: str | None, *, made: Made) -> Others:
    """Erases what is known of somebody who is no member, in the caller's transaction. `who`: an address; with
    an `organizer`, of whose people he is, a name too. Refused where nothing is known of him, and while a list
    with an event that he reported can be corrected."""
    address = address_of(who)
    people = _people(session, who, address, organizer)
    reports = [] if organizer or address is None else list(_reports(session, address))
    waits = list(_waits(session, reports, made))
    if waits:
        raise OfficeError(*waits)
    told = {text for row in people for text in (row.name, row.email) if text} | {who}
    addresses = {a for text in told if (a := address_of(text))}
    rulings = [
        *_emptied(session, OrganizerPersonRow, people, made),
        *_emptied(session, ReportRow, reports, made),
    ]
    addresses -= _of_others(session)
    notices = any(_has_notices(session, one) for one in addresses)
    if not rulings and not notices:
        expected = "somebody who is no member: an address, or --organizer and a name, without an ID beside it"
        raise refusal("nobody-to-erase", "banzuke members erase", expected, f"“{who}”: nothing is known")
    refresh(session)
    forget(session, told)
    forget_addresses(session, addresses, made.now)
    return Others(rulings, notices)


def _people(
    session: Session, who: str, address: str | None, organizer: str | None
) -> list[OrganizerPersonRow]:
    """His rows: those without the federation ID of a member, for with one they are that member's."""
    row = OrganizerPersonRow
    members = col(row.federation_id).in_(select(MemberRow.federation_id))
    query = select(row).where(or_(col(row.federation_id).is_(None), ~members)).order_by(col(row.id))
    query = query.where(or_(col(row.name).is_not(None), col(row.email).is_not(None)))
    if organizer is not None:
        query = query.where(row.organizer_id == _organizer(session, organizer))
    if address is not None:
        return [one for one in session.exec(query) if address_of(one.email or "") == address]
    return [one for one in session.exec(query) if same_name(one.name, who)]


def _organizer(session: Session, named: str) -> int | None:
    found = by_name(session).get(name_key(named), ())
    if len(found) != 1:
        expected = "an organizer of the register, by a name that no other one has"
        told = f"“{named}”" + (", of several" if found else "")
        remedy = "give the name under which it is registered: banzuke organizers list"
        raise refusal("no-such-organizer", "--organizer", expected, told, remedy)
    return found[0].row.id


def _reports(session: Session, address: str) -> Iterator[ReportRow]:
    """Reports by a link with the text in which it came, where that is his: his address stands in it, or he
    sent it in. What is kept of files is their names."""
    part, sent = SendingPartRow, SendingRow
    senders = select(part.report_id, sent.reporter).join(sent, col(sent.id) == col(part.sending_id))
    his = {number for number, reporter in session.exec(senders) if address_of(reporter or "") == address}
    text = col(ReportRow.text)
    query = select(ReportRow).where(text.is_not(None), col(ReportRow.reference).not_like("file:%"))
    query = query.where(text.not_like(f"{BY_HAND}%")).order_by(col(ReportRow.id))
    for row in session.exec(query):
        mine = row.id in his or address_of(row.reporter or "") == address
        if mine or stands_in(address, row.text or ""):
            yield row


def _waits(session: Session, reports: Sequence[ReportRow], made: Made) -> Iterator[Problem]:
    needed = Needed(session, day_here(session, made.now)) if reports else None
    for row in reports:
        if needed is not None and needed.by_report(row):
            event = event_of(session, row)
            place = f"E{event.id} {event.called}" if event else row.reference
            expected = "a report of an event on a list that is corrected no more, or one that was closed"
            remedy = "erase when that list is closed; a report that was not read: banzuke status"
            yield Problem("erasure-too-early", place, expected, "one that is still needed", remedy)


def _emptied(session: Session, table: type[SQLModel], rows: Sequence[Any], made: Made) -> Iterator[RulingRow]:
    """Empties these rows as `EMPTY` says, each by a decision: it names the row by its sum in the chain, from
    which nothing of it can be read, and whose it was."""
    name, own = str(table.__tablename__), table_of(table)
    (kept,) = (one for one in LEDGER if one.table is table)
    among = [row.id for row in rows]
    sums: dict[int, str] = {}
    for lines in ledger_lines(session, kept, Pointed(session), among=among) if among else ():
        sums |= zip(lines.rows, map(short, lines.texts), strict=True)
    for row in rows:
        about = {"report": row.reference} if table is ReportRow else {"organizer": _name(session, row)}
        subject = {**about, "row": sums[row.id]}
        yield record(session, Kind.ERASURE, subject=subject, facts=STANDING, value=HOW_MUCH[0], made=made)
    with triggers_lifted(session, (name,)):
        session.connection().execute(update(own).where(own.c.id.in_(among)).values(**EMPTY[name]))
        if table is OrganizerPersonRow:
            ends = update(own).where(own.c.id.in_(among), own.c.known_until.is_(None))
            session.connection().execute(ends.values(known_until=made.now))
    session.expire_all()


def _name(session: Session, row: OrganizerPersonRow) -> str:
    return session.get_one(OrganizerRow, row.organizer_id).name


def _of_others(session: Session) -> set[str]:
    """Addresses that somebody else has: who stands with an organizer still, a member, an officer."""
    person, one = OrganizerPersonRow, NoticeRecipientRow
    standing = select(person.email).where(col(person.known_until).is_(None), col(person.email).is_not(None))
    theirs = or_(col(one.member_id).is_not(None), col(one.officer).is_(True))
    found = (*session.exec(standing), *session.exec(select(one.address).where(theirs)))
    return {address for text in found if (address := address_of(text or ""))}


def _has_notices(session: Session, address: str) -> bool:
    """Whether notices know an address."""
    sent = select(NoticeRow.id).where(NoticeRow.recipient_sha256 == key_of(address))
    return key_of(address) in known(session) or session.exec(sent.limit(1)).first() is not None
