"""HEAD is answered as GET would be, without its body (RFC 9110, 9.3.2): at every page and address of the API,
whichever is added later."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """The layer that asks for what HEAD asks about and keeps its body back."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request."""
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
