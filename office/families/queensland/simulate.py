"""What a simulated list gives the next one: rating and `P`, and what was performed in its period."""

from collections.abc import Sequence
from dataclasses import replace

from office.families.queensland.rows import NEW
from office.runs.derived import last_played
from office.runs.inputs import Values
from rating.edition import Edition
from rating.outcome import Outcome
from rating.records import EventPerformance, Held, Member


def carried_on(members: Sequence[Member], inputs: Values, before: Outcome, law: Edition) -> list[Member]:
    """The members with what the simulated list before gave them: rating and `P`, performances of its
    period for who has no full rating, and the day of the last game."""
    (type_,) = before.lists
    held = {
        row.id: Held(row.rating, row.games, row.peak, provisional=row.provisional)
        for row in before.lists[type_]
    }
    performed: dict[str, list[EventPerformance]] = {}
    for line in before.event_lines:
        if line.standing in NEW:
            performed.setdefault(line.player, []).append(
                EventPerformance(line.performance, line.games, line.time_class)
            )
    last = last_played(before, {m["id"]: m for m in inputs["members"]})
    return [
        replace(
            member,
            ratings={type_: held[member.id]} if member.id in held else {},
            previous_period=tuple(performed.get(member.id, ())),
            last_played=last[member.id],
        )
        for member in members
    ]
