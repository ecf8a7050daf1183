"""Points the office adds by decision, and what such a decision needs."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2022-09", "3(7)")
@article("jcf-2024-10", "7(3)")
def by_ruling(
    _law: Edition, announced: date | None, list_date: date, switches: Interpretations
) -> tuple[int, date] | None:
    """So many months before which day an adjustment on this list had to be announced and was not, None where
    nothing is missing: a ruling is enough, as for the error of a closed list."""
    return None


@article("ncs-2019-09", "5(2)", reads=("adjustment_notice_months",))
def announced_in_time(
    law: Edition, announced: date | None, list_date: date, switches: Interpretations
) -> tuple[int, date] | None:
    """The same where the members have to be told some months before: before the list, or the last day of its
    period (R124)."""
    months = law.number("adjustment_notice_months")
    until = list_date if switches.r124 == "list-date" else law.shapes.period(law, list_date).last
    in_time = announced is not None and add_months(announced, months) <= until
    return None if in_time else (months, until)


@article("ncs-2019-09", "5(2)")
@article("ncs-2022-09", "3(7)")
@article("jcf-2024-10", "7(3)")
def worked_out_or_raised(law: Edition, worked: int, switches: Interpretations) -> int:
    """The rating to which points by decision are added, of one that comes out of a player's games: as it is,
    or raised to the floor (R126)."""
    return worked if switches.r126 == "as-worked-out" else law.shapes.floor(law, worked)


@article(FIDE, "7.1")
def all_play_and_nothing_else(_law: Edition, switches: Interpretations) -> bool:
    """Whether points that an office gave by decision are left away where its games are reckoned by rules that
    have none (R116)."""
    return switches.r116 == "left-out"
