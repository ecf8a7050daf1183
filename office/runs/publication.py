"""What a version of a list says against the list before it: who is new, who moved, who left.

For drafts before they are published, and for the versions of a correction as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Row
from sqlmodel import Session, col, func, select

from office.lists.rows import member_rows, provisional, rating_rows, unseen
from office.tables import GameLineRow, ListVersionRow


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


@dataclass(frozen=True, slots=True)
class OfType:
    """The ratings of one type, by ID."""

    type: str
    ratings: Sequence[Moved]
    left: Sequence[Left]

    @property
    def new(self) -> list[Moved]:
        return [m for m in self.ratings if m.before is None]

    @property
    def changed(self) -> list[Moved]:
        return [m for m in self.ratings if m.before is not None and m.points]

    @property
    def moving(self) -> list[Moved]:
        """Who is new, moved, played or was adjusted: new ones first, then by points."""
        moved = [m for m in self.ratings if m.before is None or m.points or m.period_games or m.adjusted]
        return sorted(moved, key=lambda m: (m.before is not None, -abs(m.points), m.id))

    @property
    def unchanged(self) -> list[Moved]:
        return [m for m in self.ratings if m.before is not None and not m.points]


@dataclass(frozen=True, slots=True)
class Publication:
    """A version against the one it was reckoned from. `inactive`: who was active on that one and is not any
    more; `still_inactive` counts everybody else who is not active."""

    list_date: date
    version: int
    edition: str | None
    how: str
    previous: date | None
    types: Sequence[OfType]
    inactive: Sequence[tuple[str, str]]
    still_inactive: int


def publication(session: Session, version: ListVersionRow) -> Publication:
    """What the version says, from its stored rows and those of the version before it."""
    before = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    people, then = _people(session, version), _people(session, before)
    rows, old = _ratings(session, version), _ratings(session, before)
    marked = provisional(session, version)
    types_before = frozenset(t for _, t in old)
    gone, types = sorted(old.keys() - rows.keys()), []
    for type_ in sorted({t for _, t in rows}, key=lambda t: (t == "rapid", t)):
        carried = bool(types_before) and type_ not in types_before
        mine = [
            _moved(row, people[key[0]].name, carried, old.get(key), marked)
            for key, row in rows.items()
            if key[1] == type_
        ]
        left = [Left(key[0], then[key[0]].name, old[key].rating) for key in gone if key[1] == type_]
        types.append(OfType(type_, sorted(mine), left))
    on_list = {number for number, _ in rows}
    idle = {number: people[number].name for number in sorted(on_list) if not people[number].active}
    now = [(number, name) for number, name in idle.items() if number in then and then[number].active]
    return Publication(
        list_date=version.list_date,
        version=version.version,
        edition=version.edition,
        how=version.how,
        previous=before.list_date if before else None,
        types=types,
        inactive=now,
        still_inactive=len(idle) - len(now),
    )


def _moved(row: Row[Any], name: str, carried: bool, same: Row[Any] | None, marked: frozenset[str]) -> Moved:
    """`carried`: an edition that names its types otherwise carries the old ratings over (R13): nobody is new
    by that."""
    before = same.rating if same else (row.previous if carried and row.how == "rated" else None)
    provisional = row.federation_id in marked or "provisional" in (row.marks or "").split()
    figures = (row.rating, before, row.games, same.games if same else None, row.period_games)
    told = (row.federation_id, name, row.type, *figures, row.how, provisional, row.adjusted or 0)
    return Moved._make(told)


def _people(session: Session, version: ListVersionRow | None) -> dict[str, Row[Any]]:
    return {row.federation_id: row for row in member_rows(session, version.id)} if version else {}


def _ratings(session: Session, version: ListVersionRow | None) -> dict[tuple[str, str], Row[Any]]:
    """By ID and type; of a list that keeps ratings without showing them only those that it shows."""
    if version is None:
        return {}
    found = {(row.federation_id, row.type): row for row in rating_rows(session, version.id)}
    kept = unseen(session, version)
    return {key: row for key, row in found.items() if key[0] not in kept}


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
    rows = session.execute(
        query.where(col(g.counts) | col(g.for_initial)).group_by(*by).order_by(func.min(g.first_day))
    )
    found: dict[tuple[str, str], list[Played]] = {}
    for member, type_, key, name, games, change in rows:
        found.setdefault((member, type_), []).append(Played(key, name, games, change))
    return found
