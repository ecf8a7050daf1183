"""Who has a row on a list: holders of a rating, and who takes one over."""

# ruff: noqa: ARG001 - the role fixes the signature, whether or not an edition asks for all of it

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition


@article(FIDE, "RB 7.2.1")
@article("ncs-2022-09", "6(1)")
@article("jcf-2024-10", "6(2)")
def held_or_with_rated_game(_law: Edition, standing: Standing, games: int, switches: Interpretations) -> bool:
    """Whether a rating has a row, with so many rated games in the period: one that is held always, one that
    may be taken over when it is first calculated, with a rated game."""
    return standing.held or games > 0


@article("ncs-2019-09", "2(3)")
def held_or_taken_over(_law: Edition, standing: Standing, games: int, switches: Interpretations) -> bool:
    """The same where one that may be taken over has its row with a rated game or at once (R66)."""
    return standing.held or games > 0 or switches.r66 == "at-once"
