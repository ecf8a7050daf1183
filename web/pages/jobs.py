"""What the office does by itself: each job as it stands, switched on and off, asked for at once, put on
another schedule; what it said when it ran (what its command is given is changed at the command line: it names
folders of this machine). The website, which a job writes. Notices: each kind switched on and off where its
text is seen; addresses; what was sent."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from office.errors import refusal
from office.house import fact
from office.jobs.board import at_once, board, change, runs_of, switch
from office.jobs.kinds import kind_of
from office.notices import board as notices
from office.notices.gather import due
from office.notices.kinds import TO, to_members
from office.notices.settings import ways
from office.notices.text import example, written
from publication.site.settings import STORED, SWITCHES, load_settings, store_settings
from web.asked import Deciding
from web.fields import shown_in

routes = APIRouter()

RUNS, RUNS_OF_SITE = 20, 5
LAST = 50
"""So many notices are shown, the newest."""
SHOWN = 5
"""So many are shown word for word before a kind is switched on."""


@routes.get("/settings/jobs")
def every(asked: Deciding) -> Response:
    with asked.reading() as session:
        return asked.page("jobs.html", jobs=board(session, asked.now))


@routes.get("/settings/jobs/{job}")
def one(asked: Deciding, job: str) -> Response:
    """A job with its last runs and what each said."""
    kind = kind_of(job)
    with asked.reading() as session:
        (stands,) = (one for one in board(session, asked.now) if one.kind is kind)
        return asked.page("job.html", job=stands, runs=runs_of(session, job, RUNS))


@routes.post("/settings/jobs/{job}")
def changed(asked: Deciding, job: str) -> Response:
    """Switches a job on or off, puts it on another schedule, or has it carried out at once."""
    do, who, now, zone = asked.given("do"), asked.who.name, asked.now, asked.zone
    with asked.writing() as session:
        if do == "now":
            at_once(session, job, now=now)
        elif do == "schedule":
            schedule, shown = asked.given("schedule"), shown_in(asked.form)
            change(session, job, schedule=schedule, words=None, who=who, now=now, zone=zone, shown=shown)
        elif do in ("on", "off"):
            switch(session, job, do == "on", who=who, now=now, zone=zone)
        else:
            raise refusal("nothing-chosen", "the job", "on, off, schedule or now", "none", "choose one")
    back = asked.given("back")
    return asked.see(back if back in ("/site", "/settings/jobs") else f"/settings/jobs/{job}")


@routes.get("/site")
def site(asked: Deciding) -> Response:
    """The settings of the website, and what its job did."""
    with asked.reading() as session:
        (job,) = (one for one in board(session, asked.now) if one.kind.name == "site")
        runs, settings = runs_of(session, "site", RUNS_OF_SITE), load_settings(session)
        done = asked.done == "stored"
        return asked.page("site.html", settings=settings, stored=STORED, job=job, runs=runs, done=done)


@routes.post("/site")
def stored(asked: Deciding) -> Response:
    """Remembers the settings that were changed; the website has them when it is written next. What the page
    showed and nobody changed on it is as somebody else may have set it since."""
    told = {name: asked.given(name) for name in STORED}
    shown = {name: asked.given(f"was-{name}") for name in STORED if f"was-{name}" in asked.form}
    changed = {name: text for name, text in told.items() if text != shown.get(name)}
    given = {name: text == "yes" if name in SWITCHES else text for name, text in changed.items()}
    with asked.writing() as session:
        store_settings(session, **given)
    return asked.see("/site?done=stored")


@routes.get("/settings/notices")
def every_notice(asked: Deciding) -> Response:
    """Every kind, every address, what was sent."""
    with asked.reading() as session:
        people = [(row, notices.whose(session, row)) for row in notices.recipients(session)]
        kinds, sent = notices.board(session), notices.told(session, LAST, asked.now)
        members = to_members(session)
        return asked.page("notices.html", kinds=kinds, to=TO, people=people, sent=sent, members=members)


@routes.get("/settings/notices/{name}")
def notice(asked: Deciding, name: str) -> Response:
    """What would be sent now, word for word."""
    place = asked.desk.office.place
    set_ = ways(place)
    with asked.reading() as session:
        one = notices.named(session, name)
        hook, today = bool(set_.webhook), asked.today(session)
        found = due(session, asked.now, today, kinds=[name], webhook=hook, own=set_.sender)
        called = fact(session, "name")
    shown = [written(place, called, each).shown(each.recipient) for each in found[:SHOWN]]
    invented = None if found else written(place, called, example(name)).shown("…")
    more = len(found) - len(shown)
    return asked.page("notice.html", kind=one.kind, on=one.on, shown=shown, more=more, invented=invented)


@routes.post("/settings/notices/{name}/switch")
def switched(asked: Deciding, name: str) -> Response:
    with asked.writing() as session:
        notices.switch(session, name, asked.given("to") == "on", who=asked.who.name, now=asked.now)
    return asked.see("/settings/notices")


@routes.post("/settings/notices")
def address(asked: Deciding) -> Response:
    """An address: whose it is, or that nothing, or again something, goes there."""
    at, do = asked.given("address"), asked.given("do")
    who, now = asked.who.name, asked.now
    with asked.writing() as session:
        if do == "stop":
            notices.stop(session, at, who=who, now=now)
        elif do == "allow":
            notices.allow(session, at, who=who, now=now)
        else:
            officer, member = asked.given("officer") == "yes", asked.given("member")
            if not officer and not member:
                remedy = "say whose it is; of who reported nothing need be entered"
                raise refusal("no-such-address", at, "an officer's address or a member's", "neither", remedy)
            spoken = asked.given("language")
            notices.set_recipient(
                session, at, officer=officer, member=member, language=spoken, who=who, now=now
            )
    return asked.see("/settings/notices")
