"""What a calculation gives back: every row of the lists, and every game from both sides.

Units as in `records`: ratings in points, scores in halves, `pd`, `change` and `c` in hundredths.
Everything published can be explained from these records alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rating.interpretations import Interpretations
    from rating.records import EarlierGame, Held
    from rating.steps import Initial, Kind, Period, Pool, Source


def signed(hundredths: int) -> str:
    """+15.20, -4.80, +0.00: a change with its sign and two decimals."""
    sign = "-" if hundredths < 0 else "+"
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


@dataclass(frozen=True, slots=True)
class NotCounted:
    """Why a game does not count: the reason, its article, whom and which day it concerns, and in words."""

    reason: str
    article: str
    detail: str
    player: str | None = None
    day: date | None = None


@dataclass(slots=True, unsafe_hash=True)
class GameLine:
    """One game as one of its two players has it.

    `counts`: rated for both; then `d` to `c` are set. Otherwise `reasons` holds all that hold, the
    first is shown, and `d` to `c` are None. `for_initial`: the player is UR and the game enters his
    initial rating, at `enters_at`. `type` is None where the game is too fast for any. `rating_from`: the list
    before, the FIDE rating at joining, or one taken over; None where the player is UR.
    `rated_player`: he has a rating of this type or may adopt one (where `type` is None: holds any).
    `first_day` and `last_day` are the same where the day is known. `expected_article` names the
    article of `pd`, `k_article` that of `k`. `k_reason`: as in `KFactor`, or `many` where the number of
    games lowered K (R68).
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
    enters_at: int | None = None

    @property
    def of_two_unrated(self) -> bool:
        """Whether nothing else stands against the game than that both who played it are UR."""
        against = [item.reason for item in self.reasons] == ["unrated-player"]
        return against and self.rating is None and self.opponent_rating is None


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event as one player has it, on a list that is reckoned event by event.

    `standing`: `rated`, `provisional`, `adult` (ACF) or `new`. `rating`: his, or what a new player was
    taken for after the last cycle; `estimates`: the start and each cycle. `average`: of the opponents,
    held to the ceilings. `d`, `table`, `percentage`, `k`, `change` (hundredths) are set where his rating
    changes by the event; `performance` (with `p` and `dp`) is what he performed.
    """

    event: str
    player: str
    time_class: str
    standing: Kind
    rating: int
    games: int
    score: int
    average: Fraction
    performance: int
    p: int
    dp: int
    d: int | None = None
    table: int | None = None
    percentage: int | None = None
    k: int | None = None
    change: int | None = None
    estimates: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EventNotRated:
    """An event that is not rated as a whole: the reason and its article."""

    event: str
    reason: str
    article: str


@dataclass(slots=True, unsafe_hash=True, kw_only=True)
class Row:
    """One holder of a rating on one list.

    `how`: `rated`, `adopted` (taken over in this period; `previous` is the rating taken over,
    `taken_from` says whose and `taken_under` by which article) or `initial` (`previous`, `change` and
    `rounded` are None, `initial` says how).
    `previous_from`: the list before, FIDE at joining, or the other type. `rounded`: the change in whole
    points. `floor_acted`: the floor made the rating. `games`: in all; `period_games`: of this period.
    `adopted`: now or once taken over, to be stored with the rating (`Held.adopted`). `marks`: what the
    list says beside it (`provisional`, `not-for-qualification`). `adjusted`: points added by decision,
    under `adjustment_reference`. QJ: `provisional` is the `P`, `listed` whether the published list shows
    the row, `capped` that overshooting was prevented, `pool` how a new player's rating came about.
    """

    id: str
    how: Literal["rated", "adopted", "initial"]
    previous: int | None = None
    previous_from: Source | None = None
    change: int | None = None
    rounded: int | None = None
    floor_acted: bool = False
    rating: int
    games: int
    period_games: int
    peak: int
    adopted: bool = False
    taken_from: str | None = None
    initial: Initial | None = None
    taken_under: str | None = None
    marks: tuple[str, ...] = ()
    adjusted: int = 0
    adjustment_reference: str | None = None
    provisional: bool = False
    listed: bool = True
    capped: bool = False
    pool: Pool | None = None


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
    later lists, old and new. `fallen`: by member and type, what who fell off the list had when he did, until
    he has a rating again. `interpretations`: the switches used. `event_lines`, `events_not_rated`:
    on a list that is reckoned event by event.
    """

    edition: str
    list_date: date
    previous_list: date
    period: Period
    lists: Mapping[str, Sequence[Row]]
    lines: tuple[GameLine, ...]
    earlier_games: Mapping[str, tuple[EarlierGame, ...]]
    decisions: tuple[Decision, ...]
    notices: tuple[Notice, ...]
    interpretations: Interpretations
    event_lines: tuple[EventLine, ...] = ()
    events_not_rated: tuple[EventNotRated, ...] = ()
    fallen: Mapping[str, Mapping[str, Held]] = field(default_factory=dict)
