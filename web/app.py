"""The desk as an application: its pages, and what stands around them."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from importer.given import LARGEST
from office.clock import Clock
from office.database.state import Kept
from office.errors import refusal
from office.opened import Office
from office.settings import Settings, usual
from web.api import openapi as description
from web.api import published
from web.api import reports as sent
from web.api.kept import KeptAnswers
from web.api.limits import Limited, Limits
from web.api.reports import LARGEST as LARGEST_SENT
from web.desk import FORM, LOOPBACK, Desk
from web.guard import Guard
from web.heads import Heads
from web.measured import Measured, Measures, routes, to_log
from web.pages import (
    corrections,
    decisions,
    doubts,
    entries,
    events,
    hosts,
    house,
    jobs,
    journal,
    lists,
    mails,
    member_more,
    members,
    notices,
    questions,
    readings,
    reports,
    rules,
    settings,
    setup,
    sign_in,
    site,
    take,
    today,
    tryout,
)
from web.pages import fide as of_fide
from web.pages import files as of_files
from web.pages import organizers as of_organizers
from web.pages import programs as of_programs
from web.pages import tasks as of_tasks
from web.render import static
from web.tasks.queue import Tasks
from web.told import told, told_http
from web.works import Works

PAGES = (
    *(today, readings, reports, mails, questions, events, entries, hosts, member_more),
    *(of_fide, members, of_files, tryout, lists, corrections, take, setup),
    *(of_organizers, doubts, sign_in, settings, of_programs, notices, journal, jobs, site, rules),
    *(of_tasks, house, decisions),
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


def desk(
    office: Office,
    clock: Clock,
    *,
    hosts: frozenset[str] = LOOPBACK,
    second_factor: bool = False,
    demo: bool = False,
    replay: Path | None = None,
    organizers: bool = False,
    settings: Settings | None = None,
) -> FastAPI:
    """The desk of an office. `hosts`: the names it answers to; `second_factor`: officers need an
    authenticator; `replay`: recorded answers in place of the site's; `organizers`: whether they may
    check and report without an account; `settings`: of whoever runs it, else the usual ones."""
    made = FastAPI(title="Banzuke", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    told_ = settings or usual()
    kept = Kept(lambda: office.place.database)
    works = Works(office, clock, replay)
    tasks = Tasks(clock, office.tell)
    at = Desk(office, clock, works, tasks, kept, hosts, second_factor, demo, organizers, told_, replay)
    made.state.desk = at
    made.state.measures = Measures(write=to_log(told_.log))
    made.state.kept = KeptAnswers(kept.watch)
    made.add_middleware(Limited, limits=Limits(told_.api_questions))
    made.add_middleware(Guard, desk=at, told=told, larger=UPLOADS)
    made.add_middleware(Heads)
    made.add_middleware(Measured, measures=made.state.measures)
    for door in (published, sent, description):  # first: an address is looked for in this order
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
        remedy = "look at the address, or begin at Today"
        raise refusal("no-such-page", name, "a page of the desk", "none", remedy)
    data, kind = static()[name]
    return Response(data, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})
