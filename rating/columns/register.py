"""The members of a run as columns: of nearly all of them a list asks for nothing but their ratings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from rating.checks import is_plain
from rating.records import Member


@dataclass(frozen=True, slots=True)
class HeldColumns:
    """Everybody's rating of one type on the list before, as columns: the places of those who hold one in the
    register, in order, and of each what `Held` has."""

    places: Sequence[int]
    rating: Sequence[int]
    games: Sequence[int]
    peak: Sequence[int]
    adopted: Sequence[bool]


@dataclass(frozen=True, slots=True)
class Register:
    """The members of a run. `plain`: by place, whether a list asks for nothing of them but the ratings they
    hold, unless they play: no rating from elsewhere, no games of an unrated player, nothing decided, and
    days that are days. `held`: by type. `member`: the one at a place."""

    ids: Sequence[str]
    plain: Sequence[bool]
    held: Mapping[str, HeldColumns]
    member: Callable[[int], Member]


def register_of(members: Iterable[Member]) -> Register:
    """Members as they are as columns."""
    people = tuple(members)
    held: dict[str, HeldColumns] = {}
    told = attrgetter("rating", "games", "peak", "adopted")
    for name in dict.fromkeys(name for member in people for name in member.ratings):
        places = [place for place, member in enumerate(people) if name in member.ratings]
        cells = zip(*(told(people[place].ratings[name]) for place in places), strict=True)
        held[name] = HeldColumns(places, *cells)
    return Register([member.id for member in people], [is_plain(m) for m in people], held, people.__getitem__)
