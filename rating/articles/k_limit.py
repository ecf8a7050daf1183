"""FIDE's limit on K where somebody plays many games in one period."""

# ruff: noqa: ARG001 - the role fixes the signature, whether or not an edition asks for all of it

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2019-09", "2(2)", reads=("k_times_games",))
@article("ncs-2022-09", "7(2)", reads=("k_times_games",))
@article("jcf-2024-10", "7(2)", reads=("k_times_games",))
def k_times_games_at_most(law: Edition, k: int, games: int, switches: Interpretations) -> int:
    """K for each of so many rated games of one type in one period (at least one): as it is, or so low that
    all of them together do not pass FIDE's limit (R68)."""
    if switches.r68 == "no-limit":
        return k
    return min(k, law.number("k_times_games") // games)


@article(FIDE, "8.3.3", reads=("k_times_games",))
def largest_k_within_limit(law: Edition, k: int, games: int, switches: Interpretations) -> int:
    """The same where the text has the limit itself: the largest whole K that keeps it."""
    return min(k, law.number("k_times_games") // games)
