"""Games for which C is 0 and which are not counted: forfeits, games of UR players, and of two far apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.families.fide import SINCE_DECEMBER_2024
from rating.interpretations import Interpretations
from rating.results import FORFEITS
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition


@article(FIDE, "5.1")
@article("ncs-2019-09", "4(6)")
@article("ncs-2022-09", "5(3)")
@article("jcf-2024-10", "5(1)")
@article("qjrl", "4a")
def not_played(_law: Edition, result: str) -> bool:
    """True for a forfeit, won or lost or by both: it is never a game."""
    return result in FORFEITS


@article(FIDE, "8.3.1")
@article("ncs-2019-09", "4(6)")
@article("ncs-2022-09", "5(3)")
@article("jcf-2024-10", "5(1)")
def involves_unrated(law: Edition, white: Standing, black: Standing, switches: Interpretations) -> bool:
    """True where one of the two does not count as rated for the other."""
    counts = law.shapes.counts_as_rated
    return not (counts(law, white, black, switches) and counts(law, black, white, switches))


@article("ncs-2022-09", "6(3)", reads=("unrated_rating",))
def not_rated_or_zero(
    law: Edition, opponent: Standing, player: Standing, switches: Interpretations
) -> int | None:
    """At which rating a UR opponent is rated for a player with a rating (R7): None, he is not, nor where the
    player himself does not count as rated for him (R97)."""
    counts = switches.r97 == "rated" or law.shapes.counts_as_rated(law, player, opponent, switches)
    return law.number("unrated_rating") if counts and switches.r7 == "rated-at-zero" else None


@article(SINCE_DECEMBER_2024, "RB 7.3.1", reads=("apart_from_points", "apart_above_rating", "apart_types"))
def far_apart_with_one_above(law: Edition, type: str, white: Standing, black: Standing) -> int | None:
    """The difference for which a game is not rated: so large, one of the two rated above a mark, in some
    types; None where it is rated."""
    if type not in law.words("apart_types") or white.rating is None or black.rating is None:
        return None
    d = abs(white.rating - black.rating)
    above = max(white.rating, black.rating) > law.number("apart_above_rating")
    return d if above and d >= law.number("apart_from_points") else None
