"""The roles an edition fills with named functions. A field here is a role; its type is the signature.

Every function takes the edition first and reads its numbers from there; `switches` are the
interpretations of the run. A list of roles that is not filled completely does not load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Expected, Initial, KFactor, KFacts, Performance, Period, Standing

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.time_control import TimeControl


class Types(Protocol):
    def __call__(self, law: Edition, /) -> tuple[str, ...]: ...


class RatingType(Protocol):
    def __call__(self, law: Edition, /, minutes: int) -> str | None: ...


class Minutes(Protocol):
    def __call__(self, law: Edition, /, control: TimeControl) -> int: ...


class Membership(Protocol):
    def __call__(
        self, law: Edition, /, membership: Sequence[tuple[date, date]], first_day: date, last_day: date
    ) -> date | None: ...


class PeriodOf(Protocol):
    def __call__(self, law: Edition, /, list_date: date) -> Period: ...


class PreviousList(Protocol):
    def __call__(self, law: Edition, /, list_date: date) -> date: ...


class ReportDay(Protocol):
    def __call__(self, law: Edition, /, moment: datetime) -> date: ...


class ReportDeadline(Protocol):
    def __call__(self, law: Edition, /, last_day: date) -> date: ...


class Forfeit(Protocol):
    def __call__(self, law: Edition, /, result: str) -> bool: ...


class Unrated(Protocol):
    def __call__(
        self, law: Edition, /, white: Standing, black: Standing, switches: Interpretations
    ) -> bool: ...


class ExpectedScore(Protocol):
    def __call__(self, law: Edition, /, own: int, opponent: int) -> Expected: ...


class KFactorOf(Protocol):
    def __call__(self, law: Edition, /, facts: KFacts, switches: Interpretations) -> KFactor: ...


class Change(Protocol):
    def __call__(self, law: Edition, /, score: int, pd: int, k: int) -> int: ...


class Rounding(Protocol):
    def __call__(self, law: Edition, /, changes: Sequence[int], switches: Interpretations) -> int: ...


class Floor(Protocol):
    def __call__(self, law: Edition, /, rating: int) -> int: ...


class Fide(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        type: str,
        fide: Mapping[str, int],
        joined: date | None,
        list_date: date,
        switches: Interpretations,
    ) -> int | None: ...


class OtherType(Protocol):
    def __call__(
        self, law: Edition, /, type: str, standings: Mapping[str, Standing]
    ) -> tuple[str, int] | None: ...


class CountsAsRated(Protocol):
    def __call__(
        self, law: Edition, /, player: Standing, opponent: Standing, switches: Interpretations
    ) -> bool: ...


class InitialRating(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        earlier: Sequence[EarlierGame],
        new: Sequence[EarlierGame],
        period: Period,
        switches: Interpretations,
    ) -> Initial | None: ...


class GameDay(Protocol):
    def __call__(
        self, law: Edition, /, first_day: date, last_day: date, switches: Interpretations
    ) -> date: ...


class PerformanceOf(Protocol):
    def __call__(
        self, law: Edition, /, games: Sequence[EarlierGame], switches: Interpretations
    ) -> Performance: ...


class IsOpen(Protocol):
    def __call__(self, law: Edition, /, published: date, error_reported: date) -> bool: ...


@dataclass(frozen=True, slots=True)
class Shapes:
    """The functions of one edition, by role."""

    types: Types
    rating_type: RatingType
    minutes: Minutes
    membership: Membership
    period: PeriodOf
    previous_list: PreviousList
    report_day: ReportDay
    report_deadline: ReportDeadline
    forfeit: Forfeit
    unrated: Unrated
    expected_score: ExpectedScore
    k_factor: KFactorOf
    change: Change
    rounding: Rounding
    floor: Floor
    fide: Fide
    other_type: OtherType
    counts_as_rated: CountsAsRated
    initial: InitialRating
    game_day: GameDay
    performance: PerformanceOf
    is_open: IsOpen
