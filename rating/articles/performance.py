"""PR, the performance rating."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Performance

if TYPE_CHECKING:
    from rating.edition import Edition

HALVES_OF_GAME = 2


@article("jcf-2024-10", "6(4)", reads=("dp",))
def average_and_dp(law: Edition, games: Sequence[EarlierGame], switches: Interpretations) -> Performance:
    """PR = RA + dp over these games (at least one): p is rounded half up to a whole percent, RA is the
    exact mean and RA + dp is rounded once, half up (R6). No floor is applied."""
    reading = switches.r6
    score = sum(game.score for game in games)
    ra = Fraction(sum(game.opponent_rating for game in games), len(games))
    if reading == "cut-mean":
        ra = Fraction(ra.numerator // ra.denominator)
    percentage = Fraction(100 * score, HALVES_OF_GAME * len(games))
    p = int(percentage) if reading == "cut-percentage" else _half_up(percentage)
    dp = law.percentages("dp")[p]
    # dp is whole: whether RA or RA + dp is rounded half up makes no difference.
    return Performance(games=len(games), score=score, ra=ra, p=p, dp=dp, pr=_half_up(ra + dp))


def _half_up(value: Fraction) -> int:
    return (2 * value + 1) // 2
