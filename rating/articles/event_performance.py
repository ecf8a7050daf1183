"""Performance in one event, and the estimates of its unrated players."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations
from rating.steps import Crosstable, Performance

if TYPE_CHECKING:
    from rating.edition import Edition

HALVES_OF_GAME = 2


@article("qjrl", "2", reads=("performance_difference", "ceiling_above", "ceiling_below"))
def average_and_held_difference(
    law: Edition, average: Fraction, score: int, games: int, switches: Interpretations
) -> Performance:
    """The average plus Table 2 at the percentage scored (half up to a whole percent), rounded half up.

    Table 2 is held to the ceilings, and has no value at 100 and at 0 percent: there the ceiling itself
    stands (R9).
    """
    up, down = law.number("ceiling_below"), law.number("ceiling_above")
    if switches.r9 == "five-hundred-up-four-hundred-down":
        up, down = down, up
    p = _half_up(Fraction(100 * score, HALVES_OF_GAME * games))
    without = up if p > 50 else -down
    difference = law.percentages("performance_difference").get(p, without)
    dp = min(max(difference, -down), up)
    return Performance(games=games, score=score, ra=average, p=p, dp=dp, pr=_half_up(average + dp))


@article("qjrl", "4a", reads=("cycles", "cycles_fewer"))
def cycles_of_performance(
    law: Edition, rated: Mapping[str, int], games: Mapping[str, Crosstable], switches: Interpretations
) -> Mapping[str, tuple[int, ...]]:
    """For each unrated player of an event the start and the estimate after each cycle.

    All start from the mean of the rated players, half up. In a cycle all performances are worked
    together from the estimates of the one before, each with the ceilings of the player's own estimate. There
    are five of them, or four (R108).
    """
    cycles = law.number("cycles") if switches.r108 == "fifth" else law.number("cycles_fewer")
    start = _half_up(Fraction(sum(rated.values()), len(rated)))
    found = {player: [start] for player in sorted(games) if player not in rated}
    do = law.queensland
    for _ in range(cycles):
        strength = {**rated, **{player: estimates[-1] for player, estimates in found.items()}}
        for player, estimates in found.items():
            mine = games[player]
            opponents = [strength[opponent] for opponent in mine.opponents]
            average = do.average_opposition(law, strength[player], opponents)
            performance = do.event_performance(law, average, mine.score, len(opponents), switches)
            estimates.append(performance.pr)
    return {player: tuple(estimates) for player, estimates in found.items()}


def _half_up(value: Fraction) -> int:
    return (2 * value + 1) // 2
