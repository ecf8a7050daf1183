"""Every decision ever made: what, about what, why, who and when; as a file, and taken over from one."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from importer.plain_text import file_name
from office.desk.refresh import refresh
from office.desk.resolve import rulings_of
from office.desk.status import ruling_head
from office.errors import refusal
from office.rules.replay import rulings_json, take_rulings
from web.asked import Administering, Deciding
from web.files import download
from web.pages.questions import just_done
from web.pages.reports import files_of

routes = APIRouter()

HERE = "/settings/decisions"
LAST = 100
"""Decisions of a page."""


@routes.get(HERE)
def every(asked: Deciding) -> Response:
    """The newest first; with `all=1` also those taken back; older ones than `before`."""
    given = asked.request.query_params
    whole, before = given.get("all") == "1", given.get("before", "")
    under = int(before) if before.isascii() and before.isdigit() and len(before) < 12 else None
    with asked.reading() as session:
        known = [
            (row, event)
            for row, event in reversed(rulings_of(session, taken_back=whole))
            if under is None or (row.id or 0) < under
        ]
        rows = [(row, ruling_head(row, event)) for row, event in known[:LAST]]
        older = rows[-1][0].id if len(known) > LAST else None
        return asked.page(
            "decisions.html", rows=rows, whole=whole, older=older, here=HERE, done=just_done(asked, session),
            taken=given.get("taken"), known=given.get("known"),
        )  # fmt: skip


@routes.get(f"{HERE}/rulings.json")
def saved(asked: Deciding) -> Response:
    """Every decision, also those taken back, as a file that another office can take over."""
    with asked.reading() as session:
        text = rulings_json(session)
    return download("rulings.json", text.encode())


@routes.post(HERE)
def taken(asked: Administering) -> Response:
    """Takes decisions over that another office made on the same register and readings: all or none."""
    files = files_of(asked)
    if not files:
        raise refusal("nothing-sent", "what was sent", "a file", "none", "choose a file")
    with asked.writing() as session:
        replayed = take_rulings(session, files[0].data, file_name(files[0].name), asked.now)
        refresh(session)
    return asked.see(f"{HERE}?taken={replayed.taken}&known={replayed.known}")
