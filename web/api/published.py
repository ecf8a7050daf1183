"""What is published: lists, their rows and accounts, members, events, and the next list unofficially. And the
description of the API: OpenAPI 3.1, made from its addresses."""

from __future__ import annotations

from datetime import date
from typing import Any

from fastapi import Path, Request
from fastapi.openapi.utils import get_openapi
from sqlmodel import Session
from starlette.responses import Response

from office.tables import ListVersionRow
from office.words import language
from office.words.problems import meaning
from publication.api import answers
from publication.exports.public_list import public_list
from web.api import reports, shapes
from web.api.asked import Answers, First, Id, Most, Number, described, id_of, router
from web.api.kept import as_json
from web.asked import no_page

routes = router("published")


@routes.get("/lists", responses=described(shapes.Lists))
def lists(request: Request, kept: Answers) -> Response:
    """Every published version of every list, the newest first."""
    return kept.answer(request, answers.lists)


@routes.get("/lists/latest", responses=described(shapes.Version, 404))
def latest(request: Request, kept: Answers) -> Response:
    """The version that stands for the newest list."""
    return kept.answer(request, lambda s: answers.version_values(answers.version_of(s, None, None)))


@routes.get("/lists/{day}/{number}", responses=described(shapes.Version, 404, 422))
def version(request: Request, kept: Answers, day: date, number: Number) -> Response:
    """A version of a list."""
    return kept.answer(request, lambda s: answers.version_values(answers.version_of(s, day, number)))


@routes.get("/lists/{day}/{number}/rows", responses=described(shapes.Rows, 404, 422))
def rows(
    request: Request, kept: Answers, day: date, number: Number, first: First = 0, most: Most = 100
) -> Response:
    """The rows of a version in the order of the published file: those that the public may see, and of each
    what stands in the file."""

    def make(session: Session) -> dict[str, Any]:
        held = session.get_one(ListVersionRow, answers.version_of(session, day, number).id)
        return answers.rows(public_list(session, held), first, most)

    return kept.answer(request, make)


@routes.get("/lists/{day}/{number}/members/{id}/account", responses=described(shapes.Account, 404, 422))
def account(request: Request, kept: Answers, day: date, number: Number, id: Id) -> Response:
    """Everything behind the ratings of a member on a version: every game, with its article."""
    return kept.answer(
        request,
        lambda s: answers.account_values(s, answers.version_of(s, day, number), id_of(id)),
    )


@routes.get("/members/{id}", responses=described(shapes.Member, 404, 422), operation_id="member")
def one_member(request: Request, kept: Answers, id: Id) -> Response:
    """A member as the website shows him."""
    return kept.answer(request, lambda session: answers.member(session, id_of(id)))


@routes.get("/events", responses=described(shapes.Events, 422))
def events(request: Request, kept: Answers, first: First = 0, most: Most = 100) -> Response:
    """The events that published lists hold, the newest first."""
    return kept.answer(request, lambda session: answers.events(session, first, most))


@routes.get("/events/{slug}", responses=described(shapes.Event, 404, 422))
def event(
    request: Request, kept: Answers, slug: str = Path(max_length=300, examples=["chess-results-1234567"])
) -> Response:
    """An event's crosstable, and what it did to ratings."""
    return kept.answer(request, lambda session: answers.event(session, slug))


@routes.get("/next-list", responses=described(shapes.NextList))
def next_list(request: Request, kept: Answers) -> Response:
    """The next list as it would be now. It is not official, and grows with every answer of the office."""
    return kept.answer(request, answers.next_list, alone=True)


@routes.get("/problems/{code}", responses=described(shapes.Meaning, 404, 422, cached=False))
def problem(_kept: Answers, code: str = Path(max_length=60, examples=["no-such-member"])) -> Response:
    """What a problem of this code means, in the language that is asked for."""
    told = meaning(code)
    if told == code:
        raise no_page(code, "the code of a problem")
    headers = {"content-language": language(), "vary": "accept-language"}
    return Response(as_json({"code": code, "meaning": told}), headers=headers, media_type="application/json")


ABOUT = """What a rating office has published, and reports that programs send. Everything is read from the
rows that are frozen with a published list; nothing is told that the office's website does not show. Every
answer has an ETag: send it back in If-None-Match. Problems are told as RFC 9457 has them."""


@routes.get("/openapi.json", include_in_schema=False)
def openapi(request: Request, kept: Answers) -> Response:
    """The description itself."""
    return kept.answer(request, lambda _session: description())


def description() -> dict[str, Any]:
    """The same as values."""
    made = get_openapi(
        title="Banzuke",
        version="1",
        openapi_version="3.1.0",
        description=ABOUT,
        routes=[*routes.routes, *reports.routes.routes],
    )
    whole = shapes.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    one = whole.pop("$defs")
    made["components"]["schemas"] |= {"Problem": whole, **one}
    for name in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(name, None)
    return made
