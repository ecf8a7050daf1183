"""Until when a game may be reported."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "3(7)", reads=("late_after_months",))
def months_after_last_day(law: Edition, last_day: date) -> date:
    """The last day on which a report is in time: some calendar months after the event's final day."""
    return add_months(last_day, law.number("late_after_months"))


@article("ncs-2022-09", "3(6)", reads=("late_after_days",))
def days_after_game(law: Edition, last_day: date) -> date:
    """The last day on which a game of this day is in time; of an event, its last game."""
    return last_day + timedelta(days=law.number("late_after_days"))


@article("ncs-2019-09", "3(1)", reads=("report_within_days",))
def days_after_event(law: Edition, last_day: date) -> date:
    """The last day on which a report is in time. A later one is a problem shown; its games count."""
    return last_day + timedelta(days=law.number("report_within_days"))


@article("jcf-2024-10", "3(7)")
def late_as_a_whole(
    law: Edition, reported: date, last_day: date, game_days: tuple[date, date], switches: Interpretations
) -> date | None:
    """The deadline a game missed, None where it is in time: all games of an event by its final day."""
    deadline = law.shapes.report_deadline(law, last_day)
    return deadline if reported > deadline else None


@article("ncs-2022-09", "3(6)")
def late_game_by_game(
    law: Edition, reported: date, last_day: date, game_days: tuple[date, date], switches: Interpretations
) -> date | None:
    """The same by the day of each game; which day, where only those of its event are known, says R30."""
    first, last = game_days
    deadline = law.shapes.report_deadline(law, first if switches.r30 == "first-day" else last)
    return deadline if reported > deadline else None


@article(FIDE, "9.1", reads=("late_from_list", "closing_days_before"))
def late_for_last_list(
    law: Edition, reported: date, last_day: date, game_days: tuple[date, date], switches: Interpretations
) -> date | None:
    """The deadline a game missed, None where it is in time: of the third list after the event, or of the one
    before that (R84)."""
    lists = law.number("late_from_list")
    deadline = _closing(law, last_day, lists if switches.r84 == "third-list" else lists - 1)
    return deadline if reported > deadline else None


def _closing(law: Edition, last_day: date, lists: int) -> date:
    list_date = add_months(last_day.replace(day=1), lists)
    return list_date - timedelta(days=law.number("closing_days_before"))
