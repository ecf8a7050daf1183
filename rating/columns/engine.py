"""From members and events to a list by the second engine: what `rating.engine.rate` gives, sooner.

Only the games are reckoned on columns. Standings, rows and initial ratings are a matter of players,
not of games, and are made by the article functions. A role of an edition is seen to on columns, or by the
article itself.
"""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from rating import engine
from rating.columns.both_ratings import COUNTS_AS_RATED, RATE_OF_PLAY, TOO_FAR_APART
from rating.columns.counterparts import Counterparts, not_for
from rating.columns.expected import EXPECTED
from rating.columns.k_factor import K_FACTOR
from rating.columns.membership import MEMBERSHIP
from rating.columns.sides import sides
from rating.columns.totals import CHANGE, FLOOR, K_LIMIT, LEAVES_LIST, ROUNDING
from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.records import NO_LISTS, Adjustment, EarlierLists, Event, Member

ON_COLUMNS: tuple[Counterparts[Callable[..., Any]], ...] = (
    CHANGE,
    COUNTS_AS_RATED,
    EXPECTED,
    FLOOR,
    K_FACTOR,
    K_LIMIT,
    LEAVES_LIST,
    MEMBERSHIP,
    RATE_OF_PLAY,
    ROUNDING,
    TOO_FAR_APART,
)
"""The roles of such an edition that are asked for every game or player, each with its counterparts."""


def missing(law: Edition) -> tuple[Problem, ...]:
    """What an edition names and no counterpart equals; all of it where it is reckoned event by event."""
    if law.by_event:  # `rating.columns.events` is for these
        return (not_for(law, "family", "games one by one", law.family),)
    problems: list[Problem] = []
    for role in ON_COLUMNS:
        if not law.has(role.role):
            continue
        try:
            role.for_edition(law)
        except RatingError as error:
            problems.extend(error.problems)
    return tuple(problems)


def require(law: Edition) -> None:
    """RatingError, naming every shape without a counterpart (`columns-not-for`), unless all have one."""
    if problems := missing(law):
        raise RatingError(problems)


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
