"""Who met whom in an event: the little that comparing it with other events needs, small enough to be kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

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

Kept = Sequence[Any]
"""What is kept of a meeting: the same in the same order, the days as texts."""

Keeping = Callable[["EventView"], Sequence[Kept]]
"""Where what is kept of them is had from: of most it is only asked who they were."""


def kept_of(view: EventView) -> list[Kept]:
    """What is kept of the pairings of an event, in their order."""
    people = {number: _person(player) for number, player in view.players.items()}
    told: dict[int, tuple[str | None, str | None, str | None]] = {}
    for number in {pairing.round for pairing in view.pairings}:
        days, row = view.days(number), view.rounds.get(number)
        first, last = (None, None) if days is None else map(date.isoformat, days)
        told[number] = first, last, None if row is None else row.time
    who = people.get
    return [
        (who(white), who(black), result, kind == GAME, *told[number])  # type: ignore[arg-type]
        for number, _board, white, black, result, kind, _colours in view.pairings
    ]


def names(view: EventView) -> dict[int, str]:
    """The names in print of the members of an event, by their rows."""
    return {p.member_id: p.name for p in view.players.values() if p.member_id is not None}


def as_text(found: Sequence[Kept]) -> str:
    """Meetings as they are kept."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def kept_in(text: str) -> list[Kept]:
    """What is kept of meetings."""
    found: list[Kept] = json.loads(text)
    return found


def meeting_of(kept: Kept) -> Meeting:
    """The meeting of which this is kept."""
    white, black, result, game, first, last, hour = kept
    return Meeting(white, black, result, game, day_of(first), day_of(last), hour)


def persons(met: Sequence[Kept]) -> set[Person]:
    """Who had a pairing."""
    found: set[Person] = {one[0] for one in met}
    found |= {one[1] for one in met}
    found.discard(None)
    return found


@lru_cache(maxsize=1000)
def day_of(text: str | None) -> date | None:
    """The day of which this is kept."""
    return date.fromisoformat(text) if text else None


def _person(player: Entered) -> Person:
    if player.member_id is not None:
        return player.member_id
    return name_key(player.name) if is_person(player.name) else None
