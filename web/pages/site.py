"""The website: what stands on it, when it was written and sent where, and written at once."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from office.families import family_of
from office.jobs.board import board, runs_of
from publication.site.settings import load_settings, store_settings
from web.asked import Deciding

routes = APIRouter()

TEXTS = ("name_ja", "name_en", "address", "mail", "desk")
SWITCHES = ("ages", "archive", "pictures")
RUNS = 5


@routes.get("/site")
def site(asked: Deciding) -> Response:
    """The settings of the website, and what its job did."""
    with asked.reading() as session:
        (job,) = (one for one in board(session, asked.now) if one.kind.name == "site")
        runs, zone = runs_of(session, "site", RUNS), family_of(session).zone
        done = asked.request.query_params.get("done") == "stored"
        return asked.page(
            "site.html", settings=load_settings(session), job=job, runs=runs, zone=zone, done=done
        )


@routes.post("/site")
def stored(asked: Deciding) -> Response:
    """Remembers the settings; the website has them when it is written next."""
    texts = {name: asked.given(name) for name in TEXTS}
    switches = {name: asked.given(name) == "yes" for name in SWITCHES}
    with asked.writing() as session:
        store_settings(session, **texts, **switches)  # type: ignore[arg-type]
    return asked.see("/site?done=stored")
