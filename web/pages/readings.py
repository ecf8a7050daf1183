"""Looking at an event before it is reported: how it is read, and what the office would ask. And the form on
which organizers report."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from importer.form.layout import FORM_NAME
from importer.form.write import write_form
from office.errors import refusal
from publication.exports.pairing_players import form_members
from web.asked import Deciding, Reading
from web.files import download
from web.pages.reports import files_of, text_of
from web.pages.tasks import begun, newest

routes = APIRouter()

CARDS = 50
"""So many cards of players are fetched at most; each is a page of the site."""


@routes.get("/reports/read")
def form(asked: Deciding) -> Response:
    """The form for a link or files."""
    return asked.page("read.html", tasks=newest(asked, "read"))


@routes.post("/reports/read")
def read(asked: Deciding) -> Response:
    """Begins to read. Nothing is stored but the pages."""
    text, files = text_of(asked).strip(), files_of(asked)
    cards = asked.given("cards").replace(",", " ").split()
    if not text and not files:
        raise refusal("nothing-sent", "what was sent", "a link or files", "neither", "give one of them")
    if len(cards) > CARDS or not all(n.isascii() and n.isdigit() and 0 < int(n) < 100_000 for n in cards):
        remedy, found = "give them as 1 2 3", f"“{asked.given('cards')[:40]}”"
        raise refusal("not-a-number", "the field cards", f"at most {CARDS} starting numbers", found, remedy)
    given = {"text": text, "files": [(f.name, f.data) for f in files], "cards": [int(n) for n in cards]}
    return begun(asked, "read", given)


@routes.get("/reports/form.xlsx")
def report_form(asked: Reading) -> Response:
    """The Rating Report Form; `?members=yes`: with the members' IDs and names to pick from."""
    members = asked.request.query_params.get("members") == "yes"
    with asked.reading() as session:
        data = asked.desk.kept.of(
            session, ("form", members), lambda: write_form(form_members(session) if members else None)
        )
    return download(f"{FORM_NAME.lower().replace(' ', '-')}.xlsx", data)
