"""The row of one player on a list that is reckoned event by event."""

from collections.abc import Sequence
from datetime import date

from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.outcome import EventLine, Row
from rating.records import EventPerformance, Held, Member


def row_of(
    law: Edition,
    type: str,
    member: Member,
    events: Sequence[EventLine],
    last_played: date | None,
    list_date: date,
    switches: Interpretations,
) -> Row | None:
    """The row of a rated, provisional or new player; None for an adult, and for who has not played."""
    held = member.ratings.get(type)
    days = [day for day in (member.last_played, last_played) if day is not None]
    active = law.queensland.active(law, max(days, default=None), list_date, switches)
    if law.queensland.is_pooled(law, law.queensland.kind(law, held, bool(member.acf))):
        return _new(law, member, held, events, active)
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
    law: Edition, member: Member, held: Held | None, events: Sequence[EventLine], active: bool
) -> Row | None:
    """A new or provisional player: by the games of two periods, or as he stands where he has not played."""
    pool = None
    if events:
        pool = law.queensland.pooled(law, (*member.previous_period, *_performances(events)))
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
