"""What is published: lists, their rows and accounts, members, events, and the next list unofficially; and
reports that programs send, by a token that somebody made at the desk for each. And the description of the
API: OpenAPI 3.1, made from its addresses."""

from __future__ import annotations

import secrets
from base64 import b64decode
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Header, Path, Request
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import SkipJsonSchema
from sqlmodel import Session
from starlette.responses import Response

from importer.given import GivenFile
from office.accounts.passwords import hashed
from office.accounts.roles import Need, may
from office.sendings.outcome import Outcome, for_sender, outcome, sendings
from office.sendings.receive import HandedIn, of_form, told_apart
from office.tables import ListVersionRow
from office.words import language
from office.words.codes import meaning
from publication.api import answers
from publication.exports.public_list import public_list
from web.allowed import refuse_no_text
from web.api import shapes
from web.api.asked import (
    Answers,
    Day,
    First,
    Id,
    Most,
    Number,
    OfPrograms,
    Sender,
    described,
    described_problem,
    id_of,
    router,
)
from web.api.kept import as_json
from web.asked import no_page
from web.desk import Desk
from web.fields import bare_name

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
def version(request: Request, kept: Answers, day: Day, number: Number) -> Response:
    """A version of a list."""
    return kept.answer(request, lambda s: answers.version_values(answers.version_of(s, day, number)))


@routes.get("/lists/{day}/{number}/rows", responses=described(shapes.Rows, 404, 422))
def rows(
    request: Request, kept: Answers, day: Day, number: Number, first: First = 0, most: Most = 100
) -> Response:
    """The rows of a version in the order of the published file: those that the public may see, and of each
    what stands in the file."""

    def make(session: Session) -> dict[str, Any]:
        held = session.get_one(ListVersionRow, answers.version_of(session, day, number).id)
        return answers.rows(public_list(session, held), first, most)

    return kept.answer(request, make, part=(first, most))


@routes.get("/lists/{day}/{number}/members/{id}/account", responses=described(shapes.Account, 404, 422))
def account(request: Request, kept: Answers, day: Day, number: Number, id: Id) -> Response:
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
    return kept.answer(request, lambda session: answers.events(session, first, most), part=(first, most))


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
        raise no_page(code, "the code of a problem", "give it as the problem has it")
    headers = {"content-language": language(), "vary": "accept-language"}
    return Response(as_json({"code": code, "meaning": told}), headers=headers, media_type="application/json")


ABOUT = """What a rating office has published, and reports that programs send. Everything is read from the
rows that are frozen with a published list; nothing is told that the office's website does not show. Every
answer about what is published has an ETag: send it back in If-None-Match. Problems are told as RFC 9457
has them."""


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
        routes=[*routes.routes, *sent.routes],
    )
    whole = shapes.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    one = whole.pop("$defs")
    made["components"]["schemas"] |= {"Problem": whole, **one}
    for name in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(name, None)
    return made


sent = router("reports", OfPrograms)

LAST = 30
LARGEST = 14_000_000
"""Bytes of one request: ten million of files, in Base64."""

Once = Annotated[
    str | SkipJsonSchema[None],
    Header(
        alias="Idempotency-Key", min_length=8, max_length=200, pattern=r"^[!-~]+$",
        description="The same report again under its key is one, for who does not know whether it arrived.",
        examples=["8e03978e-40d5-43dd-bc93-6894a57f9324"],
        json_schema_extra={"pattern": r"^[!-~]+$"},  # SkipJsonSchema loses it
    ),
]  # fmt: skip
TAKEN: dict[int | str, dict[str, Any]] = {
    202: {"model": shapes.Sending, "description": "Kept; it is read now. Location is where it is found."},
    **{status: described_problem(status) for status in (401, 403, 413, 414, 422, 429, 503)},
}


@sent.post("/reports", status_code=202, responses=TAKEN, operation_id="report")
def send(request: Request, by: Sender, given: shapes.Report, once: Once = None) -> Response:
    """Hands in a report, as arrived today. It is kept first, then read."""
    desk: Desk = request.app.state.desk
    refuse_no_text([given.text, *(one.name for one in given.files)])
    key = hashed(f"{by.account_id} {once}") if once else secrets.token_urlsafe(32)
    files = [GivenFile(bare_name(one.name), b64decode(one.content)) for one in given.files]
    with desk.office.reading() as session:
        handed = told_apart(session, HandedIn(key, given.text, files))
        again = of_form(session, handed.once) is not None
    if not again:  # who asks again what became of it hands in nothing more
        waiting, most = desk.works.waiting(), desk.settings.api_reports
        desk.taps.one_more(f"program {by.id}", waiting, desk.clock(), most)
    trusted = desk.settings.api_trust == "as-owner" and may(by.role, Need.DECIDE)
    sender = f"{by.account}, {by.name}"
    number = desk.hand_in(handed, account=by.account_id, sender=sender, trusted=trusted)
    with desk.office.reading() as session:
        told = _values(session, outcome(session, number, by.account_id))
    headers = {"location": f"/api/v1/reports/{number}"}
    return Response(as_json(told), 202, headers, "application/json")


@sent.get("/reports", responses=described(shapes.Sendings, 401, cached=False), operation_id="reports")
def mine(request: Request, by: Sender) -> Response:
    """The last reports of the account that the token is of."""
    desk: Desk = request.app.state.desk
    with desk.office.reading() as session:
        found = [_values(session, one) for one in sendings(session, LAST, by.account_id)]
    return Response(as_json({"reports": found}), media_type="application/json")


@sent.get(
    "/reports/{number}",
    responses=described(shapes.Sending, 401, 404, 422, cached=False), operation_id="one_report",
)  # fmt: skip
def one(request: Request, by: Sender, number: int = Path(ge=1, le=2_000_000_000, examples=[7])) -> Response:
    """What became of a report."""
    desk: Desk = request.app.state.desk
    with desk.office.reading() as session:
        told = _values(session, outcome(session, number, by.account_id))
    return Response(as_json(told), media_type="application/json")


def _values(session: Session, of: Outcome) -> dict[str, Any]:
    """What a sender is told of a report; nothing from the register."""
    told = for_sender(session, of)
    return {
        "report": of.row.id,
        "received_at": of.row.received_at.isoformat(),
        "state": of.row.state,
        "events": [{**event, "questions": _asked(event["questions"])} for event in told.events],
        "questions": _asked(told.questions),
    }


def _asked(questions: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    return [{"en": english, "ja": japanese} for english, japanese in questions]
