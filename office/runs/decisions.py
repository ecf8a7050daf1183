"""What the officer decided, as a run freezes it and as the rating engine takes it.

Only what was decided is written: a run that nothing of this touches freezes what it froze before.
"""

from datetime import date

from importer.applications import application_among
from importer.view import EventView
from office.families.family import About
from office.lists.law import carried_over
from office.rules.payers import ByName, fee_ruling, payer
from office.rules.standing import ACCEPTED, MEETING, PAID, REFUSED, UNPAID, YES
from office.runs.inputs import Values, day_of
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import Adjustment


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


def adjustments_of_nobody(inputs: Values, law: Edition) -> list[Values]:
    """Adjustments of ratings that nobody holds on the list before: a correction can have taken them away."""
    into = carried_over(law)
    held = {(m["id"], into.get(type_, type_)) for m in inputs["members"] for type_ in m["ratings"]}
    return [one for one in inputs.get("adjustments", ()) if (one["member"], one["type"]) not in held]


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
