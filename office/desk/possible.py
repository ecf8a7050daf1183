"""Which list an event is for, and whether its report came too late or too early for its days; what cannot be,
or hardly: games that no day holds, ratings far off, members in two events at once, one event by two ways."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.rulings import fingerprint
from importer.tables import ReadingRow, RulingRow
from office.lists.law import following, list_taking
from office.tables import ListVersionRow
from rating.edition import Edition
from rating.errors import EditionError
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from importer.findings import Facts, Finding
    from importer.twice import Alike
    from importer.view import EventView
    from office.desk.desk import DeskEvent
    from office.desk.looks import Looks
    from office.desk.sight import Sight


def placed(
    facts: Facts, last: ListVersionRow | None, published: date | None, switches: Interpretations
) -> tuple[date | None, list[Finding]]:
    """The list an event is for, after every deferral; a finding where that list is published already.
    `published`: the list that holds the event.

    A list that came out without the event since its report was deferred stays without it, also where that
    report was set aside since: the first report fixes the period (R43). So does one that was out when the
    event was deferred from a later one, for as long as its report day is the one of then."""
    view = facts.view
    reported = view.reported_on()
    if reported is None:
        return None, []
    try:
        list_date = list_taking(reported, view.rulings, switches)
    except EditionError as error:
        problem = error.problems[0]
        remedy = "banzuke resolve PROBLEM --reported YYYY-MM-DD, or --exclude"
        return None, [facts.finding("no-edition", {}, "report day", problem.expected, str(reported), remedy)]
    deferrals = view.deferrals()
    deferred, known = {_kept_out_of(ruling) for ruling in deferrals}, [*deferrals, *view.deferrals_aside()]
    without, day = {_kept_out_of(ruling) for ruling in known}, deferred_late(reported)
    latest = max((_kept_out_of(r) for r in known if r.fingerprint == day), default=date.min)
    while True:
        is_out = last is not None and list_date <= last.list_date and list_date != published
        if list_date not in deferred and not (is_out and (list_date in without or list_date <= latest)):
            break
        list_date = following(list_date, view.rulings, switches)
    if last is not None and list_date <= last.list_date:
        finding = facts.finding(
            "list-already-published",
            deferral_subject(list_date),
            "report day",
            f"a day after the period of the last published list, {last.list_date}",
            f"reported on {reported}, so for the list of {list_date}",
            "banzuke correction open EVENT takes it into a correction of that list, if it is open; banzuke"
            " resolve PROBLEM --defer puts it into the next list; --exclude leaves it out",
        )
        return list_date, [finding]
    return list_date, []


def deferral_subject(list_date: date) -> dict[str, str | int | None]:
    """What a deferral is about: the list the event is kept out of."""
    return {"list": list_date.isoformat()}


def _kept_out_of(deferral: RulingRow) -> date:
    return date.fromisoformat(json.loads(deferral.subject)["list"])


DEFERRED = fingerprint("deferred")
"""What a deferral is made on: it stands whatever becomes of the event meanwhile."""


def deferred_late(reported: date | None) -> str:
    """What one is made on of an event that came after its list: from that list on, which its report day
    tells, it stands for each that is out. Out of its own list it stands whatever becomes of the event."""
    return fingerprint("deferred", reported)


def late_report(facts: Facts, law: Edition, switches: Interpretations) -> Iterator[Finding]:
    """Reported after the deadline: not rated unless the officer accepts it; where the edition only asks for
    a day (2019 3(1)), a problem shown."""
    view = facts.view
    reported, last_day = view.reported_on(), view.event.last_day
    if reported is None or last_day is None or not law.has("report_deadline"):
        return
    sanction = law.has("late")
    deadline, late = _missed(view, law, reported, last_day, switches)
    if deadline is None:
        return
    accepted = view.accepted_late()
    found = f"reported on {reported}; last day {last_day}"
    remedy = "its games are rated; --exclude refuses the report"
    if sanction:
        remedy = "banzuke resolve PROBLEM --accept-late rates it; --accept leaves it unrated as late"
    if sanction and late:
        rounds = ", ".join(map(str, late))
        found = f"reported on {reported}; only the games of these rounds are late: {rounds}"
        remedy = "banzuke resolve PROBLEM --accept-late rates them too; --accept leaves them unrated as late"
    yield facts.finding(
        "late-report",
        {},
        "report day",
        f"a report by {deadline} ({law.article_of_role('report_deadline')})",
        found,
        remedy,
        blocks=sanction,
        settled_by=accepted.id if accepted else None,
    )


def _missed(
    view: EventView, law: Edition, reported: date, last_day: date, switches: Interpretations
) -> tuple[date | None, list[int]]:
    """The first deadline that was missed, of the event or of one of its games (2022 3(6)); and the rounds
    whose games are late, where those of others are not."""
    if not law.has("late"):
        deadline = law.shapes.report_deadline(law, last_day)
        return (deadline if reported > deadline else None), []
    days = {number: view.days(number) for number in {p.round for p in view.pairings}}
    missed = {n: law.shapes.late(law, reported, last_day, d, switches) for n, d in days.items() if d}
    late = sorted(number for number, deadline in missed.items() if deadline is not None)
    whole = law.shapes.late(law, reported, last_day, (last_day, last_day), switches)
    first = min((d for d in (*missed.values(), whole) if d is not None), default=None)
    return first, late if whole is None else []


def early_report(facts: Facts, list_date: date | None, law: Edition | None) -> Iterator[Finding]:
    """A report day before the event's last day: hardly right, but the officer's to say. The list waits where
    a game can have been played after its period, since a day behind that rates nobody first (6(3))."""
    view = facts.view
    reported, last_day = view.reported_on(), view.event.last_day
    if reported is None or last_day is None or reported >= last_day:
        return
    period = law.shapes.period(law, list_date) if law is not None and list_date is not None else None
    days = [view.days(number) for number in {p.round for p in view.pairings}]
    beyond = period is not None and any(on is not None and on[1] > period.last for on in days)
    yield facts.finding(
        "reported-before-end",
        {},
        "report day",
        f"a day from the last day of the event on, {last_day}",
        f"reported on {reported}",
        "banzuke resolve PROBLEM --reported YYYY-MM-DD, or --accept"
        if beyond
        else "banzuke resolve PROBLEM --reported YYYY-MM-DD; without an answer the day stands",
        blocks=beyond,
    )


def hardly_possible(facts: Facts, seen: Sight) -> Iterator[Finding]:
    """Everything of this kind that an event shows by itself."""
    from importer.checks.hours import HOURS_A_DAY, time_control_against_days, too_many_games_a_day
    from importer.checks.people import rating_far_off
    from office.time_controls import officer_minutes

    view = facts.view
    ruled = view.time_control_ruling()
    minutes = officer_minutes(ruled.value or "", seen.switches) if ruled else view.event.minutes_at_60
    hours = HOURS_A_DAY if seen.switches.r52 == "twelve-hours" else 24
    yield from too_many_games_a_day(facts, minutes, hours)
    yield from time_control_against_days(facts, minutes, hours)
    yield from rating_far_off(facts, seen.beside.held, seen.gap)


Together = Set[frozenset[str]]
"""Pairs of reports that may be of one event, by their keys."""


def at_one_time(seen: Sight, desk: Sequence[DeskEvent], looks: Looks, twice: Together) -> list[DeskEvent]:
    """The desk with what is found between an event that no list holds yet and the others on its days; not
    between reports that may be of one event, `twice`."""
    open_ = [e.view for e in desk if e.published is None]
    if not open_:
        return list(desk)
    from importer.at_once import member_in_two_events, overlaps

    days = joined((view.event.first_day, view.event.last_day) for view in open_)
    near = [e.view for e in desk if _near(e, days) and e.view.excluded() is None]
    fresh = {view.key for view in open_}
    found = overlaps(near, fresh, seen.switches.r51, seen.merged.rows, looks.met, looks.names)
    if not any(found.values()):
        return list(desk)
    for key, met in found.items():
        found[key] = [o for o in met if frozenset({key, o.other.key}) not in twice]
    return [e.asked_too(member_in_two_events(e.view, found.get(e.view.key, ()))) for e in desk]


def joined(spans: Iterable[tuple[date | None, date | None]]) -> list[tuple[date, date]]:
    """Spans of days as few as they can be, without those that are not known."""
    found: list[tuple[date, date]] = []
    for first, last in sorted((first, last) for first, last in spans if first and last):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(last, found[-1][1])
        else:
            found.append((first, last))
    return found


def _near(event: DeskEvent, days: Sequence[tuple[date, date]]) -> bool:
    """Whether an event can be on one of the days of those that are asked about."""
    mine = event.view.event
    if mine.first_day is None or mine.last_day is None:
        return False
    return any(first <= mine.last_day and mine.first_day <= last for first, last in days)


def asked_twice(
    seen: Sight, desk: Sequence[DeskEvent], looks: Looks, *, asks: bool
) -> tuple[list[DeskEvent], Together]:
    """The desk with the question, on each event that no list holds yet, whether it was reported before; and
    on one that is taken up again, where its games would count and those of another one, and did not both on
    the lists that hold the two. And all pairs that this can be asked of. `asks`: of one that is left out by
    decision, too (R113)."""
    by_key = {e.view.key: e for e in desk}
    fresh = {key for key, e in by_key.items() if e.published is None}
    again = {key for key, e in by_key.items() if e.reopened and e.view.excluded() is None}
    if not fresh and not again:
        return list(desk), set()
    from importer.twice import alike, reported_twice

    asked: dict[str, list[Alike]] = defaultdict(list)
    any_game = seen.switches.r43 == "any-game"
    views, looked_at = [e.view for e in desk], fresh | again
    found = alike(views, looked_at, any_game=any_game, merged=seen.merged.rows, met=looks.met)
    for key, one in ((key, one) for key, several in found.items() for one in several):
        other = one.other.key
        on = next((k for k in (key, other) if k in fresh), None)
        if on is None and not by_key[key].view.excluded() and not one.other.excluded():
            on = next((k for k in (key, other) if k in again), None)
            if on is not None and _both_counted(seen, key, other):
                continue
        if on is not None:
            asked[on].append(one if on == key else replace(one, other=by_key[key].view))
    came = partial(_came, seen.session)
    asking = [
        e.asked_too(reported_twice(e.view, asked[e.view.key], partial(came, e.view.key), again=asks))
        if e.view.key in asked
        else e
        for e in desk
    ]
    return asking, {frozenset({key, one.other.key}) for key, several in asked.items() for one in several}


def _came(session: Session, key: str) -> datetime:
    """When the first report of an event was read."""
    first = (
        select(ReadingRow.read_at).where(ReadingRow.event_key == key).order_by(col(ReadingRow.id)).limit(1)
    )
    return session.exec(first).one()


def _both_counted(seen: Sight, *keys: str) -> bool:
    from office.corrections.counted import both_counted  # which only an open correction needs

    return both_counted(seen.session, *keys)
