"""A type without a rating takes over the other type's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2022-09", "6(1)")
@article("jcf-2024-10", "6(2)")
def rating_of_other_type(
    law: Edition, type: str, standings: Mapping[str, Standing]
) -> tuple[str, int] | None:
    """The other type and the rating held in it before the list is made, None where there is none."""
    for other in law.shapes.types(law):
        standing = standings.get(other)
        if other != type and standing is not None and standing.held and standing.rating is not None:
            return other, standing.rating
    return None


@article(FIDE, "RB 7.2.1", reads=("taken_from_type",))
def standard_for_the_others(
    law: Edition, type: str, standings: Mapping[str, Standing]
) -> tuple[str, int] | None:
    """The same where one type alone is taken over by the others."""
    taken = law.word("taken_from_type")
    standing = standings.get(taken)
    if type == taken or standing is None or not standing.held or standing.rating is None:
        return None
    return taken, standing.rating


@article(FIDE, "RB 7.2.1")
def considered_to_be_rated(
    _law: Edition, player: Standing, opponent: Standing, switches: Interpretations
) -> bool:
    """Whether a player counts as rated: also who takes his rating over, for everyone."""
    return player.rating is not None


@article("ncs-2019-09", "2(3)")
@article("ncs-2022-09", "6(1)")
@article("jcf-2024-10", "6(2)")
def rated_for_opponent(
    _law: Edition, player: Standing, opponent: Standing, switches: Interpretations
) -> bool:
    """Whether a player counts as rated for this opponent (R5): who may adopt does, for everyone."""
    if player.rating is None:
        return False
    return player.held or opponent.held or switches.r5 == "rated-for-everyone"
