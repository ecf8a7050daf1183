"""How many pages may be asked for in a day (UTC), for both doors."""

from datetime import datetime

from office.errors import OfficeError, refusal
from office.journal.note import entry_of_change
from office.opened import Office
from office.place import Place
from scraper.budget import Budget, Spent
from scraper.errors import DailyBudget

MANY = 1_000_000_000


def spent(place: Place) -> Spent:
    """What has been asked for today. Refused where the count cannot be read."""
    try:
        return Budget(place.archive).spent()
    except DailyBudget as error:
        raise OfficeError(error.problem) from None


def allow(office: Office, requests: int, now: datetime) -> Spent:
    """So many a day from now on, with an entry in the journal."""
    if not 0 <= requests <= MANY:
        remedy = "give a number"
        raise refusal("not-a-number", "banzuke budget", f"0 to {MANY}", str(requests), remedy)
    with office.writing() as session:
        entry_of_change(session, "budget", "requests", {"value": requests}, now)
    return Budget(office.place.archive).set(requests)
