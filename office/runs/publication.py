"""What a version of a list says against the list before it: who is new, who moved, who left.

For drafts before they are published, and for the versions of a correction as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from operator import gt
from typing import NamedTuple

from sqlmodel import Session, SQLModel

from office.lists.columns import Column, read_columns
from office.lists.erased import Erased
from office.lists.rows import listed_earlier, provisional, unseen
from office.merge.listed import Ratings, gone_on_from
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from rating.editions import load


class Moved(NamedTuple):
    """One rating on the version. `before`: on the list before, None for who is new to the lists;
    `games_before` in the same way. `provisional`: a `P`, which moves by other rules; `adjusted`: points by a
    decision; `was_provisional`: a `P` on the list before; `again`: that list kept his rating without showing
    it, and an earlier one showed him; `previous_from`: where the rating that moved comes from, as the list
    stores it."""

    id: str
    name: str
    type: str
    rating: int
    before: int | None
    games: int
    games_before: int | None
    period_games: int
    how: str
    provisional: bool
    adjusted: int
    was_provisional: bool = False
    again: bool = False
    previous_from: str | None = None

    @property
    def points(self) -> int:
        """What was gained since the list before; 0 for who is new."""
        return 0 if self.before is None else self.rating - self.before


@dataclass(frozen=True, slots=True)
class Left:
    """Who stood on the list before and does not stand on this one."""

    id: str
    name: str
    rating: int


@dataclass(frozen=True)
class OfType:
    """The ratings of one type, by ID. `columns`: those of `Moved`, a rating at each place: of a large list
    only what is looked at is taken out of them."""

    type: str
    columns: Mapping[str, Column]
    left: Sequence[Left]

    @property
    def count(self) -> int:
        """How many ratings there are."""
        return len(self.columns["id"])

    def at(self, places: Iterable[int]) -> list[Moved]:
        """The ratings at these places."""
        columns = [*self.columns.values()]
        return [Moved._make([column[place] for column in columns]) for place in places]

    @cached_property
    def ratings(self) -> Sequence[Moved]:
        """All of them, as the desk shows a list whole."""
        return self.at(range(self.count))

    @cached_property
    def touched(self) -> Sequence[Moved]:
        """Who is new, moved, played, was adjusted or is on the list again, by ID."""
        names = ("rating", "before", "period_games", "adjusted", "again")
        told = zip(*map(self.columns.__getitem__, names), strict=True)
        return self.at(
            place
            for place, (rating, before, played, adjusted, again) in enumerate(told)
            if rating != before or played or adjusted or again
        )

    @property
    def new(self) -> list[Moved]:
        return [m for m in self.touched if m.before is None]

    @property
    def again(self) -> list[Moved]:
        """Who stands on the list again."""
        return [m for m in self.touched if m.again]

    @property
    def changed(self) -> list[Moved]:
        return [m for m in self.touched if m.before is not None and m.points]

    @property
    def moving(self) -> list[Moved]:
        """The same, new ones first, then by points."""
        return sorted(self.touched, key=lambda m: (m.before is not None, -abs(m.points), m.id))

    @property
    def unchanged(self) -> int:
        """How many stand as they stood."""
        return self.count - len(self.new) - len(self.changed)


@dataclass(frozen=True, slots=True)
class Publication:
    """A version against the one it was reckoned from. `inactive`: who was active on that one and is not any
    more, None under a text that takes such players off its lists; `still_inactive` counts everybody else who
    is not active."""

    list_date: date
    version: int
    edition: str | None
    how: str
    previous: date | None
    types: Sequence[OfType]
    inactive: Sequence[tuple[str, str]] | None
    still_inactive: int


PEOPLE, BEFORE = ("federation_id", "name", "active"), ("type", "federation_id", "rating", "games", "marks")
SHOWN = (*BEFORE, "period_games", "previous", "previous_from", "how", "adjusted")
OF_BEFORE: Mapping[type[SQLModel], Sequence[str]] = {ListMemberRow: PEOPLE, ListRatingRow: BEFORE}
"""The columns of the list before that are asked for."""


def publication(session: Session, version: ListVersionRow) -> Publication:
    """What the version says, from its stored rows and those of the version before it."""
    before = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    people, then = _people(session, version), _people(session, before)
    now, old = _held(session, version, SHOWN), _held(session, before, BEFORE)
    shown = {type_: now.shown(type_) for type_ in sorted(now.ratings, key=lambda t: (t == "rapid", t))}
    merged, types = gone_on_from(session, version.id or 0, _gone_on(shown, old)), []
    for type_, mine in shown.items():
        joined = merged.get(type_, {})
        moved = _moved(type_, mine, now, old, people, joined)
        types.append(OfType(type_, moved, _left(mine, old.shown(type_), then, joined)))
    on_list = set[str]().union(*(of["federation_id"] for of in shown.values()))
    active = dict(zip(people["federation_id"], people["active"], strict=True))
    names = dict(zip(people["federation_id"], people["name"], strict=True))
    was_active = {n for n, is_ in zip(then["federation_id"], then["active"], strict=True) if is_}
    idle = sorted(number for number in on_list if not active[number])
    fell = [(number, names[number]) for number in idle if number in was_active]
    return Publication(
        list_date=version.list_date,
        version=version.version,
        edition=version.edition,
        how=version.how,
        previous=before.list_date if before else None,
        types=types,
        inactive=None if version.edition and load(version.edition).has("active") else fell,
        still_inactive=len(idle) - len(fell),
    )


Told = Mapping[str, Column]
"""Rows as columns, by name."""


class _Held(NamedTuple):
    """The ratings of a version by type, each by ID; whose are kept `unseen`, who of these was `listed` on a
    list before it, and whose have a `P` by their events."""

    ratings: Mapping[str, Told]
    unseen: frozenset[str]
    listed: frozenset[str]
    marked: frozenset[str]

    def shown(self, type_: str) -> Told:
        """Those of a type that the list shows: none of a type whose holders have all left it."""
        of = self.ratings.get(type_, dict.fromkeys(SHOWN, ()))
        if not self.unseen:
            return of
        places = [n for n, number in enumerate(of["federation_id"]) if number not in self.unseen]
        return {name: [column[n] for n in places] for name, column in of.items()}

    def stood(self, type_: str) -> dict[str, int]:
        """The place of each rating of a type, less who was kept and never on a list."""
        of = self.ratings.get(type_, dict.fromkeys(SHOWN, ()))
        never = self.unseen - self.listed
        return {number: n for n, number in enumerate(of["federation_id"]) if number not in never}

    def provisional(self, of: Told) -> list[bool]:
        """Whether each of these ratings has a `P`."""
        with_one = {m for m in {*of["marks"]} if m is not None and "provisional" in m.split()}
        told = zip(of["federation_id"], of["marks"], strict=True)
        return [marks in with_one or number in self.marked for number, marks in told]


def _gone_on(shown: Mapping[str, Told], old: _Held) -> Iterator[Ratings]:
    """Of each type what those `shown` go on from, and what stood on the list before."""
    for type_, rows in shown.items():
        was = old.ratings.get(type_, {})
        held = {number: (was["rating"][n], was["games"][n]) for number, n in old.stood(type_).items()}
        told = zip(rows["federation_id"], rows["previous"], rows["previous_from"], strict=True)
        yield Ratings(type_, {number: rating for number, rating, source in told if source == "list"}, held)


def _moved(
    type_: str, rows: Told, now: _Held, old: _Held, people: Told, joined: Mapping[str, str]
) -> dict[str, Column]:
    """The ratings of a type by ID, as columns. An edition that names its types otherwise carries the old
    ratings over (R13), and a member goes on from the rating of an entry that was `joined` with his (R53):
    nobody is new by that."""
    ids, count = rows["federation_id"], len(rows["federation_id"])
    names = dict(zip(people["federation_id"], people["name"], strict=True))
    before: list[int | None] = [None] * count
    games_before, was_provisional, again = before, [False] * count, [False] * count
    if (was := old.ratings.get(type_)) is not None:
        place = old.stood(type_)
        whose = [joined.get(number, number) for number in ids] if joined else ids
        stood = list(map(place.get, whose))
        marks = old.provisional(was)
        before = [None if n is None else was["rating"][n] for n in stood]
        games_before = [None if n is None else was["games"][n] for n in stood]
        was_provisional = [n is not None and marks[n] for n in stood]
        again = [number in old.unseen and n is not None for number, n in zip(whose, stood, strict=True)]
    elif old.ratings:
        told = zip(rows["previous"], rows["previous_from"], strict=True)
        before = [previous if source == "list" else None for previous, source in told]
    return {
        "id": ids,
        "name": list(map(names.__getitem__, ids)),
        "type": [type_] * count,
        "rating": rows["rating"],
        "before": before,
        "games": rows["games"],
        "games_before": games_before,
        "period_games": rows["period_games"],
        "how": rows["how"],
        "provisional": now.provisional(rows),
        "adjusted": [points or 0 for points in rows["adjusted"]],
        "was_provisional": was_provisional,
        "again": again,
        "previous_from": rows["previous_from"],
    }


def _left(rows: Told, old: Told, then: Told, joined: Mapping[str, str]) -> list[Left]:
    """Who had a rating of a type on the list before and has none now, by ID. An entry whose rating was
    `joined` to a member who had none stands on in his."""
    had = {*old["federation_id"]}
    gone = had.difference(rows["federation_id"], (one for kept, one in joined.items() if kept not in had))
    names = {n: name for n, name in zip(then["federation_id"], then["name"], strict=True) if n in gone}
    told = zip(old["federation_id"], old["rating"], strict=True)  # as they stand, by ID
    return [Left(number, names[number], rating) for number, rating in told if number in gone]


def _people(session: Session, version: ListVersionRow | None) -> Told:
    """Everyone on a version; of who is erased the ID stands for the name."""
    if version is None:
        return dict.fromkeys(PEOPLE, ())
    ids, names, active = read_columns(session, ListMemberRow, version.id, PEOPLE)
    if erased := Erased(session).ids:
        names = [number if number in erased else name for number, name in zip(ids, names, strict=True)]
    return dict(zip(PEOPLE, (ids, names, active), strict=True))


def _held(session: Session, version: ListVersionRow | None, names: Sequence[str]) -> _Held:
    if version is None:
        return _Held({}, *[frozenset[str]()] * 3)
    columns = dict(zip(names, read_columns(session, ListRatingRow, version.id, names), strict=True))
    ids, types = columns["federation_id"], columns["type"]
    found: dict[str, Told] = {}
    for type_ in {*types}:
        places = [n for n, of in enumerate(types) if of == type_]
        if any(map(gt, (mine := [ids[n] for n in places]), mine[1:])):
            places.sort(key=ids.__getitem__)
        found[type_] = {name: [column[n] for n in places] for name, column in columns.items()}
    kept = unseen(session, version)
    listed = listed_earlier(session, version.id) if kept else kept
    return _Held(found, kept, listed, provisional(session, version))
