"""What the officer decided, as a run freezes it and as the rating engine takes it.

Only what was decided is written: a run that nothing of this touches freezes what it froze before.
"""

from datetime import date

from sqlmodel import Session

from importer.applications import application_among
from importer.merged import entries_of
from importer.rulings import Rulings
from importer.view import EventView
from office.errors import OfficeError
from office.families.family import About
from office.lists.law import carried_over
from office.lists.rows import type_written
from office.rules.payers import ByName, fee_ruling, payer
from office.rules.standing import (
    ACCEPTED,
    MEETING,
    PAID,
    REFUSED,
    UNPAID,
    YES,
    adjusted_twice,
    adjustments_of_one,
)
from office.runs.inputs import Values, day_of
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import Adjustment
from scraper.records import Problem


def decisions_on(
    about: About, view: EventView, list_date: date, law: Edition, switches: Interpretations
) -> Values:
    """The part of an event's inputs that was decided or entered, not read: each key only where it acts."""
    found: Values = {"organizer": view.event.organizer}
    payers: ByName = about.payers if law.has("fees") else {}
    if view.event.organizer is not None:
        found["organizer"] = payer(payers, view.event.organizer)
    organizer = view.organizer_ruling()
    if organizer is not None and organizer.value == REFUSED:
        found["organizer_refused"] = organizer.reason
    official = view.fide_official_ruling()
    if official is not None and official.value == YES:
        found["fide_official"] = True
    if is_meeting(about, view):
        found["periodic"] = True
    if one_time := about.one_time.get(view.key):
        found["one_time"] = list(one_time)
    return found | _fee(view, list_date, law, switches, payers)


def adjustments_of(inputs: Values) -> tuple[Adjustment, ...]:
    return tuple(
        Adjustment(**{**item, "announced": day_of(item["announced"])})
        for item in inputs.get("adjustments", ())
    )


def with_rated_adjustments(inputs: Values, law: Edition) -> Values:
    """The inputs without adjustments of ratings that nobody holds on the list before. A list that is out took
    them, and by a correction of that one their player can have become unrated: nothing is there to add to.
    Of two members who turned out to be one, each with points on a list that is out, the first's stand: they
    were added to the rating that stands (R53)."""
    into = carried_over(law)
    held = {(m["id"], into.get(type_, type_)) for m in inputs["members"] for type_ in m["ratings"]}
    given = inputs.get("adjustments", ())
    first = {(item["member"], item["type"]): item for item in reversed(given)}
    found = [item for about, item in sorted(first.items()) if about in held]
    if len(found) == len(given):
        return inputs
    left = {name: value for name, value in inputs.items() if name != "adjustments"}
    return left | ({"adjustments": found} if found else {})


def refuse_points(session: Session, inputs: Values, law: Edition, rulings: Rulings) -> None:
    """Stops at points that can be added to no rating: to one that was there when they were entered, and that
    a correction took away; and to one that has points already, since two entries are one person by decisions
    of another office."""
    into = carried_over(law)
    held = {(m["id"], into.get(type_, type_)) for m in inputs["members"] for type_ in m["ratings"]}
    given = [(one["member"], one["type"]) for one in inputs.get("adjustments", ())]
    list_date, problems = inputs["list"], []
    for member, type_ in dict.fromkeys(given):
        rows = adjustments_of_one(rulings, entries_of(session, member)).get((list_date, type_), [])
        if (member, type_) not in held:
            numbers = ",".join(str(row.id) for row in rows)
            expected, found = "a rating on the list before", "none: a correction has taken it away"
            remedy = f"take the points back: banzuke resolve --take-back {numbers} --reason …"
            place = f"adjustment of {member}, {type_}"
            problems.append(Problem("adjustment-of-nobody", place, expected, found, remedy))
        elif given.count((member, type_)) > 1:
            place = f"list of {list_date}, {type_written(type_)}, {member}"
            problems.append(adjusted_twice(place, rows))
    if problems:
        raise OfficeError(*problems)


def is_meeting(about: About, view: EventView) -> bool:
    """3(2): whether the event is a regular meeting: as ruled, else as the report or its application says."""
    ruled = view.form_ruling()
    if ruled is not None:
        return ruled.value == MEETING
    stated = about.readings[view.event.reading_id].form
    if stated is not None:
        return stated == MEETING
    applied = application_among(about.applications, view.event, about.payers)
    return applied is not None and applied.form == MEETING


def fee_unpaid(value: str | None, due: date, switches: Interpretations) -> str | None:
    """What was not paid in time, by a fee ruling's value; without one as R36 has it."""
    if value is None:
        return None if switches.r36 == "rated" else f"no payment recorded; due {due}"
    word, _, day = value.partition(" ")
    if word == PAID:
        return f"paid on {day}, due {due}" if date.fromisoformat(day) > due else None
    return f"not paid; due {due}" if word in (UNPAID, ACCEPTED) else None


def _fee(view: EventView, list_date: date, law: Edition, switches: Interpretations, payers: ByName) -> Values:
    reported = view.reported_on()
    if not law.has("fee_excludes") or reported is None:
        return {}
    period = law.shapes.period(law, list_date)
    due = law.shapes.fee_due(law, reported, period, switches)
    assert due is not None
    ruled = fee_ruling(view, payers, list_date)
    value = ruled.value if ruled else None
    unpaid = fee_unpaid(value, due, switches)
    if unpaid is None:
        return {}
    return {"fee_unpaid": unpaid} | ({"fee_accepted": True} if value == ACCEPTED else {})
