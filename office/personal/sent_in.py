"""How long what was sent in at the desk stays, and the addresses from which reports came: as long as mails do
(`office/personal/retention.py`). A doubt goes once it is dealt with, a report when its event is on a list
that can be corrected no more; that something was sent, when, and what became of it stays."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, or_, select

from importer.organizers_people import address_of, stands_in
from importer.tables import MessageRow, ReportRow
from office.families import day_here
from office.mail.keep import DELETED
from office.personal.needed import Needed
from office.sendings.receive import Kind, State
from office.sendings.tables import SendingPartRow, SendingRow


@dataclass(frozen=True, slots=True)
class SentIn:
    """What would go: sendings, and of reports the address of who reported. `alone`: how many of these came
    with none of these sendings."""

    sendings: tuple[SendingRow, ...] = ()
    reports: tuple[ReportRow, ...] = ()
    alone: int = 0


def sent_in(
    session: Session, needed: Needed, since: date | None, sender: str, mails: Collection[MessageRow]
) -> SentIn:
    """What came before a day, or from somebody, and is needed no more. `mails`: those that go."""
    going, whose = {row.id for row in mails}, address_of(sender) or sender
    sendings = tuple(_sendings(session, needed, since, whose, going))
    reports = tuple(_reports(session, needed, since, whose))
    part, numbers = SendingPartRow, [row.id for row in sendings]
    with_these = set(session.exec(select(part.report_id).where(col(part.sending_id).in_(numbers))))
    return SentIn(sendings, reports, sum(row.id not in with_these for row in reports))


def forget_sent(found: SentIn) -> None:
    """Empties them, in the caller's transaction. Of files their sums stay, by which they are deleted."""
    for row in found.sendings:
        row.text, row.reporter, row.problems, row.state = "", None, "[]", State.READ
        row.files = json.dumps([["", sha256] for _name, sha256 in json.loads(row.files)])
        if row.account_id is None:
            row.sender, row.token_sha256 = "", None
    for report in found.reports:
        report.reporter = None


def files_gone(session: Session) -> set[str]:
    """The files of sendings that were emptied, by SHA-256, but for what another one still has."""
    gone, kept = set[str](), set[str]()
    for files in session.exec(select(SendingRow.files)):
        for name, sha256 in json.loads(files):
            (kept if name else gone).add(sha256)
    return gone - kept


def _sendings(
    session: Session, needed: Needed, since: date | None, whose: str, going: Collection[int | None]
) -> Iterator[SendingRow]:
    row = SendingRow
    over = or_(
        col(row.state) == State.READ, (col(row.kind) == Kind.CHECK) & (col(row.state) == State.STOPPED)
    )
    for one in session.exec(select(row).where(over).order_by(col(row.id))):
        aged = since is not None and day_here(session, one.received_at) < since
        if not (aged or whose) or not _is_left(one):
            continue
        parts = session.exec(select(SendingPartRow).where(SendingPartRow.sending_id == one.id)).all()
        mails = [session.get_one(MessageRow, p.message_id) for p in parts if p.message_id is not None]
        if not (aged or _is_his(one, mails, whose)):
            continue
        reports = [session.get_one(ReportRow, p.report_id) for p in parts if p.report_id is not None]
        if all(m.state == DELETED or m.id in going for m in mails) and not needed.any(reports):
            yield one


def _is_left(row: SendingRow) -> bool:
    """Whether something of it is left to be forgotten."""
    names = any(name for name, _sha256 in json.loads(row.files))
    return bool(row.text) or names or (row.account_id is None and row.sender != "")


def _is_his(row: SendingRow, mails: Collection[MessageRow], whose: str) -> bool:
    return any(stands_in(whose, text) for text in (row.sender, row.reporter or "", row.text)) or any(
        mail.sender.casefold() == whose for mail in mails
    )


def _reports(session: Session, needed: Needed, since: date | None, whose: str) -> Iterator[ReportRow]:
    row = ReportRow
    for one in session.exec(select(row).where(col(row.reporter).like("%@%")).order_by(col(row.id))):
        address = address_of(one.reporter or "")
        aged = since is not None and one.arrived_on < since
        if address is not None and (aged or address == whose) and not needed.by_report(one):
            yield one
