"""What the next list would bring if it were made now: the run of `rate`, of which nothing is kept.

It is no list: whoever shows it says that it is not official.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session

from office.desk.refresh import refresh
from office.errors import OfficeError
from office.lists.chain import latest_published, list_after
from office.lists.law import switches_of
from office.runs.inputs import gather
from office.runs.rate import edition_of, reckon
from rating.outcome import Outcome


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
class Coming:
    """The list to come, as far as it is known. `waiting`: how many events it waits for, because questions
    about them are open; none of them is in it. `ratings`: by ID, of those to whom something would happen."""

    list_date: date
    waiting: int
    ratings: Mapping[str, tuple[Ahead, ...]]


def coming(session: Session) -> Coming | None:
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
    names = {event.view.key: event.view.event.name for event in ready}
    return Coming(list_date, sum(bool(event.blocking) for event in reported), _ratings(outcome, names))


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
