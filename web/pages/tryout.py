"""Trying out: what a rating would become with supposed games, published lists under other rules, how well the
ratings predict. Nothing that is stored is touched."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from importer.merged import stands_for
from office.errors import refusal
from office.register.find import find_member
from office.runs.rate import chosen_from, switches_from
from office.simulate.run import rules_from
from office.whatif.games import choices, supposed, what_if
from publication.account.gather import merged_note
from rating.editions import names
from rating.rulings import RULINGS
from web.asked import Asked, Deciding, Reading
from web.pages.tasks import begun, newest

routes = APIRouter()

ROWS, MOST = 6, 40
"""So many rows for games the form has at first, and at most."""

SCORES = ("win", "draw", "loss")


@routes.get("/lists/whatif")
def whatif(asked: Reading) -> Response:
    """What a rating would become. The form asks by the address, so that a case can be kept and passed on."""
    given = asked.request.query_params
    member = given.get("member", "").strip()[:500]
    played = [*zip(given.getlist("score")[:MOST], given.getlist("against")[:MOST], strict=False)]
    games = [(score, against.strip()[:500]) for score, against in played if against.strip()]
    text = note = ""
    found = None
    with asked.reading() as session:
        known = choices(session)
        if member and games:
            switches = switches_from(given.get("interpretation", "").split())
            found = find_member(session, member)
            note = merged_note(session, found) or ""
            found = stands_for(session, found)
            text = what_if(
                session, found.federation_id, given.get("type") or None,
                [supposed(f"{score} {against}") for score, against in games],
                event_class=given.get("class") or None, day=asked.day("day"), switches=switches,
            )  # fmt: skip
    rows = [*games, *[("win", "")] * min(max(ROWS - len(games), 2), MOST - len(games))]
    return asked.page(
        "whatif.html", known=known, member=member, rows=rows, scores=SCORES, text=text, note=note,
        given=given, found=found, again=bool(member) and not games,
    )  # fmt: skip


@routes.get("/lists/simulate")
def simulation(asked: Deciding) -> Response:
    """The form for published lists under other rules."""
    return _form(asked, "simulate.html", "simulate")


@routes.post("/lists/simulate")
def simulated(asked: Deciding) -> Response:
    """Begins it."""
    given = _given(asked)
    rules_from(given["edition"] or None, None, chosen_from(given["interpretation"]))
    if given["edition"] and given["amended"]:
        expected, remedy = "an edition or an amended file", "give one of them"
        raise refusal("simulation-rules", "the rules", expected, "both", remedy)
    return begun(asked, "simulate", given)


@routes.get("/lists/assess")
def assessment(asked: Deciding) -> Response:
    """The form for how well the ratings predict."""
    return _form(asked, "assess.html", "assess")


@routes.post("/lists/assess")
def assessed(asked: Deciding) -> Response:
    """Begins it."""
    given = _given(asked)
    given["editions"] = tuple(asked.all_given("editions"))
    for edition in given["editions"]:
        rules_from(edition, None, {})
    rules_from(None, None, chosen_from(given["interpretation"]))
    return begun(asked, "assess", given)


def _form(asked: Asked, template: str, kind: str) -> Response:
    return asked.page(template, editions=list(names()), rulings=list(RULINGS), tasks=newest(asked, kind))


def _given(asked: Asked) -> dict[str, Any]:
    """What both forms ask; refused here, before anything begins, where it cannot be."""
    files = asked.files("amended")
    return {
        "edition": asked.given("edition"),
        "interpretation": asked.given("interpretation").split(),
        "amended": (files[0].name, files[0].data) if files else None,
        "first": asked.day("first"),
        "last": asked.day("last"),
    }
