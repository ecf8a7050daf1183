"""What is told of a member: lists, what each did to a rating, and the games behind it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from publication.site.people import Person
from publication.site.versions import Version


class Line(NamedTuple):
    """One game as this player had it; a plain tuple, since a site has hundreds of thousands of them.
    `reasons` are empty where it counted, and never carry the office's own words: those can name people.
    Scores in halves, `pd` and `c` in hundredths. `opponent_id` None: no page to go to; `opponent` None: a
    name that is withheld."""

    slug: str
    event: str
    round: int
    day: date
    opponent_id: str | None
    opponent: str | None
    colour: str | None
    result: str
    rating: int | None
    opponent_rating: int | None
    score: int | None
    d: int | None
    pd: int | None
    k: int | None
    c: int | None
    k_reason: str | None
    counts: bool
    for_initial: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent in an event of a list that is reckoned event by event: the rating he was taken at, what
    of it counted within the ceilings, and the score in halves."""

    round: int
    opponent_id: str | None
    opponent: str | None
    standing: str
    rating: int
    counted: int
    score: int


@dataclass(frozen=True, slots=True)
class EventPart:
    """One event on such a list. `standing`: as what the member played it (`rated`, `provisional`, `adult`
    or `new`); `change` in hundredths and `k` where his rating moved by it; `estimates` of who is new."""

    slug: str
    event: str
    day: date | None
    time_class: str
    standing: str
    rating: int
    games: int
    score: int
    average: Fraction
    performance: int
    k: int | None
    change: int | None
    estimates: tuple[int, ...]
    met: tuple[Met, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What one list did to one rating of the member. Without a rating (UR) only the games are told.

    `rating` is None also where the list keeps a rating without showing it. `adjusted` points were added by
    decision, `reference` names it; `decided`: an initial rating as it was decided; `gained`: the rating
    before it was held to the performances."""

    type: str
    how: str
    previous: int | None
    change: int | None
    rounded: int | None
    rating: int | None
    games: int
    period_games: int
    k: int | None
    floored: bool
    initial: dict[str, Any] | None
    lines: tuple[Line, ...]
    adjusted: int | None = None
    reference: str | None = None
    decided: int | None = None
    gained: int | None = None
    marks: tuple[str, ...] = ()
    events: tuple[EventPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One list on the member's page."""

    version: Version
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Everything on a member's page. `courses`: the rating of each type from list to list, where it moved."""

    person: Person
    entries: tuple[Entry, ...]
    courses: tuple[tuple[str, tuple[tuple[date, int], ...]], ...]
    best: tuple[Line, ...]
