"""The desk as it stands now: every event matched anew, its list worked out, its questions numbered."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Self

from sqlmodel import Session, col, select

from importer.checks import Facts, stale_rulings
from importer.checks.report import newer_reading
from importer.findings import Finding
from importer.guests import Guests
from importer.known import known_members
from importer.review import note_problems, review
from importer.rulings import Kind, Rulings
from importer.store import differences
from importer.tables import EventRow
from importer.view import EventView, UnreadView, load, reading, spans_by_member
from office.desk.asked import Known, asked_of, known
from office.desk.desk import Desk, DeskEvent
from office.desk.place import early_report, late_report, placed
from office.desk.possible import asked_twice, at_one_time, hardly_possible
from office.families import family_of
from office.lists.chain import latest_published, standing_versions
from office.lists.law import law_of
from office.rules.decisions import settle
from office.rules.standing import rating_gap
from office.tables import ListRatingRow, ListVersionRow, RereadRow, VersionEventRow
from rating.errors import EditionError
from rating.interpretations import Interpretations

__all__ = ["Desk", "DeskEvent", "published_events", "refresh"]


def refresh(session: Session, switches: Interpretations | None = None) -> Desk:
    """Looks at everything that no published list holds yet, and brings the numbered problems in line."""
    switches = switches or Interpretations()
    rulings = Rulings.in_force(session)
    last = latest_published(session)
    gap = rating_gap(rulings)
    family = family_of(session)
    register = family.register(known_members(session, _ratings(session, last)), switches.as_dict(), gap)
    held = {member.member_id: member.ratings for member in register.members if member.ratings}
    memberships = spans_by_member(session)
    published = published_events(session)
    reopened = {ruling.event_key for ruling in rulings.of_kind(Kind.REOPEN)}
    rest = _Rest.of(session, rulings)
    about = known(session, last, register, rulings)
    guests = Guests(rulings) if switches.r69 == "stays" else None
    desk: list[DeskEvent] = []
    fresh: list[str] = []
    for event in session.exec(select(EventRow).order_by(col(EventRow.id))):
        if event.key in published and event.key not in reopened:
            desk.append(_published(session, event, rest, published[event.key]))
            continue
        view, findings = review(
            session,
            event,
            register,
            rulings,
            memberships,
            on_arrival=switches.r16 == "arrival",
            from_first_link=switches.r25 == "first-arrival",
            guests=guests,
            checks=family.checks,
        )
        fresh.append(event.key)
        facts = Facts(view, reading(session, event.reading_id), memberships)
        list_date, more = placed(facts, last)
        findings += more
        findings += late_report(facts, list_date, switches)
        findings += _asked(session, facts, list_date, switches, about)
        findings += early_report(facts)
        findings += hardly_possible(facts, held, switches, gap)
        findings += reread_differs(session, facts, published=False)
        view.consult()
        findings += stale_rulings(facts)
        findings, into = _put_into(view, list_date, findings)
        desk.append(
            DeskEvent(
                view,
                list_date,
                published.get(event.key),
                _settled_whole(view, findings),
                reopened=event.key in reopened,
                into=into,
            )
        )
    desk = asked_twice(session, desk, any_game=switches.r43 == "any-game")
    desk = at_one_time(session, desk, switches)
    note_problems(session, fresh, published, [f for e in desk for f in e.findings])
    settle(session, rulings)
    return Desk(last, tuple(desk), rulings)


def _put_into(
    view: EventView, list_date: date | None, findings: list[Finding]
) -> tuple[list[Finding], date | None]:
    """Answers the question of an event that came after its list, where it is put into a correction of that
    list (R16); and gives the date of the list."""
    ruling = view.taken_up()
    if ruling is None:
        return findings, None
    answered = [
        replace(f, settled_by=ruling.id) if f.code == "list-already-published" else f for f in findings
    ]
    return answered, list_date if ruling.kind == Kind.INTO else None


def published_events(session: Session) -> dict[str, date]:
    """The events that the standing versions of published lists hold, each with the date of its list."""
    dates = {version.id: version.list_date for version in standing_versions(session)}
    rows = session.exec(select(VersionEventRow).where(col(VersionEventRow.version_id).in_(dates)))
    return {row.event_key: dates[row.version_id] for row in rows}


def _ratings(session: Session, last: ListVersionRow | None) -> dict[str, list[int]]:
    """Every member's ratings on the last published list, of whatever type: what lies far off speaks
    against a match."""
    found: dict[str, list[int]] = {}
    if last is not None:
        query = select(ListRatingRow.federation_id, ListRatingRow.rating)
        for number, rating in session.exec(query.where(ListRatingRow.version_id == last.id)):
            found.setdefault(number, []).append(rating)
    return found


@dataclass(frozen=True, slots=True)
class _Rest:
    """What can still be told of an event that a published list holds: `reread`, the readings that today's
    reader reads otherwise; `counting`, the events for which another report of the same was set aside."""

    rulings: Rulings
    reread: frozenset[int]
    counting: frozenset[str | None]

    @classmethod
    def of(cls, session: Session, rulings: Rulings) -> Self:
        return cls(
            rulings,
            frozenset(session.exec(select(RereadRow.reading_id))),
            frozenset(ruling.value for ruling in rulings.of_kind(Kind.SAME_EVENT)),
        )


def _published(session: Session, event: EventRow, rest: _Rest, list_date: date) -> DeskEvent:
    """Where nothing came in since, it is not even read: its list stands."""
    if event.key in rest.counting:
        view = load(session, event, rest.rulings)
    else:
        view = UnreadView(session, event, rest.rulings)
    if event.newer_reading_id is None and event.reading_id not in rest.reread:
        return DeskEvent(view, None, list_date, ())
    record = reading(session, event.reading_id)
    changes: tuple[str, ...] = ()
    if event.newer_reading_id is not None:
        changes = differences(record, reading(session, event.newer_reading_id))
    facts = Facts(view, record, {}, changes)
    findings = (*newer_reading(facts), *reread_differs(session, facts, published=True))
    return DeskEvent(view, None, list_date, findings)


def _asked(
    session: Session, facts: Facts, list_date: date | None, switches: Interpretations, about: Known
) -> list[Finding]:
    """What the edition of its list asks of the report."""
    if list_date is None:
        return []
    try:
        law = law_of(list_date, facts.view.rulings)
    except EditionError:
        return []  # already a finding of its own
    return list(asked_of(session, facts, list_date, law, switches, about))


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


SHOWN = 12
"""Differences that are named one by one; the rest is counted."""


def reread_differs(session: Session, facts: Facts, *, published: bool) -> Iterator[Finding]:
    """One finding for each reading of the event that did not stand when it was read again."""
    event = facts.view.event
    for which, reading_id in (("standing", event.reading_id), ("newer", event.newer_reading_id)):
        row = session.get(RereadRow, reading_id) if reading_id is not None else None
        if row is None:
            continue
        lines = json.loads(row.differences)
        more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
        yield facts.finding(
            "reread-differs",
            {"reading": which},
            f"the {which} reading",
            "the same from its saved pages, read again",
            f"by reader {row.reader}: " + "; ".join(lines[:SHOWN]) + more,
            "the published list stands; if the newer reader is right, a correction under 7(3)"
            if published
            else "banzuke import LINK --offline takes the newer reading; --accept keeps the frozen one",
            blocks=not published,
        )
