"""Who is on the published list and who is shown, and for how long a list is open to corrections."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.steps import Standing

if TYPE_CHECKING:
    from rating.edition import Edition


@article(FIDE, "RB 7.2.1")
@article("ncs-2022-09", "6(1)")
@article("jcf-2024-10", "6(2)")
def held_or_with_rated_game(_law: Edition, standing: Standing, games: int, switches: Interpretations) -> bool:
    """Whether a rating has a row, with so many rated games in the period: one that is held always, one that
    may be taken over when it is first calculated, with a rated game."""
    return standing.held or games > 0


@article("ncs-2019-09", "2(3)")
def held_or_taken_over(_law: Edition, standing: Standing, games: int, switches: Interpretations) -> bool:
    """The same where one that may be taken over has its row with a rated game or at once (R66)."""
    return standing.held or games > 0 or switches.r66 == "at-once"


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


@article("jcf-2024-10", "7(3)", reads=("closed_after_days",))
def published_after_closing_day(law: Edition, published: date, error_reported: date) -> bool:
    """True where a list of this day is open to an error reported on that day: lists published so many
    days before, or earlier, are closed."""
    return published > error_reported - timedelta(days=law.number("closed_after_days"))


@article("ncs-2022-09", "3(7)", reads=("closed_after_days",))
def published_on_closing_day_or_after(law: Edition, published: date, error_reported: date) -> bool:
    """True where a list of this day is open to an inquiry of that day: only what was published before the
    day so many days back is closed, a list of that very day is not."""
    return published >= error_reported - timedelta(days=law.number("closed_after_days"))


@article("ncs-2019-09", "5(4)")
def never_closed(_law: Edition, published: date, error_reported: date) -> bool:
    """True: the text closes no list; what it does not settle the rating department decides."""
    return True
