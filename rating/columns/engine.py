"""From members and events to a list by the second engine: what `rating.engine.rate` gives, sooner.

Only the games are reckoned on columns. Standings, rows and initial ratings are a matter of players,
not of games, and are made by the article functions.
"""

from collections.abc import Iterable
from datetime import date

from rating import engine
from rating.columns.roles import require
from rating.columns.sides import sides
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.records import NO_LISTS, Adjustment, EarlierLists, Event, Member


def rate(
    members: Iterable[Member],
    events: Iterable[Event],
    *,
    list_date: date,
    edition: Edition | str | None = None,
    switches: Interpretations = engine.OURS,
    adjustments: Iterable[Adjustment] = (),
    earlier_lists: EarlierLists = NO_LISTS,
) -> Outcome:
    """What `rating.engine.rate` gives for the same input, and the same refusals.

    RatingError also where the edition has a shape without a counterpart on columns (`columns-not-for`).
    """
    law = engine.edition_of(list_date, edition, switches)
    require(law)
    return engine.rate(
        members,
        events,
        list_date=list_date,
        edition=law,
        switches=switches,
        adjustments=adjustments,
        earlier_lists=earlier_lists,
        reckon=sides,
    )
