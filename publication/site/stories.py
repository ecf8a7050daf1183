"""What a member's page tells: every list that said something new about him, with the games behind it."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from sqlmodel import Session, col, select

from office.tables import EventLineRow, EventRatingRow, GameLineRow, ListRatingRow
from publication.site.addresses import event_slug
from publication.site.list_pages import marks_of
from publication.site.people import People
from publication.site.story import Entry, EventPart, Line, Met, Part, Story
from publication.site.versions import Version, type_order

CHUNK = 400
"""Members loaded at once: a query for each kind of row, and never the whole history in memory."""

BEST_WINS = 5


def stories(
    session: Session, ids: Sequence[str], versions: Sequence[Version], people: People
) -> Iterator[Story]:
    """The stories of these members, in their order; loaded a few hundred at a time."""
    standing = {v.id: v for v in versions if v.newest}
    for n in range(0, len(ids), CHUNK):
        chunk = ids[n : n + CHUNK]
        rows = _grouped(_rating_rows(session, chunk), standing)
        lines = _grouped(_line_rows(session, chunk), standing)
        events = _grouped(_event_rows(session, chunk), standing)
        for number in chunk:
            mine = (rows.get(number, []), lines.get(number, []), events.get(number, []))
            yield _story(people, number, *mine, standing)


def _rating_rows(session: Session, ids: Sequence[str]) -> Iterable[Any]:
    r, e = ListRatingRow, EventRatingRow
    query = select(  # type: ignore[call-overload,misc]
        r.federation_id,
        r.version_id,
        r.type,
        r.how,
        r.previous,
        r.change,
        r.rounded,
        r.rating,
        r.games,
        r.period_games,
        r.k,
        r.floored,
        r.initial,
        r.adjusted,
        r.adjustment_reference,
        r.decided,
        r.marks,
        e.provisional,
        e.listed,
        e.gained,
        e.capped,
    )
    query = query.join(
        e,
        (e.version_id == r.version_id) & (e.federation_id == r.federation_id) & (e.type == r.type),
        isouter=True,
    ).where(col(r.federation_id).in_(ids))
    moved = (
        (col(r.period_games) > 0)
        | (r.how != "rated")
        | col(r.previous).is_(None)
        | (r.previous != r.rating)
        | col(r.adjustment_reference).is_not(None)
    )
    return session.connection().execute(query.where(moved))


def _event_rows(session: Session, ids: Sequence[str]) -> Iterable[Any]:
    x = EventLineRow
    names = (
        "federation_id",
        "version_id",
        "event_key",
        "event_name",
        "time_class",
        "standing",
        "rating",
        "games",
        "score",
        "average_numerator",
        "average_denominator",
        "performance",
        "k",
        "change",
        "estimates",
        "opponents",
    )
    query = select(*(getattr(x, n) for n in names)).where(col(x.federation_id).in_(ids))
    return session.connection().execute(query.order_by(x.event_key))


def _line_rows(session: Session, ids: Sequence[str]) -> Iterable[Any]:
    g = GameLineRow
    query = (
        select(  # type: ignore[call-overload,misc]
            g.federation_id,
            g.version_id,
            g.type,
            g.event_key,
            g.event_name,
            g.round,
            g.first_day,
            g.opponent_id,
            g.opponent_name,
            g.colour,
            g.result,
            g.rating,
            g.opponent_rating,
            g.score,
            g.d,
            g.pd,
            g.k,
            g.c,
            g.k_reason,
            g.counts,
            g.for_initial,
            g.reasons,
        )
        .where(col(g.federation_id).in_(ids))
        .order_by(g.first_day, g.event_key, g.round, g.board)
    )
    return session.connection().execute(query)


def _grouped(rows: Iterable[Any], standing: Container[int]) -> dict[str, list[Any]]:
    """Rows of standing versions by member. The versions are not asked for in the query: a database would
    go by their index and look at every row of them."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        if row[1] in standing:
            found.setdefault(row[0], []).append(row)
    return found


def _story(
    people: People,
    number: str,
    rows: list[Any],
    raw_lines: list[Any],
    raw_events: list[Any],
    standing: dict[int, Version],
) -> Story:
    events: dict[int, list[EventPart]] = {}
    for row in raw_events:
        events.setdefault(row.version_id, []).append(_event(row, people))
    lines: dict[tuple[int, str | None], list[Line]] = {}
    for row in raw_lines:
        lines.setdefault((row[1], row[2]), []).append(_line(row, people))
    parts: dict[int, dict[str, Part]] = {}
    for row in rows:
        mine = tuple(lines.pop((row.version_id, row.type), ()))
        hidden = row.listed is not None and not row.listed
        parts.setdefault(row.version_id, {})[row.type] = Part(
            type=row.type,
            how="unlisted" if hidden else row.how,
            previous=row.previous,
            change=row.change,
            rounded=row.rounded,
            rating=None if hidden else row.rating,
            games=row.games,
            period_games=row.period_games,
            k=row.k,
            floored=row.floored,
            initial=None if row.initial is None else _initial(row.initial, people),
            lines=mine,
            adjusted=row.adjusted,
            reference=row.adjustment_reference,
            decided=row.decided,
            gained=row.gained if row.capped else None,
            marks=marks_of(row.marks, bool(row.provisional)),
            events=tuple(events.pop(row.version_id, ())),
        )
    for (version_id, type_), left in lines.items():  # games of who is UR, or of no type
        parts.setdefault(version_id, {})[type_ or ""] = Part(
            type_ or "",
            "unrated",
            None,
            None,
            None,
            None,
            0,
            0,
            None,
            False,
            None,
            tuple(left),
            events=tuple(events.pop(version_id, ())),
        )
    entries = tuple(
        Entry(standing[v], tuple(sorted(mine.values(), key=lambda p: type_order(p.type))))
        for v, mine in sorted(parts.items(), key=lambda item: standing[item[0]].list_date, reverse=True)
    )
    won = [x for e in entries for p in e.parts for x in p.lines if x.counts and x.score == 2]
    best = sorted(won, key=lambda x: (-(x.opponent_rating or 0), x.day))[:BEST_WINS]
    return Story(people.shown[number], entries, _courses(entries), tuple(best))


def _initial(told: str, people: People) -> dict[str, Any]:
    """How a first rating came about, as it is stored; of opponents only who may be seen."""
    initial: dict[str, Any] = json.loads(told)
    for game in initial.get("games", ()):
        number = game["opponent_id"]
        game["hidden"] = number in people.withheld
        game["slug"] = event_slug(game["event_key"]) if game["event_key"] else None
        if number not in people.shown:
            game["opponent_id"] = None
        if game["hidden"]:
            game["opponent_name"] = None
    for performed in initial.get("performances", ()):
        performed["slug"] = event_slug(performed["event_key"]) if performed["event_key"] else None
    return initial


def _event(row: Any, people: People) -> EventPart:
    met = json.loads(row.opponents)
    return EventPart(
        slug=event_slug(row.event_key),
        event=row.event_name,
        day=min((date.fromisoformat(m["days"][0]) for m in met), default=None),
        time_class=row.time_class,
        standing=row.standing,
        rating=row.rating,
        games=row.games,
        score=row.score,
        average=Fraction(row.average_numerator, row.average_denominator),
        performance=row.performance,
        k=row.k,
        change=row.change,
        estimates=tuple(json.loads(row.estimates)),
        met=tuple(
            Met(
                round=m["round"],
                opponent_id=m["id"] if m["id"] in people.shown else None,
                opponent=None if m["id"] in people.withheld else m["name"],
                standing=m["standing"],
                rating=m["rating"],
                counted=m["counted"],
                score=m["score"],
            )
            for m in met
        ),
    )


def _courses(entries: Sequence[Entry]) -> tuple[tuple[str, tuple[tuple[date, int], ...]], ...]:
    found: dict[str, list[tuple[date, int]]] = {}
    for entry in reversed(entries):
        for part in entry.parts:
            if part.rating is not None:
                found.setdefault(part.type, []).append((entry.version.list_date, part.rating))
    return tuple((t, tuple(found[t])) for t in sorted(found, key=type_order))


def _line(row: Any, people: People) -> Line:
    (
        _, _, _, key, event, round_, day, opponent_id, opponent, colour, result, rating, theirs, score, d, pd,
        k, c, k_reason, counts, for_initial, reasons,
    ) = row  # fmt: skip
    if opponent_id in people.withheld:
        opponent_id = opponent = None
    why = () if counts else tuple(r["reason"] for r in json.loads(reasons))
    return Line(
        event_slug(key), event, round_, day, opponent_id, opponent, colour, result, rating, theirs, score, d,
        pd, k, c, k_reason, counts, for_initial, why,
    )  # fmt: skip
