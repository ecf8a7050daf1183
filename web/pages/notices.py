"""Notices: each kind switched on and off where its text is seen; addresses; what was sent."""

from fastapi import APIRouter
from starlette.responses import Response

from office.errors import refusal
from office.notices import board as notices
from office.notices.gather import due
from office.notices.kinds import TO, kind_named
from office.notices.settings import ways
from office.notices.text import example, name_of, written
from web.asked import Deciding

routes = APIRouter()

LAST = 50
"""So many notices are shown, the newest."""

SHOWN = 5
"""So many are shown word for word before a kind is switched on."""


@routes.get("/settings/notices")
def show(asked: Deciding) -> Response:
    """Every kind, every address, what was sent."""
    with asked.reading() as session:
        rows = [(row, notices.whose(session, row)) for row in notices.recipients(session)]
        return asked.page(
            "notices.html",
            kinds=notices.board(session),
            to=TO,
            people=rows,
            sent=notices.told(session, LAST, asked.now),
        )


@routes.get("/settings/notices/{name}")
def preview(asked: Deciding, name: str) -> Response:
    """What would be sent now, word for word."""
    kind = kind_named(name)
    place = asked.desk.office.place
    set_ = ways(place)
    with asked.reading() as session:
        hook = bool(set_.webhook)
        today = asked.today(session)
        found = due(session, asked.now, today, kinds=[name], webhook=hook, own=set_.sender)
        (one,) = [one for one in notices.board(session) if one.kind.name == name]
        called = name_of(session)
    shown = [written(place, called, each).shown(each.recipient) for each in found[:SHOWN]]
    invented = None if found else written(place, called, example(name)).shown("…")
    more = len(found) - len(shown)
    return asked.page("notice.html", kind=kind, on=one.on, shown=shown, more=more, invented=invented)


@routes.post("/settings/notices/{name}/switch")
def switch(asked: Deciding, name: str) -> Response:
    """Switches a kind on or off."""
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
            given = asked.given("language")
            notices.set_recipient(
                session, at, officer=officer, member=member, language=given, who=who, now=now
            )
    return asked.see("/settings/notices")
