"""What a version of a list says against the list before it: who is new, who moved, who left.

For drafts before they are published, and for the versions of a correction as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select

from office.lists.columns import read_rows
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


def publication(session: Session, version: ListVersionRow) -> Publication:
    """What the version says, from its stored rows and those of the version before it."""
    before = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    people, then = _people(session, version), _people(session, before)
    rows, old = _ratings(session, version), _ratings(session, before)
    marked, types = provisional(session, version), []
    for type_ in sorted(rows, key=lambda t: (t == "rapid", t)):
        mine, was = rows[type_], old.get(type_, {})
        moved = _moved(type_, mine, was, people, marked, carried=bool(old) and type_ not in old)
        gone = [Left(number, then[number][0], was[number][0]) for number in sorted(was.keys() - mine.keys())]
        types.append(OfType(type_, moved, gone))
    on_list = sorted(set().union(*rows.values()))
    idle = [(number, name) for number in on_list for name, active in (people[number],) if not active]
    now = [(number, name) for number, name in idle if number in then and then[number][1]]
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


People = Mapping[str, tuple[str, bool]]
"""By ID, the name and whether he is active."""
Ratings = Mapping[str, tuple[Any, ...]]
"""By ID, `SHOWN` of each rating."""
SHOWN = ("rating", "games", "period_games", "previous", "previous_from", "how", "marks", "adjusted")


def _moved(
    type_: str, rows: Ratings, old: Ratings, people: People, marked: frozenset[str], *, carried: bool
) -> list[Moved]:
    """The ratings of a type by ID. `carried`: an edition that names its types otherwise carries the old
    ratings over (R13): nobody is new by that."""
    found = []
    for number in sorted(rows):
        rating, games, played, previous, previous_from, how, marks, adjusted = rows[number]
        same = old.get(number)
        before = same[0] if same else (previous if carried and previous_from == "list" else None)
        provisional = number in marked or (marks is not None and "provisional" in marks.split())
        figures = (rating, before, games, same[1] if same else None, played)
        found.append(Moved(number, people[number][0], type_, *figures, how, provisional, adjusted or 0))
    return found


def _people(session: Session, version: ListVersionRow | None) -> People:
    if version is None:
        return {}
    rows = read_rows(session, ListMemberRow, version.id, ("federation_id", "name", "active"))
    return {number: (name, active) for number, name, active in rows}


def _ratings(session: Session, version: ListVersionRow | None) -> dict[str, Ratings]:
    """By type; of a list that keeps ratings without showing them only those that it shows."""
    found: dict[str, dict[str, tuple[Any, ...]]] = {}
    if version is None:
        return {}
    kept = unseen(session, version)
    for type_, number, *cells in read_rows(
        session, ListRatingRow, version.id, ("type", "federation_id", *SHOWN)
    ):
        shown = found.setdefault(type_, {})  # also where nobody is shown: whoever was has left
        if number not in kept:
            shown[number] = tuple(cells)
    return {**found}


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
