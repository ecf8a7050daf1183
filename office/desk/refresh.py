"""The desk as it stands now: every event matched anew, its list worked out, its questions numbered."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import BindParameter
from sqlmodel import Session, and_, col, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.noted import note_problems
from importer.tables import EventRow
from importer.view import UnreadView, load, reading
from office.desk.aside import asked_of_aside, asks_again
from office.desk.desk import Desk, DeskEvent
from office.desk.looks import Looks
from office.desk.possible import asked_twice, at_one_time, joined
from office.desk.sight import Sight
from office.rules.decisions import settle
from office.tables import VersionEventRow
from rating.interpretations import Interpretations
from scraper.records import EventRecord


def refresh(
    session: Session, switches: Interpretations | None = None, *, anew: bool = False, proven: bool = False
) -> Desk:
    """Looks at everything that no published list holds yet, and brings the numbered problems in line. An
    event of which nothing has changed since the last look is not read again, unless `anew`. `proven`: the
    last look is held against the rows that it left, which are then at hand."""
    seen = Sight.of(session, switches or Interpretations())
    known = _open_events(seen)
    looks = Looks(seen, known)
    current = [
        _of_published(seen, event)
        if seen.stands(event)
        else looked(seen, event, looks, anew=anew, proven=proven)
        for event in known
    ]
    looks.store()
    near = _near(seen, current)
    looks.also([e.view.event for e in near])
    compared = sorted((*current, *near), key=lambda e: e.view.event.id or 0)
    compared, twice = asked_twice(seen, compared, looks, asks=asks_again(seen.switches))
    compared = asked_of_aside(seen, at_one_time(seen, compared, looks, twice))
    met = {e.view.key for e in current}
    current = [e for e in compared if e.view.key in met]
    fresh = [e.view.key for e in current if not seen.stands(e.view.event)]
    note_problems(session, fresh, [f for e in current for f in e.findings])
    settle(session, seen.rulings)
    return Desk(seen.last, tuple(current), seen.rulings, looks.meetings, lambda: _others(seen, met))


def look_at(event: EventRow, seen: Sight, record: EventRecord | None) -> None:
    """Looks at this event alone, and keeps what was found for the next `refresh`; raises what its checks
    raise. `seen`: the office as it was in this transaction before the event was stored; `record`: what was
    just stored as its reading, None where that stands as it was."""
    if not seen.stands(event):
        from office.desk.anew import looked_anew

        looks = Looks(seen, [event])
        looked_anew(seen, event, looks, record)
        looks.store()


def looked(seen: Sight, event: EventRow, looks: Looks, *, anew: bool, proven: bool) -> DeskEvent:
    """An event that no published list holds: as the last look found it, or looked at anew."""
    held, view = None if anew else looks.standing(event), None
    if held is not None and proven:
        view = load(seen.session, event, seen.rulings, seen.read_as, looks.ahead.of(event))
        if not looks.left(view):
            held = None
    if held is not None:
        view = view or UnreadView(seen.session, event, seen.rulings, seen.read_as)
        published, reopened = seen.published.get(event.key), event.key in seen.reopened
        return DeskEvent(view, held[0], published, held[2], reopened=reopened, into=held[1])
    from office.desk.anew import looked_anew  # with all that reading, matching and checking need

    return looked_anew(seen, event, looks)


def _of_published(seen: Sight, event: EventRow) -> DeskEvent:
    """An event that a published list holds, of which something came in since or is read otherwise by now."""
    session, list_date = seen.session, seen.published[event.key]
    view = UnreadView(session, event, seen.rulings, seen.read_as)
    from importer.checks.report import newer_reading
    from importer.differences import differences
    from importer.findings import Facts
    from office.desk.anew import reread_differs

    record = reading(session, event.reading_id)
    changes: tuple[str, ...] = ()
    if event.newer_reading_id is not None:
        changes = differences(record, reading(session, event.newer_reading_id))
    facts = Facts(view, record, {}, changes)
    findings = (*newer_reading(facts), *reread_differs(session, facts, published=True))
    return DeskEvent(view, None, list_date, findings)


def _open_events(seen: Sight) -> Sequence[EventRow]:
    """The events that no published list holds, or of which something is told all the same."""
    told = {"standing": seen.standing, "reread": list(seen.reread), "reopened": list(seen.reopened)}
    return seen.session.exec(_told_of(), params=told).all()


@cache
def _told_of() -> SelectOfScalar[EventRow]:
    row = EventRow
    names = ("standing", "reread", "reopened")
    standing, reread, reopened = [BindParameter[Any](name, expanding=True) for name in names]
    held = select(VersionEventRow.event_key).where(col(VersionEventRow.version_id).in_(standing))
    query = select(row).where(
        or_(
            col(row.key).not_in(held),
            col(row.newer_reading_id).is_not(None),
            col(row.reading_id).in_(reread),
            col(row.key).in_(reopened),
        )
    )
    return query.order_by(col(row.id))


def _near(seen: Sight, current: Sequence[DeskEvent]) -> list[DeskEvent]:
    """The events of published lists that can be on the days of one that none holds yet, all of them where
    one has no days; and those of the last list that have the name of one (R43)."""
    fresh = [e.view.event for e in current if not seen.stands(e.view.event)]
    row, met = EventRow, {e.view.event.id for e in current}
    if not fresh or not seen.published:
        return []
    query = select(row).where(col(row.key).in_(select(VersionEventRow.event_key)))
    spans = joined((e.first_day, e.last_day) for e in fresh)
    if len([e for e in fresh if e.first_day and e.last_day]) == len(fresh):
        undated = or_(col(row.first_day).is_(None), col(row.last_day).is_(None))
        on_days = (and_(col(row.first_day) <= last, col(row.last_day) >= first) for first, last in spans)
        of_last = select(VersionEventRow.event_key).where(VersionEventRow.version_id == seen.version)
        named = and_(col(row.name).in_({e.name for e in fresh}), col(row.key).in_(of_last))
        query = query.where(or_(undated, named, *on_days))
    events = [e for e in seen.session.exec(query) if e.id not in met and e.key in seen.published]
    return [_at_rest(seen, e) for e in events]


def _others(seen: Sight, met: Collection[str]) -> list[DeskEvent]:
    """The events of published lists of which nothing is told."""
    return [_at_rest(seen, e) for e in seen.session.exec(select(EventRow)) if e.key not in met]


def _at_rest(seen: Sight, event: EventRow) -> DeskEvent:
    view = UnreadView(seen.session, event, seen.rulings, seen.read_as)
    return DeskEvent(view, None, seen.published[event.key], ())
