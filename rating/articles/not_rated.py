"""Games for which C is 0 and which are not counted: forfeits, and games of UR players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations
from rating.results import FORFEITS
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2019-09", "4(6)")
@article("ncs-2022-09", "5(3)")
@article("jcf-2024-10", "5(1)")
@article("qjrl", "4a")
def not_played(_law: Edition, result: str) -> bool:
    """True for a forfeit, won or lost or by both: it is never a game."""
    return result in FORFEITS


@article("ncs-2019-09", "4(6)")
@article("ncs-2022-09", "5(3)")
@article("jcf-2024-10", "5(1)")
def involves_unrated(law: Edition, white: Standing, black: Standing, switches: Interpretations) -> bool:
    """True where one of the two does not count as rated for the other."""
    counts = law.shapes.counts_as_rated
    return not (counts(law, white, black, switches) and counts(law, black, white, switches))


@article("ncs-2022-09", "6(3)", reads=("unrated_rating",))
def not_rated_or_zero(law: Edition, switches: Interpretations) -> int | None:
    """At which rating a UR opponent is rated for a rated player (R7): None, he is not."""
    return law.number("unrated_rating") if switches.r7 == "rated-at-zero" else None
