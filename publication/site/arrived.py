"""The page that answers “has my event arrived?”: the state of every report, without a word about persons."""

import json
from collections.abc import Set
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session

from office.desk.refresh import refresh
from office.desk.reports import closed_reports, waiting_reports
from publication.site.addresses import event_slug

STATES = ("rated", "ready", "questions", "incomplete", "excluded", "unread", "closed")
"""What can be of a report, in the order in which it is hoped for."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A report as its organizer asks for it. `state`: `rated`, `ready`, `questions`, `incomplete`,
    `excluded`, `unread` or `closed`; `list_date` the list that holds or will hold it; `questions` how many
    the office has to settle first; `slug` names the page of an event that a list took, rated or not."""

    name: str
    link: str
    arrived_on: date
    state: str
    list_date: date | None
    questions: int
    slug: str | None


def arrivals(session: Session, unrated: Set[str]) -> list[Arrival]:
    """Every report, newest first. The session is left to be rolled back: the desk is looked at anew.
    `unrated`: the keys of events that standing lists hold and leave out whole."""
    found = []
    read: set[str] = set()
    for placed in refresh(session).events:
        view = placed.view
        link = f"https://chess-results.com/tnr{view.event.tournament}.aspx" if view.event.tournament else ""
        read.add(link)
        questions = len(placed.blocking)
        if placed.published:
            state = "excluded" if view.key in unrated else "rated"
        elif view.excluded():
            state = "excluded"
        elif view.reported_on() is None:
            state = "incomplete"
        else:
            state = "questions" if questions else "ready"
        found.append(
            Arrival(
                name=view.event.name,
                link=link,
                arrived_on=view.event.link_came_on,
                state=state,
                list_date=placed.published or placed.list_date,
                questions=questions,
                slug=event_slug(view.key) if placed.published else None,
            )
        )
    waiting = [(w.report, "unread") for w in waiting_reports(session)]
    for report, state in [*waiting, *((r, "closed") for r in closed_reports(session))]:
        if report.reference not in read:
            code = json.loads(report.problem or "{}").get("code", "")
            found.append(Arrival(code, report.reference, report.arrived_on, state, None, 0, None))
    return sorted(found, key=lambda a: (a.arrived_on, a.name), reverse=True)
