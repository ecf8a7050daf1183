"""The roles an edition fills with named functions. A field here is a role; its type is the signature.

Every function takes the edition first and reads its numbers from there; `switches` are the
interpretations of the run. An edition that leaves a role of its family empty does not load; for the
roles in `OPTIONAL` an edition may have no article, and then the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from rating.interpretations import Interpretations
from rating.records import EarlierGame, Event, Held, Member
from rating.steps import Expected, Fee, Initial, KFactor, KFacts, Performance, Period, Standing

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.time_control import TimeControl


class Types(Protocol):
    def __call__(self, law: Edition, /) -> tuple[str, ...]: ...


class EventTypes(Protocol):
    def __call__(self, law: Edition, /) -> Mapping[str, str]: ...


class RatingType(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        minutes: int,
        fide_official: bool = False,
        switches: Interpretations = ...,
    ) -> str | None: ...


class Minutes(Protocol):
    def __call__(self, law: Edition, /, control: TimeControl) -> int: ...


class Membership(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        membership: Sequence[tuple[date, date]],
        first_day: date,
        last_day: date,
        one_time: bool = False,
    ) -> date | None: ...


class PeriodOf(Protocol):
    def __call__(self, law: Edition, /, list_date: date) -> Period: ...


class PreviousList(Protocol):
    def __call__(self, law: Edition, /, list_date: date) -> date: ...


class ReportDay(Protocol):
    def __call__(self, law: Edition, /, moment: datetime) -> date: ...


class ReportDeadline(Protocol):
    def __call__(self, law: Edition, /, last_day: date) -> date: ...


class Late(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        reported: date,
        last_day: date,
        game_days: tuple[date, date],
        switches: Interpretations,
    ) -> date | None: ...


class FeeExcludes(Protocol):
    def __call__(self, law: Edition, /, unpaid: str | None, accepted: bool) -> bool | None: ...


class Fees(Protocol):
    def __call__(
        self, law: Edition, /, events: Sequence[Event], switches: Interpretations
    ) -> tuple[Fee, ...] | None: ...


class FeeDue(Protocol):
    def __call__(
        self, law: Edition, /, reported: date, period: Period, switches: Interpretations
    ) -> date | None: ...


class Forfeit(Protocol):
    def __call__(self, law: Edition, /, result: str) -> bool: ...


class Unrated(Protocol):
    def __call__(
        self, law: Edition, /, white: Standing, black: Standing, switches: Interpretations
    ) -> bool: ...


class RatingOfUnrated(Protocol):
    def __call__(self, law: Edition, /, switches: Interpretations) -> int | None: ...


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


class CarriedOver(Protocol):
    def __call__(self, law: Edition, /) -> Mapping[str, str] | None: ...


class Opening(Protocol):
    def __call__(self, law: Edition, /, held: Held, switches: Interpretations) -> Held: ...


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


class OutsideRating(Protocol):
    def __call__(
        self, law: Edition, /, member: Member, switches: Interpretations
    ) -> tuple[str, int] | None: ...


class CountsAsRated(Protocol):
    def __call__(
        self, law: Edition, /, player: Standing, opponent: Standing, switches: Interpretations
    ) -> bool: ...


class Entering(Protocol):
    def __call__(
        self, law: Edition, /, opponent: Standing, player: Standing, switches: Interpretations
    ) -> int | None: ...


class Earlier(Protocol):
    def __call__(self, law: Edition, /, games: Sequence[EarlierGame]) -> tuple[EarlierGame, ...]: ...


class DecisionNeeded(Protocol):
    def __call__(self, law: Edition, /, games: Sequence[EarlierGame]) -> str | None: ...


class Marks(Protocol):
    def __call__(
        self, law: Edition, /, how: str, games: int, adopted: bool, switches: Interpretations
    ) -> tuple[str, ...] | None: ...


class AdjustmentAllowed(Protocol):
    def __call__(self, law: Edition, /, announced: date | None, list_date: date) -> str | None: ...


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
    event_types: EventTypes
    rating_type: RatingType
    minutes: Minutes
    membership: Membership
    period: PeriodOf
    previous_list: PreviousList
    report_day: ReportDay
    report_deadline: ReportDeadline
    late: Late
    fee_excludes: FeeExcludes
    fees: Fees
    fee_due: FeeDue
    forfeit: Forfeit
    unrated: Unrated
    rating_of_unrated: RatingOfUnrated
    expected_score: ExpectedScore
    k_factor: KFactorOf
    change: Change
    rounding: Rounding
    floor: Floor
    carried_over: CarriedOver
    opening: Opening
    fide: Fide
    other_type: OtherType
    outside_rating: OutsideRating
    counts_as_rated: CountsAsRated
    entering: Entering
    earlier: Earlier
    initial: InitialRating
    decision: DecisionNeeded
    game_day: GameDay
    performance: PerformanceOf
    marks: Marks
    adjustment: AdjustmentAllowed
    is_open: IsOpen


OPTIONAL = frozenset(
    (
        "late",
        "fee_excludes",
        "fees",
        "fee_due",
        "rating_of_unrated",
        "carried_over",
        "fide",
        "other_type",
        "outside_rating",
        "decision",
        "marks",
    )
)
# Roles that every office asks for, whatever it reckons by.
COMMON = frozenset(("types", "period", "previous_list", "report_day", "forfeit", "rounding"))


def no_such_article(*_: object, **__: object) -> None:
    """Stands where an edition has no article for a role: nothing to say."""
