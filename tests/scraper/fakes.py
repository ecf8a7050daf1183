"""What the scraper's tests pass in: a clock that does not wait, and an archive's folder."""

from __future__ import annotations

from scraper.clock import Clock

NOON = 1_792_411_200.0
"""2026-10-19 12:00:00 UTC."""


class FakeTime:
    """A clock whose sleeps take no time and are written down."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.slept: list[float] = []

    @property
    def clock(self) -> Clock:
        return Clock(wall=lambda: NOON + self.passed, monotonic=lambda: self.passed, sleep=self._sleep)

    def _sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.slept.append(seconds)
        self.passed += seconds
