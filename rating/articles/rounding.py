"""The total of a period in whole points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "5(2)")
def rounded_total(_law: Edition, changes: Sequence[int], switches: Interpretations) -> int:
    """What is added to the previous rating: the sum of the changes (hundredths) in whole points (R1),
    as one sum (R2)."""
    if switches.r2 == "game-by-game":
        return sum(_whole(change, switches) for change in changes)
    return _whole(sum(changes), switches)


def _whole(hundredths: int, switches: Interpretations) -> int:
    if hundredths < 0 and switches.r1 == "half-away-from-zero":
        return -_half_up(-hundredths)
    return _half_up(hundredths)


def _half_up(hundredths: int) -> int:
    return (2 * hundredths + 100) // 200
