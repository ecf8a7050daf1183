"""Lines of the desk on which somebody begins to ask and never ends: uvicorn waits for them as long as they
are open, and there are only so many."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

BEGUN = 60.0
"""Seconds for everything that stands before the body: the first line and all fields."""


class Line(H11Protocol):
    """uvicorn's own; closed where what is asked does not come to the end of its fields in time, however often
    a sign of it comes."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From here on the time counts."""
        super().connection_made(transport)
        self._late = self.loop.call_later(BEGUN, self._leave)

    def data_received(self, data: bytes) -> None:
        """Counts on while the fields are not there; of what comes after an answer anew."""
        super().data_received(data)
        if not self._begins():
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(BEGUN, self._leave)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for."""
        self._stop()
        super().connection_lost(exc)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        self._late = None
        if self._begins():
            self.transport.close()

    def _begins(self) -> bool:
        """Whether the fields of what is asked next are not all there: as h11 calls that."""
        return str(self.conn.their_state) == "IDLE"
