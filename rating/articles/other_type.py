"""A type without a rating takes over the other type's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rating.citation import article
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
