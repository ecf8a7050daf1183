"""The next list as it would be now: of the events that nothing is asked about any more. It grows with every
answer. Whoever looks at it stores nothing. What it would bring everybody is no list: whoever shows it says
that it is not official."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from office.desk.refresh import refresh
from office.errors import OfficeError
from office.lists.chain import draft, latest_published, list_after, require_published
from office.lists.law import chosen_for, switches_of
from office.lists.packing import signature
from office.rules.decisions import note_decisions, open_questions
from office.runs.decisions import refuse_points
from office.runs.inputs import gather
from office.runs.rate import edition_of, rate_list, reckon
from office.runs.store import store_draft
from office.undisturbed import undisturbed
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.tables import ProblemRow
    from office.desk.desk import DeskEvent
    from office.tables import ListVersionRow
    from rating.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Coming:
    """`version`: the next list, with rows for who looks alone unless it is `drafted`: the stored draft, and
    still what it would be now; `old`: the SHA-256 of a stored draft that is not so any more; `events` in
    it, and those that wait for an answer; `undecided`: ratings that the run asks an officer for."""

    version: ListVersionRow
    drafted: bool
    old: str | None
    last_day: date
    events: Sequence[DeskEvent]
    waiting: Sequence[DeskEvent]
    undecided: Sequence[ProblemRow]


@undisturbed()
def coming(session: Session, now: datetime) -> Coming:
    """The next list as it stands, under the interpretations of its draft where one was made. For a session
    that reads: what is worked out lands beside the stored tables. Refused before the first list, and where
    points are entered for a rating that a correction took away, or twice for one."""
    last = require_published(session)
    list_date = list_after(last)
    held = draft(session, list_date)
    switches = chosen_for(held)
    desk = refresh(session, switches)
    law = edition_of(list_date, desk.rulings, switches)
    mine = desk.for_list(list_date)
    waiting = [e for e in (*desk.left_behind(list_date), *mine) if e.blocking]
    ready = [e for e in mine if not e.blocking]
    inputs = gather(session, list_date, last, ready, law, switches)
    refuse_points(session, inputs, law, desk.rulings)
    same = (
        held is not None
        and (held.inputs_sha256, held.previous_id) == (signature(inputs), last.id)
        and switches_of(held) == switches
    )
    drafted, version = same and not waiting, held
    old = held.text_sha256 if held is not None and not drafted else None
    if version is None or not same:
        outcome = reckon(inputs, law, switches)
        note_decisions(session, outcome, law, inputs, desk.rulings)
        version = store_draft(session, outcome, inputs, ready, law, last, now)
    asked = open_questions(session, list_date)
    last_day = law.shapes.period(law, list_date).last
    return Coming(version, drafted, old, last_day, ready, waiting, asked)


def rate_coming(session: Session, now: datetime) -> ListVersionRow:
    """Makes the draft of the next list, under the interpretations of its draft where one was made; refused
    as `rate_list` refuses."""
    held = draft(session, list_after(require_published(session)))
    switches = chosen_for(held)
    return rate_list(session, None, switches=switches, now=now)


def not_kept(session: Session, switches: Interpretations) -> list[str]:
    """What the draft of the next list reads otherwise than usual, and one made under these would not:
    `R1=half-up`."""
    held = draft(session, list_after(require_published(session)))
    ours, now = Interpretations().as_dict(), switches.as_dict()
    before = chosen_for(held).as_dict()
    return [f"{number}={word}" for number, word in before.items() if word not in (ours[number], now[number])]


@dataclass(frozen=True, slots=True)
class Ahead:
    """One rating on the list to come, in points. `previous`: on the newest list, None where it has none of
    this type; `games`: those of the period; `events`: the names of the events they are from."""

    type: str
    previous: int | None
    rating: int
    games: int
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The list to come, as far as it is known. `waiting`: how many events it waits for, because questions
    about them are open; none of them is in it. `ratings`: by ID, of those to whom something would happen."""

    list_date: date
    waiting: int
    ratings: Mapping[str, tuple[Ahead, ...]]


def foreseen(session: Session) -> Foreseen | None:
    """The list after the newest published one, made of the events that were reported and have no open
    question, under the switches of the newest list. None where there is no such event, and where the list
    cannot be made: why is the officer's to hear, from `rate`. The session is left to be rolled back: the desk
    is looked at anew."""
    last = latest_published(session)
    if last is None:
        return None
    list_date, switches = list_after(last), switches_of(last)
    desk = refresh(session)
    reported = [*desk.left_behind(list_date), *desk.for_list(list_date)]
    ready = [event for event in desk.for_list(list_date) if not event.blocking]
    if not ready:
        return None
    try:
        law = edition_of(list_date, desk.rulings, switches)
        outcome = reckon(gather(session, list_date, last, ready, law, switches), law, switches)
    except OfficeError:
        return None
    names = {event.view.key: event.view.event.called for event in ready}
    return Foreseen(list_date, sum(bool(event.blocking) for event in reported), _ratings(outcome, names))


def _ratings(outcome: Outcome, names: Mapping[str, str]) -> dict[str, tuple[Ahead, ...]]:
    """Of everybody who has played, whose first rating it would be, or whose rating would move."""
    played: dict[tuple[str, str | None], dict[str, None]] = {}
    for line in outcome.lines:
        if line.counts or line.for_initial:
            played.setdefault((line.player, line.type), {})[names[line.event]] = None
    for of in outcome.event_lines:
        played.setdefault((of.player, None), {})[names[of.event]] = None
    found: dict[str, tuple[Ahead, ...]] = {}
    for type_, rows in outcome.lists.items():
        for row in rows:
            previous = row.previous if row.how == "rated" and row.previous_from == "list" else None
            if row.listed and (row.period_games or row.rating != previous):
                events = played.get((row.id, type_)) or played.get((row.id, None), {})
                one = Ahead(type_, previous, row.rating, row.period_games, tuple(events))
                found[row.id] = (*found.get(row.id, ()), one)
    return found
