"""Events: all of them, and each with its crosstable, its questions and its decisions."""

from fastapi import APIRouter
from starlette.responses import Response

from office.desk.answering import open_questions, shown
from office.desk.crosstable import crosstable
from office.desk.decision import event_named
from office.desk.event_page import facts_of, of_players, rulings_on
from office.desk.event_states import event_states
from office.desk.refresh import refresh
from office.desk.status import event_state
from web.asked import Reading
from web.pages.questions import just_done

routes = APIRouter()


@routes.get("/events")
def every(asked: Reading) -> Response:
    """All events with their states, the newest first."""
    with asked.reading() as session:
        desk = refresh(session)
        states = event_states(session, desk, asked.today(session))
        events = sorted(desk.events, key=lambda e: e.view.event.id or 0, reverse=True)
        return asked.page("events.html", events=events, states=states)


@routes.get("/events/{number}")
def one(asked: Reading, number: int) -> Response:
    """One event whole."""
    with asked.reading() as session:
        desk = refresh(session)
        event = event_named(desk.events, f"E{number}")
        groups = open_questions(session, event.view.key)
        return asked.page(
            "event.html",
            event=event,
            state=event_state(event),
            facts=facts_of(session, desk, event, asked.today(session)),
            table=crosstable(session, event.view, of_players(event.view, groups)),
            questions=[shown(session, group) for group in groups],
            rulings=rulings_on(event.view),
            done=just_done(asked, session),
        )
