"""The clock the scraper works by; passed in, so that tests and replays need not wait."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Clock:
    """Wall time (seconds since 1970, UTC), monotonic time (seconds) and sleeping (seconds)."""

    wall: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def now(self) -> datetime:
        """The wall time as an aware moment in UTC."""
        return datetime.fromtimestamp(self.wall(), UTC)
