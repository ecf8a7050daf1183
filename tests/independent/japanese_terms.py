"""What the Japanese editions speak of, their tables, and their months."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

JCF, NCS22, NCS19 = "jcf-2024-10", "ncs-2022-09", "ncs-2019-09"
FLOOR = {JCF: 1000, NCS22: 400, NCS19: 0}  # jcf 5(3), ncs22 5(5), ncs19 2(2)
TYPES = {JCF: ("standard", "rapid"), NCS22: ("standard", "rapid"), NCS19: ("ncs",)}
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "=": (1, 1)}
"""Halves of White and Black; every other result is no game."""

STEPS = [
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171),
    *(180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412),
]
"""Table 1: the least difference of .50, .51 and so on, up to where 400 lies."""
DP = [
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175),
    *(184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422),
    *(444, 470, 501, 538, 589, 677, 800),
]
"""Table 2 from 50 % up."""


@dataclass(frozen=True)
class Member:
    id: str
    born: date | None
    joined: date
    memberships: tuple[tuple[date, date], ...]
    fide: Mapping[str, int] = field(default_factory=dict)
    """By standard, rapid, blitz."""
    jca: int | None = None
    foreign: int | None = None
    collegiate: tuple[tuple[date, date], ...] = ()
    """The days of a membership by a circle (R39)."""


@dataclass(frozen=True)
class Game:
    """White and Black by ID; None is who is no member."""

    round: int
    day: date
    white: str | None
    black: str | None
    result: str
    between: tuple[date, date] | None = None
    """Of a round without a day: those of its event."""


@dataclass(frozen=True)
class Event:
    name: str
    last_day: date
    reported: date
    minutes: Fraction
    """At move 60."""
    games: tuple[Game, ...]
    late_accepted: bool = False
    excluded: bool = False
    """By the officer, or since its organizer may not host."""
    fee: date | bool | None = None
    """The day it was paid, whether it was in time or accepted unpaid, or nothing was recorded."""
    key: str = ""
    """By which the office tells it from others of one day (R115)."""


@dataclass(frozen=True)
class Law:
    """An edition, and the points that are read otherwise than docs/interpretations.md follows, as
    `R1=half-up`."""

    edition: str
    otherwise: Collection[str] = ()

    def reads(self, reading: str) -> bool:
        return reading in self.otherwise


@dataclass(frozen=True)
class Past:
    """A game of who was unrated."""

    day: date
    opponent: int
    score: Fraction
    against_rated: bool = True
    who: str | None = None
    """The opponent, where that is known (R105)."""


@dataclass(frozen=True)
class Held:
    """A rating as a list has it."""

    rating: int
    games: int
    peak: int
    how: str = "opening"
    period_games: int = 0
    previous: int | None = None
    first: str = ""
    """How it was come by: initial or taken, where that is known."""
    period_k: int = 0


@dataclass(frozen=True)
class Ledger:
    """What stands after a list: ratings by type and ID; the games of unrated players, and the day of the last
    rated game, by the same."""

    edition: str | None
    ratings: Mapping[str, Mapping[str, Held]]
    past: Mapping[tuple[str, str], Sequence[Past]]
    last_game: Mapping[str, date]


class Unasked(AssertionError):
    """It matters on which day of its event a game was played, and nobody was asked (3(5), R3)."""


class Undecided(Exception):
    """ncs19 2(4): who won or lost all games; the office decides."""

    def __init__(self, who: Collection[str]) -> None:
        super().__init__(*who)
        self.who = who


def month(day: date, later: int) -> date:
    """The first of a month."""
    months = day.year * 12 + day.month - 1 + later
    return date(months // 12, months % 12 + 1, 1)


def years_before(day: date, years: int) -> date:
    """The same day of another year, 28 February for the 29th."""
    return day.replace(year=day.year - years, day=min(day.day, 28) if day.month == 2 else day.day)


def period(list_date: date) -> tuple[date, date]:
    """jcf 3(6), ncs22 3(3), ncs19 2(1)."""
    return month(list_date, -2).replace(day=21), month(list_date, -1).replace(day=20)
