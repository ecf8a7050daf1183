"""UR players on columns: in which games both players count as rated for each other."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import Flags
from rating.columns.counterparts import Counterparts
from rating.interpretations import Interpretations

Slots = NDArray[np.intp]
BothRated = Callable[[Flags, Flags, Slots, Slots, Interpretations], Flags]
"""From who has a rating and whose rating is his without a game (by slot), and the two slots of each
game."""

COUNTS_AS_RATED: Counterparts[BothRated] = Counterparts("counts_as_rated")


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
