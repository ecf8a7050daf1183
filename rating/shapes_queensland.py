"""The roles of a list that is reckoned event by event, as the Queensland junior list is.

Scores are in halves, percentages whole, changes in hundredths; averages are exact.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Protocol

from rating.interpretations import Interpretations
from rating.records import AcfRating, EventPerformance, Held
from rating.shapes import Law
from rating.steps import Crosstable, EventExpected, Kind, Overshoot, Performance, Pool


class QueenslandShapes(Protocol[Law]):
    """The functions of an edition of this kind, by role; beside them it fills `shapes.COMMON`."""

    def time_class(self, law: Law, /, stated: str | None, junior: bool) -> str | None: ...
    def event_k(self, law: Law, /, time_class: str) -> int: ...
    def adult_rating(self, law: Law, /, lists: Sequence[AcfRating], day: date) -> int | None: ...
    def plays_with_rating(self, law: Law, /, kind: Kind, switches: Interpretations) -> bool: ...
    def event_rated(self, law: Law, /, ratings: Sequence[int]) -> bool: ...
    def held_opponent(self, law: Law, /, own: int, opponent: int) -> int: ...
    def average_opposition(self, law: Law, /, own: int, opponents: Sequence[int]) -> Fraction: ...
    def expected_of_event(self, law: Law, /, own: int, average: Fraction) -> EventExpected: ...
    def less_percent(self, law: Law, /, percentage: int) -> int: ...
    def event_change(self, law: Law, /, score: int, games: int, percentage: int, k: int) -> int: ...
    def event_performance(
        self, law: Law, /, average: Fraction, score: int, games: int, switches: Interpretations
    ) -> Performance: ...
    def estimates(
        self,
        law: Law,
        /,
        rated: Mapping[str, int],
        games: Mapping[str, Crosstable],
        switches: Interpretations,
    ) -> Mapping[str, tuple[int, ...]]: ...
    def kind(
        self,
        law: Law,
        /,
        held: Held | None,
        acf: Sequence[AcfRating],
        first: date,
        switches: Interpretations,
    ) -> Kind: ...
    def is_pooled(self, law: Law, /, kind: Kind) -> bool: ...
    def pooled(self, law: Law, /, events: Sequence[EventPerformance], switches: Interpretations) -> Pool: ...
    def overshoot(
        self,
        law: Law,
        /,
        previous: int,
        rating: int,
        events: Sequence[EventPerformance],
        switches: Interpretations,
    ) -> Overshoot: ...
    def listed(self, law: Law, /, rating: int) -> bool: ...
    def active(
        self, law: Law, /, last_played: date | None, list_date: date, switches: Interpretations
    ) -> bool: ...
