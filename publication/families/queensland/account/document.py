"""What is stored of events beside the rows of every list, where ratings move event by event; and the JSON of
an explanation of it. Its keys and their order do not move."""

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from sqlmodel import Session, col, select

from office.tables import EventLineRow, EventPerformanceRow, EventRatingRow
from publication.account.document import Values, check, left_out, made_under
from publication.account.events import Beside, EventAccount, Met, Performance, Pool
from publication.account.model import Account, Part, Rating
from rating.edition import Edition
from rating.records import EventPerformance

NUMBERS = {
    "percent_less": "percent_less", "above": "ceiling_above", "below": "ceiling_below",
    "full_from": "full_from_games", "not_counted": "class_not_counted", "listed_above": "listed_above",
    "inactive_after": "inactive_after_months", "many_games": "overshoot_from_games",
    "many_events": "overshoot_from_events", "many_points": "overshoot_from_points",
}  # fmt: skip
"""Numbers of the edition by the names that an account has for them."""

ROLES = (
    "event_k", "expected_of_event", "event_change", "rounding", "pooled", "estimates", "less_percent",
    "held_opponent", "overshoot", "listed", "active", "adult_rating", "time_class", "event_performance",
)  # fmt: skip
"""What an account cites, by the names of rating/shapes_queensland.py."""


NOT_COUNTED = ("event", "round", "days", "opponent", "result", "reasons")


def document(account: Account) -> Values:
    """What stands after the head of every explanation."""
    version = account.version
    head = {"family": version.family}
    if version.how == "opening":
        return {**head, "opening": _opening(account)}
    types = [_type(account, part) for part in account.parts if part.type]
    return {**head, **made_under(account), "types": types}


def _opening(account: Account) -> Values:
    rows = [(part.row, part.beside) for part in account.parts if part.row]
    names = ("source", "time_class", "performance", "games")
    return {
        "ratings": [
            {"type": row.type, "rating": row.rating, "provisional": held.provisional, "listed": held.listed}
            for row, held in rows
        ],
        "performances": [
            {name: getattr(p, name) for name in names} for x in account.parts for p in x.beside.performances
        ],
    }


def numbers_of(law: Edition) -> dict[str, Any]:
    """The edition's numbers that an account needs."""
    return {name: law.values[number] for name, number in NUMBERS.items()}


def _type(account: Account, part: Part) -> Values:
    version, law = account.version, account.version.law
    standings = {event.standing for event in part.beside.events}
    none = "adult" if "adult" in standings else "none"
    told: Values = {
        "type": part.type,
        "how": part.row.how if part.row else none,
        "rating": None,
        "events": [_event(event, law) for event in part.beside.events],
        "not_counted": [
            {name: told[name] for name in NOT_COUNTED}
            for other in account.parts
            for told in (left_out(x) for x in other.games if not x.counts)
        ],
        "numbers": numbers_of(law),
        "articles": {role: version.article(role) for role in ROLES},
    }
    return told | (_row(account, part, part.row) if part.row else {}) | check(part)


def _row(account: Account, part: Part, row: Rating) -> Values:
    held, pool = part.beside, part.initial
    mean, last = mean_performance(account, part), account.last_game
    return {
        "rating": row.rating,
        "previous": row.previous,
        "provisional": held.provisional,
        "listed": held.listed,
        "active": account.active,
        "last_game": last and last.isoformat(),
        "rank": row.rank,
        "period_games": row.period_games,
        "sum": None if row.change is None else {"change": row.change, "rounded": row.rounded},
        "gained": held.gained,
        "capped": held.capped,
        "mean_performance": mean and [mean.numerator, mean.denominator],
        "pool": {**pool._asdict(), "performances": [p._asdict() for p in pool.performances]}
        if isinstance(pool, Pool)
        else None,
    }


def mean_performance(account: Account, part: Part) -> Fraction | None:
    """The mean above which the rating may not rise; None for who did not play and gain enough."""
    version, row, gained = account.version, part.row, part.beside.gained
    if row is None or row.previous is None or gained is None:
        return None
    assert version.switches is not None
    events = [EventPerformance(e.performance, e.games, e.time_class) for e in part.beside.events]
    return version.law.queensland.overshoot(version.law, row.previous, gained, events, version.switches).mean


def _event(event: EventAccount, law: Edition) -> Values:
    told = event._asdict()
    return {
        "event": {"key": told.pop("event_key"), "name": told.pop("event_name")},
        **told,
        "average": [event.average.numerator, event.average.denominator],
        "opponents": [{**m._asdict(), "days": [day.isoformat() for day in m.days]} for m in event.opponents],
        "ceilings": ceilings(event, law),
        "expected": None if event.percentage is None else event.percentage * event.games,
    }


def ceilings(event: EventAccount, law: Edition) -> list[int]:
    """Between which ratings an opponent counts (4b ii)."""
    return [event.own - law.number("ceiling_below"), event.own + law.number("ceiling_above")]


Key = tuple[str, int]
MARK = ("provisional", "listed", "gained", "capped")


def beside(
    session: Session, ids: Sequence[str], asked: Collection[int], *, everything: bool
) -> Iterator[tuple[Key, Beside]]:
    """What is stored of these members beside the rows of every list: of the versions `asked` for, or of all.
    `everything`: with what the next list takes."""
    events: dict[Key, list[EventAccount]] = {}
    performed: dict[Key, list[Performance]] = {}
    for line in _rows(session, EventLineRow, ids, asked):
        events.setdefault((line.federation_id, line.version_id), []).append(_event_of(line))
    for p in _rows(session, EventPerformanceRow, ids, asked) if everything else ():
        told = Performance(p.performance, p.games, p.time_class, p.source, p.event_key)
        performed.setdefault((p.federation_id, p.version_id), []).append(told)
    marks = {(m.federation_id, m.version_id): m for m in _rows(session, EventRatingRow, ids, asked)}
    for key in {**marks, **events, **performed}:
        mine = sorted(events.get(key, ()), key=lambda event: event.event_key)
        made = Beside(events=tuple(mine), performances=tuple(performed.get(key, ())))
        mark = {name: getattr(marks[key], name) for name in MARK} if key in marks else {}
        yield key, made._replace(**mark)


def _rows(session: Session, table: Any, ids: Sequence[str], asked: Collection[int]) -> Iterator[Any]:
    query = select(table).where(col(table.federation_id).in_(ids))
    if asked:
        query = query.where(col(table.version_id).in_(asked))
    yield from session.exec(query.order_by(col(table.id)))


def _event_of(x: EventLineRow) -> EventAccount:
    average = Fraction(x.average_numerator, x.average_denominator)
    opponents = tuple(_met(**m) for m in json.loads(x.opponents))
    stored = (getattr(x, name) for name in EventAccount._fields[:-3])
    return EventAccount._make((*stored, average, tuple(json.loads(x.estimates)), opponents))


def _met(days: Sequence[str], **told: Any) -> Met:
    first, last = map(date.fromisoformat, days)
    return Met(days=(first, last), **told)
