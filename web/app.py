"""The desk as an application: its pages, and what stands around them."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from importer.given import LARGEST
from web.api import published
from web.api import reports as sent
from web.api.asked import Limited, Limits
from web.api.kept import KeptAnswers
from web.api.reports import LARGEST as LARGEST_SENT
from web.asked import no_page
from web.desk import FORM, Desk
from web.guard import Guard, Heads
from web.measured import Measured, Measures, routes, to_log
from web.pages import (
    decisions,
    files,
    hosts,
    house,
    jobs,
    lists,
    member_more,
    members,
    organizers,
    questions,
    reports,
    settings,
    take,
    tasks,
    tryout,
)
from web.render import static
from web.told import told, told_http

PAGES = (
    *(reports, questions, hosts, member_more, members, files, tryout, lists, take),
    *(organizers, settings, jobs, tasks, house, decisions),
)
"""Modules with pages; each has its `routes`."""

UPLOADS: dict[str, int] = {
    **dict.fromkeys(("/reports", "/take/", "/setup/mails", "/members/fide"), LARGEST + FORM),
    "/organizers": 10_000_000 + FORM,
    "/office/verify": 50_000_000 + FORM,
    "/settings/decisions": LARGEST + FORM,
    "/api/v1/reports": LARGEST_SENT,
}
"""Where more may be sent than a form: the beginning of the address, and how many bytes."""


def application(at: Desk) -> FastAPI:
    """Everything that a desk answers."""
    made = FastAPI(title="Banzuke", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    made.state.desk = at
    made.state.measures = Measures(write=to_log(at.settings.log))
    made.state.kept = KeptAnswers(at.kept.watch)
    made.add_middleware(Limited, limits=Limits(at.settings.api_questions))
    made.add_middleware(Guard, desk=at, told=told, larger=UPLOADS)
    made.add_middleware(Heads)
    made.add_middleware(Measured, measures=made.state.measures)
    for door in (published, sent):  # first: an address is looked for in this order
        made.include_router(door.routes)
    made.include_router(routes)
    made.add_exception_handler(HTTPException, told_http)
    made.add_exception_handler(RequestValidationError, told_http)
    made.add_api_route("/static/{name}", _static, methods=["GET"], include_in_schema=False)
    for module in PAGES:
        made.include_router(module.routes)
    return made


def _static(name: str) -> Response:
    if name not in static():
        raise no_page(name)
    data, kind = static()[name]
    return Response(data, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})
