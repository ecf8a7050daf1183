"""The roles of a list that is reckoned event by event, as the Queensland junior list is.

Scores are in halves, percentages whole, changes in hundredths; averages are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from rating.interpretations import Interpretations
from rating.records import AcfRating, EventPerformance
from rating.steps import Crosstable, EventExpected, Performance, Pool

if TYPE_CHECKING:
    from rating.edition import Edition


class TimeClass(Protocol):
    def __call__(self, law: Edition, /, stated: str | None, junior: bool) -> str | None: ...


class EventK(Protocol):
    def __call__(self, law: Edition, /, time_class: str) -> int: ...


class AdultRating(Protocol):
    def __call__(self, law: Edition, /, lists: Sequence[AcfRating], day: date) -> int | None: ...


class EventRated(Protocol):
    def __call__(self, law: Edition, /, ratings: Sequence[int]) -> bool: ...


class HeldOpponent(Protocol):
    def __call__(self, law: Edition, /, own: int, opponent: int) -> int: ...


class AverageOpposition(Protocol):
    def __call__(self, law: Edition, /, own: int, opponents: Sequence[int]) -> Fraction: ...


class ExpectedOfEvent(Protocol):
    def __call__(self, law: Edition, /, own: int, average: Fraction) -> EventExpected: ...


class LessPercent(Protocol):
    def __call__(self, law: Edition, /, percentage: int) -> int: ...


class EventChange(Protocol):
    def __call__(self, law: Edition, /, score: int, games: int, percentage: int, k: int) -> int: ...


class EventPerformanceOf(Protocol):
    def __call__(
        self, law: Edition, /, average: Fraction, score: int, games: int, switches: Interpretations
    ) -> Performance: ...


class Estimates(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        rated: Mapping[str, int],
        games: Mapping[str, Crosstable],
        switches: Interpretations,
    ) -> Mapping[str, tuple[int, ...]]: ...


class Pooled(Protocol):
    def __call__(self, law: Edition, /, events: Sequence[EventPerformance]) -> Pool: ...


class Overshoot(Protocol):
    def __call__(
        self,
        law: Edition,
        /,
        previous: int,
        rating: int,
        events: Sequence[EventPerformance],
        switches: Interpretations,
    ) -> int: ...


class Listed(Protocol):
    def __call__(self, law: Edition, /, rating: int) -> bool: ...


class Active(Protocol):
    def __call__(self, law: Edition, /, last_played: date | None, list_date: date) -> bool: ...


@dataclass(frozen=True, slots=True)
class QueenslandShapes:
    """The functions of an edition of this kind, by role; beside them it fills `shapes.COMMON`."""

    time_class: TimeClass
    event_k: EventK
    adult_rating: AdultRating
    event_rated: EventRated
    held_opponent: HeldOpponent
    average_opposition: AverageOpposition
    expected_of_event: ExpectedOfEvent
    less_percent: LessPercent
    event_change: EventChange
    event_performance: EventPerformanceOf
    estimates: Estimates
    pooled: Pooled
    overshoot: Overshoot
    listed: Listed
    active: Active
