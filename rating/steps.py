"""What one article hands to the next: small values, all exact.

Units as in `records`: ratings in points, scores in halves, `pd` and `c` in hundredths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from rating.records import EarlierGame

Source = Literal["list", "fide", "adopted"]
Kind = Literal["rated", "provisional", "adult", "new"]
"""What a player of the Queensland list is in an event."""


@dataclass(frozen=True, slots=True)
class Period:
    """The days, both inclusive, on which a report has to arrive for one list."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(slots=True, unsafe_hash=True)
class Standing:
    """A player in one type before the list is made.

    `source`: where the rating comes from: the list before, the FIDE rating at joining (6(1)), the
    other type (6(2), only if he gets a rated game), or None: UR, and `rating` and `peak` are None.
    `games`: rated games in all, earlier games against rated opponents included. A player who fell off the
    list is UR and can have both all the same (R102). `adopted`: now or
    once taken over. `earlier`: the earlier games of this type that are still kept.
    """

    source: Source | None
    rating: int | None
    games: int
    peak: int | None
    adopted: bool = False
    earlier: tuple[EarlierGame, ...] = ()

    @property
    def held(self) -> bool:
        """True where the rating is his whether or not he plays."""
        return self.source in ("list", "fide")


UNRATED = Standing(None, None, 0, None)


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A rating that may be taken over: whose it is (a type, `FIDE rapid`, `JCA`), the rating, the
    article under which, and the highest rating that its player has then reached in the type."""

    source: str
    rating: int
    article: str
    peak: int


@dataclass(slots=True, unsafe_hash=True)
class Expected:
    """Table 1 for one side: absolute difference, the difference used, column H or L, expected score."""

    d: int
    d_used: int
    column: Literal["H", "L"]
    pd: int


@dataclass(slots=True, unsafe_hash=True)
class KFacts:
    """What K asks of a player for one game: his standing in the type, all his standings, birth date,
    the day of the game and the list's date."""

    standing: Standing
    all_types: tuple[Standing, ...]
    born: date | None
    day: date
    list_date: date


@dataclass(slots=True, unsafe_hash=True)
class KFactor:
    """K with the rule that gave it: `top`, `new`, `junior` or `usual`.

    `birth_date_missing`: the junior rule could have held, but the birth date is not known.
    """

    k: int
    reason: Literal["top", "new", "junior", "usual"]
    birth_date_missing: bool = False


@dataclass(frozen=True, slots=True)
class Performance:
    """A performance rating: games, score in halves, exact average `ra`, whole percent `p`, `dp`, `pr`
    (rounded once, before any floor)."""

    games: int
    score: int
    ra: Fraction
    p: int
    dp: int
    pr: int


@dataclass(frozen=True, slots=True)
class Initial:
    """How an initial rating came about: the days of the window, the games in it, the performance, the
    rating, and whether the floor acted. `decided`: the officer gave the rating (2019 2(4)); the
    performance is then what the calculation alone would have been."""

    window: Period
    games: tuple[EarlierGame, ...]
    performance: Performance
    rating: int
    floor_acted: bool
    decided: bool = False


@dataclass(frozen=True, slots=True)
class UnratedGames:
    """A UR player's games of one type: those kept from lists before, the new ones of a period, the period.
    `elsewhere`: his games of other types, where they are counted with these (R117)."""

    earlier: Sequence[EarlierGame]
    new: Sequence[EarlierGame]
    period: Period
    elsewhere: Sequence[EarlierGame] = ()

    @property
    def all(self) -> tuple[EarlierGame, ...]:
        return (*self.earlier, *self.new)


@dataclass(frozen=True, slots=True)
class Towards:
    """How far a player is from a first rating: the games that count for it now, how many it takes, and what
    still stands against it where they are enough. `outside`: others, of days that do not count any more."""

    games: int
    needed: int
    against: Literal["all-won", "all-lost", "too-low"] | None = None
    outside: int = 0


@dataclass(frozen=True, slots=True)
class Fee:
    """A renewal fee in yen for one player: who owes it, and for which event it falls due."""

    organizer: str
    event: str
    player: str
    yen: int


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A player's games in one event: the opponents in the order played, and the score in halves."""

    opponents: tuple[str, ...]
    score: int


@dataclass(frozen=True, slots=True)
class EventExpected:
    """What one event asks of a player: the difference to the average (half up), the percentage of
    Table 1 for it, and the percentage expected after the 3 % rule."""

    d: int
    table: int
    percentage: int


@dataclass(frozen=True, slots=True)
class Overshoot:
    """A rating after overshooting was looked at. `mean`: the exact mean of the performances above which it
    may not rise; None for who did not play and gain enough."""

    rating: int
    mean: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """A new player's rating from the events of two periods: the rating, and whether it is provisional.
    `games`: those that count towards a full rating."""

    rating: int
    games: int
    provisional: bool
