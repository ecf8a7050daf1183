"""A rating that someone else gave, taken over at the first rated game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations
from rating.records import Member

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2022-09", "6(2)", reads=("fide_order",))
def fide_in_order(law: Edition, member: Member, switches: Interpretations) -> tuple[str, int] | None:
    """The first of the FIDE ratings in the text's order that the member has, not below the floor, and
    what it is called; None where there is none."""
    for type in law.words("fide_order"):
        if type in member.fide:
            return f"FIDE {type}", law.shapes.floor(law, member.fide[type])
    return None


@article("ncs-2019-09", "2(3)", reads=("fide_taken",))
def higher_of_jca_and_fide(law: Edition, member: Member, switches: Interpretations) -> tuple[str, int] | None:
    """The higher of JCA and FIDE standard (R15); another country's that the officer took is asked without
    both, or is the third of them (R96)."""
    any_fide = switches.r15 == "any-fide"
    found = [
        (rating, f"FIDE {type}")
        for type, rating in member.fide.items()
        if any_fide or type == law.word("fide_taken")
    ]
    if member.jca is not None:
        found.append((member.jca, "JCA"))
    if member.foreign is not None and (not found or switches.r96 == "highest"):
        found.append((member.foreign, "another country"))
    if not found:
        return None
    rating, name = max(found)
    return name, law.shapes.floor(law, rating)
