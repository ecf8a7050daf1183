"""Reports that programs send, by a token that somebody made at the desk for each."""

from __future__ import annotations

import secrets
from base64 import b64decode
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Header, Path, Request
from pydantic.json_schema import SkipJsonSchema
from sqlmodel import Session
from starlette.responses import Response

from importer.given import GivenFile
from office.accounts.passwords import hashed
from office.accounts.roles import Need, may
from office.errors import refusal
from office.sendings.outcome import Outcome, for_sender, outcome, sendings
from office.sendings.receive import HandedIn
from web.api import shapes
from web.api.asked import Sender, described, problem, router
from web.api.kept import as_json
from web.asked import bare_name
from web.desk import Desk

routes = router("reports")

LAST = 30
LARGEST = 14_000_000
"""Bytes of one request: ten million of files, in Base64."""

Once = Annotated[
    str | SkipJsonSchema[None],
    Header(
        alias="Idempotency-Key", min_length=8, max_length=200, pattern=r"^[!-~]+$",
        description="The same key again is the same report: for whoever does not know whether it arrived.",
        examples=["8e03978e-40d5-43dd-bc93-6894a57f9324"],
        json_schema_extra={"pattern": r"^[!-~]+$"},  # SkipJsonSchema loses it
    ),
]  # fmt: skip
TAKEN: dict[int | str, dict[str, Any]] = {
    202: {"model": shapes.Sending, "description": "Kept; it is read now. Location is where it is found."},
    **{status: problem(status) for status in (401, 403, 413, 414, 422, 429, 503)},
}


@routes.post("/reports", status_code=202, responses=TAKEN, operation_id="report")
def send(request: Request, by: Sender, given: shapes.Report, once: Once = None) -> Response:
    """Hands in a report, as arrived today. It is kept first, then read."""
    desk: Desk = request.app.state.desk
    key = hashed(f"{by.account_id} {once}") if once else secrets.token_urlsafe(32)
    handed = HandedIn(key, given.text, [_file(one) for one in given.files])
    desk.taps.one_more(f"program {by.id}", desk.works.waiting(), desk.clock(), desk.settings.api_reports)
    trusted = desk.settings.api_trust == "as-owner" and may(by.role, Need.DECIDE)
    sender = f"{by.account}, {by.name}"
    number = desk.hand_in(handed, account=by.account_id, sender=sender, trusted=trusted)
    with desk.office.reading() as session:
        told = _told(outcome(session, number, by.account_id), (), ())
    headers = {"location": f"/api/v1/reports/{number}"}
    return Response(as_json(told), 202, headers, "application/json")


@routes.get("/reports", responses=described(shapes.Sendings, 401, cached=False), operation_id="reports")
def mine(request: Request, by: Sender) -> Response:
    """The last reports of the account that the token is of."""
    desk: Desk = request.app.state.desk
    with desk.office.reading() as session:
        found = [_values(session, one) for one in sendings(session, LAST, by.account_id)]
    return Response(as_json({"reports": found}), media_type="application/json")


@routes.get(
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
    return _told(of, told.events, told.questions)


def _told(of: Outcome, events: Sequence[Any], questions: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return {
        "report": of.row.id,
        "received_at": of.row.received_at.isoformat(),
        "state": of.row.state,
        "events": [{**event, "questions": _asked(event["questions"])} for event in events],
        "questions": _asked(questions),
    }


def _asked(questions: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    return [{"en": english, "ja": japanese} for english, japanese in questions]


def _file(given: shapes.File) -> GivenFile:
    try:
        data = b64decode(given.content, validate=True)
    except ValueError:
        expected, remedy = "bytes in Base64", "write them so"
        raise refusal("form-unreadable", given.name, expected, "something else", remedy) from None
    return GivenFile(bare_name(given.name), data)
