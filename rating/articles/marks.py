"""Marks beside a rating on the list: what it must not be used for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition

PROVISIONAL = "provisional"
NOT_FOR_QUALIFICATION = "not-for-qualification"


@article("ncs-2019-09", "5(1)", reads=("provisional_below_games",))
def provisional_with_few_games(
    law: Edition, how: str, games: int, adopted: bool, switches: Interpretations
) -> tuple[str, ...]:
    """Provisional while the games are few, whether the rating was worked or taken over."""
    return (PROVISIONAL,) if games < law.number("provisional_below_games") else ()


@article("ncs-2022-09", "6(3)", reads=("k_new_below_games",))
def no_qualification_by_initial(
    law: Edition, how: str, games: int, adopted: bool, switches: Interpretations
) -> tuple[str, ...]:
    """An initial rating counts for no qualification: on its first list, or as long as K is that of the
    first games (R31)."""
    few = not adopted and games < law.number("k_new_below_games")
    marked = few if switches.r31 == "first-games" else how == "initial"
    return (NOT_FOR_QUALIFICATION,) if marked else ()
