"""The rating of a new player from the events of two periods."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.records import EventPerformance
from rating.steps import Pool

if TYPE_CHECKING:
    from rating.edition import Edition


@article("qjrl", "2", reads=("full_from_games", "class_not_counted"))
def mean_over_two_periods(law: Edition, events: Sequence[EventPerformance]) -> Pool:
    """The mean of the performances of this period and the one before, weighted by games and rounded half
    up. It is provisional until the games that are not of the class left out are enough."""
    games = sum(event.games for event in events)
    mean = Fraction(sum(event.performance * event.games for event in events), games)
    counted = sum(event.games for event in events if event.time_class != law.word("class_not_counted"))
    return Pool((2 * mean + 1) // 2, counted, counted < law.number("full_from_games"))
