"""The office's time: aware moments, and when a day begins in a zone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

Clock = Callable[[], datetime]


LAST_YEAR = 2199
"""No day after it can be meant (cli/options.py); near the end of the calendar none can be counted on."""


def now() -> datetime:
    """The present moment, aware, in UTC. Refused where the machine's clock is centuries ahead."""
    moment = datetime.now(UTC)
    if moment.year > LAST_YEAR:
        from office.errors import refusal

        expected = f"a day up to {LAST_YEAR}-12-31"
        raise refusal("clock-unbelievable", "the clock of this machine", expected, str(moment.date()))
    return moment


def day_begins(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day begins in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
