"""Which reports a list takes, and on which day a report arrived."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from rating.calendar import add_months
from rating.citation import article
from rating.errors import Problem, RatingError
from rating.steps import Period

if TYPE_CHECKING:
    from rating.edition import Edition


@article(
    "jcf-2024-10",
    "3(6)",
    reads=(
        "list_day",
        "report_first_day",
        "report_first_months_before",
        "report_last_day",
        "report_last_months_before",
    ),
)
def reports_of_list(law: Edition, list_date: date) -> Period:
    """The days on which a report arrives for this list. RatingError where no list has this date."""
    if list_date.day != law.number("list_day"):
        raise RatingError(
            Problem(
                "list-date",
                "list date",
                f"day {law.number('list_day')} of a month ({law.id} 3(6))",
                list_date.isoformat(),
                "name the list by the day it is published on",
            )
        )
    first = add_months(list_date, -law.number("report_first_months_before"))
    last = add_months(list_date, -law.number("report_last_months_before"))
    return Period(
        first.replace(day=law.number("report_first_day")), last.replace(day=law.number("report_last_day"))
    )


@article("jcf-2024-10", "3(6)", reads=("months_between_lists",))
def list_before(law: Edition, list_date: date) -> date:
    """The date of the list before this one, whose ratings, counts and peaks are used (R2)."""
    law.shapes.period(law, list_date)
    return add_months(list_date, -law.number("months_between_lists"))


@article("jcf-2024-10", "3(6)", reads=("time_zone",))
def day_in_japan(law: Edition, moment: datetime) -> date:
    """The day on which a report that arrived at this moment counts. The moment has to be aware."""
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise RatingError(
            Problem(
                "naive-moment",
                "moment of the report",
                "a time with its time zone",
                moment.isoformat(),
                "give the zone or the offset",
            )
        )
    return moment.astimezone(ZoneInfo(law.word("time_zone"))).date()
