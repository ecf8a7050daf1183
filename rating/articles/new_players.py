"""Who is a new player, and his rating from the events of two periods."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.records import AcfRating, EventPerformance, Held
from rating.steps import Kind, Pool

if TYPE_CHECKING:
    from rating.edition import Edition
    from rating.interpretations import Interpretations


@article("qjrl", "3")
def rated_provisional_adult_or_new(
    _law: Edition, held: Held | None, acf: Sequence[AcfRating], first: date, switches: Interpretations
) -> Kind:
    """What a player is in a period from this first day on: an adult (who has an ACF rating: R98) with a QJ
    rating plays with that, and without one is an opponent at the ACF rating."""
    if held is not None:
        return "provisional" if held.provisional else "rated"
    if switches.r98 == "list-before-period":
        acf = [item for item in acf if item.list_date < first]
    return "adult" if acf else "new"


@article("qjrl", "2")
def new_and_provisional(_law: Edition, kind: Kind) -> bool:
    """Whether a player's rating is worked from the performances of two periods: a new one's, and until it is
    full a provisional one's."""
    return kind in ("new", "provisional")


@article("qjrl", "2", reads=("full_from_games", "class_not_counted"))
def mean_over_two_periods(
    law: Edition, events: Sequence[EventPerformance], switches: Interpretations
) -> Pool:
    """The mean of the performances of this period and the one before, weighted by games or not (R104) and
    rounded half up. It is provisional until the games that are not of the class left out are enough."""
    weights = [1 if switches.r104 == "by-events" else event.games for event in events]
    weighed = zip(events, weights, strict=True)
    mean = Fraction(sum(event.performance * weight for event, weight in weighed), sum(weights))
    counted = sum(event.games for event in events if event.time_class != law.word("class_not_counted"))
    return Pool((2 * mean + 1) // 2, counted, counted < law.number("full_from_games"))
