"""A list that is reckoned event by event: the articles of 1 to 4c in the order in which they act."""

from collections.abc import Mapping, Sequence
from datetime import date

from rating.edition import Edition
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.outcome import EventLine, EventNotRated, GameLine, Notice, Outcome
from rating.queensland.checks import check_classes, check_lists
from rating.queensland.events import Reckoned, reckon
from rating.queensland.rows import row_of
from rating.records import Event, Member
from rating.steps import Period


def rate_event_by_event(
    law: Edition,
    members: Sequence[Member],
    events: Sequence[Event],
    list_date: date,
    period: Period,
    switches: Interpretations,
) -> Outcome:
    """The list of a date. Whoever plays and is on no register is a new player. RatingError with every
    problem found."""
    problems = [*check_lists(law, members), *check_classes(law, events)]
    if problems:
        raise RatingError(problems)
    (type,) = law.shapes.types(law)
    register = {member.id: member for member in members}
    reckoned = [
        reckon(law, type, event, register, switches) for event in sorted(events, key=lambda event: event.id)
    ]
    mine = _by_player(reckoned)
    everyone = {**{player: Member(player) for player in mine}, **register}
    last = _last_days(reckoned)
    rows = [
        row
        for player, member in sorted(everyone.items())
        if (row := row_of(law, type, member, mine.get(player, ()), last.get(player), list_date, switches))
    ]
    return Outcome(
        edition=law.id,
        list_date=list_date,
        previous_list=law.shapes.previous_list(law, list_date),
        period=period,
        lists={type: tuple(rows)},
        lines=tuple(line for event in reckoned for line in event.lines),
        earlier_games={},
        decisions=(),
        notices=_notices(law, type, everyone, mine, list_date, switches),
        interpretations=switches,
        event_lines=tuple(line for event in reckoned for line in event.players),
        events_not_rated=tuple(
            EventNotRated(event.id, "no-rated-player", law.article_of_reason("no-rated-player"))
            for event in reckoned
            if not event.rated
        ),
    )


def _by_player(reckoned: Sequence[Reckoned]) -> Mapping[str, tuple[EventLine, ...]]:
    found: dict[str, tuple[EventLine, ...]] = {}
    for event in reckoned:
        for line in event.players:
            found[line.player] = (*found.get(line.player, ()), line)
    return found


def _last_days(reckoned: Sequence[Reckoned]) -> Mapping[str, date]:
    """The last day on which each played a rated game in this period."""
    last: dict[str, date] = {}
    lines: list[GameLine] = [line for event in reckoned for line in event.lines if line.counts]
    for line in lines:
        last[line.player] = max(line.last_day, last.get(line.player, line.last_day))
    return last


def _notices(
    law: Edition,
    type: str,
    everyone: Mapping[str, Member],
    mine: Mapping[str, Sequence[EventLine]],
    list_date: date,
    switches: Interpretations,
) -> tuple[Notice, ...]:
    listed = law.queensland.active(law, None, list_date, switches)
    shown = "was not taken off the list" if listed else "is not on the list"
    detail = f"nobody knows when the last game was; the player {shown}"
    return tuple(
        Notice("no-last-game", player, type, detail)
        for player, member in sorted(everyone.items())
        if type in member.ratings and member.last_played is None and player not in mine
    )
