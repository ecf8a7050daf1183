"""Carrying a simulated list on into the next where ratings are worked out event by event."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from office.runs.queensland_rows import NEW
from rating.outcome import Outcome
from rating.records import EventPerformance, Held, Member


def carried_on(members: Sequence[Member], before: Outcome) -> list[Member]:
    """The members with what the simulated list before gave them: rating and `P`, performances of its
    period for who has no full rating, and the day of the last game."""
    (type_,) = before.lists
    held = {row.id: row for row in before.lists[type_]}
    performed: dict[str, list[EventPerformance]] = {}
    for line in before.event_lines:
        if line.standing in NEW:
            performed.setdefault(line.player, []).append(
                EventPerformance(line.performance, line.games, line.time_class)
            )
    last: dict[str, date] = {}
    for game in before.lines:
        if game.counts:
            last[game.player] = max(game.last_day, last.get(game.player, game.last_day))
    found = []
    for member in members:
        row = held.get(member.id)
        days = [d for d in (member.last_played, last.get(member.id)) if d is not None]
        rating = (
            {type_: Held(row.rating, row.games, row.peak, provisional=row.provisional)}
            if row is not None
            else {}
        )
        found.append(
            replace(
                member,
                ratings=rating,
                previous_period=tuple(performed.get(member.id, ())),
                last_played=max(days, default=None),
            )
        )
    return found
