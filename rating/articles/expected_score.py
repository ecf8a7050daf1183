"""PD: the expected score from the difference of two ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.errors import EditionError, Problem
from rating.steps import Expected

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2019-09", "4(4)", reads=("difference_limit", "expected_scores"))
@article("ncs-2022-09", "5(2)", reads=("difference_limit", "expected_scores"))
@article("jcf-2024-10", "5(1)", reads=("difference_limit", "expected_scores"))
def table_1_up_to_limit(law: Edition, own: int, opponent: int) -> Expected:
    """Table 1 for the absolute difference, held to the limit: column H for the higher rated, L for the
    lower; with equal ratings both columns say the same."""
    d = abs(own - opponent)
    used = min(d, law.number("difference_limit"))
    for step in law.steps("expected_scores"):
        if step.first <= used and (step.last is None or used <= step.last):
            if own >= opponent:
                return Expected(d, used, "H", step.high)
            return Expected(d, used, "L", step.low)
    raise EditionError(Problem("table-gap", f"{law.id} Table 1", "a line for every difference", str(used)))
