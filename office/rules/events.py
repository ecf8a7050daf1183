"""What an officer says of an event as a whole beside its questions: organizer, form, FIDE event, fees."""

from datetime import date

from importer.rulings import Kind, fingerprint
from importer.view import EventView
from office.errors import refusal
from office.rules.standing import PAID

ACCEPTED, REFUSED = "accepted", "refused"
TOURNAMENT, MEETING = "tournament", "meeting"
YES, NO = "yes", "no"
EVENT_KINDS = (Kind.ORGANIZER, Kind.FORM, Kind.FIDE_OFFICIAL, Kind.FEE)


def event_facts(view: EventView, kind: Kind) -> str:
    """The facts such a ruling is made on: the organizer as the source names him, else the event's days."""
    if kind is Kind.ORGANIZER:
        return fingerprint(view.event.organizer)
    return fingerprint(view.event.first_day, view.event.last_day)


def fee_answer(value: str, today: date) -> str:
    """The value of a fee ruling, as given; a day of payment that is still to come is refused."""
    word, _, day = value.partition(" ")
    if word == PAID and day > today.isoformat():
        remedy = "give the day the payment arrived"
        raise refusal("day-to-come", "--fee-paid", f"a day not after {today}", day, remedy)
    return value
