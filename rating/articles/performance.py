"""PR, the performance rating."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
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
    score, ra, p = _score_average_percent(games, switches)
    return _performance(games, score, ra, p, law.percentages("dp")[p])


@article("ncs-2019-09", "2(4)", reads=("dp", "points_for_half_point"))
@article("ncs-2022-09", "6(4)", reads=("dp", "points_for_half_point"))
def fide_calculator(law: Edition, games: Sequence[EarlierGame], switches: Interpretations) -> Performance:
    """FIDE's calculator of that time: the average, and for each half point over one half of the points
    some rating points; below one half RA + dp. Rounded like PR; no floor is applied."""
    score, ra, p = _score_average_percent(games, switches)
    over = score - len(games)
    dp = over * law.number("points_for_half_point") if over >= 0 else law.percentages("dp")[p]
    return _performance(games, score, ra, p, dp)


@article(FIDE, "8.2.2", reads=("dp", "hypothetical_opponents", "hypothetical_rating"))
def with_hypothetical_draws(
    law: Edition, games: Sequence[EarlierGame], switches: Interpretations
) -> Performance:
    """PR = RA + dp over these games and some draws with supposed opponents, which are counted in the games
    and the score of the answer. Rounded like PR; no highest rating is applied."""
    draw = EarlierGame(games[0].type, games[0].date, law.number("hypothetical_rating"), score=1)
    all_of_them = (*games, *(draw,) * law.number("hypothetical_opponents"))
    score, ra, p = _score_average_percent(all_of_them, switches)
    return _performance(all_of_them, score, ra, p, law.percentages("dp")[p])


def _score_average_percent(
    games: Sequence[EarlierGame], switches: Interpretations
) -> tuple[int, Fraction, int]:
    reading = switches.r6
    score = sum(game.score for game in games)
    ra = Fraction(sum(game.opponent_rating for game in games), len(games))
    if reading == "cut-mean":
        ra = Fraction(ra.numerator // ra.denominator)
    hundred_halves, halves = 100 * score, HALVES_OF_GAME * len(games)
    cut = hundred_halves // halves
    return score, ra, cut if reading == "cut-percentage" else (2 * hundred_halves + halves) // (2 * halves)


def _performance(games: Sequence[EarlierGame], score: int, ra: Fraction, p: int, dp: int) -> Performance:
    # dp is whole: whether RA or RA + dp is rounded half up makes no difference.
    return Performance(games=len(games), score=score, ra=ra, p=p, dp=dp, pr=_half_up(ra) + dp)


def _half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
