"""The order in which the reports of an event arrived, and the days that an event has of them (R16, R25)."""

import json
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from importer.tables import EventRow, MessageRow, ReadingRow, ReportRow
from importer.view import is_complete
from scraper.records import EventRecord


def completed_on(session: Session, event: EventRow, report: ReportRow) -> date:
    """The day on which a report completes an event, were it looked at years later: of a file, and where the
    officer states a day, that of the report. A mail's link shows only what is there now: the pages were not
    complete before the day of the report by which they last were not."""
    if _was_whole(report):
        return report.arrived_on
    before = session.get_one(ReportRow, session.get_one(ReadingRow, event.reading_id).report_id)
    return max(report.arrived_on, before.arrived_on)


def _was_whole(report: ReportRow) -> bool:
    """Whether what is read of a report is what stood in it on its day: a file, or as the officer says."""
    return report.reference.startswith("file:") or _as_stated(report)


def _as_stated(report: ReportRow) -> bool:
    """Whether the officer gave a report, and said its day."""
    return report.day_stated and report.message_id is None


def first_came(session: Session, report: ReportRow) -> date:
    """The day the link of this report first came, also if nothing could be read of it then."""
    first: date | None = session.connection().execute(_first(), {"named": report.reference}).scalar()
    return report.arrived_on if first is None else first


def came_earlier(session: Session, event: EventRow, report: ReportRow, last_day: date | None) -> None:
    """The day of a report of the same that arrived before those that were taken before it (R25). A link that
    came before the event's last day announced it: results were pending then (R16)."""
    if last_day is not None and report.arrived_on < last_day and not _was_whole(report):
        return
    own = select(ReportRow.reference).join(ReadingRow, col(ReadingRow.report_id) == col(ReportRow.id))
    first = own.where(ReadingRow.event_key == event.key).order_by(col(ReadingRow.id)).limit(1)
    if session.exec(first).one() == report.reference:
        event.link_came_on = report.arrived_on
        session.add(event)


@cache
def _first() -> Select[Any]:
    own = ReportRow.__table__.c  # type: ignore[attr-defined]
    return columns(func.min(own.arrived_on)).where(own.reference == bindparam("named"))


def is_overtaken(session: Session, report: ReportRow, counts: ReadingRow) -> bool:
    """Whether a file arrived before the one of which the reading is that `counts`, though it is taken after
    it: a mail that is found late. The same file can have come again since. What the officer gives with its
    day is to be taken, and his own file counts from the day he gave it, unless a mail then brought it too."""
    own = session.get_one(ReportRow, counts.report_id)
    alike = select(ReportRow).where(ReportRow.reference == own.reference, ReportRow.state == "read")
    again = session.exec(alike.where(col(ReportRow.id) >= own.id)).all()
    dated = [one for one in again if one.day_stated] or [own]
    return any(arrived_before(session, report, one) for one in dated)


def arrived_before(session: Session, report: ReportRow, other: ReportRow) -> bool:
    """Whether a report arrived before another one: by the day, of two mails of one day by the moment. Not so
    where the officer says its day."""
    if _as_stated(report):
        return False
    if report.arrived_on != other.arrived_on:
        return report.arrived_on < other.arrived_on
    moment, its = _moment(session, report), _moment(session, other)
    return moment is not None and its is not None and moment < its


def _moment(session: Session, report: ReportRow) -> datetime | None:
    mail = session.get(MessageRow, report.message_id) if report.message_id is not None else None
    return mail.arrived_at if mail else None


def days_in_order(session: Session, event: EventRow) -> None:
    """The days of an event of which a file arrived before those that were taken before it, as if all had been
    taken in their order."""
    told = select(ReportRow, ReadingRow.record).join(ReadingRow, col(ReadingRow.report_id) == ReportRow.id)
    query = told.where(ReadingRow.event_key == event.key).order_by(col(ReadingRow.id))
    found: Sequence[tuple[ReportRow, str]] = sorted(session.exec(query), key=lambda one: one[0].arrived_on)
    complete: date | None = None
    for report, record in found:
        if not is_complete(EventRecord.from_dict(json.loads(record))):
            complete = None
        elif complete is None:
            complete = report.arrived_on
    if complete is not None and event.complete_on is not None:
        event.complete_on = min(complete, event.complete_on)
    first = found[0][0]
    if first.arrived_on < event.arrived_on:
        event.arrived_on, event.day_stated = first.arrived_on, first.day_stated
        event.link_came_on = min(event.link_came_on, first.arrived_on)
    session.add(event)
