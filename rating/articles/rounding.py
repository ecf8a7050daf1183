"""The total of a period in whole points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2022-09", "5(2)")
@article("jcf-2024-10", "5(2)")
@article("qjrl", "1")
def rounded_total(_law: Edition, changes: Sequence[int], switches: Interpretations) -> int:
    """What is added to the previous rating: the sum of the changes (hundredths) in whole points (R1),
    as one sum (R2)."""
    return sum(_whole(part, switches) for part in _sums(changes, switches))


@article("ncs-2019-09", "4(5)")
def rounded_rating(_law: Edition, changes: Sequence[int], switches: Interpretations) -> int:
    """The same where the resulting rating is rounded, half up. The previous rating is whole, so what is
    added to it is the sum rounded half up: 1600 - 2.5 is 1598."""
    return sum(_half_up(part) for part in _sums(changes, switches))


def _sums(changes: Sequence[int], switches: Interpretations) -> Sequence[int]:
    """R2: the parts that are rounded, one sum or each game."""
    return changes if switches.r2 == "game-by-game" else (sum(changes),)


def _whole(hundredths: int, switches: Interpretations) -> int:
    if hundredths < 0 and switches.r1 == "half-away-from-zero":
        return -_half_up(-hundredths)
    return _half_up(hundredths)


def _half_up(hundredths: int) -> int:
    return (2 * hundredths + 100) // 200
