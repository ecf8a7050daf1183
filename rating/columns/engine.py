"""From members and events to a list by the second engine: what `rating.engine.rate` gives, sooner.

The games are reckoned on columns, and so are the rows of who is at rest. Standings, rows and initial ratings
of everybody else are made by the article functions. A role of an edition is seen to on columns, or by the
article itself.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from rating import engine
from rating.columns.at_rest import (
    ENTERING_AGAIN,
    ON_LIST,
    OPENING,
    STANDING_BEFORE,
    TAKEN_OVER,
    met_before,
    resting,
)
from rating.columns.both_ratings import COUNTS_AS_RATED, RATE_OF_PLAY, TOO_FAR_APART
from rating.columns.counterparts import Counterparts, not_for
from rating.columns.expected import EXPECTED
from rating.columns.k_factor import K_FACTOR
from rating.columns.membership import MEMBERSHIP
from rating.columns.register import Register, register_of
from rating.columns.sides import sides
from rating.columns.totals import CHANGE, FLOOR, LEAVES_LIST
from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.records import NO_LISTS, Adjustment, EarlierLists, Event, Member
from rating.row_columns import Rows

ON_COLUMNS: tuple[Counterparts[Callable[..., Any]], ...] = (
    CHANGE,
    COUNTS_AS_RATED,
    ENTERING_AGAIN,
    EXPECTED,
    FLOOR,
    K_FACTOR,
    LEAVES_LIST,
    MEMBERSHIP,
    ON_LIST,
    OPENING,
    RATE_OF_PLAY,
    STANDING_BEFORE,
    TAKEN_OVER,
    TOO_FAR_APART,
)
"""The roles of such an edition that are asked for every game or player, each with its counterparts."""


def missing(law: Edition) -> tuple[Problem, ...]:
    """What an edition names and no counterpart equals; all of it where it is reckoned event by event."""
    if law.by_event:
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
    members: Iterable[Member] | Register,
    events: Iterable[Event],
    *,
    list_date: date,
    edition: Edition | str | None = None,
    switches: Interpretations = engine.OURS,
    adjustments: Iterable[Adjustment] = (),
    earlier_lists: EarlierLists = NO_LISTS,
) -> Outcome:
    """What `rating.engine.rate` gives for the same input, and the same refusals; the rows of its lists are
    `Rows`.

    RatingError also where the edition has a shape without a counterpart on columns (`columns-not-for`).
    """
    law = engine.edition_of(list_date, edition, switches)
    require(law)
    register = members if isinstance(members, Register) else register_of(members)
    reports, decided = tuple(events), tuple(adjustments)
    busy = {player for event in reports for game in event.games for player in (game.white, game.black)}
    busy.update(item.member for item in decided)
    busy.update(met_before(law, register, switches))
    rest = resting(law, register, busy, switches)
    outcome = engine.rate(
        map(register.member, rest.moving),
        reports,
        list_date=list_date,
        edition=law,
        switches=switches,
        adjustments=decided,
        earlier_lists=earlier_lists,
        reckon=sides,
    )
    lists = {type: Rows(rest.rows[type], rows) for type, rows in outcome.lists.items()}
    return replace(outcome, lists=lists)
