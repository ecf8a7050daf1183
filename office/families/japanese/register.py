"""The members of a run as the rating engine takes them: as columns, each day that differs read once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import chain, compress
from operator import itemgetter

from office.families.japanese.inputs import member
from office.runs.inputs import Values
from rating.columns.register import HeldColumns, Register

FROM_ELSEWHERE = frozenset(("jca", "foreign", "decided"))
"""What few members have, beside what all have."""


def members(people: Sequence[Values]) -> Register:
    """Everybody; only who is asked for is made into a member. ValueError where a day is none."""
    plain = [not (one["fide"] or one["earlier_games"]) and FROM_ELSEWHERE.isdisjoint(one) for one in people]
    spans = [(n, first, last) for n, one in enumerate(people) for first, last in one["membership"]]
    of_members = {(first, last) for _, first, last in spans}
    told = {*map(itemgetter("born"), people), *map(itemgetter("joined"), people), *chain(*of_members)}
    days = {day: date.fromisoformat(day) for day in told - {None}}
    turned = {(first, last) for first, last in of_members if days[first] > days[last]}
    for n, first, last in spans if turned else ():
        plain[n] = plain[n] and (first, last) not in turned  # the checks tell of him
    ratings = list(map(itemgetter("ratings"), people))
    cells = itemgetter("rating", "games", "peak", "adopted")
    held: dict[str, HeldColumns] = {}
    for name in dict.fromkeys(name for mine in ratings for name in mine):
        mine = [one.get(name) for one in ratings]
        columns = zip(*map(cells, filter(None, mine)), strict=True)
        held[name] = HeldColumns([*compress(range(len(mine)), mine)], *columns)
    return Register([one["id"] for one in people], plain, held, lambda n: member(people[n]))
