"""Questions: one after the other, each with its answers."""

import re
from collections.abc import Mapping
from urllib.parse import quote

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from office.desk.answering import Done, answer, done, question, take_back, typed
from office.desk.groups import open_questions
from office.desk.refresh import refresh
from office.errors import refusal
from web.asked import Asked, Deciding, Reading

routes = APIRouter()

BACK = re.compile(
    r"/events/\d{1,9}|/members/[0-9A-Za-z]{1,40}|/members/(duplicates|fees|organizers)|/settings/decisions"
)
"""Pages from which a decision is taken back, and to which that leads again."""


@routes.get("/questions")
def every(asked: Reading) -> Response:
    """All open questions, those that a list waits for first."""
    with asked.reading() as session:
        refresh(session)
        groups = open_questions(session)
        return asked.page("questions.html", groups=groups, done=just_done(asked, session))


@routes.get("/questions/next")
def next_(asked: Reading) -> Response:
    """The next one that a list waits for; Today where none does."""
    with asked.reading() as session:
        refresh(session)
        waiting = [group for group in open_questions(session) if group.first.blocks]
    return asked.see(f"/questions/{waiting[0].first.id}" if waiting else "/")


@routes.get("/questions/{number}")
def one(asked: Reading, number: int) -> Response:
    """A question with its answers."""
    with asked.reading() as session:
        return asked.page("question.html", question=question(session, number), done=just_done(asked, session))


@routes.post("/questions")
def answered(asked: Deciding) -> Response:
    """An answer to one question, or to several that are one; then the next question."""
    option, _blank, value = asked.given("choice").partition(" ")
    value = value or asked.given(f"value{option}")
    marks = sent_marks(asked)
    seen = {int(n) for n in asked.all_given("decision") if n.isdigit()}
    with asked.writing() as session:
        numbers, after = answer(
            session, option, value, marks=marks, made=asked.made(asked.given("reason"), seen)
        )
    told = f"?done={typed(numbers)}" if numbers else ""
    back = asked.given("back")
    if back.startswith("/events/") and back.removeprefix("/events/").isdigit():
        return asked.see(f"{back}{told}#questions")
    return asked.see(f"/questions/{after}{told}" if after is not None else f"/{told}")


@routes.post("/decisions/take-back")
def taken_back(asked: Deciding) -> Response:
    """Takes decisions back; what they answered is open again."""
    numbers = asked.given("numbers")
    with asked.writing() as session:
        take_back(session, numbers, made=asked.made(asked.given("reason")))
        refresh(session)
        waiting = [group for group in open_questions(session) if group.first.blocks]
    told = f"?done={quote(numbers, safe=',-')}"
    back = asked.given("back")
    if BACK.fullmatch(back):
        return asked.see(f"{back}{told}")
    return asked.see(f"/questions/{waiting[0].first.id}{told}" if waiting else f"/{told}")


def sent_marks(asked: Asked) -> Mapping[int, str]:
    """The problems that were answered, with the mark that each was shown with; refused without any."""
    found = {}
    for text in asked.all_given("mark"):
        number, _colon, mark = text.partition(":")
        if number.isascii() and number.isdigit() and len(number) < 10:
            found[int(number)] = mark[:100]
    if not found:
        remedy = "choose at least one, then send it again"
        raise refusal("nothing-chosen", "the answer", "the questions that it answers", "none", remedy)
    return found


def just_done(asked: Asked, session: Session) -> Done | None:
    """The decisions that led to this page, if any did."""
    numbers = asked.request.query_params.get("done", "")
    return done(session, numbers) if numbers else None
