"""Today: what waits, what ran, what is next. One glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter
from starlette.responses import Response

from office.accounts.roles import Need
from office.desk.today import PREVIEW, Today, today
from office.families import family_of
from office.jobs.board import board
from office.runs.publication_alarms import NOT_SEEN
from office.runs.publication_store import look_at
from office.words import language
from web.asked import Asked, Reading, SignedIn

if TYPE_CHECKING:
    from sqlmodel import Session

    from office.runs.publication_alarms import Alarm

routes = APIRouter()


@routes.get("/")
def first(asked: SignedIn) -> Response:
    """The first page of whoever comes in; of a reporter the page of his reports."""
    if not asked.may(Need.READ):
        return asked.page("welcome.html")
    return show(asked)


@routes.get("/today")
def show(asked: Reading) -> Response:
    """What waits today, and how the jobs went."""
    with asked.reading() as session:
        waits = today(session, asked.today(session))
        jobs = [one for one in board(session, asked.now) if one.last or one.overdue]
        return asked.page(
            "today.html",
            today=waits,
            alarms=_alarms(asked, session, waits),
            jobs=sorted(jobs, key=lambda one: not one.bad),
            zone=family_of(session).zone,
        )


def _alarms(asked: Asked, session: Session, waits: Today) -> list[Alarm]:
    """The alarms of the draft that wait for an officer's word."""
    draft = waits.draft
    if draft is None or waits.next != PREVIEW:
        return []

    def looked() -> list[Alarm]:
        return [alarm for alarm in look_at(session, draft).open if alarm.code != NOT_SEEN]

    return asked.desk.kept.of(session, ("alarms", language()), looked)
