"""The desk as it stands now: every event matched anew, its list worked out, its questions numbered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlmodel import Session, col, select

from importer.checks import Facts, stale_rulings
from importer.checks.report import newer_reading
from importer.findings import Finding
from importer.review import note_problems, register_of, review
from importer.rulings import Rulings, fingerprint, subject_text
from importer.store import differences
from importer.tables import EventRow
from importer.view import EventView, load, reading, spans_by_member
from office.desk.reread import reread_differs
from office.lists.chain import latest_published, next_list
from office.lists.law import law_of, list_taking
from office.tables import ListVersionRow, VersionEventRow
from rating.errors import EditionError
from rating.interpretations import Interpretations


@dataclass(frozen=True, slots=True)
class DeskEvent:
    """An event on the desk. `list_date`: the list it is for, None while it is incomplete or excluded from
    all; `published`: the list that holds it already; `findings`: every question, answered or not."""

    view: EventView
    list_date: date | None
    published: date | None
    findings: tuple[Finding, ...]

    @property
    def open(self) -> list[Finding]:
        """Questions that nobody has answered."""
        return [f for f in self.findings if f.settled_by is None]

    @property
    def blocking(self) -> list[Finding]:
        """Open questions that its list waits for."""
        return [f for f in self.open if f.blocks]


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything at once. `last`: the newest published list, None before the opening balance."""

    last: ListVersionRow | None
    events: tuple[DeskEvent, ...]
    rulings: Rulings

    def for_list(self, list_date: date) -> list[DeskEvent]:
        """The events that a list takes, in the order they were stored."""
        return [e for e in self.events if e.list_date == list_date and e.published is None]

    def left_behind(self, list_date: date) -> list[DeskEvent]:
        """Events for lists before this one that no published list holds: each waits for a decision."""
        return [e for e in self.events if e.published is None and e.list_date and e.list_date < list_date]


def refresh(session: Session, switches: Interpretations | None = None) -> Desk:
    """Looks at everything that no published list holds yet, and brings the numbered problems in line."""
    switches = switches or Interpretations()
    rulings = Rulings.in_force(session)
    register = register_of(session)
    memberships = spans_by_member(session)
    published = published_events(session)
    last = latest_published(session)
    desk: list[DeskEvent] = []
    fresh: list[str] = []
    for event in session.exec(select(EventRow).order_by(col(EventRow.id))):
        if event.key in published:
            desk.append(_published(session, event, rulings, published[event.key]))
            continue
        view, findings = review(
            session,
            event,
            register,
            rulings,
            memberships,
            on_arrival=switches.r16 == "arrival",
            from_first_link=switches.r25 == "first-arrival",
        )
        fresh.append(event.key)
        facts = Facts(view, reading(session, event.reading_id), memberships)
        list_date, more = _place(facts, last)
        findings += more
        findings += _late(facts, list_date)
        findings += _early(facts)
        findings += reread_differs(session, facts, published=False)
        view.consult()
        findings += stale_rulings(facts)
        desk.append(DeskEvent(view, list_date, None, _settled_whole(view, findings)))
    note_problems(session, fresh, published, [f for e in desk for f in e.findings])
    return Desk(last, tuple(desk), rulings)


def published_events(session: Session) -> dict[str, date]:
    """The events that published lists hold, each with the date of its list."""
    versions = session.exec(select(ListVersionRow).where(ListVersionRow.state == "published"))
    dates = {version.id: version.list_date for version in versions}
    rows = session.exec(select(VersionEventRow).where(col(VersionEventRow.version_id).in_(dates)))
    return {row.event_key: dates[row.version_id] for row in rows}


def _published(session: Session, event: EventRow, rulings: Rulings, list_date: date) -> DeskEvent:
    view = load(session, event, rulings)
    record = reading(session, event.reading_id)
    changes: tuple[str, ...] = ()
    if event.newer_reading_id is not None:
        changes = differences(record, reading(session, event.newer_reading_id))
    facts = Facts(view, record, {}, changes)
    findings = (*newer_reading(facts), *reread_differs(session, facts, published=True))
    return DeskEvent(view, None, list_date, findings)


def _place(facts: Facts, last: ListVersionRow | None) -> tuple[date | None, list[Finding]]:
    """The list an event is for, after every deferral; a finding where that list is published already."""
    view = facts.view
    reported = view.reported_on()
    if reported is None:
        return None, []
    try:
        list_date = list_taking(reported, view.rulings)
    except EditionError as error:
        problem = error.problems[0]
        remedy = "banzuke resolve PROBLEM --reported YYYY-MM-DD, or --exclude"
        return None, [facts.finding("no-edition", {}, "report day", problem.expected, str(reported), remedy)]
    deferred = {r.subject for r in view.deferrals()}
    while deferral_subject_text(list_date) in deferred:
        list_date = next_list(list_date)
    if last is not None and list_date <= last.list_date:
        return list_date, [
            facts.finding(
                "list-already-published",
                {"list": list_date.isoformat()},
                "report day",
                f"a day after the period of the last published list, {last.list_date}",
                f"reported on {reported}, so for the list of {list_date}",
                "banzuke resolve PROBLEM --defer puts it into the next list; --exclude leaves it out",
            )
        ]
    return list_date, []


def deferral_subject(list_date: date) -> dict[str, str | int | None]:
    """What a deferral is about: the list the event is kept out of."""
    return {"list": list_date.isoformat()}


def deferral_subject_text(list_date: date) -> str:
    """The same, as it is stored."""
    return subject_text(deferral_subject(list_date))


def deferral_facts() -> str:
    """A deferral stands whatever becomes of the event meanwhile."""
    return fingerprint("deferred")


def _late(facts: Facts, list_date: date | None) -> list[Finding]:
    """3(7): reported after the deadline; not rated unless the officer accepts it."""
    view = facts.view
    reported, last_day = view.reported_on(), view.event.last_day
    if list_date is None or reported is None or last_day is None:
        return []
    try:
        law = law_of(list_date, view.rulings)
    except EditionError:
        return []  # already a finding of its own
    deadline = law.shapes.report_deadline(law, last_day)
    if reported <= deadline:
        return []
    accepted = view.accepted_late()
    return [
        facts.finding(
            "late-report",
            {},
            "report day",
            f"a report by {deadline} (3(7))",
            f"reported on {reported}; last day {last_day}",
            "banzuke resolve PROBLEM --accept-late rates it; --accept leaves it unrated as late",
            settled_by=accepted.id if accepted else None,
        )
    ]


def _early(facts: Facts) -> list[Finding]:
    """A report day before the event's last day: hardly right, but the officer's to say."""
    view = facts.view
    reported, last_day = view.reported_on(), view.event.last_day
    if reported is None or last_day is None or reported >= last_day:
        return []
    return [
        facts.finding(
            "reported-before-end",
            {},
            "report day",
            f"a day from the last day of the event on, {last_day}",
            f"reported on {reported}",
            "banzuke resolve PROBLEM --reported YYYY-MM-DD; without an answer the day stands",
            blocks=False,
        )
    ]


def _settled_whole(view: EventView, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """An excluded event asks nothing more: the exclusion answers everything."""
    excluded = view.excluded()
    if excluded is None:
        return tuple(findings)
    return tuple(
        f if f.settled_by is not None else replace(f, settled_by=excluded.id)
        for f in findings
        if f.code != "ruling-no-longer-fits"
    )
