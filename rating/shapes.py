"""The roles an edition fills with named functions. A field here is a role; its type is the signature.

Every function takes the edition first and reads its numbers from there; `switches` are the
interpretations of the run. An edition that leaves a role of its family empty does not load; for the
roles in `OPTIONAL` an edition may have no article, and then the answer is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from rating.interpretations import Interpretations
from rating.records import EarlierGame, Event, Held, Member
from rating.steps import Expected, Fee, Initial, KFactor, KFacts, Performance, Period, Standing

if TYPE_CHECKING:
    from rating.time_control import TimeControl

Law = TypeVar("Law", contravariant=True)
"""The edition, whose own fields these are."""


class Types(Protocol[Law]):
    def __call__(self, law: Law, /) -> tuple[str, ...]: ...


class EventTypes(Protocol[Law]):
    def __call__(self, law: Law, /) -> Mapping[str, str]: ...


class RatingType(Protocol[Law]):
    def __call__(
        self, law: Law, /, minutes: int, fide_official: bool = False, switches: Interpretations = ...
    ) -> str | None: ...


class Minutes(Protocol[Law]):
    def __call__(self, law: Law, /, control: TimeControl) -> int: ...


class Membership(Protocol[Law]):
    def __call__(
        self,
        law: Law,
        /,
        membership: Sequence[tuple[date, date]],
        first_day: date,
        last_day: date,
        one_time: bool = False,
    ) -> date | None: ...


class PeriodOf(Protocol[Law]):
    def __call__(self, law: Law, /, list_date: date) -> Period: ...


class PreviousList(Protocol[Law]):
    def __call__(self, law: Law, /, list_date: date) -> date: ...


class ReportDay(Protocol[Law]):
    def __call__(self, law: Law, /, moment: datetime) -> date: ...


class ReportDeadline(Protocol[Law]):
    def __call__(self, law: Law, /, last_day: date) -> date: ...


class Late(Protocol[Law]):
    def __call__(
        self,
        law: Law,
        /,
        reported: date,
        last_day: date,
        game_days: tuple[date, date],
        switches: Interpretations,
    ) -> date | None: ...


class FeeExcludes(Protocol[Law]):
    def __call__(self, law: Law, /, unpaid: str | None, accepted: bool) -> bool | None: ...


class Fees(Protocol[Law]):
    def __call__(
        self, law: Law, /, events: Sequence[Event], switches: Interpretations
    ) -> tuple[Fee, ...] | None: ...


class FeeDue(Protocol[Law]):
    def __call__(
        self, law: Law, /, reported: date, period: Period, switches: Interpretations
    ) -> date | None: ...


class Forfeit(Protocol[Law]):
    def __call__(self, law: Law, /, result: str) -> bool: ...


class Unrated(Protocol[Law]):
    def __call__(self, law: Law, /, white: Standing, black: Standing, switches: Interpretations) -> bool: ...


class RatingOfUnrated(Protocol[Law]):
    def __call__(self, law: Law, /, switches: Interpretations) -> int | None: ...


class ExpectedScore(Protocol[Law]):
    def __call__(self, law: Law, /, own: int, opponent: int) -> Expected: ...


class KFactorOf(Protocol[Law]):
    def __call__(self, law: Law, /, facts: KFacts, switches: Interpretations) -> KFactor: ...


class Change(Protocol[Law]):
    def __call__(self, law: Law, /, score: int, pd: int, k: int) -> int: ...


class Rounding(Protocol[Law]):
    def __call__(self, law: Law, /, changes: Sequence[int], switches: Interpretations) -> int: ...


class Floor(Protocol[Law]):
    def __call__(self, law: Law, /, rating: int) -> int: ...


class CarriedOver(Protocol[Law]):
    def __call__(self, law: Law, /) -> Mapping[str, str] | None: ...


class Opening(Protocol[Law]):
    def __call__(self, law: Law, /, held: Held, switches: Interpretations) -> Held: ...


class Fide(Protocol[Law]):
    def __call__(
        self,
        law: Law,
        /,
        type: str,
        fide: Mapping[str, int],
        joined: date | None,
        list_date: date,
        switches: Interpretations,
    ) -> int | None: ...


class OtherType(Protocol[Law]):
    def __call__(
        self, law: Law, /, type: str, standings: Mapping[str, Standing]
    ) -> tuple[str, int] | None: ...


class OutsideRating(Protocol[Law]):
    def __call__(self, law: Law, /, member: Member, switches: Interpretations) -> tuple[str, int] | None: ...


class CountsAsRated(Protocol[Law]):
    def __call__(
        self, law: Law, /, player: Standing, opponent: Standing, switches: Interpretations
    ) -> bool: ...


class Entering(Protocol[Law]):
    def __call__(
        self, law: Law, /, opponent: Standing, player: Standing, switches: Interpretations
    ) -> int | None: ...


class Earlier(Protocol[Law]):
    def __call__(self, law: Law, /, games: Sequence[EarlierGame]) -> tuple[EarlierGame, ...]: ...


class DecisionNeeded(Protocol[Law]):
    def __call__(self, law: Law, /, games: Sequence[EarlierGame]) -> str | None: ...


class Marks(Protocol[Law]):
    def __call__(
        self, law: Law, /, how: str, games: int, adopted: bool, switches: Interpretations
    ) -> tuple[str, ...] | None: ...


class AdjustmentAllowed(Protocol[Law]):
    def __call__(self, law: Law, /, announced: date | None, list_date: date) -> str | None: ...


class InitialRating(Protocol[Law]):
    def __call__(
        self,
        law: Law,
        /,
        earlier: Sequence[EarlierGame],
        new: Sequence[EarlierGame],
        period: Period,
        switches: Interpretations,
    ) -> Initial | None: ...


class GameDay(Protocol[Law]):
    def __call__(self, law: Law, /, first_day: date, last_day: date, switches: Interpretations) -> date: ...


class PerformanceOf(Protocol[Law]):
    def __call__(
        self, law: Law, /, games: Sequence[EarlierGame], switches: Interpretations
    ) -> Performance: ...


class IsOpen(Protocol[Law]):
    def __call__(self, law: Law, /, published: date, error_reported: date) -> bool: ...


@dataclass(frozen=True, slots=True)
class Shapes(Generic[Law]):
    """The functions of one edition, by role."""

    types: Types[Law]
    event_types: EventTypes[Law]
    rating_type: RatingType[Law]
    minutes: Minutes[Law]
    membership: Membership[Law]
    period: PeriodOf[Law]
    previous_list: PreviousList[Law]
    report_day: ReportDay[Law]
    report_deadline: ReportDeadline[Law]
    late: Late[Law]
    fee_excludes: FeeExcludes[Law]
    fees: Fees[Law]
    fee_due: FeeDue[Law]
    forfeit: Forfeit[Law]
    unrated: Unrated[Law]
    rating_of_unrated: RatingOfUnrated[Law]
    expected_score: ExpectedScore[Law]
    k_factor: KFactorOf[Law]
    change: Change[Law]
    rounding: Rounding[Law]
    floor: Floor[Law]
    carried_over: CarriedOver[Law]
    opening: Opening[Law]
    fide: Fide[Law]
    other_type: OtherType[Law]
    outside_rating: OutsideRating[Law]
    counts_as_rated: CountsAsRated[Law]
    entering: Entering[Law]
    earlier: Earlier[Law]
    initial: InitialRating[Law]
    decision: DecisionNeeded[Law]
    game_day: GameDay[Law]
    performance: PerformanceOf[Law]
    marks: Marks[Law]
    adjustment: AdjustmentAllowed[Law]
    is_open: IsOpen[Law]


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
