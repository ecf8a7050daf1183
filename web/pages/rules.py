"""What the office decides about itself, which no question asks for: how far a printed rating may lie from the
member's, and what is known to be missing."""

from __future__ import annotations

import json

from fastapi import APIRouter
from starlette.responses import Response

from importer.rulings import Kind
from office.desk.answering import typed
from office.desk.assumed import know
from office.desk.refresh import refresh
from office.errors import refusal
from office.rules.enter import rule_rating_gap
from office.rules.standing import HIGHEST, MISSING, rating_gap, ruling_words, subject_words
from office.words import N_
from web.asked import Asked, Deciding
from web.pages.questions import just_done

routes = APIRouter()

HERE = "/settings/rules"
LACKS = {
    "peaks": N_("peaks: the opening rating is taken for the highest one"),
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
        lacks = [(word, what) for word, what in LACKS.items() if word not in known]
        return asked.page(
            "rules.html", gap=rating_gap(rulings), highest=HIGHEST, lacks=lacks, here=HERE,
            rulings=[(row.id, f"{ruling_words(row)}: {subject_words(row)}") for row in rows],
            done=just_done(asked, session),
        )  # fmt: skip


@routes.post("/settings/rules/rating-gap")
def gap(asked: Deciding) -> Response:
    """How far a rating in a report may lie from the member's before it speaks against him."""
    points = asked.given("points")
    if not (points.isascii() and points.isdigit() and len(points) < 6):
        expected, remedy = f"points from 1 to {HIGHEST}", "correct it"
        raise refusal("not-a-rating", "points", expected, f"“{points}”", remedy)
    with asked.writing() as session:
        row = rule_rating_gap(session, int(points), made=asked.made(asked.given("reason")))
        decided = [row.id or 0]
    return _done(asked, decided)


@routes.post("/settings/rules/known")
def known(asked: Deciding) -> Response:
    """What the office lacks, and knows that it does: Today no longer says it."""
    words = [word for word in dict.fromkeys(asked.all_given("what")) if word in MISSING]
    if not words:
        raise refusal("nothing-chosen", "what is missing", "what is known", "none", "choose at least one")
    with asked.writing() as session:
        decided = [row.id or 0 for row in know(session, words, made=asked.made(asked.given("reason")))]
    return _done(asked, decided)


def _done(asked: Asked, decided: list[int]) -> Response:
    return asked.see(f"{HERE}?done={typed(decided)}")
