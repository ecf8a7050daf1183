"""The FIDE rating a member brings."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import Member

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "6(1)")
def fide_at_joining(
    law: Edition, member: Member, type: str, list_date: date, switches: Interpretations
) -> int | None:
    """The FIDE rating of the same type at first joining, not below the floor, which by 5(3) every national
    rating has; None where there is none or the member joined too late for this list (R19), or too early for
    this edition (R118). Where the day of joining is not said it is that on which the first membership began,
    and long past without one."""
    if type not in member.fide:
        return None
    until = list_date if switches.r19 == "list-date" else law.shapes.period(law, list_date).last
    since = None if switches.r118 == "everybody" else law.in_force_from
    joined = member.joined or min((first for first, _ in member.membership), default=date.min)
    if joined > until or (since is not None and joined < since):
        return None
    return law.shapes.floor(law, member.fide[type])


@article(FIDE, "7.1", reads=("listed_from",))
def on_fides_own_list(
    law: Edition, member: Member, type: str, list_date: date, switches: Interpretations
) -> int | None:
    """The FIDE rating of the same type of who joined since the list before: FIDE's own list has it (R85).
    None where there is none, and later: what the games made of it since stands on the list before."""
    fide = member.fide.get(type)
    if fide is None or fide < law.number("listed_from") or member.joined is None:
        return None
    joins = law.shapes.previous_list(law, list_date) < member.joined <= list_date
    return fide if joins and switches.r85 == "on-the-list" else None
