"""The numbers and tables of a list reckoned event by event, and the functions they stand for."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rating.columns.counterparts import not_for
from rating.columns.totals import ROUNDING, Rounding
from rating.edition import Edition
from rating.errors import RatingError
from rating.interpretations import Interpretations

ON_EVENTS = {
    "average_opposition": "mean_of_opponents",
    "estimates": "cycles_of_performance",
    "event_change": "score_less_expected_of_event",
    "event_performance": "average_and_held_difference",
    "event_rated": "enough_rated_players",
    "expected_of_event": "percentage_by_average",
    "held_opponent": "opponent_within_ceilings",
    "less_percent": "some_percent_less",
    "overshoot": "not_above_mean_performance",
}
"""The roles that `rating.columns.events` sees to, and the article functions that it equals."""

CERTAIN = 100


@dataclass(frozen=True, slots=True, eq=False)
class EventRules:
    """What an edition says, ready for columns. `difference`: Table 2 by whole percent; `high`, `low`:
    Table 1 in percent by whole difference, its last value holding beyond; `less`: what is expected for
    each percentage of it."""

    cycles: int
    rated_players_needed: int
    above: int
    below: int
    difference: NDArray[np.int64]
    high: NDArray[np.int64]
    low: NDArray[np.int64]
    less: NDArray[np.int64]
    rounding: Rounding
    overshoot_acts: bool
    overshoot_by_games: bool
    overshoot_from_games: int
    overshoot_from_events: int
    overshoot_from_points: int

    def held(self, own: NDArray[np.int64], opponent: NDArray[np.int64]) -> NDArray[np.int64]:
        """What opponents count for players: so far above and below them at most."""
        return np.minimum(np.maximum(opponent, own - self.below), own + self.above)


@lru_cache(maxsize=16)
def rules_of(law: Edition, switches: Interpretations) -> EventRules:
    """The rules of an edition, kept for the next period.

    RatingError where it is not reckoned event by event, or names a function without a counterpart
    (`columns-not-for`).
    """
    problems = [
        not_for(law, role, name, found)
        for role, name in ON_EVENTS.items()
        if (found := getattr(law.queensland, role).__name__) != name
    ]
    if problems:
        raise RatingError(problems)
    steps = law.steps("percentage_expected")
    reach = steps[-1].first
    high, low = np.zeros(reach + 1, np.int64), np.zeros(reach + 1, np.int64)
    for step in steps:
        past = reach + 1 if step.last is None else step.last + 1
        high[step.first : past], low[step.first : past] = step.high, step.low
    percents = range(CERTAIN + 1)
    # Fifty games make every whole percentage, an average of zero leaves the difference alone.
    performance = law.queensland.event_performance
    differences = [performance(law, Fraction(0), p, CERTAIN // 2, switches).dp for p in percents]
    return EventRules(
        cycles=law.number("cycles"),
        rated_players_needed=law.number("rated_players_needed"),
        above=law.number("ceiling_above"),
        below=law.number("ceiling_below"),
        difference=np.array(differences),
        high=high,
        low=low,
        less=np.array([law.queensland.less_percent(law, p) for p in percents]),
        rounding=ROUNDING.for_edition(law)(law, switches),
        overshoot_acts=switches.r10 != "never",
        overshoot_by_games=switches.r10 == "weighted-mean",
        overshoot_from_games=law.number("overshoot_from_games"),
        overshoot_from_events=law.number("overshoot_from_events"),
        overshoot_from_points=law.number("overshoot_from_points"),
    )
