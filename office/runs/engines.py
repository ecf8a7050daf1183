"""Which of the two engines reckons a list: the columns, wherever ratings are worked out game by game."""

from collections.abc import Iterable
from datetime import date

from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.records import Adjustment, Event, Member


def reckon_list(
    members: Iterable[Member],
    events: Iterable[Event],
    *,
    list_date: date,
    law: Edition,
    switches: Interpretations,
    adjustments: Iterable[Adjustment] = (),
) -> Outcome:
    """The outcome of a list; tests hold the two engines equal. NumPy is loaded here and nowhere before: other
    commands start without it."""
    if not law.by_event:
        from rating.columns.engine import rate
    else:
        from rating.engine import rate
    return rate(members, events, list_date=list_date, edition=law, switches=switches, adjustments=adjustments)
