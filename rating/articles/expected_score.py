"""PD, the expected score from the difference of two ratings, and C, the change by one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.errors import EditionError, Problem
from rating.families.fide import BEFORE_OCTOBER_2025, SINCE_OCTOBER_2025
from rating.families.fide import EDITIONS as FIDE
from rating.steps import Expected

if TYPE_CHECKING:
    from rating.edition import Edition

HUNDREDTHS_OF_HALF = 50


@article(BEFORE_OCTOBER_2025, "8.3.1", reads=("difference_limit", "expected_scores"))
@article("ncs-2019-09", "4(4)", reads=("difference_limit", "expected_scores"))
@article("ncs-2022-09", "5(2)", reads=("difference_limit", "expected_scores"))
@article("jcf-2024-10", "5(1)", reads=("difference_limit", "expected_scores"))
def table_1_up_to_limit(law: Edition, own: int, opponent: int, type: str) -> Expected:
    """Table 1 for the absolute difference, held to the limit: column H for the higher rated, L for the
    lower; with equal ratings both columns say the same."""
    return _by_table_1(law, own, opponent, min(abs(own - opponent), law.number("difference_limit")))


@article(
    SINCE_OCTOBER_2025,
    "8.3.1",
    reads=("difference_limit", "no_limit_from_rating", "no_limit_types", "expected_scores"),
)
def table_1_limited_below_rating(law: Edition, own: int, opponent: int, type: str) -> Expected:
    """The same with no limit for a player of so high a rating, in some types, whatever his opponent's: one
    game can count with two differences."""
    d = abs(own - opponent)
    free = own >= law.number("no_limit_from_rating") and type in law.words("no_limit_types")
    return _by_table_1(law, own, opponent, d if free else min(d, law.number("difference_limit")))


def _by_table_1(law: Edition, own: int, opponent: int, used: int) -> Expected:
    d = abs(own - opponent)
    for step in law.steps("expected_scores"):
        if step.first <= used and (step.last is None or used <= step.last):
            if own >= opponent:
                return Expected(d, used, "H", step.high)
            return Expected(d, used, "L", step.low)
    raise EditionError(Problem("table-gap", f"{law.id} Table 1", "a line for every difference", str(used)))


@article(FIDE, "8.3.2")
@article("ncs-2019-09", "4(1)")
@article("ncs-2022-09", "5(2)")
@article("jcf-2024-10", "5(1)")
def score_less_expected_times_k(_law: Edition, score: int, pd: int, k: int) -> int:
    """C = (R - PD) * K in hundredths, from a score in halves and an expected score in hundredths."""
    return (score * HUNDREDTHS_OF_HALF - pd) * k
