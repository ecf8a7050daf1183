"""What the API's addresses have in common: how much is asked for, who sends, how it is described."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from importer.ids import member_number
from office.accounts.programs import NOTED, Program, program_of
from office.accounts.sessions import seen
from office.database.engine import transaction
from office.errors import OfficeError, refusal
from office.words import speak
from web.api.kept import KeptAnswers
from web.api.problem import KIND
from web.asked import accepted
from web.desk import Desk

MOST = 500
"""Rows of one answer."""
First = Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.", examples=[0])]
Most = Annotated[int, Query(ge=1, le=MOST, description="How many at most.", examples=[100])]
Number = Annotated[int, Path(ge=1, le=10_000, description="The version of the list.", examples=[1])]
Id = Annotated[str, Path(max_length=40, description="The federation ID.", examples=["N90000001"])]


class NoToken(OfficeError):
    """Who asks shows no token that stands."""


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
    found = await run_in_threadpool(_known, desk, shown.credentials, now) if shown else None
    if found is None:
        expected, remedy = "a token that stands", "make one at the desk, under Settings: Programs"
        (problem,) = refusal("token-unknown", "the API", expected, "none, or one that ended", remedy).problems
        raise NoToken(problem)
    if found.used_at + NOTED <= now:
        await run_in_threadpool(_note, desk, found.id, now)
    return found


Sender = Annotated[Program, Depends(sender)]


def _refuse_off(request: Request) -> None:
    if request.app.state.desk.settings.api == "off":
        expected, remedy = "an office whose desk answers programs", "read what it publishes on its website"
        raise refusal("api-off", "the API", expected, "it is off", remedy)


def _known(desk: Desk, token: str, now: datetime) -> Program | None:
    with desk.office.reading() as session:
        return program_of(session, token, now)


def _note(desk: Desk, number: int, now: datetime) -> None:
    try:
        with transaction(desk.office.engine) as session:
            seen(session, number, now)
    except OfficeError:
        pass  # somebody else writes: it is noted with the next request


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
    return told | {status: problem(status) for status in {401, 403, *more, 414, 429, 503}}


def problem(status: int) -> dict[str, Any]:
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
    503: "The office's database is busy: ask again.",
}


def _header(text: str, example: str) -> dict[str, Any]:
    return {"description": text, "schema": {"type": "string"}, "example": example}


HEADERS = {
    "RateLimit-Policy": _header("How often one address may ask.", '"questions";q=1200;w=60'),
    "RateLimit": _header("How often it still may, and in how many seconds anew.", '"questions";r=1199;t=60'),
}
