"""From members and events to a list by the second engine: what `rating.engine.rate` gives, sooner.

Only the games are reckoned on columns. Standings, rows and initial ratings are a matter of players,
not of games, and are made by the article functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from rating.articles.initial_rating import game_order
from rating.checks import check_adjustments, check_events, check_members
from rating.columns.roles import require
from rating.columns.sides import sides
from rating.edition import Edition
from rating.engine import OURS, _edition, _game_order, _notices, _taken
from rating.errors import RatingError
from rating.game_lines import Field
from rating.interpretations import Interpretations
from rating.outcome import Outcome
from rating.records import Adjustment, EarlierGame, Event, Member
from rating.rows import given, rows_of
from rating.standings import standings


def rate(
    members: Iterable[Member],
    events: Iterable[Event],
    *,
    list_date: date,
    edition: Edition | str | None = None,
    switches: Interpretations = OURS,
    adjustments: Iterable[Adjustment] = (),
) -> Outcome:
    """What `rating.engine.rate` gives for the same input, and the same refusals.

    RatingError also where the edition has a shape without a counterpart on columns (`columns-not-for`).
    """
    law = _edition(list_date, edition, switches)
    require(law)
    period = law.shapes.period(law, list_date)
    register = tuple(members)
    reports = tuple(event for event in events if _taken(event, list_date, period))
    decided = tuple(adjustments)
    problems = [
        *check_members(law, register),
        *check_events(law, reports, switches),
        *check_adjustments(law, decided, register, list_date),
    ]
    if problems:
        raise RatingError(problems)

    before = standings(law, register, list_date, switches)
    field = Field(law, {member.id: member for member in register}, before, list_date, switches)
    in_order = [
        (event, game)
        for event in sorted(reports, key=lambda event: event.id)
        for game in sorted(event.games, key=_game_order)
    ]
    found = sides(field, in_order, problems)
    if problems:
        raise RatingError(problems)

    lines = tuple(side.line for side in found)
    results = {
        type: rows_of(law, type, before, lines, period, switches, given(type, register, decided))
        for type in law.shapes.types(law)
    }
    kept: dict[str, list[EarlierGame]] = {}
    for result in results.values():
        for member, games in result.kept.items():
            kept.setdefault(member, []).extend(games)
    return Outcome(
        edition=law.id,
        list_date=list_date,
        previous_list=law.shapes.previous_list(law, list_date),
        period=period,
        lists={type: result.rows for type, result in results.items()},
        lines=lines,
        earlier_games={
            member: tuple(sorted(games, key=game_order)) for member, games in sorted(kept.items())
        },
        decisions=tuple(item for result in results.values() for item in result.decisions),
        notices=(*_notices(found), *(item for result in results.values() for item in result.notices)),
        interpretations=switches,
    )
