"""Who is shown on the published list."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("qjrl", "Players 2", reads=("listed_above",))
def above_low_limit(law: Edition, rating: int) -> bool:
    """True for a rating over the low limit; a lower one is kept and used, not shown."""
    return rating > law.number("listed_above")


@article("qjrl", "intro", reads=("inactive_after_months",))
def played_lately(law: Edition, last_played: date | None, list_date: date, switches: Interpretations) -> bool:
    """True where the last game is not more than so many calendar months before the list. Who played
    when nobody knows is not taken off (R73)."""
    if last_played is None:
        return switches.r73 == "listed"
    return last_played >= add_months(list_date, -law.number("inactive_after_months"))
