"""Requests that leave the machine keep a second's distance, whoever sends them.

The distance belongs to the network transport, so that it holds for every hop of a redirect and for
nothing that is replayed. The time of the last request lies in a locked file in the archive folder:
two programs at work on one archive wait for each other, and count on one daily budget.
Source: shared/chess-results.md, section 1 (bursts get resets and 503; readers wait 0.6 to 1.5 s).
"""

import fcntl
import os
from pathlib import Path

import httpx

from scraper.budget import Budget
from scraper.clock import Clock

INTERVAL = 1.0
"""Seconds between the starts of two requests, at least."""
LOCK_NAME = "last-request"


class PoliteTransport(httpx.BaseTransport):
    """Waits its turn before each request and hands it to the transport it wraps."""

    def __init__(
        self,
        inner: httpx.BaseTransport,
        folder: Path,
        *,
        clock: Clock | None = None,
        interval: float = INTERVAL,
    ) -> None:
        if interval < INTERVAL:
            raise ValueError(f"the distance between requests is at least {INTERVAL} s, not {interval}")
        folder.mkdir(parents=True, exist_ok=True)
        self._inner = inner
        self._file = folder / LOCK_NAME
        self._budget = Budget(folder, clock)
        self._clock = clock or Clock()
        self._interval = interval
        self._last: float | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._budget.take(str(request.url))
        self._wait()
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()

    def _wait(self) -> None:
        with open(self._file, "a+", encoding="ascii") as file:
            # Held while sleeping: the next process must not measure before this request is noted.
            fcntl.flock(file, fcntl.LOCK_EX)
            pause = max(self._pause_here(), self._pause_elsewhere(file.fileno()))
            if pause > 0:
                self._clock.sleep(pause)
            self._last = self._clock.monotonic()
            os.ftruncate(file.fileno(), 0)
            os.pwrite(file.fileno(), f"{self._clock.wall():.6f}\n".encode(), 0)

    def _pause_here(self) -> float:
        if self._last is None:
            return 0.0
        return self._last + self._interval - self._clock.monotonic()

    def _pause_elsewhere(self, handle: int) -> float:
        try:
            last = float(os.pread(handle, 64, 0))
        except ValueError:
            return 0.0 if self._is_new(handle) else self._interval
        # A clock that was set back must not make anyone wait longer than one interval.
        return min(last + self._interval - self._clock.wall(), self._interval)

    @staticmethod
    def _is_new(handle: int) -> bool:
        return os.fstat(handle).st_size == 0
