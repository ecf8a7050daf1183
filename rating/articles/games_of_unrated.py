"""How many games a UR player brings to his first rating: they count towards the games of K."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rating.articles.pooled_rating import without_zero_start
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import EarlierGame

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "5(1)")
def all_against_rated(_law: Edition, games: Sequence[EarlierGame], switches: Interpretations) -> int:
    """All that are kept of him, whenever they were played: each is against a rated opponent."""
    return len(games)


@article("ncs-2022-09", "5(3)")
def all_or_against_rated(_law: Edition, games: Sequence[EarlierGame], switches: Interpretations) -> int:
    """All that are kept of him, or those against rated opponents only (R70)."""
    return len(games) if switches.r70 == "counted" else sum(not game.assumed for game in games)


@article("ncs-2019-09", "4(6)")
def all_or_none(_law: Edition, games: Sequence[EarlierGame], switches: Interpretations) -> int:
    """All that are kept of him, or none: a game with a UR player is not counted (R65)."""
    return len(games) if switches.r65 == "counted" else 0


@article(FIDE, "8.3.3")
def all_or_from_first_rating(_law: Edition, games: Sequence[EarlierGame], switches: Interpretations) -> int:
    """All that are kept of him against rated opponents, also those of a first event that was disregarded or
    not (R110); or none: the games of who is new to the list are counted from it (R82)."""
    if switches.r82 == "not-counted":
        return 0
    if switches.r110 == "not-counted":
        games = without_zero_start(games)
    return sum(not game.assumed for game in games)
