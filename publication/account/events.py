"""What an account has of events, on lists where ratings move event by event. Fields are named as stored."""

from datetime import date
from fractions import Fraction
from typing import NamedTuple


class Performance(NamedTuple):
    """What was performed in an event, `source`. `period`: `this`, `before`; None: the next list takes it."""

    performance: int
    games: int
    time_class: str
    source: str
    event_key: str | None
    period: str | None = None


class Pool(NamedTuple):
    """The performances that a rating is the mean of, and how many of their games count towards a full one."""

    performances: tuple[Performance, ...]
    games_counted: int


class Met(NamedTuple):
    """An opponent in an event: as what he was taken, at which rating, and what of it counted. `player`: his
    ID, or a guest's place there; None, as `id` and `name`, of who is not to be told."""

    round: int
    board: int | None
    days: tuple[date, date]
    player: str | None
    id: str | None
    name: str | None
    standing: str
    score: int
    result: str
    rating: int
    counted: int


class EventAccount(NamedTuple):
    """One event as the member had it (office/tables/)."""

    event_key: str
    event_name: str
    time_class: str
    class_assumed: bool
    standing: str
    rating: int
    games: int
    score: int
    p: int
    dp: int
    performance: int
    d: int | None
    table_percentage: int | None
    percentage: int | None
    k: int | None
    change: int | None
    average: Fraction
    estimates: tuple[int, ...]
    opponents: tuple[Met, ...]

    @property
    def day(self) -> date | None:
        """The first day of a game that counted."""
        return min((m.days[0] for m in self.opponents), default=None)

    @property
    def own(self) -> int:
        """What the player counted with: an estimated one with the cycle before the last."""
        return self.estimates[-2] if self.estimates else self.rating


class Beside(NamedTuple):
    """What a family stores of a rating beside the rows of every list: `P`, whether the list shows it, the
    rating before it was held at the performances and whether that acted, the events, and the performances
    that the next list takes."""

    provisional: bool = False
    listed: bool = True
    gained: int | None = None
    capped: bool = False
    events: tuple[EventAccount, ...] = ()
    performances: tuple[Performance, ...] = ()


NOTHING = Beside()
"""What stands beside most ratings."""
