"""What the API's addresses have in common: how much is asked for, who sends, how it is described. And how
often it may be asked, told in every answer: the fields RateLimit and RateLimit-Policy of the IETF draft
draft-ietf-httpapi-ratelimit-headers (version 10)."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from json import detect_encoding
from operator import attrgetter
from time import monotonic
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from importer.ids import member_number
from office.accounts.programs import NOTED, Program, program_of
from office.errors import refusal
from office.words import speak
from web.api.kept import KIND, KeptAnswers, is_api, problem_answer
from web.desk import Desk
from web.who import accepted, note_seen, whence

MOST = 500
"""Rows of one answer."""


def _day(text: str) -> date:
    """A day as a list has it, and no other way to write one: pydantic takes seconds since 1970 as well."""
    with suppress(ValueError):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return date.fromisoformat(text)
    raise PydanticCustomError("no_day", "no day")


First = Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.", examples=[0])]
Most = Annotated[int, Query(ge=1, le=MOST, description="How many at most.", examples=[100])]
Day = Annotated[date, BeforeValidator(_day), Path(description="The list's date.", examples=["2026-11-01"])]
Number = Annotated[int, Path(ge=1, le=10_000, description="The version of the list.", examples=[1])]
Id = Annotated[str, Path(max_length=40, description="The federation ID.", examples=["N90000001"])]


def router(tag: str, kind: type[APIRoute] = APIRoute) -> APIRouter:
    """Addresses of the API; each is known by the name of its function, unless it says otherwise."""
    named: Callable[[APIRoute], str] = attrgetter("name")
    return APIRouter(prefix="/api/v1", tags=[tag], generate_unique_id_function=named, route_class=kind)


async def kept(request: Request) -> KeptAnswers:
    """The answers at hand; from here on problems are told in the language that is asked for. Refused where
    the office has the API off, or open by token alone and none is shown (R88)."""
    speak(accepted(request))
    _refuse_off(request)
    if request.app.state.desk.settings.api == "by-token":
        await sender(request, await _bearer(request))
    found: KeptAnswers = request.app.state.kept
    return found


Answers = Annotated[KeptAnswers, Depends(kept)]

_bearer = HTTPBearer(auto_error=False, description="A token of a program, made under Settings at the desk.")
Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


async def sender(request: Request, shown: Shown) -> Program:
    """The program whose token is shown; refused where none is, or it stands no more."""
    speak(accepted(request))
    _refuse_off(request)
    desk: Desk = request.app.state.desk
    now = desk.clock()

    def known(token: str) -> Program | None:
        with desk.office.reading() as session:
            return program_of(session, token, now)

    found = await run_in_threadpool(known, shown.credentials) if shown else None
    if found is None:
        expected, remedy = "a valid token", "make one at the desk, under Settings: Programs"
        raise refusal("token-unknown", "the API", expected, "none, or one that ended", remedy)
    if found.used_at is None or found.used_at + NOTED <= now:
        await run_in_threadpool(note_seen, desk, found.id, now)
    return found


Sender = Annotated[Program, Depends(sender)]


class OfPrograms(APIRoute):
    """An address of programs. Whose token it is, and how intricate what he sends is, is looked at before any
    of it is read: what is wrong with each of a million values takes minutes to tell."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        read = super().get_route_handler()

        async def known(request: Request) -> Response:
            await sender(request, await _bearer(request))
            if request.method == "POST" and _intricate(await request.body()):
                raise HTTPException(400)
            return await read(request)

        return known


TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
QUOTES, BETWEEN = 500_000, 10_000
"""Quotation marks of a report, also those in its texts, and bytes between its texts. Fifty files take a third
of these."""


def _intricate(data: bytes) -> bool:
    """Whether JSON has more values than any report, or is not in UTF-8."""
    if not detect_encoding(data).startswith("utf-8") or data.count(b'"') > QUOTES:
        return True
    return len(TEXTS.sub(b"", data)) > BETWEEN


def _refuse_off(request: Request) -> None:
    if request.app.state.desk.settings.api == "off":
        expected, remedy = "an office whose desk answers programs", "read what it publishes on its website"
        raise refusal("api-off", "the API", expected, "it is off", remedy)


def id_of(text: str) -> str:
    """An ID as the register writes it; one that is none is nobody's."""
    return member_number(text) or text


def described(shape: Any, *more: int, cached: bool = True) -> dict[int | str, dict[str, Any]]:
    """How the answers of an address are described: `shape` where all is well, problems at the statuses
    `more`."""
    told: dict[int | str, dict[str, Any]] = {200: {"model": shape, "headers": HEADERS}}
    if cached:
        told[200]["headers"] = HEADERS | {"ETag": _header("What it is known by.", '"0123abcd"')}
        told[304] = {"description": "Who asks has it already (If-None-Match)."}
    return told | {status: described_problem(status) for status in {401, 403, *more, 414, 429, 503}}


def described_problem(status: int) -> dict[str, Any]:
    """How a problem is described."""
    content = {KIND: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": MEANS[status], "content": content, "headers": HEADERS}


MEANS = {
    401: "No token, or none that stands. To read, one is asked for only where the office wants it.",
    403: "The office has its API off.",
    404: "There is no such thing, or it is not published.",
    413: "More than is taken here.",
    414: "The address is too long.",
    422: "What is asked for, or sent, cannot be read.",
    429: "Asked too often: Retry-After says how long to wait.",
    503: "The office's database cannot be used now, as the problem says: ask again later.",
}


def _header(text: str, example: str) -> dict[str, Any]:
    return {"description": text, "schema": {"type": "string"}, "example": example}


HEADERS = {
    "RateLimit-Policy": _header("How often one address may ask.", '"questions";q=1200;w=60'),
    "RateLimit": _header("How often it still may, and in how many seconds anew.", '"questions";r=1199;t=60'),
}


WINDOW = 60
"""Seconds."""
ADDRESSES = 10_000
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
            if address not in self._seen and len(self._seen) >= ADDRESSES:
                self._seen = {who: at for who, at in self._seen.items() if now - at[0] < WINDOW}
                if len(self._seen) >= ADDRESSES:
                    self._seen.pop(next(iter(self._seen)))
            self._seen[address] = (began, count + 1)
        return self.most - count - 1, max(1, round(began + WINDOW - now))


class Limited:
    """The layer around the API that counts, and says how much is left."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_api(scope["path"]):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        left, seconds = self.limits.one_more(whence(client[0]) if client else "?")
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
        expected = f"at most {self.limits.most} questions in a minute"
        remedy = "wait until it says, then ask again"
        found = refusal("too-many-questions", "the API", expected, "more of them", remedy)
        answer = problem_answer(Request(scope), found.problems, 429, {"retry-after": str(seconds)})
        await answer(scope, receive, noted)
