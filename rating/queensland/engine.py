"""A list that is reckoned event by event: the articles of 1 to 4c in the order in which they act,
and what such a list asks of its input before it begins."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from rating.checks import check_each_once, check_held, check_reports, day_problem, whole_problem
from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.interpretations import Interpretations
from rating.outcome import EventLine, EventNotRated, GameLine, Notice, Outcome, Row
from rating.queensland.events import Reckoned, reckon
from rating.records import Event, EventPerformance, Held, Member
from rating.steps import Period


def row_of(
    law: Edition,
    type: str,
    member: Member,
    events: Sequence[EventLine],
    last_played: date | None,
    list_date: date,
    first: date,
    switches: Interpretations,
) -> Row | None:
    """The row of a rated, provisional or new player, for a period that begins on `first`; None
    for an adult, and for who has not played."""
    held = member.ratings.get(type)
    days = [day for day in (member.last_played, last_played) if day is not None]
    active = law.queensland.active(law, max(days, default=None), list_date, switches)
    if law.queensland.is_pooled(law, law.queensland.kind(law, held, member.acf, first, switches)):
        return _new(law, member, held, events, active, switches)
    return _rated(law, member.id, held, events, active, switches) if held else None


def _rated(
    law: Edition,
    player: str,
    held: Held,
    events: Sequence[EventLine],
    active: bool,
    switches: Interpretations,
) -> Row:
    changes = [event.change for event in events if event.change is not None]
    rounded = law.shapes.rounding(law, changes, switches)
    gained = held.rating + rounded
    rating = law.queensland.overshoot(law, held.rating, gained, _performances(events), switches).rating
    played = sum(event.games for event in events)
    return Row(
        id=player,
        how="rated",
        previous=held.rating,
        previous_from="list",
        change=sum(changes),
        rounded=rounded,
        rating=rating,
        games=held.games + played,
        period_games=played,
        peak=max(rating, held.peak),
        listed=active and law.queensland.listed(law, rating),
        capped=rating != gained,
    )


def _new(
    law: Edition,
    member: Member,
    held: Held | None,
    events: Sequence[EventLine],
    active: bool,
    switches: Interpretations,
) -> Row | None:
    """A new or provisional player: by the games of two periods, or as he stands where he has not played."""
    pool = None
    if events:
        pool = law.queensland.pooled(law, (*member.previous_period, *_performances(events)), switches)
        rating = pool.rating
    elif held:
        rating = held.rating
    else:
        return None
    played = sum(event.games for event in events)
    return Row(
        id=member.id,
        how="initial" if pool is not None else "rated",
        previous=held.rating if held else None,
        previous_from="list" if held else None,
        rating=rating,
        games=(held.games if held else 0) + played,
        period_games=played,
        peak=max(rating, held.peak if held else 0),
        provisional=pool.provisional if pool is not None else True,
        listed=active and law.queensland.listed(law, rating),
        pool=pool,
    )


def _performances(events: Sequence[EventLine]) -> tuple[EventPerformance, ...]:
    return tuple(EventPerformance(event.performance, event.games, event.time_class) for event in events)


def check_lists(law: Edition, members: Sequence[Member]) -> Iterator[Problem]:
    """Members: each once, ratings and performances that are whole numbers, classes that exist. There is no
    lowest rating: one below 500 is kept and used, and not listed (QJ 2)."""
    yield from check_each_once(members)
    for member in members:
        place = f"member {member.id}"
        yield from check_held(set(law.shapes.types(law)), place, member, below_zero=True)
        for item in member.acf:
            yield from whole_problem(f"{place}, ACF rating", item.rating)
            yield from day_problem(f"{place}, ACF list", item.list_date)
        if member.last_played is not None:
            yield from day_problem(f"{place}, last played", member.last_played)
        for event in member.previous_period:
            where = f"{place}, period before"
            yield from whole_problem(f"{where}, performance", event.performance, below_zero=True)
            yield from whole_problem(f"{where}, games", event.games)
            yield from _time_class(law, where, event.time_class, False)
            if event.games == 0:
                yield Problem("not-a-number", f"{where}, games", "one game or more", "0")


def check_classes(law: Edition, events: Iterable[Event]) -> Iterator[Problem]:
    """Events: each once, of a class that is stated or may be assumed, games of two people with a result."""
    return check_reports(events, lambda place, event: _time_class(law, place, event.time_class, event.junior))


def _time_class(law: Edition, place: str, stated: str | None, junior: bool) -> Iterator[Problem]:
    if law.queensland.time_class(law, stated, junior) is None:
        expected = f"one of {', '.join(law.words('time_classes'))}"
        remedy = "the officer names it; of a junior club or school event K 10 may be assumed"
        yield Problem("time-class", place, expected, stated or "nothing", remedy)


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
        reckon(law, type, event, register, period.first, switches)
        for event in sorted(events, key=lambda event: event.id)
    ]
    mine = _by_player(reckoned)
    everyone = {**{player: Member(player) for player in mine}, **register}
    last = _last_days(reckoned)
    rows = [
        row
        for player, member in sorted(everyone.items())
        if (
            row := row_of(
                law, type, member, mine.get(player, ()), last.get(player), list_date, period.first, switches
            )
        )
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
