"""How often the API may be asked, told in every answer: the fields RateLimit and RateLimit-Policy of the IETF
draft draft-ietf-httpapi-ratelimit-headers (version 10)."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from office.errors import refusal
from office.words import speak
from web.api.problem import is_api, problem_answer
from web.asked import accepted

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

WINDOW = 60
"""Seconds."""
MANY = 10_000
"""Addresses that are remembered."""


@dataclass
class Limits:
    """Who asked how often. `most`: within the window; `clock`: seconds that only grow."""

    most: int
    clock: Callable[[], float] = monotonic
    _seen: dict[str, tuple[float, int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def one_more(self, address: str) -> tuple[int, int]:
        """Counts a question; how many are left, less than none where it is one too many, and in how many
        seconds there are all again."""
        now = self.clock()
        with self._lock:
            began, count = self._seen.get(address, (now, 0))
            if now - began >= WINDOW:
                began, count = now, 0
            if address not in self._seen and len(self._seen) >= MANY:
                self._seen = {who: at for who, at in self._seen.items() if now - at[0] < WINDOW}
                if len(self._seen) >= MANY:
                    self._seen.pop(next(iter(self._seen)))
            self._seen[address] = (began, count + 1)
        return self.most - count - 1, max(1, round(began + WINDOW - now))


class Limited:
    """The layer around the API that counts, and says how much is left."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or refuses it."""
        if scope["type"] != "http" or not is_api(scope["path"]):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        left, seconds = self.limits.one_more(client[0] if client else "?")
        told = {
            "ratelimit-policy": f'"questions";q={self.limits.most};w={WINDOW}',
            "ratelimit": f'"questions";r={max(0, left)};t={seconds}',
        }
        scope.setdefault("state", {})["ratelimit"] = told

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(told)
            await send(message)

        if left >= 0:
            await self.app(scope, receive, noted)
            return
        request = Request(scope)
        speak(accepted(request))
        expected, remedy = (
            f"at most {self.limits.most} questions in a minute",
            "wait until it says, then ask again",
        )
        found = refusal("too-many-questions", "the API", expected, "more of them", remedy)
        answer = problem_answer(request, found.problems, 429, {"retry-after": str(seconds)})
        await answer(scope, receive, noted)
