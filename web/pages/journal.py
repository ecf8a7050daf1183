"""The journal: what was changed, by whom, when and why, by member, event and officer."""

from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from office.journal.view import page
from web.asked import Deciding

routes = APIRouter()

LAST = 50
"""Entries of a page."""

FIELDS = ("member", "event", "by")


@routes.get("/settings/journal")
def show(asked: Deciding) -> Response:
    """A page of the journal, the newest first."""
    told = {name: asked.request.query_params.get(name, "").strip()[:500] for name in (*FIELDS, "after")}
    with asked.reading() as session:
        found = page(session, last=LAST, **told)
    further = {name: told[name] for name in FIELDS if told[name]}
    older = urlencode({**further, "after": found.after}) if found.after else None
    return asked.page("journal.html", told=told, entries=found.entries, older=older)
