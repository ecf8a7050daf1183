"""C, the change by one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE

if TYPE_CHECKING:
    from rating.edition import Edition

HUNDREDTHS_OF_HALF = 50


@article(FIDE, "8.3.2")
@article("ncs-2019-09", "4(1)")
@article("ncs-2022-09", "5(2)")
@article("jcf-2024-10", "5(1)")
def score_less_expected_times_k(_law: Edition, score: int, pd: int, k: int) -> int:
    """C = (R - PD) * K in hundredths, from a score in halves and an expected score in hundredths."""
    return (score * HUNDREDTHS_OF_HALF - pd) * k
