"""What cannot be, or hardly: games that no day holds, ratings far off, members in two events at once,
one event by two ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from importer.merged import merged

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.checks import Facts
    from importer.findings import Finding
    from importer.twice import Alike
    from office.desk.desk import DeskEvent
    from office.desk.looks import Looks
    from rating.interpretations import Interpretations


def hardly_possible(
    facts: Facts, ratings: Mapping[int, Sequence[int]], switches: Interpretations, rating_gap: int
) -> Iterator[Finding]:
    """Everything of this kind that an event shows by itself. `ratings`: by the row id of each member, and how
    far a printed one may lie from them."""
    from importer.checks.hours import HOURS_A_DAY, time_control_against_days, too_many_games_a_day
    from importer.checks.ratings import rating_far_off
    from office.time_controls import officer_minutes

    view = facts.view
    ruled = view.time_control_ruling()
    minutes = officer_minutes(ruled.value or "", switches) if ruled else view.event.minutes_at_60
    hours = HOURS_A_DAY if switches.r52 == "twelve-hours" else 24
    yield from too_many_games_a_day(facts, minutes, hours)
    yield from time_control_against_days(facts, minutes, hours)
    yield from rating_far_off(facts, ratings, rating_gap)


def at_one_time(
    session: Session, desk: Sequence[DeskEvent], looks: Looks, switches: Interpretations
) -> list[DeskEvent]:
    """The desk with what is found between an event that no list holds yet and the others on its days; not
    between reports that may be of one event."""
    fresh = {e.view.key for e in desk if e.published is None}
    if not fresh:
        return list(desk)
    from importer.overlaps import overlaps

    days = [
        (event.first_day, event.last_day)
        for event in (e.view.event for e in desk if e.published is None)
        if event.first_day is not None and event.last_day is not None
    ]
    near = [e for e in desk if _near(e, days) and e.view.excluded() is None]
    twice = {
        frozenset({e.view.key, f.subject["event"]})
        for e in desk
        for f in e.findings
        if f.code == "reported-twice"
    }
    found = overlaps([e.view for e in near], fresh, switches.r51, merged(session).row, looks.met, looks.names)
    if not any(found.values()):
        return list(desk)
    from importer.checks.two_events import member_in_two_events

    more = {
        e.view.key: tuple(
            member_in_two_events(
                e.view,
                [o for o in found[e.view.key] if frozenset({e.view.key, o.other.key}) not in twice],
            )
        )
        for e in desk
        if e.view.key in found
    }
    return [replace(e, findings=(*e.findings, *more.get(e.view.key, ()))) for e in desk]


def _near(event: DeskEvent, days: Sequence[tuple[date, date]]) -> bool:
    """Whether an event can be on one of the days of those that are asked about."""
    mine = event.view.event
    if mine.first_day is None or mine.last_day is None:
        return False
    return any(first <= mine.last_day and mine.first_day <= last for first, last in days)


def asked_twice(
    session: Session, desk: Sequence[DeskEvent], looks: Looks, *, any_game: bool
) -> list[DeskEvent]:
    """The desk with the question, on each event that no list holds yet, whether it was reported before."""
    by_key = {e.view.key: e for e in desk}
    asked: dict[str, list[Alike]] = {}
    fresh = {key for key, e in by_key.items() if e.published is None}
    if not fresh:
        return list(desk)
    from importer.twice import alike

    for key, found in alike(
        [e.view for e in desk], fresh, any_game=any_game, stands_for=merged(session).row, met=looks.met
    ).items():
        for one in found:
            if by_key[key].published is None:
                asked.setdefault(key, []).append(one)
            elif by_key[one.other.key].published is None:
                turned = replace(one, other=by_key[key].view)
                asked.setdefault(one.other.key, []).append(turned)
    if not asked:
        return list(desk)
    from importer.checks.twice import reported_twice

    more = {key: tuple(reported_twice(by_key[key].view, found)) for key, found in asked.items()}
    return [replace(e, findings=(*e.findings, *more.get(e.view.key, ()))) for e in desk]
