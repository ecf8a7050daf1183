"""What a version of a list says against the list before it: who is new, who moved, who left.

For drafts before they are published, and for the versions of a correction as well.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from operator import gt
from typing import NamedTuple

from sqlmodel import Session, SQLModel, col, func, select

from office.lists.columns import Column, read_columns
from office.lists.rows import provisional, unseen
from office.tables import GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.editions import load


class Moved(NamedTuple):
    """One rating on the version. `before`: on the list before, None for who is new to the list;
    `games_before` in the same way. `provisional`: a `P`, which moves by other rules; `adjusted`:
    points by a decision."""

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
        """All of them."""
        return self.at(range(self.count))

    @cached_property
    def touched(self) -> Sequence[Moved]:
        """Who is new, moved, played or was adjusted, by ID."""
        told = zip(*(self.columns[n] for n in ("rating", "before", "period_games", "adjusted")), strict=True)
        return self.at(
            place
            for place, (rating, before, played, adjusted) in enumerate(told)
            if rating != before or played or adjusted
        )

    @property
    def new(self) -> list[Moved]:
        return [m for m in self.touched if m.before is None]

    @property
    def changed(self) -> list[Moved]:
        return [m for m in self.touched if m.before is not None and m.points]

    @property
    def moving(self) -> list[Moved]:
        """Who is new, moved, played or was adjusted: new ones first, then by points."""
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


PEOPLE, BEFORE = ("federation_id", "name", "active"), ("type", "federation_id", "rating", "games")
SHOWN = (*BEFORE, "period_games", "previous", "previous_from", "how", "marks", "adjusted")
OF_BEFORE: Mapping[type[SQLModel], Sequence[str]] = {ListMemberRow: PEOPLE, ListRatingRow: BEFORE}
"""The columns of the list before that are asked for."""


def publication(session: Session, version: ListVersionRow) -> Publication:
    """What the version says, from its stored rows and those of the version before it."""
    before = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    people, then = _people(session, version), _people(session, before)
    rows, old = _ratings(session, version, SHOWN), _ratings(session, before, BEFORE)
    marked, types = provisional(session, version), []
    for type_ in sorted(rows, key=lambda t: (t == "rapid", t)):
        mine, was = rows[type_], old.get(type_)
        moved = _moved(type_, mine, was, people, marked, carried=bool(old))
        types.append(OfType(type_, moved, _left(mine, was, then)))
    on_list = set[str]().union(*(of["federation_id"] for of in rows.values()))
    active = dict(zip(people["federation_id"], people["active"], strict=True))
    names = dict(zip(people["federation_id"], people["name"], strict=True))
    was_active = {n for n, is_ in zip(then["federation_id"], then["active"], strict=True) if is_}
    idle = sorted(number for number in on_list if not active[number])
    now = [(number, names[number]) for number in idle if number in was_active]
    return Publication(
        list_date=version.list_date,
        version=version.version,
        edition=version.edition,
        how=version.how,
        previous=before.list_date if before else None,
        types=types,
        inactive=None if version.edition and load(version.edition).has("active") else now,
        still_inactive=len(idle) - len(now),
    )


Told = Mapping[str, Column]
"""Rows as columns, by name."""


def _moved(
    type_: str, rows: Told, old: Told | None, people: Told, marked: frozenset[str], *, carried: bool
) -> dict[str, Column]:
    """The ratings of a type by ID, as columns. `carried`: there is a list before. An edition that names its
    types otherwise carries the old ratings over (R13): nobody is new by that."""
    ids, count = rows["federation_id"], len(rows["federation_id"])
    names = dict(zip(people["federation_id"], people["name"], strict=True))
    before: Column = [None] * count
    games_before: Column = before
    if old is not None:
        before = list(map(dict(zip(old["federation_id"], old["rating"], strict=True)).get, ids))
        games_before = list(map(dict(zip(old["federation_id"], old["games"], strict=True)).get, ids))
    elif carried:
        told = zip(rows["previous"], rows["previous_from"], strict=True)
        before = [previous if source == "list" else None for previous, source in told]
    provisional = {m for m in {*rows["marks"]} if m is not None and "provisional" in m.split()}
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
        "provisional": [
            number in marked or marks in provisional for number, marks in zip(ids, rows["marks"], strict=True)
        ],
        "adjusted": [points or 0 for points in rows["adjusted"]],
    }


def _left(rows: Told, old: Told | None, then: Told) -> list[Left]:
    """Who had a rating of a type on the list before and has none now, by ID."""
    if old is None:
        return []
    gone = {*old["federation_id"]}.difference(rows["federation_id"])
    names = {n: name for n, name in zip(then["federation_id"], then["name"], strict=True) if n in gone}
    told = zip(old["federation_id"], old["rating"], strict=True)  # as they stand, by ID
    return [Left(number, names[number], rating) for number, rating in told if number in gone]


def _people(session: Session, version: ListVersionRow | None) -> Told:
    if version is None:
        return dict.fromkeys(PEOPLE, ())
    return dict(zip(PEOPLE, read_columns(session, ListMemberRow, version.id, PEOPLE), strict=True))


def _ratings(session: Session, version: ListVersionRow | None, names: Sequence[str]) -> dict[str, Told]:
    """By type, each by ID; of a list that keeps ratings without showing them only those that it shows."""
    if version is None:
        return {}
    columns = dict(zip(names, read_columns(session, ListRatingRow, version.id, names), strict=True))
    kept, ids, types = unseen(session, version), columns["federation_id"], columns["type"]
    found: dict[str, Told] = {}
    for type_ in {*types}:  # also where nobody is shown: whoever was has left
        places = [n for n, of in enumerate(types) if of == type_ and ids[n] not in kept]
        if any(map(gt, (mine := [ids[n] for n in places]), mine[1:])):
            places.sort(key=ids.__getitem__)
        found[type_] = {name: [column[n] for n in places] for name, column in columns.items()}
    return found


@dataclass(frozen=True, slots=True)
class Played:
    """What an event did to a rating: how many of its games counted, and what they came to in hundredths of a
    point; None where the edition does not add games up one by one."""

    event_key: str
    event_name: str
    games: int
    change: int | None


def played(session: Session, version: ListVersionRow) -> Mapping[tuple[str, str], Sequence[Played]]:
    """By ID and type, what moved each rating of a version: the events with games that counted."""
    g = GameLineRow
    by = (g.federation_id, g.type, g.event_key, g.event_name)
    query = select(*by, func.count(), func.sum(g.c)).where(g.version_id == version.id)  # type: ignore[call-overload]
    query = query.where(col(g.counts) | col(g.for_initial)).group_by(*by)
    rows = session.execute(query.order_by(func.min(g.first_day), col(g.event_key)))
    found: dict[tuple[str, str], list[Played]] = {}
    for member, type_, key, name, games, change in rows:
        found.setdefault((member, type_), []).append(Played(key, name, games, change))
    return found
