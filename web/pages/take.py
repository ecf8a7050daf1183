"""Files of the office's own: what would be stored of them is shown, then it is stored, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fastapi import APIRouter
from starlette.responses import Response

from importer.given import GivenFile
from office.errors import refusal
from office.families import family_of, require
from office.lists.chain import latest_published
from office.register.take import (
    Ready,
    Stored,
    applications_file,
    opening_files,
    organizers_file,
    ratings_file,
    refused_lines,
    register_file,
)
from office.words import N_
from web.asked import Asked, Deciding
from web.held import Held
from web.pages.reports import files_of

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

SETUP = "setup"
"""What the form of the guided set-up says it is."""


@routes.get("/take/{what}")
def form(asked: Deciding, what: str) -> Response:
    """The form for a file."""
    kind = _kind(what)
    with asked.reading() as session:
        if what == "acf":
            require(session, "banzuke members acf", lambda family: family.take_ratings)
        family, begun = family_of(session), latest_published(session) is not None
    return asked.page(
        "take.html", kind=kind, what=what, shown=None, beside=family.opening_beside, begun=begun,
        step="",
    )  # fmt: skip


@routes.post("/take/{what}")
def looked_at(asked: Deciding, what: str) -> Response:
    """Shows what would be stored. Nothing is."""
    kind, files = _kind(what), [*files_of(asked)[:1], *files_of(asked, "beside")[:1]]
    typed = {name: asked.given(name) for name in ("encoding", "list", "step")}
    if what in OF_A_DAY:
        typed["list"] = str(asked.needed_day("list"))
    ready = _read(asked, what, files, typed)
    with asked.reading() as session:
        beside = family_of(session).opening_beside
        stored = ready.store(session, asked.now, True)
    wrong = list(refused_lines(ready.faults)) if ready.faults else []
    key = ""
    if not ready.faults:
        held = Held(asked.who.id, what, files, typed, stored.lines, asked.now)
        key = asked.desk.held.put(held)
    return asked.page(
        "take.html", 422 if wrong else 200, kind=kind, what=what, shown=stored, key=key, wrong=wrong,
        faults=ready.faults, file=ready.file, beside=beside, begun=False, step=typed["step"],
    )  # fmt: skip


@routes.post("/take/{what}/store")
def stored(asked: Deciding, what: str) -> Response:
    """Stores what was shown; refused where by now it would be something else."""
    kind = _kind(what)
    held = asked.desk.held.of(asked.given("key"), what, asked.who.id, asked.now)
    with held.lock:
        if not held.stored:
            _store(asked, held)
            asked.desk.held.stored(held)
    back = "/setup" if held.typed["step"] == SETUP else kind.back
    return asked.see(f"{back}?done={what}")


def _store(asked: Asked, held: Held) -> Stored:
    ready = _read(asked, held.what, held.files, held.typed)
    with asked.writing() as session:
        done = ready.store(session, asked.now, True)  # in the words in which it was shown
        if list(done.lines) != list(held.shown):
            expected, found = "what was shown", "something else: the office was changed since"
            remedy = "choose the file once more, and look at what it would do now"
            raise refusal("file-shown-otherwise", ready.file, expected, found, remedy)
    return done


def _kind(what: str) -> Kind:
    if what not in KINDS:
        remedy = "look at the address, or begin at Today"
        raise refusal("no-such-page", f"/take/{what}", "a page of the desk", "none", remedy)
    return KINDS[what]


def _read(asked: Asked, what: str, files: Sequence[GivenFile], typed: Mapping[str, str]) -> Ready:
    """The file read, within its bounds, outside of any transaction."""
    if not files:
        raise refusal("nothing-sent", "what was sent", "a file", "none", "choose a file")
    encoding = typed["encoding"] if typed["encoding"] in ("utf-8", "cp932") else None
    with asked.reading() as session:
        family = family_of(session)
    if what == "register":
        return register_file(files[0], encoding, family)
    if what == "organizers":
        return organizers_file(files[0], encoding)
    if what == "applications":
        return applications_file(files[0], encoding)
    if what == "acf":
        return ratings_file(files[0], date.fromisoformat(typed["list"]))
    beside = files[1] if len(files) > 1 else None
    day = date.fromisoformat(typed["list"])
    return opening_files(files[0], day, beside, officer=asked.who.name, everyone=True)
