"""Until when a game may be reported."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rating.calendar import add_months
from rating.citation import article

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "3(7)", reads=("late_after_months",))
def months_after_last_day(law: Edition, last_day: date) -> date:
    """The last day on which a report is in time: some calendar months after the event's final day."""
    return add_months(last_day, law.number("late_after_months"))
