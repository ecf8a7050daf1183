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


FIRST_YEAR = 2026
"""Of the first Banzuke. A machine whose battery is empty begins in 1970 or so, until it has asked the network
for the time: what was due then would be late by decades."""


def now() -> datetime:
    """The present moment, aware, in UTC. Refused where the machine's clock is centuries ahead, or before the
    first Banzuke."""
    moment = datetime.now(UTC)
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        from office.errors import refusal

        first, last = f"{FIRST_YEAR}-01-01", f"{LAST_YEAR}-12-31"
        expected, found = f"a day from {first} to {last}", str(moment.date())
        raise refusal("clock-unbelievable", "the clock of this machine", expected, found)
    return moment


def day_begins(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day begins in a zone."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
