"""What is published: lists, their rows and accounts, members, events, and the next list unofficially."""

from __future__ import annotations

from datetime import date
from typing import Any

from fastapi import APIRouter, Path, Request
from sqlmodel import Session
from starlette.responses import Response

from office.errors import refusal
from office.tables import ListVersionRow
from office.words import language
from office.words.meanings import meaning
from publication.api import answers
from publication.exports.public_list import public_list
from web.api import shapes
from web.api.asked import Answers, First, Id, Most, Number, described, id_of
from web.api.kept import as_json

routes = APIRouter(prefix="/api/v1", tags=["published"])


@routes.get("/lists", responses=described(shapes.Lists), operation_id="lists", response_model=None)
def lists(request: Request, kept: Answers) -> Response:
    """Every published version of every list, the newest first."""
    return kept.answer(request, answers.lists)


@routes.get(
    "/lists/latest", responses=described(shapes.Version, 404), operation_id="latest", response_model=None
)
def latest(request: Request, kept: Answers) -> Response:
    """The version that stands for the newest list."""
    return kept.answer(request, lambda s: answers.version_values(answers.version_of(s, None, None)))


@routes.get(
    "/lists/{day}/{number}",
    responses=described(shapes.Version, 404, 422), operation_id="version", response_model=None,
)  # fmt: skip
def version(request: Request, kept: Answers, day: date, number: Number) -> Response:
    """A version of a list."""
    return kept.answer(request, lambda s: answers.version_values(answers.version_of(s, day, number)))


@routes.get(
    "/lists/{day}/{number}/rows",
    responses=described(shapes.Rows, 404, 422), operation_id="rows", response_model=None,
)  # fmt: skip
def rows(
    request: Request, kept: Answers, day: date, number: Number, first: First = 0, most: Most = 100
) -> Response:
    """The rows of a version in the order of the published file: those that the public may see, and of each
    what stands in the file."""

    def make(session: Session) -> dict[str, Any]:
        held = session.get_one(ListVersionRow, answers.version_of(session, day, number).id)
        return answers.rows(public_list(session, held), first, most)

    return kept.answer(request, make)


@routes.get(
    "/lists/{day}/{number}/members/{id}/account",
    responses=described(shapes.Account, 404, 422), operation_id="account", response_model=None,
)  # fmt: skip
def account(request: Request, kept: Answers, day: date, number: Number, id: Id) -> Response:
    """Everything behind the ratings of a member on a version: every game, with its article."""

    def make(session: Session) -> dict[str, Any]:
        return answers.account_values(session, answers.version_of(session, day, number), id_of(id))

    return kept.answer(request, make)


@routes.get(
    "/members/{id}", responses=described(shapes.Member, 404, 422), operation_id="member", response_model=None
)
def one_member(request: Request, kept: Answers, id: Id) -> Response:
    """A member as the website shows him."""
    return kept.answer(request, lambda session: answers.member(session, id_of(id)))


@routes.get("/events", responses=described(shapes.Events, 422), operation_id="events", response_model=None)
def events(request: Request, kept: Answers, first: First = 0, most: Most = 100) -> Response:
    """The events that published lists hold, the newest first."""
    return kept.answer(request, lambda session: answers.events(session, first, most))


@routes.get(
    "/events/{slug}", responses=described(shapes.Event, 404, 422), operation_id="event", response_model=None
)
def event(
    request: Request, kept: Answers, slug: str = Path(max_length=300, examples=["chess-results-1234567"])
) -> Response:
    """An event's crosstable, and what it did to ratings."""
    return kept.answer(request, lambda session: answers.event(session, slug))


@routes.get("/next-list", responses=described(shapes.NextList), operation_id="next_list", response_model=None)
def next_list(request: Request, kept: Answers) -> Response:
    """The next list as it would be now. It is not official, and grows with every answer of the office."""
    return kept.answer(request, answers.next_list, alone=True)


@routes.get(
    "/problems/{code}",
    responses=described(shapes.Meaning, 404, 422, cached=False), operation_id="problem", response_model=None,
)  # fmt: skip
def problem(_kept: Answers, code: str = Path(max_length=60, examples=["no-such-member"])) -> Response:
    """What a problem of this code means, in the language that is asked for."""
    told = meaning(code)
    if told == code:
        remedy = "look at the address, or begin at Today"
        raise refusal("no-such-page", code, "the code of a problem", "none", remedy)
    headers = {"content-language": language(), "vary": "accept-language"}
    return Response(as_json({"code": code, "meaning": told}), headers=headers, media_type="application/json")
