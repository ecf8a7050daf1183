"""The roles of a list that is reckoned event by event, as the Queensland junior list is.

Scores are in halves, percentages whole, changes in hundredths; averages are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Generic, Protocol

from rating.interpretations import Interpretations
from rating.records import AcfRating, EventPerformance
from rating.shapes import Law
from rating.steps import Crosstable, EventExpected, Overshoot, Performance, Pool


class TimeClass(Protocol[Law]):
    def __call__(self, law: Law, /, stated: str | None, junior: bool) -> str | None: ...


class EventK(Protocol[Law]):
    def __call__(self, law: Law, /, time_class: str) -> int: ...


class AdultRating(Protocol[Law]):
    def __call__(self, law: Law, /, lists: Sequence[AcfRating], day: date) -> int | None: ...


class EventRated(Protocol[Law]):
    def __call__(self, law: Law, /, ratings: Sequence[int]) -> bool: ...


class HeldOpponent(Protocol[Law]):
    def __call__(self, law: Law, /, own: int, opponent: int) -> int: ...


class AverageOpposition(Protocol[Law]):
    def __call__(self, law: Law, /, own: int, opponents: Sequence[int]) -> Fraction: ...


class ExpectedOfEvent(Protocol[Law]):
    def __call__(self, law: Law, /, own: int, average: Fraction) -> EventExpected: ...


class LessPercent(Protocol[Law]):
    def __call__(self, law: Law, /, percentage: int) -> int: ...


class EventChange(Protocol[Law]):
    def __call__(self, law: Law, /, score: int, games: int, percentage: int, k: int) -> int: ...


class EventPerformanceOf(Protocol[Law]):
    def __call__(
        self, law: Law, /, average: Fraction, score: int, games: int, switches: Interpretations
    ) -> Performance: ...


class Estimates(Protocol[Law]):
    def __call__(
        self,
        law: Law,
        /,
        rated: Mapping[str, int],
        games: Mapping[str, Crosstable],
        switches: Interpretations,
    ) -> Mapping[str, tuple[int, ...]]: ...


class Pooled(Protocol[Law]):
    def __call__(self, law: Law, /, events: Sequence[EventPerformance]) -> Pool: ...


class PreventOvershoot(Protocol[Law]):
    def __call__(
        self,
        law: Law,
        /,
        previous: int,
        rating: int,
        events: Sequence[EventPerformance],
        switches: Interpretations,
    ) -> Overshoot: ...


class Listed(Protocol[Law]):
    def __call__(self, law: Law, /, rating: int) -> bool: ...


class Active(Protocol[Law]):
    def __call__(self, law: Law, /, last_played: date | None, list_date: date) -> bool: ...


@dataclass(frozen=True, slots=True)
class QueenslandShapes(Generic[Law]):
    """The functions of an edition of this kind, by role; beside them it fills `shapes.COMMON`."""

    time_class: TimeClass[Law]
    event_k: EventK[Law]
    adult_rating: AdultRating[Law]
    event_rated: EventRated[Law]
    held_opponent: HeldOpponent[Law]
    average_opposition: AverageOpposition[Law]
    expected_of_event: ExpectedOfEvent[Law]
    less_percent: LessPercent[Law]
    event_change: EventChange[Law]
    event_performance: EventPerformanceOf[Law]
    estimates: Estimates[Law]
    pooled: Pooled[Law]
    overshoot: PreventOvershoot[Law]
    listed: Listed[Law]
    active: Active[Law]
