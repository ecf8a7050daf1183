"""Members with games in two events at the same time (R51): nobody is in two halls at once."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date

from importer.findings import Finding, OnEvent
from importer.meetings import Keeping, Met, Person, Played, Span, found_between, in_both
from importer.view import EventView


@dataclass(frozen=True, slots=True)
class Overlap:
    """Another event, and who had games in both: his name, and the first day on which he had."""

    other: EventView
    players: tuple[tuple[str, date], ...]


def overlaps(
    views: Sequence[EventView],
    asked: Collection[str],
    how: str,
    merged: Mapping[int, int],
    met: Keeping,
    named: Callable[[Sequence[EventView], Collection[int]], Mapping[str, Mapping[int, str]]],
) -> dict[str, list[Overlap]]:
    """For each event `asked` about, by key, the other events in which a member of its had a game at the same
    time, as R51 reads that. `merged`: rows of the register that stand for others. A pair of events that are
    both asked about is told once, of the later one. `met`: what is kept of the meetings of each; `named`: the
    names in print of some members of some, by key and row."""
    kept = list(map(met, views))
    people = [mine.members if mine.members.isdisjoint(merged) else _standing(mine, merged) for mine in kept]
    shared = in_both(people, [_between(view, mine, how) for view, mine in zip(views, kept, strict=True)])
    known = found_between(kept, shared, merged)
    if how == "days-overlap":  # which hangs on the days of the events as well
        known = {pair: {} for pair in shared}
    new = [pair for pair in shared if how not in known[pair]]
    played = {n: _played_by(kept[n], merged) for n in {n for pair in new for n in pair}}
    for earlier, later in new:
        at_once = known[earlier, later][how] = {}
        for member in shared[earlier, later]:
            mine, theirs = played[later].get(member, {}), played[earlier].get(member, {})
            if not (mine and theirs):
                continue
            days = _spread(views[later], mine, how) & _spread(views[earlier], theirs, how)
            if how == "same-time":
                days = {day for day in days if _one_hour(mine, theirs, day)}
            if days:
                at_once[member] = min(days)
    pairs = [
        (*((later, earlier) if views[later].key in asked else (earlier, later)), known[earlier, later][how])
        for earlier, later in sorted(shared, key=lambda pair: (pair[1], pair[0]))
        if known[earlier, later][how]
    ]
    pairs = [pair for pair in pairs if views[pair[0]].key in asked]
    if not pairs:
        return {}
    there = {member for *_events, members in pairs for member in members}
    rows = there | {row for row, member in merged.items() if member in there}
    printed = named([views[number] for number in dict.fromkeys(pair[0] for pair in pairs)], rows)
    own = {
        key: {merged.get(row, row): name for row, name in theirs.items()} for key, theirs in printed.items()
    }
    told: dict[str, list[Overlap]] = defaultdict(list)
    for one, other, members in pairs:
        key = views[one].key
        players = sorted((own[key][member], day) for member, day in members.items())
        told[key].append(Overlap(views[other], tuple(players)))
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
        name = event.called
        yield OnEvent(view).finding(
            "member-in-two-events",
            {"event": event.key},
            f"with E{event.id} {name}",
            "each member in one event at a time (R51)",
            f"games in both: {named}{more}",
            "look whether the ID is another person's: banzuke resolve EVENT --player NUMBER --match ID;"
            " without an answer both are rated",
            blocks=False,
        )


def _standing(met: Met, merged: Mapping[int, int]) -> frozenset[int]:
    """The members of an event, whichever of their rows they are entered under."""
    return frozenset(merged.get(row, row) for row in met.members)


def _played_by(met: Met, merged: Mapping[int, int]) -> Mapping[Person, Played]:
    """What each member played in an event, whichever of his rows it is entered under."""
    if met.members.isdisjoint(merged):
        return met.days
    found: dict[Person, Played] = {}
    for row in met.members:
        days, before = met.days.get(row, {}), found.get(member := merged.get(row, row), {})
        both = {day: before[day] | days[day] for day in before.keys() & days.keys()}
        found[member] = {**before, **days, **both}
    return found


def _between(view: EventView, met: Met, how: str) -> Span:
    """Between which days anybody can be taken to be there; none where nobody dates a game."""
    if met.span is None:
        return date.max, date.min
    if how != "days-overlap":
        return met.span
    return view.event.first_day or met.span[0], view.event.last_day or met.span[1]


def _spread(view: EventView, days: Played, how: str) -> Set[date]:
    """The days on which he is taken to be there: those of his games, or all from the first to the last."""
    if how != "days-overlap":
        return days.keys()
    first, last = (view.event.first_day or min(days)), (view.event.last_day or max(days))
    return {date.fromordinal(n) for n in range(first.toordinal(), last.toordinal() + 1)}


def _one_hour(one: Played, other: Played, day: date) -> bool:
    hours = one.get(day, frozenset()) & other.get(day, frozenset())
    return any(hour is not None for hour in hours)
