"""The same event by two ways (a link and a form, two files): found by the games they have in common. One
counts, and the first accepted report fixes period and lateness."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from importer.findings import Finding, OnEvent
from importer.meetings import ANY_DAY, Keeping, Met, Pair, Person, Span, found_between, in_both
from importer.names import name_key
from importer.view import EventView

Game = tuple[str, str, int]
"""Two people, and which of their games in the event it is."""

LEAST = 3
"""So many games in common at least, unless the two events have one name: two people may well meet twice in
a day."""

OTHERWISE = 10
"""Of so many results of an event that repeats another on other days one may be another: it may have been
corrected with the day. Where a club's members meet in the same order every week, hardly ever will nine of ten
results be those of another week."""

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
    any_game: bool,
    merged: Mapping[int, int],
    met: Keeping,
) -> dict[str, list[Alike]]:
    """For each event, by key, the earlier stored ones that can be on the same days (or have none) and have
    at least half of the smaller one's games in common, three or more unless they have one name; and those
    on other days that have its name and repeat it, three games or more, one of the two as a file (R43): the
    key of a file hangs on its day, which may have been corrected. Looked at are the events `asked`, by
    key, and those on the days or of the name of one of them. `any_game`: one common game is enough. `merged`:
    rows of the register that stand for others. `met`: what is kept of the meetings of each."""
    fresh = [view for view in views if view.key in asked]
    named = {_name(view) for view in fresh}
    views = [
        view
        for view in views
        if view.key in asked or _name(view) in named or any(_may_overlap(view, f) for f in fresh)
    ]
    kept = [met(view) for view in views]
    keys = [mine.keys(merged) for mine in kept]
    near = _near(views, kept, keys)
    known = found_between(kept, near, merged)
    new = {pair: shared for pair, shared in near.items() if "games" not in known[pair]}
    for pair, told in _common(kept, keys, new).items():
        known[pair]["games"] = told
    found: dict[str, list[Alike]] = defaultdict(list)
    for earlier, later in sorted(near):
        count, same, repeated = known[earlier, later]["games"]
        one, two = views[earlier], views[later]
        smaller = min(kept[later].games, kept[earlier].games)
        one_name = _name(one) == _name(two)
        enough = count * 2 >= smaller and (count >= LEAST or one_name)
        on_its_days = (any_game or enough) and _may_overlap(one, two)
        of_a_file = None in (one.event.tournament, two.event.tournament)
        if count and (on_its_days or (repeated and one_name and of_a_file and count >= LEAST)):
            found[two.key].append(Alike(one, count, smaller, same))
    return found


def _name(view: EventView) -> str:
    return name_key(view.event.name)


def reported_twice(
    view: EventView, found: Sequence[Alike], came: Callable[[], datetime], *, again: bool
) -> Iterator[Finding]:
    """The question for the first earlier event that this one may be, and all that are answered: of many
    reports of one event each asks once. One that was set aside for another asks nothing more; one that was
    set aside for this one is answered by that. `again`: of one that was left out by decision (3(8)) before
    this one came, unless they are two events, it is asked whether this report rates its games (R113). `came`:
    when the first report of this one was read."""
    aside = view.set_aside()
    enough = aside is not None
    for other in found:
        settled = None
        theirs = other.other.set_aside()
        if aside is not None and aside.value == other.other.key:
            settled = aside.id
        elif theirs is not None and theirs.value == view.key:
            settled = theirs.id
        event, label = other.other.event, other.other.label_in_facts
        one = OnEvent(view).finding(
            "reported-twice",
            {"event": event.key},
            "",
            "an event that was not reported before",
            f"{other.common} of {other.smaller} games are between the same people as in E{event.id}"
            f" {label}, {other.same} with the same result",
            f"banzuke resolve PROBLEM --same-as E{event.id} if it is one event and that report counts, or"
            f" banzuke resolve E{event.id} --same-as E{view.event.id} if this one does; --accept: two events",
            settled_by=settled,
        )
        left_out = other.other.excluded() if settled is None else None
        if left_out is not None:
            if not again or theirs is not None or one.settled_by is not None or left_out.made_at > came():
                continue
            one = _left_out_again(view, other, " ".join(left_out.reason.split()))
        if one.settled_by is not None:
            yield one
        elif not enough:
            yield one
            enough = True


def _left_out_again(view: EventView, other: Alike, reason: str) -> Finding:
    own, event, label = view.excluded(), other.other.event, other.other.label_in_facts
    return OnEvent(view).finding(
        "excluded-reported-again",
        {"event": event.key},
        "",
        "no games of an event that is left out by decision",
        f"{other.common} of {other.smaller} games are between the same people as in E{event.id}"
        f" {label}, which is left out by decision, with the reason “{reason}”",
        f"banzuke resolve PROBLEM --same-as E{event.id} if it is one event, or --exclude: this report does"
        " not rate them either; --accept rates this report",
        settled_by=own.id if own else None,
    )


def _near(
    views: Sequence[EventView], kept: Sequence[Met], keys: Sequence[Mapping[Person, str]]
) -> dict[Pair, list[str]]:
    """The events that can have a game in common and are on the same days, or of one name and one of them a
    file, with whom they share: two people, or one who in both is two players that met."""
    people = [set(mine.values()) for mine in keys]
    together = in_both(people, [_days(view) for view in views])
    for numbers in _of_one_name(views):
        of_name = in_both([people[number] for number in numbers], [ANY_DAY] * len(numbers))
        for (one, two), shared in of_name.items():
            pair = numbers[one], numbers[two]
            if any(views[number].event.tournament is None for number in pair):
                together[pair] = shared
    # Somebody may have a game with himself: two players are taken for him.
    himself = [len(mine) < len(own) or met.himself for met, own, mine in zip(kept, keys, people, strict=True)]
    return {
        (earlier, later): shared
        for (earlier, later), shared in together.items()
        if len(shared) > 1 or (himself[earlier] and himself[later])
    }


def _common(
    kept: Sequence[Met], keys: Sequence[Mapping[Person, str]], near: Mapping[Pair, Collection[str]]
) -> dict[Pair, tuple[int, int, bool]]:
    """How many games each of these pairs has in common, how many of them with the same result, and whether
    one repeats the other: all that is kept of them but the days."""
    some: list[set[str]] = [set() for _ in kept]
    for pair, shared in near.items():
        for number in pair:
            some[number].update(shared)
    games = [
        _games(mine, {person: key for person, key in own.items() if key in known} if known else {})
        for mine, own, known in zip(kept, keys, some, strict=True)
    ]
    found = {}
    for pair in near:
        mine, theirs = games[pair[1]], games[pair[0]]
        same = [mine[game] == theirs[game] for game in mine.keys() & theirs.keys()]
        repeated = bool(same) and _repeated(*(_untimed(kept, keys, number) for number in pair))
        found[pair] = len(same), sum(same), repeated
    return found


Untimed = Sequence[tuple[str | None, str | None, str | None]]


def _repeated(one: Untimed, other: Untimed) -> bool:
    """Whether the same people met in the same order and with the same colours, and nearly all with the same
    result."""
    if [who for *who, _result in one] != [who for *who, _result in other]:
        return False
    games = sum(None not in who for *who, _result in one)
    return sum(a != b for a, b in zip(one, other, strict=True)) * OTHERWISE <= games


def _untimed(kept: Sequence[Met], keys: Sequence[Mapping[Person, str]], number: int) -> Untimed:
    """The pairings of an event in their order, each with White, Black and the result."""
    who = keys[number].get
    return [(who(white), who(black), result) for white, black, result, *_when in kept[number].kept]


def _of_one_name(views: Sequence[EventView]) -> list[list[int]]:
    """The places of events that have one name, where one of them at least is a file."""
    named: dict[str, list[int]] = defaultdict(list)
    for number, view in enumerate(views):
        named[_name(view)].append(number)
    return [
        numbers
        for numbers in named.values()
        if len(numbers) > 1 and any(views[number].event.tournament is None for number in numbers)
    ]


def _days(view: EventView) -> Span:
    """Between which days an event can be; one without days may be on any."""
    first, last = view.event.first_day, view.event.last_day
    return ANY_DAY if first is None or last is None else (first, last)


def _may_overlap(one: EventView, two: EventView) -> bool:
    """Whether a day can belong to both events."""
    (first, last), (begins, ends) = _days(one), _days(two)
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
