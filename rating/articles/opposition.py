"""Average opposition, what it lets a player expect, and the change by one event."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.errors import EditionError, Problem
from rating.steps import EventExpected

if TYPE_CHECKING:
    from rating.edition import Edition

HUNDREDTHS_OF_HALF = 50


@article("qjrl", "4b ii", reads=("ceiling_above", "ceiling_below"))
def opponent_within_ceilings(law: Edition, own: int, opponent: int) -> int:
    """What an opponent counts for a player in an average: so far above him and so far below at most."""
    lowest, highest = own - law.number("ceiling_below"), own + law.number("ceiling_above")
    return min(max(opponent, lowest), highest)


@article("qjrl", "1")
def mean_of_opponents(law: Edition, own: int, opponents: Sequence[int]) -> Fraction:
    """The exact average of the opponents, game by game (at least one), each within the ceilings."""
    held = [law.queensland.held_opponent(law, own, opponent) for opponent in opponents]
    return Fraction(sum(held), len(held))


@article("qjrl", "1", reads=("percentage_expected",))
def percentage_by_average(law: Edition, own: int, average: Fraction) -> EventExpected:
    """Table 1 for the absolute difference, rounded half up: the left column for who is higher; then the
    percentage that is left of it."""
    difference = abs(own - average)
    d = int((2 * difference + 1) // 2)
    for step in law.steps("percentage_expected"):
        if step.first <= d and (step.last is None or d <= step.last):
            table = step.high if own >= average else step.low
            return EventExpected(d, table, law.queensland.less_percent(law, table))
    raise EditionError(Problem("table-gap", f"{law.id} Table 1", "a line for every difference", str(d)))


@article("qjrl", "4b i", reads=("percent_less",))
def some_percent_less(law: Edition, percentage: int) -> int:
    """The percentage expected against deflation: some points less than the table's, never below zero."""
    return max(percentage - law.number("percent_less"), 0)


@article("qjrl", "1")
def score_less_expected_of_event(_law: Edition, score: int, games: int, percentage: int, k: int) -> int:
    """(AS - ES) * K in hundredths: a score in halves, and the percentage expected of so many games."""
    return (score * HUNDREDTHS_OF_HALF - games * percentage) * k
