"""The correction itself: every open list that comes out otherwise, reckoned anew, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from sqlmodel import Session

from importer.rulings import Kind, Made, fingerprint, record, take_back
from importer.tables import ProblemRow
from office.chain.link import append
from office.corrections.counted import refuse_on_no_list, refuse_without_counted
from office.corrections.difference import Difference, difference
from office.corrections.open_lists import chain, of_corrections
from office.corrections.reopen import match_taken_up
from office.desk.desk import Desk, DeskEvent
from office.desk.refresh import refresh
from office.errors import OfficeError
from office.families import day_here
from office.lists.canonical import LEFT_OUT
from office.lists.chain import standing_versions
from office.lists.erased import IN_JSON
from office.lists.law import law_of_version, switches_of
from office.lists.rows import rows_of
from office.lists.sums import wrong_sums
from office.rules.decisions import left_unrated, note_decisions
from office.runs.decisions import with_rated_adjustments
from office.runs.inputs import gather
from office.runs.open_questions import refuse_open
from office.runs.publication_alarms import Alarm, accept, refuse
from office.runs.publication_store import look_at, note_report
from office.runs.rate import reckon
from office.runs.store import BELONGING, drop, store_draft
from office.runs.trust import refuse_changed, refuse_events
from office.tables import ListRatingRow, ListVersionRow, VersionEventRow
from rating.interpretations import Interpretations

NAMES = frozenset({"name", "kanji", "player_name", "opponent_name", "who", "event_name", "source"})
"""What can change without anything being reckoned otherwise, in a column or within one: a name spelled anew
makes no new version."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """One list of the chain: the version that stood, the one that takes its place, what is other, the first
    ratings that would be for the office to decide, and the alarms of the new one that wait for the officer's
    word."""

    before: ListVersionRow
    after: ListVersionRow
    difference: Difference
    undecided: Sequence[ProblemRow] = ()
    alarms: tuple[Alarm, ...] = ()


def correct(
    session: Session, *, made: Made, accepted: Sequence[str] = (), what_if: bool = False
) -> list[Corrected]:
    """Recalculates the chain and publishes it; `what_if` leaves the new versions as drafts, for a session
    that is rolled back. Empty when nothing is other than it was.

    Each list is reckoned under its own edition and interpretations, with what the office knows now, from
    the new version of the list before it. Refused while a question about one of the events is open, or an
    alarm of a new version waits for the officer's word (`accepted` names those that are right as they are).
    """
    desks: dict[Interpretations, Desk] = {}
    found: list[Corrected] = []
    replaced: dict[int | None, ListVersionRow] = {}
    open_lists = chain(session, day_here(session, made.now))
    refuse_changed(session, _started_from(session, open_lists), (), publishing=not what_if)
    for switches in dict.fromkeys(map(switches_of, open_lists)):
        desks[switches] = refresh(session, switches, anew=True)
        refuse_events(session, desks[switches].current)
        refuse_without_counted(desks[switches])
    # Lists that read the texts otherwise could both take it: the one that holds it says where it belongs.
    belongs = {
        event.view.key: event.list_date
        for old in open_lists
        for event in desks[switches_of(old)].current
        if event.reopened and event.published == old.list_date
    }
    events = [event for desk in desks.values() for event in desk.current]
    refuse_on_no_list(session, open_lists, events, belongs)
    for old in open_lists:
        assert old.previous_id is not None
        list_date = session.get_one(ListVersionRow, old.previous_id).list_date
        previous = next(v for v in standing_versions(session) if v.list_date == list_date)
        previous = replaced.get(previous.id, previous)
        new = _again(session, old, previous, desks[switches_of(old)], belongs, made.now)
        if new is None:
            continue
        replaced[old.id] = new
        unrated = left_unrated(session, old.list_date, _decided(session, old), None if what_if else made)
        waiting = look_at(session, new).open if what_if else ()
        found.append(Corrected(old, new, difference(session, old, new), unrated, waiting))
    if found and not what_if:
        _answer_alarms(session, found, accepted, made=made)
        if len(desks) > 1:
            match_taken_up(session, (replaced.get(old.id, old) for old in open_lists))
        _publish(session, found, made=made)
    return found


def _started_from(session: Session, open_lists: Sequence[ListVersionRow]) -> list[ListVersionRow]:
    """The standing versions from the one before the first open list on; the newest where none is open."""
    first = open_lists[0].list_date if open_lists else date.max
    standing = standing_versions(session)
    earlier = [version for version in standing if version.list_date < first]
    return [*earlier[-1:], *(version for version in standing if version.list_date >= first)]


def _again(
    session: Session,
    old: ListVersionRow,
    previous: ListVersionRow,
    desk: Desk,
    belongs: Mapping[str, date | None],
    now: datetime,
) -> ListVersionRow | None:
    """The list reckoned anew as a draft; None where it comes out as it stands."""
    law, switches = law_of_version(old)
    events = events_of_list(session, old, desk, belongs)
    taken_up = [e for e in events if e.reopened or e.published is None]
    # What changed since of others is decided by itself.
    refuse_open(session, taken_up, old.list_date, switches)
    inputs = gather(session, old.list_date, previous, events, law, switches)
    inputs = with_rated_adjustments(inputs, law)
    outcome = reckon(inputs, law, switches)
    note_decisions(session, outcome, law, inputs, desk.rulings)
    new = store_draft(session, outcome, inputs, events, law, previous, now)
    if _figures(session, old) == _figures(session, new):
        drop(session, new)
        return None
    return new


def _decided(session: Session, version: ListVersionRow) -> set[tuple[str, str]]:
    """Whose first rating was decided on a version, and of which type."""
    rows = rows_of(session, ListRatingRow, version)
    return {(row.federation_id, row.type) for row in rows if row.decided is not None}


def events_of_list(
    session: Session, version: ListVersionRow, desk: Desk, belongs: Mapping[str, date | None]
) -> list[DeskEvent]:
    """The events of a published list as they are now: those it held, but for those that belong elsewhere
    by what was decided since, and those that were put into it. `belongs`: the list of each that is taken up
    again."""
    held = {row.event_key for row in rows_of(session, VersionEventRow, version)}
    return [
        event
        for event in desk.events
        if (belongs.get(event.view.key) if event.reopened else _into(event)) == version.list_date
        or (event.view.key in held and not event.reopened)
    ]


def _into(event: DeskEvent) -> date | None:
    """The list that a late event is put into; none takes one that is left out and has no report day."""
    return None if event.list_date is None and event.view.excluded() else event.into


def _figures(session: Session, version: ListVersionRow) -> list[tuple[str, tuple[Any, ...]]]:
    """Everything a version says in figures, in an order that does not hang on the database."""
    found = []
    for table in BELONGING:
        if table is not VersionEventRow:
            fields = [n for n in table.model_fields if n not in NAMES | LEFT_OUT]
            rows = (tuple(_figure(row, n) for n in fields) for row in rows_of(session, table, version))
            found += [(str(table.__tablename__), row) for row in rows]
    return sorted(found)


def _figure(row: Any, name: str) -> str:
    """A column as a figure; within some stand names."""
    value = getattr(row, name)
    return str(_unnamed(json.loads(value), row)) if value and name in IN_JSON else str(value)


def _unnamed(told: Any, row: Any) -> Any:
    """What stands within a column, without names; why a game does not count says those of its players."""
    if isinstance(told, list):
        return [_unnamed(item, row) for item in told]
    if not isinstance(told, dict):
        return told
    found = {key: _unnamed(item, row) for key, item in told.items() if key not in NAMES}
    if "detail" in found:
        players = (row.federation_id, row.player_name), (row.opponent_id, row.opponent_name)
        for number, name in sorted(players, key=lambda one: -len(one[1])):
            found["detail"] = found["detail"].replace(f"{name} ({number})" if number else name, number or "")
    return found


def _publish(session: Session, found: list[Corrected], *, made: Made) -> None:
    for one in found:
        wrong = wrong_sums(session, one.after)
        if wrong:
            raise OfficeError(*wrong)
        record(
            session,
            Kind.CORRECTED,
            subject={"list": one.after.list_date.isoformat(), "version": one.after.version},
            facts=fingerprint(one.before.text_sha256, one.after.text_sha256),
            value=f"version {one.after.version} takes the place of version {one.before.version}",
            made=made,
        )
        one.after.state, one.after.published_at, one.after.published_by = "published", made.now, made.who
        session.add(one.after)
    for row in session.exec(of_corrections()):  # settled by it
        take_back(session, row, replace(made, reason="the correction is made"))
    for one in found:
        append(session, one.after)
    refresh(session)


def _answer_alarms(session: Session, found: list[Corrected], names: Sequence[str], *, made: Made) -> None:
    """Keeps the publication report of each new version, and stops while one of its alarms is unanswered."""
    if names:
        raised = [alarm for one in found for alarm in look_at(session, one.after).open]
        accept(session, raised, names, made=made)
    waiting: list[Alarm] = []
    for one in found:
        looked = look_at(session, one.after)
        note_report(session, one.after, looked.report)
        waiting += looked.open
    refuse(waiting)
