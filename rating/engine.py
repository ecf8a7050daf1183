"""From members and events to a list: the articles in the order in which they act."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime

from rating import editions
from rating.articles.initial_rating import game_order
from rating.checks import check_adjustments, check_events, check_members
from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.field import Field, begun_earlier, matches_of, standings
from rating.game_lines import Side, held_to_k_limit, sides_of
from rating.interpretations import OURS as OURS  # rating/columns has it from here
from rating.interpretations import Interpretations
from rating.k_in_period import counted_in_period
from rating.outcome import Notice, Outcome
from rating.queensland.engine import rate_event_by_event
from rating.records import (
    NO_LISTS,
    Adjustment,
    EarlierGame,
    EarlierLists,
    Event,
    Game,
    Held,
    Member,
    report_order,
)
from rating.reports import is_taken
from rating.rows import given, rows_of

Reckon = Callable[[Field, Sequence[tuple[Event, Game]], list[Problem]], Sequence[Side]]
# The second engine takes its reports by the same rule, from here.


def rate(
    members: Iterable[Member],
    events: Iterable[Event],
    *,
    list_date: date,
    edition: Edition | str | None = None,
    switches: Interpretations = OURS,
    adjustments: Iterable[Adjustment] = (),
    earlier_lists: EarlierLists = NO_LISTS,
    reckon: Reckon | None = None,
) -> Outcome:
    """The list of a date from the ratings of the list before and the reports of its period.

    `edition` None: the one the list falls under (R0); naming one is a ruling. Events reported on days
    of other periods are left aside. `adjustments`: points added by decision. `earlier_lists`: where the
    edition rates an event from the list under which it began, those before the list before. The outcome does
    not depend on the order of members, events and games, nor (where games are reckoned one by one) on how
    they are spread over reports (FIDE 8.2.1 asks for the first event). RatingError, with every problem
    found, where the input cannot be worked with or a game cannot be decided without the officer.
    `reckon`: what makes the two sides of each game; the article functions, or the columns that equal them
    (rating/columns).
    """
    law = edition_of(list_date, edition, switches)
    reckon = reckon or by_the_articles
    period = law.shapes.period(law, list_date)
    register = tuple(members)
    reports = tuple(event for event in events if is_taken(event, list_date, period))
    decided = tuple(adjustments)
    if law.by_event:
        if decided:
            raise RatingError(Problem("no-adjustment", law.id, "no adjustments", str(len(decided))))
        return rate_event_by_event(law, register, reports, list_date, period, switches)
    problems = [
        *check_members(law, register),
        *check_events(law, reports, switches),
        *check_adjustments(law, decided, register, list_date, switches),
    ]
    if problems:
        raise RatingError(problems)

    before = standings(law, register, list_date, switches)
    then, problems = begun_earlier(law, register, reports, list_date, switches, earlier_lists)
    if problems:
        raise RatingError(problems)
    people = {member.id: member for member in register}
    matches = matches_of(law, reports, switches)
    field = Field(law, people, before, list_date, switches, then, matches)
    in_order = [
        (event, game)
        for event in sorted(reports, key=lambda event: event.id)
        for game in sorted(event.games, key=report_order)
    ]
    sides = reckon(field, in_order, problems)
    if problems:
        raise RatingError(problems)
    sides = held_to_k_limit(field, counted_in_period(field, reports, sides))

    lines = tuple(side.line for side in sides)
    points = () if law.shapes.leaves_points_away(law, switches) else decided
    results = {
        type: rows_of(field, type, lines, period, given(type, register, points))
        for type in law.shapes.types(law)
    }
    kept: dict[str, list[EarlierGame]] = {}
    fallen: dict[str, dict[str, Held]] = {}
    for type, result in results.items():
        for member, games in result.kept.items():
            kept.setdefault(member, []).extend(games)
        for member, held in result.fallen.items():
            fallen.setdefault(member, {})[type] = held
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
        notices=(*_notices(sides), *(item for result in results.values() for item in result.notices)),
        interpretations=switches,
        fallen=fallen,
    )


def by_the_articles(
    field: Field, games: Sequence[tuple[Event, Game]], problems: list[Problem]
) -> Sequence[Side]:
    """Both sides of every game, in the order of the games, by the article functions one by one."""
    return [side for event, game in games for side in sides_of(field, event, game, problems)]


def edition_of(list_date: date, edition: Edition | str | None, switches: Interpretations) -> Edition:
    """The edition named, or the one the list falls under (R0). RatingError where there is none."""
    if not isinstance(list_date, date) or isinstance(list_date, datetime):
        raise RatingError(Problem("list-date", "list date", "a date", repr(list_date)))
    if isinstance(edition, Edition):
        return edition
    if edition is not None:
        return editions.load(edition)
    return editions.edition_for(list_date, switches)


def _notices(sides: Iterable[Side]) -> tuple[Notice, ...]:
    missing = {(side.line.player, side.line.type or "") for side in sides if side.birth_date_missing}
    return tuple(
        Notice("no-birth-date", player, type, "no birth date is known; no junior rule was applied")
        for player, type in sorted(missing)
    )
