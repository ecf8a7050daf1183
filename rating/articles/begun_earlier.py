"""Which ratings hold in an event that began before the list of which all others are reckoned."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition


@article(FIDE, "7.1.1", reads=("list_day", "months_between_lists"))
def first_list_after(law: Edition, day: date) -> date:
    """The first list after a day; the one before it is in force on that day."""
    of_month = day.replace(day=law.number("list_day"))
    return of_month if day < of_month else add_months(of_month, law.number("months_between_lists"))


@article(FIDE, "8.2.4")
def rated_then_or_since(
    law: Edition, now: Standing, then: Standing, own: bool, switches: Interpretations
) -> Standing:
    """How a player counts in such an event, from what he has now and what he had when it began: for himself
    (`own`) at the rating of then, or at the one he got since, in another type too (R103); for his opponents
    as he stood then, also who has lost his rating since (R74)."""
    if not own:
        return now if now.rating is None and switches.r74 == "unrated" else then
    if now.rating is None:
        return now
    if then.rating is None:
        return now if now.source != "adopted" or _standard(switches) == "of-list-before" else then
    return replace(now, rating=then.rating)


@article(FIDE, "8.2.4")
def as_rated_or_as_begun(
    _law: Edition, seen: Standing, then: Standing, switches: Interpretations
) -> Standing:
    """How a player counts where 1.1, 6.1 and RB 7.3.1 ask whether such a game can be rated: as he is
    seen in it, or as he stood when the event began (R99)."""
    return then if switches.r99 == "as-begun" else seen


@article(FIDE, "RB 7.2.1")
def standard_now_or_then(_law: Edition, now: int, then: int, switches: Interpretations) -> int:
    """The rating to which the first change is added of who takes the standard rating over: that of the list
    before, or that with which his first rated game was reckoned (R103)."""
    return then if _standard(switches) == "at-beginning" else now


def _standard(switches: Interpretations) -> str:
    """Which standard rating is taken over in an event that began before the list before."""
    return switches.r103
