"""What became of what was handed in, as values: for the officer, and for who sent it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, and_, col, func, not_, select

from importer.tables import EventRow, MessageRow, ReadingRow, ReportRow
from importer.view import REPLACED
from office.accounts.passwords import hashed
from office.errors import refusal
from office.intake.refused import problems_of
from office.mail.keep import event_of, reports_of
from office.mail.to_sender import ToSender, asked, to_sender
from office.sendings.receive import Kind, State
from office.sendings.tables import SendingPartRow, SendingRow
from office.words import N_
from scraper.records import Problem

WORDS = {
    State.WAITS: N_("waits to be read"),
    State.READING: N_("is being read"),
    State.READ: N_("read"),
    State.STOPPED: N_("stopped"),
}

UNREAD = N_("could not be read")
"""Of one that was gone through, and of which nothing could be read."""

DELETED = N_("deleted: what is sent in is not kept for ever")
"""Of one without an account of which nothing is left but that it came (`office/personal/sent_in.py`)."""

DOUBTS = {State.WAITS: N_("the office looks at it"), State.READ: N_("dealt with")}


@dataclass(frozen=True, slots=True)
class ReportOutcome:
    """A report: what it is called, its event where it was read, else why it was not. `same`: nothing in it
    was other than what the office had of the event already; `replaced`: its correction came."""

    row: ReportRow
    name: str
    event: EventRow | None
    problems: Sequence[Problem]
    same: bool = False
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sending with what came of it. `files`: their names; `problems`: what in it is no report, or what
    stopped it; `checked`: the events of one that was only to be checked, as their sender is told of them."""

    row: SendingRow
    files: Sequence[str]
    reports: Sequence[ReportOutcome]
    mails: Sequence[MessageRow]
    problems: Sequence[Problem]
    checked: Sequence[dict[str, Any]] = ()

    @property
    def words(self) -> str:
        """Its state, to be translated."""
        if not self.row.sender:
            return DELETED
        if self.row.kind == Kind.DOUBT:
            return DOUBTS[State(self.row.state)]
        if self.row.state == State.READ and self.unread:
            return UNREAD
        return WORDS[State(self.row.state)]

    @property
    def unread(self) -> bool:
        """Whether no report that came with it, or was only to be checked, could be read. A report whose
        correction came waits no more, and what became of mails is said of each."""
        if self.row.kind in (Kind.MAILBOX, Kind.LEFT) or self.mails or self.checked:
            return False
        failed = [one for one in self.reports if one.problems and not one.replaced]
        return len(failed) == len(self.reports) and bool(failed or self.problems)

    @property
    def over(self) -> bool:
        """Whether nothing of it is to come any more by itself."""
        return self.row.kind == Kind.DOUBT or self.row.state in (State.READ, State.STOPPED)


def outcome(session: Session, number: int, account: int | None) -> Outcome:
    """The sending of a number; of an `account` only its own. Refused where there is none."""
    row = session.get(SendingRow, number)
    if row is None or (account is not None and row.account_id != account):
        expected, remedy = "the number of what was sent in", "look at the list"
        raise refusal("no-such-sending", str(number), expected, "none", remedy)
    return _outcome(session, row)


def outcome_of(session: Session, token: str) -> Outcome:
    """The sending behind a private link; refused where there is none."""
    row = session.exec(select(SendingRow).where(SendingRow.token_sha256 == hashed(token))).one_or_none()
    if row is None:
        remedy = "open the link that was shown when it was sent; or ask the office"
        raise refusal("no-such-sending", "this link", "what was sent in with it", "none", remedy)
    return _outcome(session, row)


def sendings(session: Session, last: int, account: int | None) -> list[Outcome]:
    """The newest that were handed in, newest first; of an `account` only its own."""
    rows = select(SendingRow).where(SendingRow.kind != Kind.CHECK)
    if account is not None:
        rows = rows.where(SendingRow.account_id == account)
    rows = rows.order_by(col(SendingRow.id).desc()).limit(last)
    return [_outcome(session, row) for row in session.exec(rows)]


def checks(session: Session, last: int) -> list[Outcome]:
    """What organizers only had checked, the newest first: nothing of it is handed in, and it is kept for the
    private link that shows them the answer again."""
    rows = select(SendingRow).where(SendingRow.kind == Kind.CHECK).order_by(col(SendingRow.id).desc())
    return [_outcome(session, row) for row in session.exec(rows.limit(last))]


def doubts(session: Session) -> list[Outcome]:
    """The doubts that nobody dealt with, the oldest first."""
    rows = select(SendingRow).where(SendingRow.kind == Kind.DOUBT, SendingRow.state == State.WAITS)
    return [_outcome(session, row) for row in session.exec(rows.order_by(col(SendingRow.id)))]


def to_look_at(session: Session, last: int) -> list[Outcome]:
    """What was handed in that is not read to its end or was stopped, and of what came from others than the
    officers (organizers, reporters) the newest; newest first. Doubts are a list of their own; of looks into
    the mailbox that were stopped, only the last look of all says how it stands now."""
    r = SendingRow
    given = select(r).where(col(r.kind) != Kind.DOUBT, col(r.kind) != Kind.CHECK).order_by(col(r.id).desc())
    looked = session.exec(select(func.max(col(r.id))).where(r.kind == Kind.MAILBOX)).one()
    over = and_(col(r.kind) == Kind.MAILBOX, col(r.state) == State.STOPPED, col(r.id) < (looked or 0))
    waits = session.exec(given.where(col(r.state) != State.READ, not_(over))).all()
    others = session.exec(given.where(col(r.trusted).is_(False)).limit(last)).all()
    rows = {row.id or 0: row for row in (*waits, *others)}
    return [_outcome(session, rows[number]) for number in sorted(rows, reverse=True)]


def for_sender(session: Session, of: Outcome) -> ToSender:
    """What its sender is told of a sending, in English and Japanese; nothing from the register. A text
    without a link is a note where something else came with it."""
    told = to_sender(session, [one.row for one in of.reports])
    with_more = bool(of.reports or of.checked)
    mine = [asked(problem) for problem in of.problems if not (with_more and problem.code == "no-link")]
    return ToSender([*of.checked, *told.events], [*mine, *told.questions])


def mail_reports(session: Session, row: MessageRow) -> list[ReportOutcome]:
    """The reports that came with a mail."""
    return [_report(session, report) for report in reports_of(session, row)]


def _outcome(session: Session, row: SendingRow) -> Outcome:
    query = select(SendingPartRow).where(SendingPartRow.sending_id == row.id)
    parts = session.exec(query.order_by(col(SendingPartRow.id))).all()
    reports = [session.get_one(ReportRow, p.report_id) for p in parts if p.report_id is not None]
    newest = {report.reference: report for report in reports}
    mails = dict.fromkeys(p.message_id for p in parts if p.message_id is not None)
    kept = json.loads(row.problems)
    return Outcome(
        row,
        [name for name, _sha256 in json.loads(row.files) if name],
        [_report(session, report) for report in newest.values()],
        [session.get_one(MessageRow, number) for number in mails],
        [Problem(**one) for one in kept if "told" not in one],
        [one["told"] for one in kept if "told" in one],
    )


def _report(session: Session, report: ReportRow) -> ReportOutcome:
    file = report.reference.startswith("file:")
    name = (report.text if file else None) or report.reference
    failed = report.state != "read" and report.problem is not None
    event = event_of(session, report) if not failed else None
    of_it = select(ReadingRow.id).where(ReadingRow.report_id == report.id)
    same = event is not None and session.exec(of_it).first() is None  # a reading is kept where it is another
    replaced = report.state == REPLACED
    return ReportOutcome(report, name, event, problems_of(report) if failed else (), same, replaced)
