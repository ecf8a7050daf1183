"""Looking after the office: its examination, backups, lists made again, pages read again, what may be
deleted, and what it says of itself. For administrators; what moves or makes an office stays on its
machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from office.backup.shelf import Shelf, file_of, held, shelf
from office.budget import allow, spent
from office.chain.key import office_public_key
from office.chain.statements import key_shown
from office.database.about import about
from office.errors import OfficeError, refusal
from office.house import contact, office_language, set_contact, set_language
from office.personal.retention import SHORTEST, Kept, clear, counted
from office.settings import settings
from office.words.problems import ProblemLike
from web.asked import Administering, Asked
from web.fields import number_in, shown_in
from web.pages.tasks import begun, newest

routes = APIRouter()
Found = TypeVar("Found")

KINDS = ("doctor", "backup", "prove", "rebuild", "reread", "drift", "verify")
STORED = "/office?done=stored#contact"
SHOWN = 14
"""So many backups are shown, the newest; the folder has them all."""


@routes.get("/office")
def show(asked: Administering) -> Response:
    """Everything that is looked after here."""
    office = asked.desk.office
    faults: list[ProblemLike] = []

    def told(find: Callable[[], Found]) -> Found | None:
        try:
            return find()
        except OfficeError as error:  # why it cannot be told stands on the page
            faults.extend(error.problems)
            return None

    with asked.reading() as session:
        said, spoken = contact(session), office_language(session)
    where = told(lambda: _where(asked))
    requests, key = told(lambda: spent(office.place)), told(lambda: office_public_key(office.place))
    every = held(where.folder) if where else []
    return asked.page(
        "house.html", shelf=where, backups=every[:SHOWN], more=max(0, len(every) - SHOWN), contact=said,
        key=key, requests=requests, spoken=spoken, tasks=newest(asked, *KINDS), shortest=SHORTEST,
        faults=faults, database=about(office), done=asked.done,
        deleted={name: number_in(asked.query(name)) or 0 for name in ("mails", "sent", "pages", "kb")},
    )  # fmt: skip


@routes.post("/office/doctor")
def doctor(asked: Administering) -> Response:
    """Looks for everything that can be wrong; first puts right what loses nothing, where that was asked."""
    given = {name: asked.given(name) == "yes" for name in ("pages", "network")}
    return begun(asked, "doctor", {**given, "repair": asked.given("do") == "repair"})


@routes.post("/office/rebuild")
def rebuild(asked: Administering) -> Response:
    return begun(asked, "rebuild", {"pages": asked.given("pages") == "yes"})


@routes.post("/office/reread")
@routes.post("/office/drift")
def compared(asked: Administering) -> Response:
    """Reads saved pages again and compares; or looks whether the site builds its pages as before."""
    kind = asked.request.url.path.rpartition("/")[2]
    return begun(asked, kind, {"events": tuple(asked.given("events").split())})


@routes.post("/office/verify")
def verify(asked: Administering) -> Response:
    """Checks a public archive that is sent."""
    file = asked.needed_files()[0]
    return begun(asked, "verify", {"name": file.name, "data": file.data, "key": asked.given("key")})


@routes.post("/office/backups")
def backup(asked: Administering) -> Response:
    return begun(asked, "backup")


@routes.get("/office/backups/{name}")
def saved(asked: Administering, name: str) -> Response:
    """A backup as a file. It holds all there is: the register, the secret key, what was received."""
    file = file_of(_where(asked).folder, name)
    return FileResponse(
        file, media_type="application/octet-stream", filename=name, headers={"cache-control": "no-store"}
    )


@routes.post("/office/backups/{name}/check")
def checked(asked: Administering, name: str) -> Response:
    """Proves that an office can be made of a backup."""
    file_of(_where(asked).folder, name)
    return begun(asked, "prove", {"name": name})


@routes.get("/office/retention")
def retention(asked: Administering) -> Response:
    """What would be deleted."""
    given, found = _retention(asked)
    return asked.page(
        "house_retention.html", given=given, count=counted(found),
        shown=_mark(found), nothing=not found.mails and not found.pages and not found.sendings,
    )  # fmt: skip


@routes.post("/office/retention")
def deleted(asked: Administering) -> Response:
    """Deletes it, where it still is what was shown."""
    given, found = _retention(asked)
    if asked.given("shown") != _mark(found):
        remedy = "look at what would be deleted now"
        raise refusal(
            "retention-changed", "what is to be deleted", "what was shown", "something else", remedy
        )
    asked.acts()
    clear(asked.desk.office, asked.now, **given, delete=True)
    count = {"mails": len(found.mails), "sent": found.sendings}
    count |= {"pages": len(found.pages), "kb": found.kilobytes}
    return asked.see(f"/office?done=deleted&{urlencode(count)}")


@routes.post("/office/contact")
def reached(asked: Administering) -> Response:
    """Where Chess-Results reaches the office."""
    with asked.writing() as session:
        set_contact(session, asked.given("contact"), shown_in(asked.form))
    return asked.see(STORED)


@routes.post("/office/budget")
def budget(asked: Administering) -> Response:
    """How many pages may be asked for in a day."""
    number = _number(asked, "requests")
    if number is None:
        raise refusal("not-a-number", "the field requests", "a whole number", "none", "give a number")
    asked.acts()
    allow(asked.desk.office, number, asked.now)
    return asked.see(STORED)


@routes.post("/office/language")
def language(asked: Administering) -> Response:
    """The language the office is in."""
    with asked.writing() as session:
        set_language(session, asked.given("language"))
    return asked.see(STORED)


@routes.post("/office/key")
def another_key(asked: Administering) -> Response:
    """Another key, for one that is lost or not secret any more."""
    asked.refuse_without_tick("key-unconfirmed", "a new key", "tick the box, then make it")
    with asked.writing() as session:
        key_shown(asked.desk.office.place, session, renew=asked.now)
    return asked.see("/office?done=key#key")


@routes.get("/office/settings")
def every_setting(asked: Administering) -> Response:
    """Every setting, its value and where it comes from; secrets are not shown."""
    _made, shown = settings(asked.desk.office.place, os.environ)
    return asked.page("house_settings.html", shown=shown)


def _retention(asked: Asked) -> tuple[dict[str, Any], Kept]:
    """What was asked to be deleted, and what that is now."""
    sender = asked.typed("sender")[:500]
    given: dict[str, Any] = {"mails": _number(asked, "mails"), "pages": _number(asked, "pages")}
    given["sender"] = sender
    if not sender and given["mails"] is None and given["pages"] is None:
        expected, remedy = "days, or an address", "fill in one of the fields"
        raise refusal("retention-nothing", "what is to be deleted", expected, "nothing", remedy)
    return given, clear(asked.desk.office, asked.now, **given, delete=False)


def _mark(found: Kept) -> str:
    """What is to be deleted, and nothing else of the same number."""
    rows = [[row.id for row in some] for some in (found.mails, found.sent.sendings, found.sent.reports)]
    return sha256(repr((rows, sorted(found.pages))).encode()).hexdigest()


def _number(asked: Asked, name: str) -> int | None:
    """A number that was typed, into a form or behind the ? of the address; None where none was."""
    text = asked.typed(name)
    number = number_in(text)
    if text and number is None:
        found = f"“{text[:40]}”"
        raise refusal("not-a-number", f"the field {name}", "a whole number", found, "give a number")
    return number


def _where(asked: Asked) -> Shelf:
    with asked.reading() as session:
        return shelf(session, asked.desk.office.place)
