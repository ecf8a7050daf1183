"""The reports a list takes."""

from collections.abc import Iterable
from datetime import date, datetime

from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.records import Event
from rating.steps import Period


def reports_of(law: Edition, events: Iterable[Event], list_date: date) -> tuple[Event, ...]:
    """The events whose report arrived in the period of a list, and those a ruling put into it (R16)."""
    period = law.shapes.period(law, list_date)
    return tuple(event for event in events if is_taken(event, list_date, period))


def is_taken(event: Event, list_date: date, period: Period) -> bool:
    """Whether the list takes this event. The day of the report has to be a day."""
    reported = _reported(event)
    return reported in period if event.for_list is None else event.for_list == list_date


def _reported(event: Event) -> date:
    if not isinstance(event.reported, date) or isinstance(event.reported, datetime):
        raise RatingError(
            Problem(
                "not-a-date",
                f"event {event.id}, reported",
                "a date, where the office is",
                repr(event.reported),
            )
        )
    return event.reported
