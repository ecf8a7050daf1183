"""When a mail arrived, and who says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from office.mail.headers import moment_of, values
from office.mail.parts import Mime
from scraper.records import Problem

RECEIVED, DATE, SEEN = "received", "date", "seen"
"""The topmost Received header, the Date header, or the moment the office saw it (`MessageRow.arrived_by`)."""

ORDERS = {"received": (RECEIVED, DATE), "sent": (DATE, RECEIVED), "seen": ()}
"""What is asked first, by the word of the interpretation R46."""

TOLERANCE = timedelta(minutes=30)
"""So much may the clock of a mail server be ahead of ours."""

FIRST = datetime(2000, 1, 1, tzinfo=UTC)
"""No mail to this office is older; 1970 and 1980 are clocks that were never set."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The moment, aware; `by` says what it is taken from; `problem` what could not be believed."""

    moment: datetime
    by: str
    problem: Problem | None = None


def arrival(message: Mime, now: datetime, order: Sequence[str] = (RECEIVED, DATE)) -> Arrival:
    """When a mail arrived (R46): the first of `order` that can be believed, else `now`."""
    said = {
        RECEIVED: [v.rpartition(";")[2] for v in values(message, "received")[:1]],
        DATE: values(message, "date")[:1],
    }
    doubted: list[str] = []
    for by in order:
        for value in said[by]:
            moment = moment_of(value)
            if moment is not None and FIRST <= moment <= now + TOLERANCE:
                problem = _doubt(doubted, f"taken instead: its {by.capitalize()} header") if doubted else None
                return Arrival(min(moment, now), by, problem)
            doubted.append(f"{by.capitalize()}: {' '.join(value.split())[:60]}")
    if order and not doubted:
        doubted.append("neither a Received nor a Date header")
    problem = _doubt(doubted, "taken: the day the office saw it") if doubted else None
    return Arrival(now, SEEN, problem)


def _doubt(doubted: list[str], taken: str) -> Problem:
    found = "; ".join("".join(c if c.isprintable() else "·" for c in d) for d in doubted)
    remedy = f"{taken}; if it is another: banzuke resolve E… --reported YYYY-MM-DD"
    return Problem("mail-day-unbelievable", "headers", "a day that can be", found, remedy)
