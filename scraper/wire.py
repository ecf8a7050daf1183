"""The network: requests that leave the machine keep a second's distance, whoever sends them, and each has one
limit on the time of all of it: connecting, sending, headers and body together.

The distance belongs to the transport, so that it holds for every hop of a redirect and for nothing that is
replayed. The time of the last request lies in a locked file in the archive folder: two programs at work on
one archive wait for each other, and count on one daily budget. Source: shared/chess-results.md, section 1
(bursts get resets and 503; readers wait 0.6 to 1.5 s).

httpx bounds each wait for bytes, so that an answer which drips, or sends `100 Continue` for ever, never comes
to an end. Here every wait is cut to what is left of the request. The resolver's own limits bound the name's.
"""

import fcntl
import os
import time
from collections.abc import Iterable
from pathlib import Path
from ssl import SSLContext
from typing import Any

import httpcore
import httpx

from scraper.budget import Budget
from scraper.certificates import trusted
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
        half: bool = False,
    ) -> None:
        if interval < INTERVAL:
            raise ValueError(f"the distance between requests is at least {INTERVAL} s, not {interval}")
        folder.mkdir(parents=True, exist_ok=True)
        self._inner = inner
        self._file = folder / LOCK_NAME
        self._budget = Budget(folder, clock, half=half)
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
            pause = self._pause_elsewhere(file.fileno())
            if self._last is not None:
                pause = max(pause, self._last + self._interval - self._clock.monotonic())
            if pause > 0:
                self._clock.sleep(pause)
            self._last = self._clock.monotonic()
            os.ftruncate(file.fileno(), 0)
            os.pwrite(file.fileno(), f"{self._clock.wall():.6f}\n".encode(), 0)

    def _pause_elsewhere(self, handle: int) -> float:
        try:
            last = float(os.pread(handle, 64, 0))
        except ValueError:
            return 0.0 if os.fstat(handle).st_size == 0 else self._interval  # a new file
        # A clock that was set back must not make anyone wait longer than one interval.
        return min(last + self._interval - self._clock.wall(), self._interval)


SECONDS = "seconds"
"""The extension of a request that says how long all of it may take; without one there is no limit."""

_PIECE = 16_384
"""Bytes sent between two looks at the clock."""


class Wire(httpx.HTTPTransport):
    """The transport for real requests: httpx's own, over streams that know when the request has to end.
    `context`: whose certificates are taken, else those of `trusted`."""

    def __init__(self, context: SSLContext | None = None) -> None:
        context = context or trusted()
        super().__init__(verify=context)
        self._network = _Network()
        # httpx passes no backend on; tests/scraper/test_attacks.py hangs if this stops being its pool.
        self._pool = httpcore.ConnectionPool(ssl_context=context, network_backend=self._network)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        seconds = request.extensions.get(SECONDS)
        self._network.until = None if seconds is None else time.monotonic() + seconds
        return super().handle_request(request)


class _Network(httpcore.SyncBackend):
    """Connects; `until` is the monotonic time by which the request under way ends."""

    def __init__(self) -> None:
        self.until: float | None = None

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = self.left(timeout, httpcore.ConnectTimeout)
        return _Stream(super().connect_tcp(host, port, left, local_address, socket_options), self)

    def left(self, timeout: float | None, ended: type[Exception]) -> float | None:
        """How long may be waited now; raises `ended` where nothing is left."""
        if self.until is None:
            return timeout
        left = self.until - time.monotonic()
        if left <= 0:
            raise ended("the time of the whole request is over")
        return left if timeout is None else min(timeout, left)


class _Stream(httpcore.NetworkStream):
    """A connection whose waits end with the request."""

    def __init__(self, inner: httpcore.NetworkStream, network: _Network) -> None:
        self._inner = inner
        self._network = network

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._network.left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE):
            left = self._network.left(timeout, httpcore.WriteTimeout)
            self._inner.write(buffer[start : start + _PIECE], left)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._network.left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._network)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
