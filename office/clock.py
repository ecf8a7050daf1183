"""The office's time: aware moments, and when a day begins in a zone."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

Clock = Callable[[], datetime]


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)


def day_begins(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day begins in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
