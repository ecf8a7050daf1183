"""What stands around every page: which names it answers to, how much it takes, what its answers forbid a
browser, and what becomes of what went wrong."""

from __future__ import annotations

import asyncio
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from time import monotonic
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from office.errors import OfficeError, refusal
from web.allowed import IN_ADDRESSES
from web.desk import FORM, Desk

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "x-robots-tag": "noindex",
}
"""Of every answer. Pages are private: `no-store` unless the answer says otherwise."""

LONGEST = 2000
"""Bytes of an address."""

LINGERS = 5.0
"""Seconds for which what is too much is still taken off the line, and dropped."""

STALLS = 60.0
"""Seconds without a byte after which what somebody sends is given up: a line that is held open for ever takes
the place of another."""

WHOLE = 900.0
"""Seconds for all that somebody sends at once, a sign now and then among them."""

Told = Callable[[Desk, Request, Exception], Awaitable[Response]]


class _TooLarge(Exception):
    pass


class Guard:
    """The outermost layer of the desk. `larger`: how many bytes may be sent to which addresses, by their
    beginnings; a form to all others."""

    def __init__(self, app: ASGIApp, desk: Desk, told: Told, larger: Mapping[str, int]) -> None:
        self.app, self.desk, self.told, self.larger = app, desk, told, larger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else is served: the server closes it
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                _forbid(message, https=scope["scheme"] == "https")
            await send(message)

        refused = self._refused(scope)
        if isinstance(refused, OfficeError):
            refused = await self._told(scope, refused)
        if refused is not None:
            await _answered(refused, scope, receive, guarded)
            return
        try:
            await self.app(scope, self._bounded(scope, receive), guarded)
        except CancelledError:  # the desk is closed: no page is made any more
            if not started:
                cut = PlainTextResponse("It was not sent to its end.\n", 400, {"connection": "close"})
                await cut(scope, receive, guarded)
        except ClientDisconnect:  # who sends it went away, or holds the line
            if not started:
                await _answered(await self._told(scope, _not_whole("a part of it")), scope, receive, guarded)
        except Exception as error:  # noqa: BLE001  the last net: it becomes a page that says what happened
            if started:
                return  # half an answer is sent: the connection is closed, and the browser asks again
            too_large = isinstance(error, _TooLarge) or isinstance(error.__context__, _TooLarge)
            answer = await self._told(scope, self._too_large(scope) if too_large else error)
            await _answered(answer, scope, receive, guarded)

    async def _told(self, scope: Scope, error: Exception) -> Response:
        answer = await self.told(self.desk, Request(scope), error)
        if answer.status_code in (400, 413):
            answer.headers["connection"] = "close"  # nothing else is asked on this line
        return answer

    def _refused(self, scope: Scope) -> Response | OfficeError | None:
        headers = Headers(scope=scope)
        named = headers.getlist("host")
        if len(named) != 1 or _name(named[0]) not in self.desk.hosts:
            return PlainTextResponse(
                "The desk is not reached under this name: banzuke serve --name NAME\n", 400
            )
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST:
            expected, remedy = f"at most {LONGEST} bytes", "ask for less at once"
            return refusal("address-too-long", "the address", expected, "more", remedy)
        if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            expected, remedy = "a page of the desk", "look at the address, or begin at Today"
            return refusal("no-such-page", "the address", expected, "the sign NUL", remedy)
        if "transfer-encoding" in headers and "content-length" in headers:  # a proxy may take the other
            return _not_whole("it says twice how long it is")
        told = headers.get("content-length", "0")
        if not (told.isascii() and told.isdigit()) or int(told[:20]) > self._most(scope):
            return self._too_large(scope)
        return None

    def _most(self, scope: Scope) -> int:
        if IN_ADDRESSES in Headers(scope=scope).get("content-type", "").lower():
            return FORM  # it brings no files
        found = (most for path, most in self.larger.items() if scope["path"].startswith(path))
        return next(found, FORM)

    def _too_large(self, scope: Scope) -> OfficeError:
        expected, remedy = f"at most {self._most(scope) // 1_000_000} MB at once", "send it in parts"
        return refusal("too-much-sent", "what was sent", expected, "more than that", remedy)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        most, taken, whole, until = self._most(scope), 0, False, monotonic() + WHOLE

        async def bounded() -> MutableMapping[str, Any]:
            nonlocal taken, whole
            try:
                async with asyncio.timeout(None if whole else min(STALLS, until - monotonic())):
                    message = await receive()
            except TimeoutError:
                raise ClientDisconnect from None
            whole = not message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > most:
                raise _TooLarge
            return message

        return bounded


class Heads:
    """The layer that answers HEAD as GET would be, without its body (RFC 9110, 9.3.2): at every page and
    address of the API, whichever is added later. It asks for what HEAD asks about and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        over = False

        async def headed(message: Message) -> None:
            nonlocal over
            if message["type"] != "http.response.body":
                await send(message)
                return
            if not over:
                over = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            if message.get("more_body"):
                raise OSError("nobody listens")  # what is sent in parts may never end: it is stopped

        inner = {**scope, "method": "GET"}
        try:
            await self.app(inner, receive, headed)
        finally:
            if "route" in inner:
                scope["route"] = inner["route"]  # who measures tells it


async def _answered(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends an answer. While more is sent than is taken, or not to its end, the line stays open for a while:
    a proxy whose line is closed on it tells an error of its own, and not the answer."""

    async def lingering(message: Message) -> None:
        if message["type"] != "http.response.body" or answer.status_code not in (400, 413):
            await send(message)
            return
        await send({**message, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGERS):
                while (await receive()).get("more_body"):
                    pass
        await send({"type": "http.response.body"})

    await answer(scope, receive, lingering)


def _not_whole(found: str) -> OfficeError:
    expected, remedy = "all of it, and once how long it is", "load the page again, then send it once more"
    return refusal("not-sent-whole", "what was sent", expected, found, remedy)


def _forbid(message: Message, *, https: bool) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("cache-control", "no-store")
    if https:
        headers["strict-transport-security"] = "max-age=31536000"


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    name, colon, port = host.rpartition(":")
    if colon and port.isascii() and port.isdigit() and (not name.count(":") or name.endswith("]")):
        return name.lower()
    return host.lower()
