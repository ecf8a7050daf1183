"""Corrections of published lists: what waits, what would change and why, an event taken up or left as it is,
and the corrected lists published, all at once."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from office.corrections.open_lists import CAME_AFTER, TAKEN_UP, waiting
from office.corrections.recalculate import Shown, correct_shown, would_be
from office.corrections.reopen import close, list_of, reopen
from office.desk.decision import event_named
from office.desk.refresh import refresh
from office.errors import OfficeError, refusal
from office.words import language
from scraper.records import Problem
from web.asked import Asked, Deciding, Reading

routes = APIRouter()


@routes.get("/corrections")
def every(asked: Reading) -> Response:
    """What waits for a correction, and what one made now would change. What keeps it from being made is said
    in its place."""
    with asked.reading() as session:
        rows = waiting(session, refresh(session).events, asked.today(session))
        shown, problems = asked.desk.kept.of(
            session, ("correction", language()), lambda: _worked_out(session, asked)
        )
        done = asked.request.query_params.get("done", "")
        return asked.page(
            "corrections.html",
            waiting=rows,
            shown=shown,
            problems=problems,
            done=done,
            taken_up=TAKEN_UP,
            came_after=CAME_AFTER,
        )


@routes.get("/corrections/events/{number}")
def of_event(asked: Deciding, number: int) -> Response:
    """The form that takes an event up again."""
    with asked.reading() as session:
        event = event_named(refresh(session).events, f"E{number}")
        of_list, today = list_of(event), asked.today(session)
        return asked.page("correction_open.html", event=event, of_list=of_list, today=today)


@routes.post("/corrections/events/{number}/open")
def opened(asked: Deciding, number: int) -> Response:
    """Takes an event of a published list up again, or a late one into a list that is out."""
    with asked.writing() as session:
        reopen(
            session,
            f"E{number}",
            reported=asked.needed_day("reported"),
            made=asked.made(asked.given("reason")),
        )
    return asked.see("/corrections?done=open")


@routes.post("/corrections/events/{number}/close")
def closed(asked: Deciding, number: int) -> Response:
    """Leaves an event as its list has it after all."""
    with asked.writing() as session:
        close(session, f"E{number}", made=asked.made(asked.given("reason")))
    return asked.see("/corrections?done=close")


@routes.get("/corrections/publish")
def confirm(asked: Deciding) -> Response:
    """What can never be changed once the corrected lists are published."""
    with asked.reading() as session:
        shown, problems = _worked_out(session, asked)
        if problems:
            raise OfficeError(*problems)
        if shown is None or not shown.lists:
            return asked.see("/corrections")
        return asked.page("correction_publish.html", shown=shown)


@routes.post("/corrections/publish")
def published(asked: Deciding) -> Response:
    """Makes the corrected lists final."""
    if asked.given("sure") != "yes":
        remedy = "put the tick, then publish"
        raise refusal("publish-unconfirmed", "the correction", "a yes", "none", remedy)
    with asked.writing() as session:
        correct_shown(
            session, asked.given("shown"), asked.all_given("alarm"), made=asked.made(asked.given("reason"))
        )
    return asked.see("/corrections?done=published")


def _worked_out(session: Session, asked: Asked) -> tuple[Shown | None, Sequence[Problem]]:
    try:
        return would_be(session, asked.made("")), ()
    except OfficeError as error:
        return None, error.problems
