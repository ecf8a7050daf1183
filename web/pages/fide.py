"""FIDE's monthly list: taken from a file, and where the register and the list disagree."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session, col, select
from starlette.responses import Response

from importer.fide_list import read_list, store_list, suggestions, wanted_by
from importer.plain_text import file_name
from importer.tables import FideListRow
from office.errors import refusal
from office.words import N_
from web.asked import Asked, Deciding, Reading
from web.pages.reports import files_of

routes = APIRouter()

SHOWN, LISTS = 200, 12
"""So many suggestions of a kind, and so many lists, are shown."""

TITLES = {
    "fill": N_("Could be filled"),
    "differs": N_("Different"),
    "missing": N_("FIDE ID not on the list"),
}
TYPES = ("standard", "rapid", "blitz")


@routes.get("/members/fide")
def every(asked: Reading) -> Response:
    """The lists that are held, and what the newest suggests; with `all=1` every suggestion."""
    with asked.reading() as session:
        return _page(asked, session)


@routes.post("/members/fide")
def taken(asked: Deciding) -> Response:
    """Keeps of a list the players of the federation and of the register."""
    files = files_of(asked)
    if not files:
        raise refusal("nothing-sent", "what was sent", "a file", "none", "choose a file")
    month, kind = _month(asked.given("month")), asked.given("type")
    with asked.reading() as session:
        wanted = wanted_by(session)
    with tempfile.TemporaryDirectory(prefix="banzuke-") as work:
        path = Path(work) / _named(files[0].name)
        path.write_bytes(files[0].data)
        contents = read_list(path, wanted, month=month, kind=kind if kind in TYPES else None)
    with asked.writing() as session:
        stored = store_list(session, contents, file_name(files[0].name), asked.now)
    with asked.reading() as session:
        return _page(asked, session, contents=contents, stored=stored)


def _page(asked: Asked, session: Session, **done: Any) -> Response:
    whole = asked.request.query_params.get("all") == "1"
    by, found = suggestions(session)
    kinds = []
    for kind, title in TITLES.items():
        mine = [one for one in found if one.kind == kind]
        if mine:
            kinds.append((title, len(mine), mine if whole else mine[:SHOWN]))
    newest = select(FideListRow).order_by(col(FideListRow.month).desc(), col(FideListRow.id).desc())
    return asked.page(
        "fide.html", by=by, count=len(found), kinds=kinds, types=TYPES,
        lists=session.exec(newest.limit(LISTS)).all(), done=done,
    )  # fmt: skip


def _named(name: str) -> str:
    """The file's name as one that every file system takes; its end says which list it is."""
    return file_name(name)[-60:].lstrip(".") or "list"


def _month(text: str) -> date | None:
    """The first day of a month as a browser sends it; None where none was given."""
    if not text:
        return None
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        remedy = "write it as 2026-11"
        raise refusal("not-a-day", "the list's month", "a month", f"“{text}”", remedy) from None
