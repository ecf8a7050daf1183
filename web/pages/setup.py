"""The guided set-up: register, opening list, mailbox; of each what would be stored is shown before it is."""

from __future__ import annotations

import os

from fastapi import APIRouter
from starlette.responses import Response

from importer.given import GivenFile
from office.desk.today import begun
from office.errors import refusal
from office.families import family_of
from office.mail.pasted import looked_at, mails_of
from office.sendings.receive import HandedIn, receive
from web.asked import Administering
from web.held import Held
from web.pages.reports import files_of, new_once

routes = APIRouter()

MAILS = "mails"


@routes.get("/setup")
def show(asked: Administering) -> Response:
    """The three steps, the one that comes next with its form."""
    done = asked.request.query_params.get("done", "")
    with asked.reading() as session:
        beside = family_of(session).opening_beside
        far = begun(session, asked.desk.office.place, os.environ)
        return asked.page("setup.html", far=far, beside=beside, done=done, once=new_once())


@routes.post("/setup/mails")
def mails(asked: Administering) -> Response:
    """Shows what mails would bring. Nothing of them is kept."""
    sent = files_of(asked)
    if not sent:
        raise refusal("nothing-sent", "what was sent", "a file", "none", "choose a file")
    given = mails_of(sent)
    with asked.reading() as session:
        seen = looked_at(session, given, asked.now, family_of(session).zone)
    good = [one for one in seen if one.mail.sha256]
    files = [GivenFile(one.given.origin, one.given.raw) for one in good]
    held = Held(asked.who.id, MAILS, files, {}, [file.name for file in files], asked.now)
    key = asked.desk.held.put(held) if files else ""
    return asked.page("setup_mails.html", seen=seen, key=key, count=len(files))


@routes.post("/setup/mails/store")
def taken(asked: Administering) -> Response:
    """Hands the mails in that were shown: kept first, then read, as everything that is handed in."""
    key = asked.given("key")
    held = asked.desk.held.of(key, MAILS, asked.who.id, asked.now)
    with held.lock:
        number, new = receive(
            asked.desk.office, HandedIn(f"mails-{key}", files=() if held.stored else held.files),
            account=asked.who.id, trusted=True, sender=asked.who.name, clock=asked.desk.clock,
        )  # fmt: skip
        asked.desk.held.stored(held)
    if new:
        asked.desk.works.begin(number)
    return asked.see(f"/reports/{number}")
