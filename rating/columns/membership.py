"""Membership on columns: in which games it is beyond doubt that a player was a member."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import Flags, whole_numbers
from rating.columns.counterparts import Counterparts
from rating.records import Member

Days = NDArray[np.int64]
Covered = Callable[[Sequence[Member], Days, Days, Days], Flags]

MEMBERSHIP: Counterparts[Covered] = Counterparts("membership")

BEYOND = 2**22
"""More than the ordinal of any date."""


@MEMBERSHIP.of(
    "first_day_without_membership",
    "first_day_without_any_membership",
    "first_day_without_membership_of_some_kind",
)
def covered_by_one_interval(members: Sequence[Member], player: Days, first: Days, last: Days) -> Flags:
    """True where one interval of the player holds from the first to the last day (ordinals).

    `player` is a number among the members; len(members) is who is none. False is no answer: where
    several intervals join, or a membership holds for one event alone, the article decides.
    """
    spans = sorted(
        (number * BEYOND + start.toordinal(), end.toordinal())
        for number, member in enumerate(members)
        for start, end in member.membership
    )
    starts, ends = whole_numbers([start for start, _ in spans]), whole_numbers([end for _, end in spans])
    if not spans:
        return np.zeros(player.shape, np.bool_)
    # The interval of this player, or of one before him, that begins last on or before the first day.
    place = np.searchsorted(starts, player * BEYOND + first, side="right") - 1
    his = (place >= 0) & (starts[place] >= player * BEYOND)
    return his & (ends[place] >= last)
