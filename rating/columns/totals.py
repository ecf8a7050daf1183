"""C, the rounding of a period's total, and the floor, on columns."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import Flags
from rating.columns.counterparts import Counterparts
from rating.edition import Edition
from rating.interpretations import Interpretations

Points = NDArray[np.int64]

HUNDREDTHS_OF_HALF = 50
LARGEST_K = 327
"""C lies within ±100 × K hundredths, and 32,767 is the largest number of 16 bits."""

Change = Callable[[Edition, NDArray[np.int8], NDArray[np.int8], NDArray[np.int16], NDArray[np.int16]], None]
"""Writes C in hundredths into its last argument, from scores in halves, PD in hundredths and K."""

Floor = Callable[[Edition, Points], Points]


@dataclass(frozen=True, slots=True)
class Rounding:
    """`whole` turns hundredths into whole points; `by_game`: every game is rounded, not the total."""

    whole: Callable[[Points], Points]
    by_game: bool


RoundingRule = Callable[[Edition, Interpretations], Rounding]

KLimit = Callable[[Edition, Interpretations], int | None]
"""What K times the games of a player is at most; None: no limit."""

CHANGE: Counterparts[Change] = Counterparts("change")
ROUNDING: Counterparts[RoundingRule] = Counterparts("rounding")
FLOOR: Counterparts[Floor] = Counterparts("floor")
K_LIMIT: Counterparts[KLimit] = Counterparts("k_limit")
LEAVES_LIST: Counterparts[Callable[[Edition, Points], Flags]] = Counterparts("leaves_list")


@CHANGE.of("score_less_expected_times_k")
def score_less_expected_times_k(
    _law: Edition, halves: NDArray[np.int8], pd: NDArray[np.int8], k: NDArray[np.int16], c: NDArray[np.int16]
) -> None:
    """C = (R - PD) * K. A score is at most 100 hundredths and so is PD: the difference fits a byte."""
    np.multiply(halves * np.int8(HUNDREDTHS_OF_HALF) - pd, k, out=c)


@K_LIMIT.of("k_times_games_at_most")
def k_times_games_at_most(law: Edition, switches: Interpretations) -> int | None:
    """FIDE's limit, where it is carried in (R68)."""
    return None if switches.r68 == "no-limit" else law.number("k_times_games")


@K_LIMIT.of("largest_k_within_limit")
def largest_k_within_limit(law: Edition, switches: Interpretations) -> int:
    """The same where the text has it."""
    return law.number("k_times_games")


@ROUNDING.of("rounded_change_of_period")
def rounded_change_of_period(_law: Edition, switches: Interpretations) -> Rounding:
    """The total, halves away from zero, as the text says."""
    return Rounding(half_away_from_zero, by_game=False)


@ROUNDING.of("rounded_total")
def rounded_total(_law: Edition, switches: Interpretations) -> Rounding:
    """The total or every game (R2); halves away from zero or upward (R1)."""
    whole = half_away_from_zero if switches.r1 == "half-away-from-zero" else half_up
    return Rounding(whole, switches.r2 == "game-by-game")


@ROUNDING.of("rounded_rating")
def rounded_rating(_law: Edition, switches: Interpretations) -> Rounding:
    """The same where the resulting rating is rounded, half up (2019 4(5))."""
    return Rounding(half_up, switches.r2 == "game-by-game")


@FLOOR.of("not_below_floor")
def not_below_floor(law: Edition, ratings: Points) -> Points:
    """The ratings, or the floor where they are below."""
    return np.maximum(ratings, law.number("floor"))


@FLOOR.of("as_low_as_it_falls")
def as_low_as_it_falls(_law: Edition, ratings: Points) -> Points:
    """The ratings."""
    return ratings


@LEAVES_LIST.of("below_lowest_listed")
def below_lowest_listed(law: Edition, ratings: Points) -> Flags:
    """Who is rated too low for the list."""
    return ratings < law.number("listed_from")


def half_up(hundredths: Points) -> Points:
    """Whole points, halves upward."""
    return (2 * hundredths + 100) // 200


def half_away_from_zero(hundredths: Points) -> Points:
    """Whole points, halves away from zero."""
    return np.sign(hundredths) * half_up(np.abs(hundredths))
