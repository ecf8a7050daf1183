"""Members with games in two events at the same time (R51): nobody is in two halls at once."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Any

from importer.findings import Finding, OnEvent
from importer.meetings import Keeping, Kept, day_of, kept_of, names, persons
from importer.view import EventView

Played = Mapping[date, Set[str | None]]
"""The days on which a member had games, each with the hours at which these rounds began (None: not said)."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Another event, and who had games in both: his name, and the first day on which he had."""

    other: EventView
    players: tuple[tuple[str, date], ...]


def overlaps(
    views: Sequence[EventView],
    asked: Collection[str],
    how: str,
    same: Callable[[int], int],
    met: Keeping = kept_of,
    named: Callable[[EventView], Mapping[int, str]] = names,
) -> dict[str, list[Overlap]]:
    """For each event `asked` about, by key, the other events in which a member of its had a game at the same
    time, as R51 reads that. `same`: the row of the member that a row stands for. A pair of events that are
    both asked about is told once, of the later one. `met`: what is kept of the meetings of
    each; `named`: its
    members' names in print, by row."""
    played = _played_by(views, same, met)
    order = {view.key: n for n, view in enumerate(views)}
    by_day: dict[tuple[int, date], list[EventView]] = defaultdict(list)
    events_of = Counter(member for mine in played.values() for member in mine)
    for view in views:
        for member, days in played[view.key].items():
            if events_of[member] == 1:
                continue  # in no other event
            for day in _spread(view, days, how):
                by_day[member, day].append(view)
    together: dict[tuple[str, str], dict[int, date]] = defaultdict(dict)
    for (member, day), found in by_day.items():
        for earlier, later in combinations(found, 2):
            if how != "same-time" or _one_hour(played, member, day, later, earlier):
                before = together[later.key, earlier.key].get(member, day)
                together[later.key, earlier.key][member] = min(before, day)
    by_key = {view.key: view for view in views}
    told: dict[str, list[Overlap]] = defaultdict(list)
    for (later_key, earlier_key), members in sorted(together.items(), key=lambda m: [order[k] for k in m[0]]):
        one, other = (later_key, earlier_key) if later_key in asked else (earlier_key, later_key)
        if one in asked:
            printed = {same(row): name for row, name in named(by_key[one]).items()}
            players = sorted((printed[member], day) for member, day in members.items())
            told[one].append(Overlap(by_key[other], tuple(players)))
    return told


LISTED = 10
"""So many players are named; the others are counted."""


def member_in_two_events(view: EventView, found: Sequence[Overlap]) -> Iterator[Finding]:
    """One finding for each other event, with everybody concerned. Shown: a club evening may follow a
    tournament of the same day, and both are rated."""

    for overlap in found:
        event = overlap.other.event
        named = "; ".join(f"{name} on {day}" for name, day in overlap.players[:LISTED])
        more = f"; and {len(overlap.players) - LISTED} more" if len(overlap.players) > LISTED else ""
        yield OnEvent(view).finding(
            "member-in-two-events",
            {"event": event.key},
            f"with E{event.id} {event.name}",
            "each member in one event at a time (R51)",
            f"games in both: {named}{more}",
            "look whether the ID is another person's: banzuke resolve EVENT --player NUMBER --match ID;"
            " without an answer both are rated",
            blocks=False,
        )


def _played_by(
    views: Sequence[EventView], same: Callable[[int], int], met: Keeping
) -> dict[str, Mapping[int, Played]]:
    """By event, what those of its members played in it who can have played in another one."""
    entered = [{p: same(p) for p in persons(met(view)) if isinstance(p, int)} for view in views]
    many = Counter(member for mine in entered for member in set(mine.values()))
    found: dict[str, Mapping[int, Played]] = {}
    for view, mine in zip(views, entered, strict=True):
        concerned = {person: member for person, member in mine.items() if many[member] > 1}
        found[view.key] = _played(met(view), concerned) if concerned else {}
    return found


def _played(met: Sequence[Kept], of: Mapping[Any, int]) -> dict[int, dict[date, set[str | None]]]:
    """By member the days of his games that somebody dates, with the hours of the rounds. `of`: the member
    who somebody is, of those who are asked about."""
    found: dict[int, dict[date, set[str | None]]] = {}
    for white, black, _result, game, first, last, hour in met:
        if not game or first is None or first != last:
            continue
        for person in (white, black):
            if person in of and (day := day_of(first)) is not None:
                found.setdefault(of[person], {}).setdefault(day, set()).add(hour)
    return found


def _spread(view: EventView, days: Played, how: str) -> Collection[date]:
    """The days on which he is taken to be there: those of his games, or all from the first to the last."""
    if how != "days-overlap" or not days:
        return list(days)
    first, last = (view.event.first_day or min(days)), (view.event.last_day or max(days))
    return [date.fromordinal(n) for n in range(first.toordinal(), last.toordinal() + 1)]


def _one_hour(
    played: Mapping[str, Mapping[int, Played]], member: int, day: date, one: EventView, other: EventView
) -> bool:
    hours = played[one.key][member].get(day, frozenset()) & played[other.key][member].get(day, frozenset())
    return any(hour is not None for hour in hours)
