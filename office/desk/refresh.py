"""The desk as it stands now: every event matched anew, its list worked out, its questions numbered."""

from collections.abc import Collection, Sequence
from datetime import date

from sqlmodel import Session, and_, col, or_, select

from importer.noted import note_problems
from importer.tables import EventRow
from importer.view import UnreadView
from office.desk.desk import Desk, DeskEvent
from office.desk.look import looked, of_published
from office.desk.possible import asked_twice, at_one_time
from office.desk.sight import Sight
from office.lists.chain import standing_versions
from office.rules.decisions import settle
from office.tables import VersionEventRow
from rating.interpretations import Interpretations
from scraper.records import EventRecord

__all__ = ["Desk", "DeskEvent", "look_at", "refresh"]


def refresh(session: Session, switches: Interpretations | None = None, *, anew: bool = False) -> Desk:
    """Looks at everything that no published list holds yet, and brings the numbered problems in line. An
    event of which nothing has changed since the last look is not read again, unless `anew`."""
    seen = Sight.of(session, switches or Interpretations())
    known = _open_events(session, seen)
    looks = seen.looks(known)
    current = [
        of_published(seen, event) if seen.stands(event) else looked(seen, event, looks, anew=anew)
        for event in known
    ]
    looks.store()
    near = _near(session, seen, current)
    looks.also([e.view.event for e in near])
    compared = sorted((*current, *near), key=lambda e: e.view.event.id or 0)
    compared = asked_twice(session, compared, looks, any_game=seen.switches.r43 == "any-game")
    compared = at_one_time(session, compared, looks, seen.switches)
    met = {e.view.key for e in current}
    current = [e for e in compared if e.view.key in met]
    fresh = [e.view.key for e in current if not seen.stands(e.view.event)]
    note_problems(session, fresh, [f for e in current for f in e.findings])
    settle(session, seen.rulings)
    return Desk(seen.last, tuple(current), seen.rulings, looks.meetings, lambda: _others(session, seen, met))


def look_at(event: EventRow, seen: Sight, record: EventRecord | None) -> None:
    """Looks at this event alone, and keeps what was found for the next `refresh`; raises what its checks
    raise. `seen`: the office as it was in this transaction before the event was stored; `record`: what was
    just stored as its reading, None where that stands as it was."""
    if not seen.stands(event):
        from office.desk.anew import looked_anew

        looks = seen.looks([event])
        looked_anew(seen, event, looks, record)
        looks.store()


def _open_events(session: Session, seen: Sight) -> Sequence[EventRow]:
    """The events that no published list holds, or of which something is told all the same."""
    versions = [version.id for version in standing_versions(session)]
    held = select(VersionEventRow.event_key).where(col(VersionEventRow.version_id).in_(versions))
    row = EventRow
    query = select(row).where(
        or_(
            col(row.key).not_in(held),
            col(row.newer_reading_id).is_not(None),
            col(row.reading_id).in_(seen.reread),
            col(row.key).in_(seen.reopened),
        )
    )
    return session.exec(query.order_by(col(row.id))).all()


def _near(session: Session, seen: Sight, current: Sequence[DeskEvent]) -> list[DeskEvent]:
    """The events of published lists that can be on the days of one that none holds yet; all of them where
    one has no days."""
    fresh = [e.view.event for e in current if not seen.stands(e.view.event)]
    row, met = EventRow, {e.view.event.id for e in current}
    if not fresh:
        return []
    query = select(row).where(col(row.key).in_(select(VersionEventRow.event_key)))
    spans = _joined([(e.first_day, e.last_day) for e in fresh if e.first_day and e.last_day])
    if len([e for e in fresh if e.first_day and e.last_day]) == len(fresh):
        undated = or_(col(row.first_day).is_(None), col(row.last_day).is_(None))
        on_days = (and_(col(row.first_day) <= last, col(row.last_day) >= first) for first, last in spans)
        query = query.where(or_(undated, *on_days))
    events = [e for e in session.exec(query) if e.id not in met and e.key in seen.published]
    return [_at_rest(session, seen, e) for e in events]


def _joined(spans: Sequence[tuple[date, date]]) -> list[tuple[date, date]]:
    """Spans of days as few as they can be."""
    joined: list[tuple[date, date]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def _others(session: Session, seen: Sight, met: Collection[str]) -> list[DeskEvent]:
    """The events of published lists of which nothing is told."""
    return [_at_rest(session, seen, e) for e in session.exec(select(EventRow)) if e.key not in met]


def _at_rest(session: Session, seen: Sight, event: EventRow) -> DeskEvent:
    return DeskEvent(UnreadView(session, event, seen.rulings), None, seen.published[event.key], ())
