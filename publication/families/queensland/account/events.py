"""What is stored of events beside the rows of every list: its ratings move event by event."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from sqlmodel import Session, col, select

from office.tables import EventLineRow, EventPerformanceRow, EventRatingRow
from publication.account.events import Beside, EventAccount, Met, Performance

Key = tuple[str, int]
MARK = ("provisional", "listed", "gained", "capped")


def beside(session: Session, ids: Sequence[str], asked: Sequence[int]) -> Iterator[tuple[Key, Beside]]:
    """What is stored of these members beside the rows of every list: of the versions `asked` for with what
    the next list takes, else of all."""
    events: dict[Key, list[EventAccount]] = {}
    performed: dict[Key, list[Performance]] = {}
    for line in _rows(session, EventLineRow, ids, asked):
        events.setdefault((line.federation_id, line.version_id), []).append(_event(line))
    for p in _rows(session, EventPerformanceRow, ids, asked) if asked else ():
        told = Performance(p.performance, p.games, p.time_class, p.source, p.event_key)
        performed.setdefault((p.federation_id, p.version_id), []).append(told)
    marks = {(m.federation_id, m.version_id): m for m in _rows(session, EventRatingRow, ids, asked)}
    for key in {**marks, **events, **performed}:
        mine = sorted(events.get(key, ()), key=lambda event: event.event_key)
        made = Beside(events=tuple(mine), performances=tuple(performed.get(key, ())))
        mark = {name: getattr(marks[key], name) for name in MARK} if key in marks else {}
        yield key, made._replace(**mark)


def _rows(session: Session, table: Any, ids: Sequence[str], asked: Sequence[int]) -> Iterator[Any]:
    query = select(table).where(col(table.federation_id).in_(ids))
    if asked:
        query = query.where(col(table.version_id).in_(asked))
    yield from session.exec(query.order_by(col(table.id)))


def _event(x: EventLineRow) -> EventAccount:
    average = Fraction(x.average_numerator, x.average_denominator)
    opponents = tuple(_met(**m) for m in json.loads(x.opponents))
    stored = (getattr(x, name) for name in EventAccount._fields[:-3])
    return EventAccount._make((*stored, average, tuple(json.loads(x.estimates)), opponents))


def _met(days: Sequence[str], **told: Any) -> Met:
    first, last = map(date.fromisoformat, days)
    return Met(days=(first, last), **told)
