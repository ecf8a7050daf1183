"""Reports taken in: each is noted, read, and stored as its event stands (new, known, on a published list, or
taken up again), or kept with what stopped it; then one look at the whole desk, however many came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache

from sqlalchemy import Connection, Engine, Update, bindparam, update
from sqlmodel import Session, col, select

from importer.bounds import refuse_beyond
from importer.errors import Says
from importer.keys import another_event, event_key
from importer.rulings import Kind
from importer.store import BESIDE, Stored, received, store_event
from importer.tables import ReportRow
from importer.view import REPLACED
from office.clock import Clock
from office.database.engine import transaction
from office.desk.desk import DeskEvent
from office.desk.refresh import look_at, refresh
from office.desk.sight import Sight
from office.families import day_here
from office.intake.refused import as_stored, replaced_by, stopped
from office.undisturbed import undisturbed
from office.words import _
from office.words.formats import kept_day
from rating.interpretations import Interpretations
from scraper.records import EventRecord, Problem

LONGEST_NAME = 500
"""Letters by which a report of files is called."""


@dataclass(frozen=True, slots=True)
class Came:
    """How reports came: the day they arrived where the office is, None: today (R16); the mail they came
    with; who sent them, where no mail is kept; the day they were handed in, if they are read later."""

    reported: date | None
    message: int | None = None
    reporter: str | None = None
    kept: date | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a report, `name` for people, `source` where it is from: stored, or the problems that
    stopped it. Beside an event that was stored, `problems` are pages that came with its own and could not be
    read. `ends_run`: what stopped it would stop every other link too, so that no more were asked for;
    `corrects`: refused reports whose correction this is, in words. What the desk says of the event:
    `called`, its name, also where the officer gave it; `reported_on`, the day it counts as reported, None
    while it is incomplete; `list_date`: the list it is for; `open_questions`: how many the whole desk has
    with it."""

    name: str
    source: str
    report_id: int = 0
    record: EventRecord | None = None
    problems: Sequence[Problem] = ()
    ends_run: bool = False
    corrects: tuple[str, ...] = ()
    stored: Stored | None = None
    called: str = ""
    reported_on: date | None = None
    list_date: date | None = None
    open_questions: int = 0


def read_with(session: Session, message: int | None) -> set[str]:
    """The references of the reports of a mail that were read, or whose correction was; none where no mail is
    kept."""
    if message is None:
        return set()
    done = col(ReportRow.state).in_(("read", REPLACED))
    return set(session.exec(select(ReportRow.reference).where(ReportRow.message_id == message, done)))


def taken_in(
    engine: Engine | Connection,
    clock: Clock,
    came: Came,
    report: Taken,
    reference: str,
    text: str | None,
    read: Callable[[], EventRecord] | EventRecord | None,
    says: Says | None = None,
) -> Taken:
    """One report: one transaction for noting it, one for its event, which is given or `read` when the report
    is noted. `report`: what becomes of it where there is none; `says`: which event it then says it is. What
    stops it is kept with it."""
    now = clock()
    with transaction(engine) as session:
        row = received(
            session,
            reference=reference,
            text=text,
            arrived_on=came.reported or came.kept or day_here(session, now),
            day_stated=came.reported is not None,
            now=now,
            message=came.message,
            reporter=came.reporter,
        )
    report = replace(report, report_id=row.id or 0)
    try:
        record = read() if callable(read) else read
        if record is not None:
            return _stored(engine, record, clock, report, row)
    except Exception as error:  # noqa: BLE001  raised again where it is not about this report
        ends_run = getattr(error, "ends_run", False)
        report = replace(report, problems=stopped(error, report.name), ends_run=ends_run)
    with transaction(engine) as session:
        _failed(session, report, says)
    return report


@undisturbed()
def _stored(
    engine: Engine | Connection, record: EventRecord, clock: Clock, report: Taken, row: ReportRow
) -> Taken:
    """One event into the tables; what it raises leaves them as they were. `row`: its report as noted."""
    report = replace(report, record=record)
    with transaction(engine) as session:
        seen = Sight.of(session, Interpretations())
        other = another_event(session, record, lambda: seen.published)
        if other is not None:
            report = replace(report, problems=(other,))
            _failed(session, report)
            return report
        stored = take_in(session, record, row, clock(), seen)
        session.connection().execute(_read(), {"report": row.id})
        event = stored.event
        assert event is not None
        corrects = tuple(
            _(
                "{what} of {day}, which could not be read (report {report})",
                what=old.text or old.reference,
                day=kept_day(old.arrived_on),
                report=old.id,
            )
            for old in replaced_by(session, row, event)
        )
        look_at(event, seen, None if stored.state in ("unchanged", BESIDE) else record)
    return replace(report, stored=stored, corrects=corrects)


@cache
def _read() -> Update:
    table = ReportRow.__table__  # type: ignore[attr-defined]
    return update(table).where(table.c.id == bindparam("report")).values(state="read")


def _failed(session: Session, report: Taken, says: Says | None = None) -> None:
    """Keeps the report with all its problems."""
    row = session.get_one(ReportRow, report.report_id)
    row.state, row.problem = "failed", as_stored(report.problems, says)
    session.add(row)


def take_in(
    session: Session, record: EventRecord, report: ReportRow, now: datetime, seen: Sight | None = None
) -> Stored:
    """Stores an event; `ImportRefused` for one with a day or number beyond all bounds. Where a published
    list holds it, it is kept beside; while the event is taken up for a correction, it is part of that
    correction (7(3)). `seen`: the office as it stands, where somebody has looked already."""
    refuse_beyond(record)
    seen, key = seen or Sight.of(session, Interpretations()), event_key(record)
    published = key in seen.published
    taken_up = key in seen.reopened or (not published and bool(seen.rulings.of_event(key, Kind.INTO)))
    return store_event(session, record, report=report, now=now, published=published, taken_up=taken_up)


def if_taken(session: Session, record: EventRecord, *, now: datetime, today: date) -> DeskEvent | Problem:
    """The event as it would lie on the desk, if it were imported `now`; a problem where it would not be
    taken. It is taken in as any report and let go again: the session has to store nothing (`look`)."""
    other = another_event(session, record, lambda: Sight.of(session, Interpretations()).published)
    if other is not None:
        return other
    report = received(session, reference="check", text=None, arrived_on=today, day_stated=False, now=now)
    stored = take_in(session, record, report, now)
    session.flush()
    return refresh(session).event(stored.event_key)


@undisturbed()
def told(engine: Engine | Connection, taken: Sequence[Taken]) -> list[Taken]:
    """Each with what the desk says of it now; what was not stored as it is."""
    if not any(one.stored for one in taken):
        return list(taken)
    with transaction(engine) as session:
        desk = refresh(session)
        questions = sum(len(e.open) for e in desk.current)
        found = []
        for one in taken:
            if one.stored is not None:
                event = desk.event(one.stored.event_key)
                day, of = event.view.reported_on(), event.published or event.list_date
                called = event.view.event.called
                one = replace(one, called=called, reported_on=day, list_date=of, open_questions=questions)
            found.append(one)
    return found
