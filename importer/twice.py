"""The same event by two ways (a link and a form, two files): found by the games they have in common."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from importer.meetings import Meeting, Meetings, Person, meetings
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
    stands_for: Callable[[int], int] = int,
    met: Meetings = meetings,
) -> dict[str, list[Alike]]:
    """For each event, by key, the earlier stored ones that can be on the same days (or have none) and have
    at least half of the smaller one's games in common, three or more unless they have one name (R43).
    Looked at are the events `asked`, by key, and those on the days of one of them. `any_game`: one common
    game is enough. `stands_for`: from a member's row to that of who he is. `met`: the meetings of each."""
    fresh = [view for view in views if view.key in asked]
    views = [view for view in views if view.key in asked or any(_may_overlap(view, f) for f in fresh)]
    games = {view.key: _games(met(view), stands_for) for view in views}
    holders: dict[Game, list[int]] = defaultdict(list)
    for number, view in enumerate(views):
        for game in games[view.key]:
            holders[game].append(number)
    common: Counter[tuple[int, int]] = Counter()
    for numbers in holders.values():
        for at, later in enumerate(numbers):
            for earlier in numbers[:at]:
                common[earlier, later] += 1
    found: dict[str, list[Alike]] = defaultdict(list)
    for (earlier, later), count in sorted(common.items()):
        one, two = views[earlier], views[later]
        mine, theirs = games[two.key], games[one.key]
        smaller = min(len(mine), len(theirs))
        enough = count * 2 >= smaller and (count >= LEAST or _same_name(one, two))
        if (any_game or enough) and _may_overlap(one, two):
            same = sum(mine[game] == theirs[game] for game in mine.keys() & theirs.keys())
            found[two.key].append(Alike(one, count, smaller, same))
    return found


def _same_name(one: EventView, two: EventView) -> bool:
    return name_key(one.event.name) == name_key(two.event.name)


def _may_overlap(one: EventView, two: EventView) -> bool:
    """Whether a day can belong to both events; an event without days may be on any."""
    first, last = one.event.first_day, one.event.last_day
    begins, ends = two.event.first_day, two.event.last_day
    if first is None or last is None or begins is None or ends is None:
        return True
    return first <= ends and begins <= last


def _games(met: Sequence[Meeting], of: Callable[[int], int]) -> dict[Game, str | None]:
    """The result of each game, as the one who comes first by his key would write it."""
    times: dict[tuple[str, str], int] = {}
    found: dict[Game, str | None] = {}
    keys = {person: _key(person, of) for meeting in met for person in meeting[:2]}
    for meeting in met:
        white, black = keys[meeting.white], keys[meeting.black]
        if white is None or black is None:
            continue
        one, two = (white, black) if white <= black else (black, white)
        nth = times[one, two] = times.get((one, two), 0) + 1
        result = meeting.result or ""
        found[one, two, nth] = result if one == white else OTHER_WAY.get(result, result)
    return found


def _key(person: Person, of: Callable[[int], int]) -> str | None:
    """Who he is: the member he is taken for, else his name; None for placeholders."""
    return f"#{of(person)}" if isinstance(person, int) else person
