"""K where the games that a period itself brings count towards those of a new player (R115)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rating.field import Field
from rating.game_lines import Side, k_on
from rating.records import Event


def counted_in_period(field: Field, reports: Iterable[Event], sides: Sequence[Side]) -> Sequence[Side]:
    """The sides of a period, in the order of its games, with K as the games before each leave it; as they are
    where the count of the list before decides."""
    law = field.law
    within = law.shapes.k_in_period(law, field.switches)
    if within is None:
        return sides
    ended = {event.id: event.last_day for event in reports}
    rated: defaultdict[str, list[int]] = defaultdict(list)
    for n, side in enumerate(sides):
        if side.line.c is not None:
            rated[side.line.player].append(n)
    found = list(sides)
    for player, mine in rated.items():
        lines = {n: sides[n].line for n in mine}
        if within == "event":
            order = sorted(mine, key=lambda n: (ended[lines[n].event], lines[n].event, n))
        else:
            order = sorted(mine, key=lambda n: (lines[n].last_day, n))
        since: Counter[str] = Counter()
        waiting: Counter[str] = Counter()  # of the event that is not over
        before = None
        for n in order:
            line = lines[n]
            if within == "game" or line.event != before:
                since, waiting, before = since + waiting, Counter(), line.event
            assert line.type is not None and line.score is not None and line.pd is not None
            k = k_on(field, player, line.type, line.last_day, since)
            c = law.shapes.change(law, line.score, line.pd, k.k)
            told = replace(line, k=k.k, k_reason=k.reason, c=c)
            found[n] = replace(sides[n], line=told, birth_date_missing=k.birth_date_missing)
            waiting[line.type] += 1
    return found
