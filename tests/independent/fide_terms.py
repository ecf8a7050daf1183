"""What FIDE's rating regulations speak of, for their second reckoning (`fide.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

TYPES = ("standard", "rapid", "blitz")


def closes(list_date: date) -> date:
    """7.1.3: a list closes three days before its date; the next period begins on the day after."""
    return list_date - timedelta(3)


@dataclass(frozen=True)
class Game:
    """`score`: White's; None where the game was not played (5.1), `forfeit` being who has the point then."""

    round: int
    day: date
    white: str
    black: str
    score: Fraction | None
    forfeit: str | None = None


@dataclass(frozen=True)
class Event:
    name: str
    minutes: int
    """Of each player for 60 moves."""
    reported: date
    games: tuple[Game, ...]
    accepted_late: bool = False
    match_of: int | None = None
    """So many games, where it is told to be a match."""

    @property
    def first_day(self) -> date:
        return min(g.day for g in self.games)

    @property
    def last_day(self) -> date:
        return max(g.day for g in self.games)

    @property
    def type(self) -> str | None:
        """1.1, RB 1.1."""
        if self.minutes >= 60:
            return "standard"
        if self.minutes > 10:
            return "rapid"
        return "blitz" if self.minutes > 3 else None


@dataclass(frozen=True)
class Result:
    """Of an unrated player against a rated one."""

    event: str
    day: date
    opponent: int | None
    """None: unrated too (R101)."""
    score: Fraction


@dataclass(frozen=True)
class Readings:
    """The words of what the text leaves open."""

    r6: str = "exact-mean"
    r74: str = "rated-then"
    r75: str = "two-players"
    r80: str = "never-reached"
    r81: str = "list-before"
    r82: str = "counted"
    r83: str = "rating-periods"
    r84: str = "third-list"
    r99: str = "as-reckoned"
    r100: str = "reached"
    r101: str = "against-rated"
    r102: str = "anew"
    r103: str = "of-list-before"
    r109: str = "new-game"
    r110: str = "counted"
    r111: str = "by-the-other"
    r112: str = "with-forfeits"
    r115: str = "list-before"


FOLLOWED = Readings()

Ratings = dict[str, dict[str, int]]
"""By type and player."""


def no_ratings() -> Ratings:
    return {t: {} for t in TYPES}


@dataclass
class State:
    """What a list leaves to the next one: ratings; by type and player of who is rated games and highest
    rating, of who is not the results; the lists there were. Who falls off the list is new again (7.2.1), with
    the games and the highest rating that are kept of him beside those of who is rated (R102)."""

    held: Ratings = field(default_factory=no_ratings)
    games: dict[tuple[str, str], int] = field(default_factory=dict)
    peak: dict[tuple[str, str], int] = field(default_factory=dict)
    results: dict[tuple[str, str], list[Result]] = field(default_factory=dict)
    lists: dict[date, Ratings] = field(default_factory=dict)
    fell: dict[tuple[str, str], int] = field(default_factory=dict)
    """To which rating, of who fell off the list."""


@dataclass
class Row:
    previous: int | None
    change: Fraction | None
    rating: int
    period_games: int
    games: int


@dataclass
class Law:
    """Which of the three editions."""

    limit_for_all: bool
    apart: bool


LAWS = {"fide-2024-03": Law(True, False), "fide-2024-12": Law(True, True), "fide-2025-10": Law(False, True)}
