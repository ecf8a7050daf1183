"""The states of all events in words: for its list, for a correction, and how its pages came."""

from collections.abc import Sequence
from datetime import date

from sqlmodel import Session

from office.corrections.waiting import waiting
from office.desk.desk import Desk, DeskEvent
from office.desk.status import event_state
from office.intake.pages import by_hand
from office.words import _


def event_states(
    session: Session, desk: Desk, today: date, of: Sequence[DeskEvent] | None = None
) -> dict[str, str]:
    """The state of each event by its key; `of` these alone. `today`: the day where the office is."""
    saved = by_hand(session)
    corrections = {one.event.view.key: one.words() for one in waiting(session, desk.current, today)}
    states = {}
    for event in desk.events if of is None else of:
        told = [event_state(event)]
        if event.view.key in corrections:
            told.append(corrections[event.view.key])
        if event.view.event.id in saved:
            told.append(_("pages saved by hand"))
        states[event.view.key] = "; ".join(told)
    return states
