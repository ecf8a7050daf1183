"""The lowest rating there is, and what becomes of who falls below it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import Held

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2019-09", "2(2)", reads=("floor",))
@article("ncs-2022-09", "5(5)", reads=("floor",))
@article("jcf-2024-10", "5(3)", reads=("floor",))
def not_below_floor(law: Edition, rating: int) -> int:
    """The rating, or the floor where it is below."""
    return max(rating, law.number("floor"))


@article("ncs-2019-09", "2(2)")
@article("ncs-2022-09", "5(5)")
@article("jcf-2024-10", "5(3)")
def opening_at_floor(law: Edition, held: Held, switches: Interpretations) -> Held:
    """What a rating of the list before is reckoned with where that list had a lower floor (R13)."""
    if switches.r13 == "from-last-list":
        rating = law.shapes.floor(law, held.rating)
        return replace(held, rating=rating, peak=max(rating, held.peak))
    return held


@article(FIDE, "7.2.1")
def as_low_as_it_falls(_law: Edition, rating: int) -> int:
    """The rating: it is not raised, and who falls too low leaves the list."""
    return rating


@article(FIDE, "7.2.1", reads=("listed_from",))
def below_lowest_listed(law: Edition, rating: int) -> int | None:
    """The lowest rating of a list where this one is below it: its player is unrated from then on. None: it
    stays."""
    lowest = law.number("listed_from")
    return lowest if rating < lowest else None
