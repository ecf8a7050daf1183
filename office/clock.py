"""The office's time: aware moments, and the day it is in Japan (period 3(6), R16)."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

JAPAN = ZoneInfo("Asia/Tokyo")

Clock = Callable[[], datetime]


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)


def day_begins(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day begins in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def day_begins_in_japan(day: date) -> datetime:
    """The moment at which a day begins in Japan."""
    return day_begins(day, JAPAN)


def day_in_japan(moment: datetime) -> date:
    """The calendar day of a moment in Japan: 2026-10-20 16:30 UTC is the 21st."""
    return moment.astimezone(JAPAN).date()
