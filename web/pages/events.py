"""Events: all of them, and each with its crosstable, its questions and its decisions."""

from fastapi import APIRouter
from starlette.responses import Response

from office.desk.answering import shown
from office.desk.decision import event_named
from office.desk.event_page import crosstable, facts_of, of_players, rulings_on
from office.desk.groups import open_questions
from office.desk.refresh import refresh
from office.desk.status import event_state, event_states
from web.asked import Reading
from web.pages.questions import just_done

routes = APIRouter()

SHOWN = 200
"""So many events stand on a page."""


@routes.get("/events")
def every(asked: Reading) -> Response:
    """Events with their states, the newest first, a page at a time: `from` is the number of its newest."""
    first = _number(asked.request.query_params.get("from", ""))
    with asked.reading() as session:
        desk = refresh(session)
        events = sorted(desk.events, key=lambda e: e.view.event.id or 0, reverse=True)
        mine = [e for e in events if first is None or (e.view.event.id or 0) <= first]
        page, older = mine[:SHOWN], mine[SHOWN:]
        states = event_states(session, desk, asked.today(session), page)
        return asked.page("events.html", events=page, states=states, older=older)


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


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None
