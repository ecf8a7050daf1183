"""Who met whom in an event: the little that comparing it with other events needs, small enough to be kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from importer.names import is_person, name_key
from scraper.records import Kind

if TYPE_CHECKING:
    from importer.ahead import Entered
    from importer.view import EventView

GAME = Kind.GAME.value

Person = int | str | None
"""The row of the member he is taken for, else the key of his name; None for placeholders and for nobody."""


class Meeting(NamedTuple):
    """One pairing. `game`: it was played, or is to be; `first` and `last`: between which days, the same
    where the day is known, None where nobody dates it; `hour` when its round began, where that is said."""

    white: Person
    black: Person
    result: str | None
    game: bool
    first: date | None
    last: date | None
    hour: str | None


Meetings = Callable[["EventView"], Sequence[Meeting]]
"""Where the meetings of an event are had from."""


def meetings(view: EventView) -> list[Meeting]:
    """The pairings of an event in their order."""
    people = {number: _person(player) for number, player in view.players.items()}
    days = {number: view.days(number) for number in {p.round for p in view.pairings}}
    hours = {number: row.time for number, row in view.rounds.items()}
    found = []
    for number, _board, white, black, result, kind, _colours in view.pairings:
        first, last = days[number] or (None, None)
        other = None if black is None else people.get(black)
        found.append(Meeting(people.get(white), other, result, kind == GAME, first, last, hours.get(number)))
    return found


def names(view: EventView) -> dict[int, str]:
    """The names in print of the members of an event, by their rows."""
    return {p.member_id: p.name for p in view.players.values() if p.member_id is not None}


def as_text(found: Sequence[Meeting]) -> str:
    """Meetings as they are kept."""
    days = {day: day.isoformat() for meeting in found for day in meeting[4:6] if day is not None}
    told = [(*who, days.get(first), days.get(last), hour) for *who, first, last, hour in found]  # type: ignore[arg-type]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> list[Meeting]:
    """Meetings that were kept."""
    return [
        Meeting(white, black, result, game, _day(first), _day(last), hour)
        for white, black, result, game, first, last, hour in json.loads(text)
    ]


@lru_cache(maxsize=1000)
def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _person(player: Entered) -> Person:
    if player.member_id is not None:
        return player.member_id
    return name_key(player.name) if is_person(player.name) else None
