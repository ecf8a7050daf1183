"""Who met whom in an event: the little that comparing it with other events needs, small enough to be kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from datetime import date
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import orjson

from importer.names import is_person, name_key
from scraper.records import Kind

if TYPE_CHECKING:
    from importer.ahead import Entered
    from importer.view import EventView

GAME = Kind.GAME.value
Who = TypeVar("Who", int, str)

Person = int | str | None
"""The row of the member he is taken for, else the key of his name; None for placeholders and for nobody."""


class Meeting(NamedTuple):
    """One pairing. `game`: it was played, or is to be; `first` and `last`: between which days, the same
    where the day is known, None where nobody dates it; `hour` when its round began, where that is said."""

    white: Person
    black: Person
    result: str | None
    game: bool
    first: date | None
    last: date | None
    hour: str | None


Meetings = Callable[["EventView"], Sequence[Meeting]]
"""Where the meetings of an event are had from."""

Kept = Sequence[Any]
"""What is kept of a meeting: the same in the same order, the days as texts."""

Span = tuple[date, date]
"""The first day and the last one."""

ANY_DAY: Span = date.min, date.max

Played = Mapping[date, Set[str | None]]
"""The days on which a member had games, each with the hours at which these rounds began (None: not said)."""


class Met:
    """What is kept of the meetings of an event, in their order; what comparing it with other events asks of
    them is worked out once."""

    def __init__(self, kept: Sequence[Kept]) -> None:
        self.kept = kept

    @cached_property
    def found(self) -> MutableMapping[Met, dict[str, Any]]:
        """What comparing it with another event found, for as long as that one is kept."""
        return WeakKeyDictionary()

    @cached_property
    def persons(self) -> Set[Person]:
        """Who had a pairing."""
        found: set[Person] = {one[0] for one in self.kept}
        found |= {one[1] for one in self.kept}
        found.discard(None)
        return found

    @cached_property
    def members(self) -> frozenset[int]:
        """Those of them who are members, by the rows they are entered under."""
        return frozenset(person for person in self.persons if isinstance(person, int))

    def keys(self, merged: Mapping[int, int]) -> Mapping[Person, str]:
        """Who everybody is: the member he is taken for, else his name. `merged`: rows of the register that
        stand for others."""
        moved = merged.keys() & self.members
        return self._keys | {row: f"#{merged[row]}" for row in moved} if moved else self._keys

    @cached_property
    def _keys(self) -> dict[Person, str]:
        return {person: f"#{person}" if isinstance(person, int) else str(person) for person in self.persons}

    @cached_property
    def games(self) -> int:
        """How many games there are between people."""
        return sum(one[0] is not None and one[1] is not None for one in self.kept)

    @cached_property
    def himself(self) -> bool:
        """Whether somebody has a game with himself."""
        return any(one[0] == one[1] and one[0] is not None for one in self.kept)

    def between(self, some: Collection[Person]) -> Iterator[Kept]:
        """The meetings of these with each other."""
        for place in sorted(place for person in some for place in self._as_white.get(person, ())):
            if self.kept[place][1] in some:
                yield self.kept[place]

    @cached_property
    def days(self) -> Mapping[Person, Played]:
        """Of everybody the games that somebody dates."""
        found: dict[Person, dict[date, set[str | None]]] = {}
        for white, black, _result, game, first, last, hour in self.kept:
            if game and first is not None and first == last and (day := day_of(first)) is not None:
                for person in (white, black):
                    found.setdefault(person, {}).setdefault(day, set()).add(hour)
        return found

    @cached_property
    def span(self) -> Span | None:
        """Between which days those games are; None where nobody dates any."""
        dated = [one[4] for one in self.kept if one[3] and one[4] and one[4] == one[5]]
        return (date.fromisoformat(min(dated)), date.fromisoformat(max(dated))) if dated else None

    @cached_property
    def _as_white(self) -> Mapping[Person, Sequence[int]]:
        found: dict[Person, list[int]] = {}
        for place, one in enumerate(self.kept):
            found.setdefault(one[0], []).append(place)
        return found


Keeping = Callable[["EventView"], Met]
"""Where they are had from."""


def met_of(view: EventView) -> Met:
    """What is kept of the pairings of an event."""
    people = {number: _person(player) for number, player in view.players.items()}
    told: dict[int, tuple[str | None, str | None, str | None]] = {}
    for number in {pairing.round for pairing in view.pairings}:
        days, row = view.days(number), view.rounds.get(number)
        first, last = (None, None) if days is None else map(date.isoformat, days)
        told[number] = first, last, None if row is None else row.time
    who = people.get
    return Met(
        [
            (who(white), who(black), result, kind == GAME, *told[number])  # type: ignore[arg-type]
            for number, _board, white, black, result, kind, _colours in view.pairings
        ]
    )


Pair = tuple[int, int]
"""Two events by their places, the earlier one first."""


def found_between(
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


def in_both(people: Sequence[Set[Who]], spans: Sequence[Span]) -> dict[Pair, list[Who]]:
    """Those who are in two of these that can have a day in common, by the pair; who plays every evening makes
    no pairs of all evenings. `spans`: between which days each of these is."""
    many = {who for who, times in Counter(chain.from_iterable(people)).items() if times > 1}
    places: dict[Who, list[int]] = {}
    for number in sorted(range(len(people)), key=lambda number: spans[number][0]):
        for who in people[number] & many:
            places.setdefault(who, []).append(number)
    together: dict[Pair, list[Who]] = defaultdict(list)
    for who, numbers in places.items():
        going: list[int] = []
        for number in numbers:
            first = spans[number][0]
            going = [other for other in going if spans[other][1] >= first]
            for other in going:
                together[(other, number) if other < number else (number, other)].append(who)
            going.append(number)
    return together


def as_text(found: Met) -> str:
    """Meetings as they are kept."""
    text = orjson.dumps(found.kept).decode()
    _keep(text, found)
    return text


MOST_KEPT = 20_000_000
"""Letters of texts whose meetings are kept by this process, so that they are not unpacked again: a month
of 2,400 evenings has 8.5 million, which take some 50 MB. Where there are more, each look unpacks all."""
_kept: dict[str, Met] = {}
_letters = 0


def met_in(text: str) -> Met:
    """What is kept of meetings."""
    found = _kept.get(text)
    if found is None:
        _keep(text, found := Met(orjson.loads(text)))
    return found


def _keep(text: str, found: Met) -> None:
    global _letters
    if _letters + len(text) > MOST_KEPT:
        _kept.clear()
        _letters = 0
    if text not in _kept:
        _kept[text] = found
        _letters += len(text)


def meeting_of(kept: Kept) -> Meeting:
    """The meeting of which this is kept."""
    white, black, result, game, first, last, hour = kept
    return Meeting(white, black, result, game, day_of(first), day_of(last), hour)


@lru_cache(maxsize=1000)
def day_of(text: str | None) -> date | None:
    """The day of which this is kept."""
    return date.fromisoformat(text) if text else None


def _person(player: Entered) -> Person:
    if player.member_id is not None:
        return player.member_id
    return name_key(player.name) if is_person(player.name) else None
