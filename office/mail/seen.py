"""What became of the mails that were seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from importer.tables import EventRow, MessageRow, ReadingRow, ReportRow
from office.errors import refusal
from office.intake.refused import REPLACED, problems_of
from office.mail.keep import NOTHING, REFUSED, REPEATED, TAKEN, WAITS
from scraper.addresses import tournament_of

WORDS = {
    WAITS: "waits for the next run: banzuke inbox",
    TAKEN: "taken",
    NOTHING: "reports nothing",
    REFUSED: "refused",
}


@dataclass(frozen=True, slots=True)
class SeenMail:
    """A mail, its state in words, and a line for each of its reports."""

    row: MessageRow
    state: str
    reports: tuple[str, ...]


def seen_mails(session: Session, last: int) -> list[SeenMail]:
    """The newest mails by arrival, oldest of them first."""
    newest = select(MessageRow).order_by(col(MessageRow.arrived_at).desc(), col(MessageRow.id).desc())
    rows = list(session.exec(newest.limit(last)))
    return [_seen(session, row) for row in reversed(rows)]


def mail_row(session: Session, name: str) -> MessageRow:
    """The mail of a number, `M3` or `3`; refused where there is none."""
    number = re.fullmatch("[Mm]?([0-9]{1,9})", name.strip(), re.ASCII)
    row = session.get(MessageRow, int(number[1])) if number else None
    if row is None:
        raise refusal("no-such-mail", name, "the number of a mail, e.g. M3", "none", "banzuke inbox list")
    return row


def reports_of(session: Session, row: MessageRow) -> Sequence[ReportRow]:
    """The reports that came with a mail; of a repeated one those of the mail it repeats."""
    ids = (row.id, row.repeats) if row.repeats else (row.id,)
    return session.exec(
        select(ReportRow).where(col(ReportRow.message_id).in_(ids)).order_by(col(ReportRow.id))
    ).all()


def event_of(session: Session, report: ReportRow) -> EventRow | None:
    """The event that a report is of, also where another report of the same brought it first."""
    number = tournament_of(report.reference)
    if number is not None:
        return session.exec(select(EventRow).where(EventRow.key == f"chess-results:{number}")).first()
    key = session.exec(
        select(ReadingRow.event_key)
        .join(ReportRow, col(ReportRow.id) == col(ReadingRow.report_id))
        .where(ReportRow.reference == report.reference)
        .order_by(col(ReadingRow.id).desc())
    ).first()
    return session.exec(select(EventRow).where(EventRow.key == key)).first() if key else None


def _seen(session: Session, row: MessageRow) -> SeenMail:
    if row.state == REPEATED:
        return SeenMail(row, f"repeats M{row.repeats}", ())
    lines = []
    for report in reports_of(session, row):
        event = event_of(session, report)
        words = f"E{event.id} {event.name}" if event is not None else report.text or report.reference
        if report.state in ("failed", REPLACED):
            came = "; its correction came" if report.state == REPLACED else ""
            words = f"{report.text or report.reference}: not read, {problems_of(report)[0].code}{came}"
        elif report.state == "received":
            words = f"{report.text or report.reference}: not asked for yet"
        lines.append(words)
    return SeenMail(row, WORDS[row.state], tuple(lines))
