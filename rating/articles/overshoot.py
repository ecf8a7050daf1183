"""Who plays much and gains much does not rise above his performances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations
from rating.records import EventPerformance
from rating.steps import Overshoot

if TYPE_CHECKING:
    from rating.edition import Edition


@article("qjrl", "4c", reads=("overshoot_from_games", "overshoot_from_events", "overshoot_from_points"))
def not_above_mean_performance(
    law: Edition, previous: int, rating: int, events: Sequence[EventPerformance], switches: Interpretations
) -> Overshoot:
    """The new rating, or for who gained many whole points in many games and events at most the mean of the
    event performances, half up, and never below the old rating for that reason (R10)."""
    reading = switches.r10
    many = (
        sum(event.games for event in events) >= law.number("overshoot_from_games")
        and len(events) >= law.number("overshoot_from_events")
        and rating - previous >= law.number("overshoot_from_points")
    )
    if not many or reading == "never":
        return Overshoot(rating)
    weights = [event.games if reading == "weighted-mean" else 1 for event in events]
    total = sum(event.performance * weight for event, weight in zip(events, weights, strict=True))
    mean = Fraction(total, sum(weights))
    return Overshoot(max(previous, min(rating, (2 * mean + 1) // 2)), mean)
