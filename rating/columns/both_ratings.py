"""What stands against a game by the ratings of the two who play it, on columns: too fast for these, too far
apart, or not both rated for each other."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import Flags
from rating.columns.counterparts import Counterparts
from rating.edition import Edition
from rating.interpretations import Interpretations

Numbers = NDArray[np.int64]
NO_MINUTES = -1


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Games by the places of their types among the edition's, minutes at the mark (NO_MINUTES where the type
    alone is known) and both ratings."""

    type: Numbers
    minutes: Numbers
    white: Numbers
    black: Numbers


Against = Callable[[Edition, Played], Flags]
Slots = NDArray[np.intp]
BothRated = Callable[[Flags, Flags, Slots, Slots, Interpretations], Flags]
"""From who has a rating and whose rating is his without a game (by slot), and the two slots of each
game."""

RATE_OF_PLAY: Counterparts[Against] = Counterparts("rate_of_play")
TOO_FAR_APART: Counterparts[Against] = Counterparts("too_far_apart")
COUNTS_AS_RATED: Counterparts[BothRated] = Counterparts("counts_as_rated")


@RATE_OF_PLAY.of("minutes_by_higher_rating")
def minutes_by_higher_rating(law: Edition, played: Played) -> Flags:
    """Where a standard game is too fast for the higher rated of the two; the articles decide where one is
    unrated (R111)."""
    higher = np.maximum(played.white, played.black)
    needed = np.where(
        higher >= law.number("slower_from_rating"),
        law.number("slower_minutes"),
        law.number("standard_from_minutes"),
    )
    needed[higher >= law.number("slowest_from_rating")] = law.number("slowest_minutes")
    standard = _of_types(law, played, (law.word("taken_from_type"),))
    too_fast: Flags = (played.minutes != NO_MINUTES) & (played.minutes < needed)
    return standard & too_fast


@TOO_FAR_APART.of("far_apart_with_one_above")
def far_apart_with_one_above(law: Edition, played: Played) -> Flags:
    """Where two are too far apart, one of them above a mark."""
    apart: Flags = np.abs(played.white - played.black) >= law.number("apart_from_points")
    above: Flags = np.maximum(played.white, played.black) > law.number("apart_above_rating")
    return _of_types(law, played, law.words("apart_types")) & apart & above


def _of_types(law: Edition, played: Played, types: tuple[str, ...]) -> Flags:
    wanted: Flags = np.array([type in types for type in law.shapes.types(law)])
    found: Flags = wanted[played.type]
    return found


@COUNTS_AS_RATED.of("rated_for_opponent")
def rated_for_opponent(
    rated: Flags, held: Flags, white: Slots, black: Slots, switches: Interpretations
) -> Flags:
    """True where both have a rating and, by the narrower reading of R5, one of them holds his."""
    both = rated[white] & rated[black]
    if switches.r5 == "rated-for-everyone":
        return both
    return both & (held[white] | held[black])


@COUNTS_AS_RATED.of("considered_to_be_rated")
def considered_to_be_rated(
    rated: Flags, held: Flags, white: Slots, black: Slots, switches: Interpretations
) -> Flags:
    """True where both have a rating."""
    return rated[white] & rated[black]
