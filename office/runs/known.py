"""R17: up to which moment what the office learned goes into a run."""

from datetime import date, datetime, timedelta

from office.clock import day_begins
from office.families import family_named
from rating.edition import Edition
from rating.interpretations import Interpretations


def known_before(law: Edition, list_date: date, switches: Interpretations) -> datetime | None:
    """The moment before which a fact had to be known to be used; None: all that is known now."""
    if switches.r17 != "known-at-period-end":
        return None
    last = law.shapes.period(law, list_date).last
    return day_begins(last + timedelta(days=1), family_named(law.family).zone)
