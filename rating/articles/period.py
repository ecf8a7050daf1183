"""Which reports a list takes, and on which day a report arrived."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from rating.calendar import add_months
from rating.citation import article
from rating.errors import Problem, RatingError
from rating.families.fide import EDITIONS as FIDE
from rating.steps import Period

if TYPE_CHECKING:
    from rating.edition import Edition


PERIOD = (
    "list_day",
    "report_first_day",
    "report_first_months_before",
    "report_last_day",
    "report_last_months_before",
)


@article("ncs-2019-09", "2(1)", reads=PERIOD)
@article("ncs-2022-09", "3(3)", reads=PERIOD)
@article("jcf-2024-10", "3(6)", reads=PERIOD)
def reports_of_list(law: Edition, list_date: date) -> Period:
    """The days on which a report arrives for this list. RatingError where no list has this date."""
    if list_date.day != law.number("list_day"):
        raise _no_list(law, list_date, f"day {law.number('list_day')} of a month")
    return _period(law, list_date)


@article("qjrl", "intro", reads=(*PERIOD, "first_list_month", "months_between_lists"))
def reports_of_some_months(law: Edition, list_date: date) -> Period:
    """The same where a list comes out every few months, counted from the first month of the year."""
    months = list_date.month - law.number("first_list_month")
    if list_date.day != law.number("list_day") or months % law.number("months_between_lists"):
        expected = (
            f"day {law.number('list_day')} of every {law.number('months_between_lists')} months "
            f"from month {law.number('first_list_month')}"
        )
        raise _no_list(law, list_date, expected)
    return _period(law, list_date)


@article(FIDE, "7.1.3", reads=("list_day", "closing_days_before"))
def until_days_before_list(law: Edition, list_date: date) -> Period:
    """The same where a list closes some days before its date, and takes all since the one before closed."""
    if list_date.day != law.number("list_day"):
        raise _no_list(law, list_date, f"day {law.number('list_day')} of a month")
    before = timedelta(days=law.number("closing_days_before"))
    return Period(add_months(list_date, -1) - before + timedelta(days=1), list_date - before)


def _period(law: Edition, list_date: date) -> Period:
    first = add_months(list_date, -law.number("report_first_months_before"))
    last = add_months(list_date, -law.number("report_last_months_before"))
    return Period(
        first.replace(day=law.number("report_first_day")), last.replace(day=law.number("report_last_day"))
    )


def _no_list(law: Edition, list_date: date, expected: str) -> RatingError:
    expected = f"{expected} ({law.id} {law.article_of_role('period')})"
    return RatingError(
        Problem(
            "list-date",
            "list date",
            expected,
            list_date.isoformat(),
            "name the list by the day it is published on",
        )
    )


@article(FIDE, "7.1", reads=("months_between_lists",))
@article("ncs-2019-09", "2(1)", reads=("months_between_lists",))
@article("ncs-2022-09", "3(3)", reads=("months_between_lists",))
@article("qjrl", "intro", reads=("months_between_lists",))
@article("jcf-2024-10", "3(6)", reads=("months_between_lists",))
def list_before(law: Edition, list_date: date) -> date:
    """The date of the list before this one, whose ratings, counts and peaks are used (R2)."""
    law.shapes.period(law, list_date)
    return add_months(list_date, -law.number("months_between_lists"))


@article("ncs-2019-09", "2(1)", reads=("time_zone",))
@article("ncs-2022-09", "3(3)", reads=("time_zone",))
@article("qjrl", "Organisers 5", reads=("time_zone",))
@article("jcf-2024-10", "3(6)", reads=("time_zone",))
def day_of_report(law: Edition, moment: datetime) -> date:
    """The day, where the office is, on which a report that arrived at this moment counts. The moment has
    to be aware."""
    if moment.utcoffset() is None:
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
