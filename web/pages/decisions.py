"""Every decision ever made: what, about what, why, who and when; as a file, and taken over from one. What the
office decides about an event, and about itself, which no question asks for: how far a printed rating may lie
from the member's, and what is known to be missing. And the journal: what was changed, by whom, when, why."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from importer.plain_text import file_name
from importer.rulings import Kind
from office.desk.assumed import can_be_missing, know
from office.desk.keeping import register_kept
from office.desk.options import decision_of
from office.desk.refresh import refresh
from office.desk.resolve import resolve_all, rulings_of
from office.desk.seen import Seen
from office.desk.status import ruling_head
from office.desk.withdraw import never_back
from office.errors import refusal
from office.journal.view import page
from office.rules.enter import rule_rating_gap
from office.rules.replay import rulings_json, take_rulings
from office.rules.standing import HIGHEST, MISSING, rating_gap
from office.words import N_
from web.asked import Administering, Asked, Deciding
from web.fields import Number, number_in
from web.pages.questions import decided, in_words, just_done
from web.render import download

routes = APIRouter()

HERE = "/settings/decisions"
LAST = 100
"""Decisions of a page."""
ENTRIES = 50
"""Of a page of the journal."""
SOUGHT = ("member", "event", "by")


@routes.get(HERE)
def every_decision(asked: Deciding) -> Response:
    """The newest first; with `all=1` also those taken back; older ones than `before`."""
    under = number_in(asked.query("before"))
    with asked.reading() as session:
        known = [
            (row, event)
            for row, event in reversed(rulings_of(session, taken_back=asked.whole))
            if under is None or (row.id or 0) < under
        ]
        rows = [(row, ruling_head(row, event)) for row, event in known[:LAST]]
        standing = never_back(session, (row for row, _words in rows))
        older = rows[-1][0].id if len(known) > LAST else None
        return asked.page(
            "decisions.html", rows=rows, standing=standing, whole=asked.whole, older=older, here=HERE,
            taken=asked.query("taken"), known=asked.query("known"), absent=number_in(asked.query("absent")),
            done=just_done(asked, session),
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
    file = asked.needed_files()[0]
    with asked.writing() as session:
        replayed = take_rulings(session, file.data, file_name(file.name), asked.now)
        refresh(session)
    absent = f"&absent={len(replayed.absent)}" if replayed.absent else ""
    return asked.see(f"{HERE}?taken={replayed.taken}&known={replayed.known}{absent}")


LACKS = {
    "peaks": N_("peaks: the opening rating is used as the highest one"),
    "birth-dates": N_("birth dates: without one no junior rule holds"),
    "organizers": N_("organizers (3(3))"),
    "applications": N_("applications for rated events (3(4))"),
    "people": N_("who reports for organizers or runs their events (4(2), 3(3))"),
}
"""What can be known to be missing, in words."""


@routes.get("/settings/rules")
def every(asked: Deciding) -> Response:
    """Both, as they stand."""
    with asked.reading() as session:
        rulings = refresh(session).rulings
        rows = [*rulings.of_kind(Kind.RATING_GAP), *rulings.of_kind(Kind.KNOWN)]
        known = {json.loads(row.subject)["what"] for row in rulings.of_kind(Kind.KNOWN)}
        lacks = [(word, LACKS[word]) for word in can_be_missing(session) if word not in known]
        return asked.page(
            "rules.html", gap=rating_gap(rulings), highest=HIGHEST, lacks=lacks, here="/settings/rules",
            rulings=in_words(rows), done=just_done(asked, session),
        )  # fmt: skip


@routes.post("/settings/rules/rating-gap")
def gap(asked: Deciding) -> Response:
    """How far a rating in a report may lie from the member's before it speaks against him."""
    points = number_in(asked.given("points"))
    if points is None or points > 99_999:
        expected, found, remedy = f"points from 1 to {HIGHEST}", f"“{asked.given('points')}”", "correct it"
        raise refusal("not-a-rating", "how far it may be", expected, found, remedy)
    with asked.writing() as session:
        row = rule_rating_gap(session, points, made=asked.made(rulings=asked.decisions))
    return decided(asked, "/settings/rules", row)


@routes.post("/settings/rules/known")
def known(asked: Deciding) -> Response:
    """What the office lacks, and knows that it does: Today no longer says it."""
    words = [word for word in dict.fromkeys(asked.all_given("what")) if word in MISSING]
    if not words:
        raise refusal("nothing-chosen", "what is missing", "what is known", "none", "choose at least one")
    with asked.writing() as session:
        rows = know(session, words, made=asked.made())
    return decided(asked, "/settings/rules", *rows)


@routes.get("/settings/journal")
def journal(asked: Deciding) -> Response:
    told = {name: asked.query(name).strip()[:500] for name in (*SOUGHT, "after")}
    with asked.reading() as session:
        found = page(session, last=ENTRIES, **told)
    further = {name: told[name] for name in SOUGHT if told[name]}
    older = urlencode({**further, "after": found.after}) if found.after else None
    return asked.page("journal.html", told=told, entries=found.entries, older=older)


@routes.post("/events/{number}/decide")
def of_event(asked: Deciding, number: Number) -> Response:
    """A decision on an event, on a round, a game or a player of it, that no question asks for."""
    place = {name: _whole(asked, name) for name in ("round", "board", "player")}
    option, _blank, value = asked.given("answer").partition(" ")
    decision = decision_of(option, value or asked.given("value"), **place)
    seen = Seen(rulings=asked.decisions)
    with register_kept(anew=True), asked.writing() as session:
        (ruled,) = resolve_all(session, [f"E{number}"], decision, seen=seen, made=asked.made())
    return decided(asked, f"/events/{number}", ruled.ruling)


def _whole(asked: Asked, name: str) -> int | None:
    text = asked.given(name)
    number = number_in(text)
    if text and not number:
        raise refusal("not-a-number", f"the field {name}", "a whole number", f"“{text[:40]}”", "correct it")
    return number
