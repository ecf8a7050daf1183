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
) -> str | None:
    """What is missing for an adjustment on this list, None where nothing is: a ruling is enough, as for
    the error of a closed list."""
    return None


@article("ncs-2019-09", "5(2)", reads=("adjustment_notice_months",))
def announced_in_time(
    law: Edition, announced: date | None, list_date: date, switches: Interpretations
) -> str | None:
    """The same where the members have to be told some months before: before the list, or the day on which it
    begins to be worked out (R124)."""
    months, of_list = law.number("adjustment_notice_months"), switches.r124 == "list-date"
    until = list_date if of_list else law.shapes.period(law, list_date).last
    if announced is None or add_months(announced, months) > until:
        return f"announced {months} months before {'the list' if of_list else f'{until.isoformat()}'}"
    return None


@article(FIDE, "7.1")
def all_play_and_nothing_else(_law: Edition, switches: Interpretations) -> bool:
    """Whether points that an office gave by decision are left away where its games are reckoned by rules that
    have none (R116)."""
    return switches.r116 == "left-out"
