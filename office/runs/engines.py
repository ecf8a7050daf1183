"""Which of the two engines reckons a list: the columns, wherever an edition has them."""

from collections.abc import Iterable
from datetime import date

from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.records import Adjustment, Event, Member

ON_COLUMNS = "japanese"
"""The family of editions whose whole outcome the columns give; tests hold it equal to the articles'."""


def reckon_list(
    members: Iterable[Member],
    events: Iterable[Event],
    *,
    list_date: date,
    law: Edition,
    switches: Interpretations,
    adjustments: Iterable[Adjustment] = (),
) -> Outcome:
    """The outcome of a list. NumPy is loaded here and nowhere before: other commands start without it."""
    if law.family == ON_COLUMNS:
        from rating.columns.engine import rate
    else:
        from rating.engine import rate
    return rate(members, events, list_date=list_date, edition=law, switches=switches, adjustments=adjustments)
