"""Files of the office's own: what would be stored of them is shown, then it is stored, and nothing else. The
guided set-up is made of them: register, opening list, mailbox."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fastapi import APIRouter
from starlette.responses import Response

from importer.given import GivenFile
from importer.register_apply import held_already
from office.desk.refresh import refresh
from office.desk.targets import event_named
from office.desk.today import begun
from office.errors import refusal
from office.families import family_of, require, require_organizers
from office.lists.chain import latest_published
from office.mail.pasted import looked_at as mails_looked_at
from office.mail.pasted import mails_of
from office.register import take
from office.register.newcomers import newcomers, newcomers_csv
from office.register.refused import refused_lines
from office.register.take import Ready
from office.sendings.receive import HandedIn
from office.words import N_
from web.asked import Administering, Asked, Deciding, no_page
from web.desk import Held
from web.fields import Number
from web.pages.reports import new_once
from web.render import download

routes = APIRouter()


@dataclass(frozen=True, slots=True)
class Kind:
    """What a file can be: `title` of its page, `back` where its page leads when it is stored."""

    title: str
    back: str


KINDS: Mapping[str, Kind] = {
    "register": Kind(N_("The register from a file"), "/members"),
    "opening": Kind(N_("The last list from before this office"), "/lists"),
    "organizers": Kind(N_("Organizers from a file"), "/members/organizers"),
    "applications": Kind(N_("Applications from a file"), "/members/applications"),
    "acf": Kind(N_("Adults' ratings from the ACF's list"), "/members"),
}
"""The files that are taken here, by the word in the address."""

OF_A_DAY = ("opening", "acf")
"""Those that are a list of a day."""

OF_EVENT = re.compile(r"/events/\d{1,9}")
"""What a form says it is whose players are entered from the page of their event."""
SETUP = "setup"
"""What the form of the guided set-up says it is."""
MAILS = "mails"
"""What mails are held as."""


@routes.get("/take/{what}")
def form(asked: Deciding, what: str) -> Response:
    kind = _kind(what)
    if key := asked.query("shown"):
        held = asked.desk.held.of(key, what, asked.who.id, asked.now)
        if held.stored:  # whoever comes back to it
            return asked.see(_back(held))
        return asked.page("take.html", **held.page, kind=kind, what=what, key=key, wrong=(), begun=False)
    with asked.reading() as session:
        if what == "acf":
            require(session, "banzuke members acf", lambda family: family.take_ratings)
        elif what == "organizers":
            require_organizers(session, "banzuke organizers")
        elif what == "applications":
            require_organizers(session, "banzuke applications")
        beside, has_list = family_of(session).opening_beside, latest_published(session) is not None
    facts = {"kind": kind, "what": what, "beside": beside, "begun": has_list}
    return asked.page("take.html", **facts, shown=None, step="")


@routes.post("/take/{what}")
def looked_at(asked: Deciding, what: str) -> Response:
    """Leads to what would be stored, or shows what is wrong. Nothing is stored."""
    files = [*asked.files()[:1], *asked.files("beside")[:1]]
    _kind(what)
    typed = {name: asked.given(name) for name in ("encoding", "list", "step")}
    if what in OF_A_DAY:
        typed["list"] = str(asked.needed_day("list"))
    return _shown(asked, what, files, typed)


@routes.get("/events/{number}/newcomers.csv")
def newcomers_file(asked: Deciding, number: Number) -> Response:
    """The players of an event who are not on the register, as a file to be filled in and taken in."""
    with asked.reading() as session:
        data = newcomers_csv(newcomers(session, event_named(refresh(session).events, f"E{number}").view))
    return download(f"newcomers-E{number}.csv", data)


@routes.post("/events/{number}/newcomers")
def newcomers_looked_at(asked: Deciding, number: Number) -> Response:
    """Leads to what would be stored of them, as of that file."""
    with asked.reading() as session:
        event = event_named(refresh(session).events, f"E{number}")
        lines = newcomers(session, event.view)
    if not lines:
        expected = "players of the event who are not on the register, and whom nobody on it is like"
        raise refusal("nothing-chosen", f"E{number}", expected, "none", "see the questions of the event")
    file = GivenFile(f"newcomers-E{number}.csv", newcomers_csv(lines))
    typed = {"encoding": "", "list": "", "step": f"/events/{number}"}
    return _shown(asked, "register", [file], typed)


def _shown(asked: Asked, what: str, files: Sequence[GivenFile], typed: Mapping[str, str]) -> Response:
    """Leads to what would be stored of files, or shows what is wrong with them."""
    kind, ready = _kind(what), _read(asked, what, files, typed)
    with asked.reading() as session:
        beside = family_of(session).opening_beside
        stored = ready.store(session, asked.now, True)
    faults = ready.faults
    wrong = list(refused_lines(faults)) if faults else []
    page = {"shown": stored, "file": ready.file, "beside": beside, "step": typed["step"]}
    if not faults:
        held = Held(asked.who.id, what, files, typed, stored.lines, asked.now, page)
        return asked.see(f"/take/{what}?shown={asked.desk.held.put(held)}")
    return asked.page(
        "take.html", 422 if wrong else 200, **page, kind=kind, what=what, key="", wrong=wrong,
        faults=faults, begun=False,
    )  # fmt: skip


@routes.post("/take/{what}/store")
def stored(asked: Deciding, what: str) -> Response:
    """Stores what was shown; refused where by now it would be something else."""
    _kind(what)
    held = asked.desk.held.of(asked.given("key"), what, asked.who.id, asked.now)
    with held.lock:
        if not held.stored:
            _store(asked, held)
            asked.desk.held.stored(held)
    return asked.see(_back(held))


def _back(held: Held) -> str:
    """Where the page of what was stored leads."""
    if OF_EVENT.fullmatch(held.typed["step"]):
        return f"{held.typed['step']}#questions"
    back = "/setup" if held.typed["step"] == SETUP else KINDS[held.what].back
    return f"{back}?done={held.what}"


@routes.get("/setup")
def setup(asked: Administering) -> Response:
    """The three steps, the one that comes next with its form."""
    with asked.reading() as session:
        family = family_of(session)
        far = begun(session, asked.desk.office.place, os.environ)
        return asked.page(
            "setup.html", far=far, beside=family.opening_beside, memberships=family.memberships,
            done=asked.done, once=new_once(),
        )  # fmt: skip


@routes.get("/setup/mails")
def mails_again(asked: Deciding) -> Response:
    """What the mails would bring; whoever comes back to what is taken chooses others."""
    held = asked.desk.held.of(key, MAILS, asked.who.id, asked.now) if (key := asked.query("shown")) else None
    if held is None or held.stored:
        return asked.see("/setup")
    return asked.page("setup_mails.html", **held.page, key=key, count=len(held.files))


@routes.post("/setup/mails")
def mails(asked: Administering) -> Response:
    """Leads to what mails would bring. Nothing of them is kept."""
    given = mails_of(asked.needed_files())
    with asked.reading() as session:
        seen = mails_looked_at(session, given, asked.now, family_of(session).zone)
    good = [one for one in seen if one.mail.sha256]
    files = [GivenFile(one.given.origin, one.given.raw) for one in good]
    if not files:
        return asked.page("setup_mails.html", seen=seen, key="", count=0)
    held = Held(asked.who.id, MAILS, files, {}, [file.name for file in files], asked.now, {"seen": seen})
    return asked.see(f"/setup/mails?shown={asked.desk.held.put(held)}")


@routes.post("/setup/mails/store")
def mails_taken(asked: Administering) -> Response:
    """Hands the mails in that were shown: kept first, then read, as everything that is handed in."""
    key = asked.given("key")
    held = asked.desk.held.of(key, MAILS, asked.who.id, asked.now)
    with held.lock:
        given = HandedIn(f"mails-{key}", files=() if held.stored else held.files)
        number = asked.desk.hand_in(given, account=asked.who.id, sender=asked.who.name, trusted=True)
        asked.desk.held.stored(held)
    return asked.see(f"/reports/{number}")


def _store(asked: Asked, held: Held) -> None:
    ready = _read(asked, held.what, held.files, held.typed)
    with asked.writing() as session:
        done = ready.store(session, asked.now, True)  # in the words in which it was shown
        if list(done.lines) != list(held.shown):
            expected, found = "what was shown", "something else: the office was changed since"
            remedy = "choose the file once more, and look at what it would do now"
            raise refusal("file-shown-otherwise", ready.file, expected, found, remedy)


def _kind(what: str) -> Kind:
    if what not in KINDS:
        raise no_page(f"/take/{what}")
    return KINDS[what]


def _read(asked: Asked, what: str, files: Sequence[GivenFile], typed: Mapping[str, str]) -> Ready:
    """The file read, within its bounds, outside of any transaction."""
    if not files:
        raise refusal("nothing-sent", "what was sent", "a file", "none", "choose a file")
    encoding = typed["encoding"] if typed["encoding"] in ("utf-8", "cp932") else None
    with asked.reading() as session:
        family, today = family_of(session), asked.today(session)
        held = held_already(session)
    if what == "register":
        return take.register_file(files[0], encoding, family, today, held)
    if what == "organizers":
        return take.organizers_file(files[0], encoding)
    if what == "applications":
        return take.applications_file(files[0], encoding)
    if what == "acf":
        return take.ratings_file(files[0], date.fromisoformat(typed["list"]))
    beside = files[1] if len(files) > 1 else None
    day = date.fromisoformat(typed["list"])
    return take.opening_files(files[0], day, beside, officer=asked.who.name, everyone=True)
