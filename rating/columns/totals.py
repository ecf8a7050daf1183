"""C and the floor on columns."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import Flags
from rating.columns.counterparts import Counterparts
from rating.edition import Edition

Points = NDArray[np.int64]

HUNDREDTHS_OF_HALF = 50
LARGEST_K = 327
"""C lies within ±100 × K hundredths, and 32,767 is the largest number of 16 bits."""

Change = Callable[[Edition, NDArray[np.int8], NDArray[np.int8], NDArray[np.int16], NDArray[np.int16]], None]
"""Writes C in hundredths into its last argument, from scores in halves, PD in hundredths and K."""

Floor = Callable[[Edition, Points], Points]

CHANGE: Counterparts[Change] = Counterparts("change")
FLOOR: Counterparts[Floor] = Counterparts("floor")
LEAVES_LIST: Counterparts[Callable[[Edition, Points], Flags]] = Counterparts("leaves_list")


@CHANGE.of("score_less_expected_times_k")
def score_less_expected_times_k(
    _law: Edition, halves: NDArray[np.int8], pd: NDArray[np.int8], k: NDArray[np.int16], c: NDArray[np.int16]
) -> None:
    """C = (R - PD) * K. A score is at most 100 hundredths and so is PD: the difference fits a byte."""
    np.multiply(halves * np.int8(HUNDREDTHS_OF_HALF) - pd, k, out=c)


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
