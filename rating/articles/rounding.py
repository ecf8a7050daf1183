"""The total of a period in whole points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
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


@article(FIDE, "8.3.4")
def rounded_change_of_period(_law: Edition, changes: Sequence[int], switches: Interpretations) -> int:
    """The same where the text itself says one sum for the period, halves away from zero."""
    return _away_from_zero(sum(changes))


def _sums(changes: Sequence[int], switches: Interpretations) -> Sequence[int]:
    """R2: the parts that are rounded, one sum or each game."""
    return changes if switches.r2 == "game-by-game" else (sum(changes),)


def _whole(hundredths: int, switches: Interpretations) -> int:
    return _away_from_zero(hundredths) if switches.r1 == "half-away-from-zero" else _half_up(hundredths)


def _away_from_zero(hundredths: int) -> int:
    return -_half_up(-hundredths) if hundredths < 0 else _half_up(hundredths)


def _half_up(hundredths: int) -> int:
    return (2 * hundredths + 100) // 200
