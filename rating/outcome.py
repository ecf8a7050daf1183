"""What a calculation gives back: every row of the lists, and every game from both sides.

Units as in `records`: ratings in points, scores in halves, `pd`, `change` and `c` in hundredths.
Everything published can be explained from these records alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Initial, Period, Source


@dataclass(frozen=True, slots=True)
class NotCounted:
    """Why a game does not count: the reason, its article, whom and which day it concerns, and in words."""

    reason: str
    article: str
    detail: str
    player: str | None = None
    day: date | None = None


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game as one of its two players has it.

    `counts`: rated for both; then `d` to `c` are set. Otherwise `reasons` holds all that hold, the
    first is shown, and `d` to `c` are None. `for_initial`: the player is UR and the game enters his
    initial rating (6(3)). `type` is None where the game is too fast for any. `rating_from`: the list
    before, the FIDE rating at joining, or the other type (6(2)); None where the player is UR.
    `rated_player`: he has a rating of this type or may adopt one (where `type` is None: holds any).
    `first_day` and `last_day` are the same where the day is known. `expected_article` names the
    article of `pd`, `k_article` that of `k`.
    """

    event: str
    ref: str | None
    round: int
    board: int | None
    first_day: date
    last_day: date
    type: str | None
    player: str
    opponent: str
    colour: Literal["white", "black"]
    result: str
    score: int | None
    rating: int | None
    rating_from: Source | None
    opponent_rating: int | None
    opponent_rating_from: Source | None
    rated_player: bool
    counts: bool
    for_initial: bool
    d: int | None = None
    d_used: int | None = None
    column: Literal["H", "L"] | None = None
    pd: int | None = None
    expected_article: str | None = None
    k: int | None = None
    k_reason: str | None = None
    k_article: str | None = None
    c: int | None = None
    reasons: tuple[NotCounted, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One holder of a rating on one list.

    `how`: `rated`, `adopted` (taken over in this period, 6(2); `previous` is the rating taken over and
    `taken_from` the type) or `initial` (`previous`, `change` and `rounded` are None, `initial` says how).
    `previous_from`: the list before, FIDE at joining, or the other type. `rounded`: the change in whole
    points. `floor_acted`: the floor made the rating. `games`: in all; `period_games`: of this period.
    `adopted`: now or once taken over, to be stored with the rating (`Held.adopted`).
    """

    id: str
    how: Literal["rated", "adopted", "initial"]
    previous: int | None
    previous_from: Source | None
    change: int | None
    rounded: int | None
    floor_acted: bool
    rating: int
    games: int
    period_games: int
    peak: int
    adopted: bool
    taken_from: str | None = None
    initial: Initial | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A rating only the officer can decide."""

    id: str
    type: str
    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """An assumption the officer has to see: what was missing for whom, and what was assumed."""

    code: str
    member: str
    type: str
    detail: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A list and its explanation.

    `lists`: rows by type, by id. `lines`: two for each game of the period, in a fixed order (event,
    round, board, white; White's before Black's). `earlier_games`: by member, every game to be kept for
    later lists (6(3)), old and new. `interpretations`: the switches used.
    """

    edition: str
    list_date: date
    previous_list: date
    period: Period
    lists: Mapping[str, tuple[Row, ...]]
    lines: tuple[GameLine, ...]
    earlier_games: Mapping[str, tuple[EarlierGame, ...]]
    decisions: tuple[Decision, ...]
    notices: tuple[Notice, ...]
    interpretations: Interpretations
