"""The same event by two ways (a link and a form, two files): found by the games they have in common. One
counts, and the first accepted report fixes period and lateness. And members with games in two events at the
same time (R51): nobody is in two halls at once."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from itertools import chain, combinations

from importer.findings import Finding, OnEvent
from importer.meetings import Keeping, Met, Person, Played, met_of, names
from importer.names import name_key
from importer.view import EventView

Game = tuple[str, str, int]
"""Two people, and which of their games in the event it is."""

LEAST = 3
"""So many games in common at least, unless the two events have one name: two people may well meet twice in
a day."""

OTHER_WAY = {"1-0": "0-1", "0-1": "1-0", "+--": "--+", "--+": "+--"}


@dataclass(frozen=True, slots=True)
class Alike:
    """Another event that may be the same one: `common` of the `smaller` one's games are between the same
    people, `same` of these with the same result."""

    other: EventView
    common: int
    smaller: int
    same: int


def alike(
    views: Sequence[EventView],
    asked: Collection[str],
    *,
    any_game: bool = False,
    merged: Mapping[int, int] = {},
    met: Keeping = met_of,
) -> dict[str, list[Alike]]:
    """For each event, by key, the earlier stored ones that can be on the same days (or have none) and have
    at least half of the smaller one's games in common, three or more unless they have one name (R43).
    Looked at are the events `asked`, by key, and those on the days of one of them. `any_game`: one common
    game is enough. `merged`: rows of the register that stand for others. `met`: what is kept of the
    meetings of each."""
    fresh = [view for view in views if view.key in asked]
    views = [view for view in views if view.key in asked or any(_may_overlap(view, f) for f in fresh)]
    kept = [met(view) for view in views]
    keys = [mine.keys(merged) for mine in kept]
    games = [
        _games(mine, {person: key for person, key in own.items() if key in near} if near else {})
        for mine, own, near in zip(kept, keys, _near(kept, keys), strict=True)
    ]
    holders: dict[Game, list[int]] = defaultdict(list)
    for number, of_event in enumerate(games):
        for game in of_event:
            holders[game].append(number)
    common: Counter[tuple[int, int]] = Counter()
    for numbers in holders.values():
        common.update(combinations(numbers, 2))
    found: dict[str, list[Alike]] = defaultdict(list)
    for (earlier, later), count in sorted(common.items()):
        one, two = views[earlier], views[later]
        mine, theirs = games[later], games[earlier]
        smaller = min(kept[later].games, kept[earlier].games)
        one_name = name_key(one.event.name) == name_key(two.event.name)
        enough = count * 2 >= smaller and (count >= LEAST or one_name)
        if (any_game or enough) and _may_overlap(one, two):
            same = sum(mine[game] == theirs[game] for game in mine.keys() & theirs.keys())
            found[two.key].append(Alike(one, count, smaller, same))
    return found


def reported_twice(view: EventView, found: Sequence[Alike]) -> Iterator[Finding]:
    """One question for each earlier event that this one may be. What the officer left out, or set aside for
    another, asks nothing more; one that was set aside for this one is answered by that."""
    aside = view.set_aside()

    for other in found:
        settled = None
        theirs = other.other.set_aside()
        if aside is not None and aside.value == other.other.key:
            settled = aside.id
        elif theirs is not None and theirs.value == view.key:
            settled = theirs.id
        elif other.other.excluded() is not None:
            continue
        event = other.other.event
        yield OnEvent(view).finding(
            "reported-twice",
            {"event": event.key},
            "",
            "an event that was not reported before",
            f"{other.common} of {other.smaller} games are between the same people as in E{event.id}"
            f" {other.other.label}, {other.same} with the same result",
            f"banzuke resolve PROBLEM --same-as E{event.id} if it is one event and that report counts, or"
            f" banzuke resolve E{event.id} --same-as E{view.event.id} if this one does; --accept: two events",
            settled_by=settled,
        )


def _near(kept: Sequence[Met], keys: Sequence[Mapping[Person, str]]) -> list[set[str]]:
    """For each event, those of its people who can have a game in common with another one: it has two of them
    as well, or one who in both is two players that met."""
    people = [set(mine.values()) for mine in keys]
    many = {key for key, events in Counter(chain.from_iterable(people)).items() if events > 1}
    events_of: dict[str, list[int]] = {}
    for number, mine in enumerate(people):
        for key in mine & many:
            events_of.setdefault(key, []).append(number)
    together: dict[tuple[int, int], list[str]] = defaultdict(list)
    for key, numbers in events_of.items():
        for pair in combinations(numbers, 2):
            together[pair].append(key)
    near: list[set[str]] = [set() for _ in keys]
    # Somebody may have a game with himself: two players are taken for him.
    himself = [len(mine) < len(own) or met.himself for met, own, mine in zip(kept, keys, people, strict=True)]
    for (earlier, later), shared in together.items():
        if len(shared) > 1 or (himself[earlier] and himself[later]):
            near[earlier].update(shared)
            near[later].update(shared)
    return near


def _may_overlap(one: EventView, two: EventView) -> bool:
    """Whether a day can belong to both events; an event without days may be on any."""
    first, last = one.event.first_day, one.event.last_day
    begins, ends = two.event.first_day, two.event.last_day
    if first is None or last is None or begins is None or ends is None:
        return True
    return first <= ends and begins <= last


def _games(met: Met, keys: Mapping[Person, str]) -> dict[Game, str | None]:
    """The result of each game between people who have a key, as the one who comes first by his would write
    it."""
    times: dict[tuple[str, str], int] = {}
    found: dict[Game, str | None] = {}
    for one_met in met.between(keys):
        white, black, result = keys[one_met[0]], keys[one_met[1]], one_met[2] or ""
        one, two = (white, black) if white <= black else (black, white)
        nth = times[one, two] = times.get((one, two), 0) + 1
        found[one, two, nth] = result if one == white else OTHER_WAY.get(result, result)
    return found


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
    met: Keeping = met_of,
    named: Callable[[Sequence[EventView], Collection[int]], Mapping[str, Mapping[int, str]]] = names,
) -> dict[str, list[Overlap]]:
    """For each event `asked` about, by key, the other events in which a member of its had a game at the same
    time, as R51 reads that. `merged`: rows of the register that stand for others. A pair of events that are
    both asked about is told once, of the later one. `met`: what is kept of the meetings of each; `named`: the
    names in print of some members of some, by key and row."""
    kept = list(map(met, views))
    played = _played_by(kept, merged)
    events_of: dict[int, list[int]] = defaultdict(list)
    for number, of_event in enumerate(played):
        for member in of_event:
            events_of[member].append(number)
    together: dict[tuple[int, int], dict[int, date]] = defaultdict(dict)
    for member, numbers in events_of.items():
        for earlier, later in combinations(numbers, 2):
            mine, theirs = played[later][member], played[earlier][member]
            days = _spread(views[later], mine, how) & _spread(views[earlier], theirs, how)
            if how == "same-time":
                days = {day for day in days if _one_hour(mine, theirs, day)}
            if days:
                together[later, earlier][member] = min(days)
    pairs = [
        (*((later, earlier) if views[later].key in asked else (earlier, later)), members)
        for (later, earlier), members in sorted(together.items())
    ]
    pairs = [pair for pair in pairs if views[pair[0]].key in asked]
    if not pairs:
        return {}
    there = {member for *_events, members in pairs for member in members}
    rows = {row for mine in kept for row in mine.members if merged.get(row, row) in there}
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


def _played_by(kept: Sequence[Met], merged: Mapping[int, int]) -> Sequence[Mapping[int, Played]]:
    """Of each event what those of its members played in it who can have played in another one, too."""
    members = [
        mine.members
        if mine.members.isdisjoint(merged)
        else frozenset(merged.get(row, row) for row in mine.members)
        for mine in kept
    ]
    many = {member for member, events in Counter(chain.from_iterable(members)).items() if events > 1}
    found: list[dict[int, Played]] = [{} for _ in kept]
    for of_event, own, played in zip(kept, members, found, strict=True):
        for row in of_event.members if not own.isdisjoint(many) else ():
            member, days = merged.get(row, row), of_event.days.get(row)
            if days and member in many:
                before = played.get(member, {})
                both = {day: before[day] | days[day] for day in before.keys() & days.keys()}
                played[member] = {**before, **days, **both} if before else days
    return found


def _spread(view: EventView, days: Played, how: str) -> Set[date]:
    """The days on which he is taken to be there: those of his games, or all from the first to the last."""
    if how != "days-overlap":
        return days.keys()
    first, last = (view.event.first_day or min(days)), (view.event.last_day or max(days))
    return {date.fromordinal(n) for n in range(first.toordinal(), last.toordinal() + 1)}


def _one_hour(one: Played, other: Played, day: date) -> bool:
    hours = one.get(day, frozenset()) & other.get(day, frozenset())
    return any(hour is not None for hour in hours)
