"""That a list waits for answers, and how each question that keeps it is answered."""

from dataclasses import replace
from datetime import date

from sqlmodel import Session, col, select

from importer.tables import ProblemRow
from importer.view import USUAL, EventView
from office.desk.desk import DeskEvent
from office.errors import WaitsForOfficer
from office.lists.law import list_taking
from rating.interpretations import OURS, Interpretations
from scraper.records import Problem

ASKING_NOTHING = {"r62": OURS.r62, "r95": OURS.r95, "r97": OURS.r97}
"""Readings that came up later, by which older lists differ: what is asked about events hangs on others."""


def refuse_open(
    session: Session, events: list[DeskEvent], list_date: date, switches: Interpretations
) -> None:
    """Stops while questions are open that the list waits for, naming each by its number; under other readings
    than ours by its event, since the numbers are those of what is asked under ours."""
    keys = [f.key for e in events for f in e.blocking]
    if not keys:
        return
    expected = "every question about its events answered"
    query = select(ProblemRow).where(col(ProblemRow.key).in_(keys)).order_by(col(ProblemRow.id))
    rows = session.exec(query).all()
    here = {row.key for row in rows if row.state == "open"}.issuperset(keys)
    if switches == OURS or (here and replace(switches, **ASKING_NOTHING) == OURS):
        asked = [f"P{row.id} {row.code}" for row in rows]
        remedy = "see: banzuke problems; decide each with: banzuke resolve P…, or --defer the event"
    else:
        asked = [f"E{e.view.event.id} {f.code}" for e in events for f in e.blocking]
        about = [(f.code, e.view) for e in events for f in e.blocking]
        late = next((view for code, view in about if code == "late-report"), None)
        remedy = _remedy_by_event(*about[0]) if late is None else _remedy_of_late(late)
    found = f"{len(asked)} open: " + ", ".join(asked)
    raise WaitsForOfficer(Problem("open-problems", f"list of {list_date}", expected, found, remedy))


OF_EVENT = frozenset(
    f"--{word}"
    for word in (
        *("same-as", "days", "time-control", "class", "reported", "defer", "organizer"),
        *("reported-by", "authorised", "run-by", "fee-paid"),
    )
)
"""Answers that can be given to an event as well as to a question."""


def _remedy_by_event(code: str, view: EventView) -> str:
    """What decides such a question under readings of which nobody keeps the numbers: what can be said of the
    event, whose answers need no number."""
    from office.desk.answers import ANSWERS

    number = view.event.id
    answer = next((word for word in ANSWERS.get(code, ()) if word.split()[0] in OF_EVENT), "")
    if code == "list-already-published":
        day, here = replace(view, read_as=USUAL).reported_on(), view.reported_on()
        lists = {None if on is None else list_taking(on, view.rulings) for on in (day, here)}
        if len(lists) > 1:  # a deferral would keep it out of the list that it is for under ours
            answer = f"--reported {day or 'YYYY-MM-DD'}"
    elif code.startswith("member-"):
        answer = "--player NUMBER --match ID"
    elif code == "round-without-date":
        answer = "--round NUMBER --date YYYY-MM-DD"
    if not answer:
        return (
            "see: banzuke problems; what is not there is asked under these interpretations alone: decide"
            f" about the event itself; it is left out by: banzuke resolve E{number} --exclude"
        )
    return (
        "see: banzuke problems; what is not there is asked under these interpretations alone: decide"
        f" about the event itself, by: banzuke resolve E{number} {answer}; it is left out by: banzuke resolve"
        f" E{number} --exclude"
    )


def _remedy_of_late(view: EventView) -> str:
    """The same where an event is late under these readings. A decision that it is rated holds for the day of
    the report on which it was made; where that is another one under ours, it is said before."""
    number, day = view.event.id, view.reported_on()
    if replace(view, read_as=USUAL).reported_on() == day:
        return (
            "see: banzuke problems; what is not there is asked under these interpretations alone: decide"
            f" about the event itself; what is late is rated by: banzuke resolve E{number} --accept-late,"
            f" and left out by: banzuke resolve E{number} --exclude"
        )
    return (
        "see: banzuke problems; what is not there is asked under these interpretations alone: decide about"
        " the event itself; what is late is rated by two decisions, since it is reported on another day:"
        f" banzuke resolve E{number} --reported {day}, then banzuke resolve E{number} --accept-late;"
        f" it is left out by: banzuke resolve E{number} --exclude"
    )
