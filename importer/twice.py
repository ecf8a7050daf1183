"""The same event by two ways (a link and a form, two files): found by the games they have in common. One
counts, and the first accepted report fixes period and lateness. And members with games in two events at the
same time (R51): nobody is in two halls at once."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from itertools import chain, combinations
from typing import Any, TypeVar

from importer.findings import Finding, OnEvent
from importer.meetings import Keeping, Met, Person, Played, met_of, names
from importer.names import name_key
from importer.view import EventView

Game = tuple[str, str, int]
"""Two people, and which of their games in the event it is."""

Who = TypeVar("Who", int, str)

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
    near = _near(kept, keys)
    known = _known(kept, near, merged)
    new = {pair: shared for pair, shared in near.items() if "games" not in known[pair]}
    for pair, told in _common(kept, keys, new).items():
        known[pair]["games"] = told
    found: dict[str, list[Alike]] = defaultdict(list)
    for earlier, later in sorted(near):
        count, same = known[earlier, later]["games"]
        one, two = views[earlier], views[later]
        smaller = min(kept[later].games, kept[earlier].games)
        one_name = name_key(one.event.name) == name_key(two.event.name)
        enough = count * 2 >= smaller and (count >= LEAST or one_name)
        if count and (any_game or enough) and _may_overlap(one, two):
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


Pair = tuple[int, int]
"""Two events by their places, the earlier one first."""


def _known(
    kept: Sequence[Met], pairs: Iterable[Pair], merged: Mapping[int, int]
) -> dict[Pair, dict[str, Any]]:
    """What comparing these pairs found and finds: two events that are as they were are not compared again by
    one process, unless a member of theirs stands for another."""
    plain = [mine.members.isdisjoint(merged) for mine in kept]
    return {
        (earlier, later): kept[later].found.setdefault(kept[earlier], {})
        if plain[earlier] and plain[later]
        else {}
        for earlier, later in pairs
    }


def _near(kept: Sequence[Met], keys: Sequence[Mapping[Person, str]]) -> dict[Pair, list[str]]:
    """The events that can have a game in common, with whom they share: two people, or one who in both is two
    players that met."""
    people = [set(mine.values()) for mine in keys]
    together = _shared(people)
    # Somebody may have a game with himself: two players are taken for him.
    himself = [len(mine) < len(own) or met.himself for met, own, mine in zip(kept, keys, people, strict=True)]
    return {
        (earlier, later): shared
        for (earlier, later), shared in together.items()
        if len(shared) > 1 or (himself[earlier] and himself[later])
    }


def _shared(people: Sequence[Set[Who]]) -> dict[Pair, list[Who]]:
    """Those who are in two of these, by the pair."""
    many = {who for who, times in Counter(chain.from_iterable(people)).items() if times > 1}
    places: dict[Who, list[int]] = {}
    for number, mine in enumerate(people):
        for who in mine & many:
            places.setdefault(who, []).append(number)
    together: dict[Pair, list[Who]] = defaultdict(list)
    for who, numbers in places.items():
        for pair in combinations(numbers, 2):
            together[pair].append(who)
    return together


def _common(
    kept: Sequence[Met], keys: Sequence[Mapping[Person, str]], near: Mapping[Pair, Collection[str]]
) -> dict[Pair, tuple[int, int]]:
    """How many games each of these pairs has in common, and how many of them with the same result."""
    some: list[set[str]] = [set() for _ in kept]
    for pair, shared in near.items():
        for number in pair:
            some[number].update(shared)
    games = [
        _games(mine, {person: key for person, key in own.items() if key in known} if known else {})
        for mine, own, known in zip(kept, keys, some, strict=True)
    ]
    holders: dict[Game, list[int]] = defaultdict(list)
    for number, of_event in enumerate(games):
        for game in of_event:
            holders[game].append(number)
    common: Counter[Pair] = Counter()
    for numbers in holders.values():
        common.update(combinations(numbers, 2))
    found = {}
    for pair in near:
        mine, theirs = games[pair[1]], games[pair[0]]
        same = [mine[game] == theirs[game] for game in mine.keys() & theirs.keys()] if common[pair] else ()
        found[pair] = common[pair], sum(same)
    return found


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
    people = [mine.members if mine.members.isdisjoint(merged) else _standing(mine, merged) for mine in kept]
    shared = _shared(people)
    known = _known(kept, shared, merged)
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


def _spread(view: EventView, days: Played, how: str) -> Set[date]:
    """The days on which he is taken to be there: those of his games, or all from the first to the last."""
    if how != "days-overlap":
        return days.keys()
    first, last = (view.event.first_day or min(days)), (view.event.last_day or max(days))
    return {date.fromordinal(n) for n in range(first.toordinal(), last.toordinal() + 1)}


def _one_hour(one: Played, other: Played, day: date) -> bool:
    hours = one.get(day, frozenset()) & other.get(day, frozenset())
    return any(hour is not None for hour in hours)
