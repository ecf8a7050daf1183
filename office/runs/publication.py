"""What a version of a list says against the list before it: who is new, who moved, who left.

For drafts before they are published, and for the versions of a correction as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select

from office.lists.columns import read_rows
from office.lists.rows import listed_earlier, provisional, unseen
from office.tables import GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.editions import load


class Moved(NamedTuple):
    """One rating on the version. `before`: on the list before, None for who is new to the lists;
    `games_before` in the same way. `provisional`: a `P`, which moves by other rules; `adjusted`: points by a
    decision; `was_provisional`: a `P` on the list before; `again`: that list kept his rating without showing
    it, and an earlier one showed him."""

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
    def again(self) -> list[Moved]:
        """Who stands on the list again."""
        return [m for m in self.ratings if m.again]

    @property
    def changed(self) -> list[Moved]:
        return [m for m in self.ratings if m.before is not None and m.points]

    @property
    def moving(self) -> list[Moved]:
        """Who is new, moved, played, was adjusted or is on the list again: new ones first, then by points."""
        own = [m for m in self.ratings if m.points or m.period_games or m.adjusted or m.again]
        moved = [*self.new, *(m for m in own if m.before is not None)]
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
    now, old = _held(session, version), _held(session, before)
    types = []
    for type_ in sorted(now.ratings, key=lambda t: (t == "rapid", t)):
        mine, was = now.shown(type_), old.shown(type_)
        gone = [Left(number, then[number][0], was[number][0]) for number in sorted(was.keys() - mine.keys())]
        types.append(OfType(type_, _moved(type_, now, old, people), gone))
    on_list = sorted(set().union(*map(now.shown, now.ratings)))
    idle = [(number, name) for number in on_list for name, active in (people[number],) if not active]
    fell = [(number, name) for number, name in idle if number in then and then[number][1]]
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


People = Mapping[str, tuple[str, bool]]
"""By ID, the name and whether he is active."""
Ratings = Mapping[str, tuple[Any, ...]]
"""By ID, `SHOWN` of each rating."""
SHOWN = ("rating", "games", "period_games", "previous", "previous_from", "how", "marks", "adjusted")


class _Held(NamedTuple):
    """The ratings of a version by type, whose are kept `unseen`, who of these was `listed` on a list before
    it, and whose have a `P` by their events."""

    ratings: Mapping[str, Ratings]
    unseen: frozenset[str]
    listed: frozenset[str]
    marked: frozenset[str]

    def shown(self, type_: str) -> Ratings:
        """Those of a type that the list shows: none of a type whose holders have all left it."""
        return {n: cells for n, cells in self.ratings.get(type_, {}).items() if n not in self.unseen}

    def provisional(self, type_: str, number: str) -> bool:
        """Whether a rating has a `P`."""
        cells = self.ratings.get(type_, {}).get(number)
        marks = cells[SHOWN.index("marks")] if cells else None
        return cells is not None and (number in self.marked or "provisional" in (marks or "").split())


def _moved(type_: str, now: _Held, old: _Held, people: People) -> list[Moved]:
    """The ratings of a type by ID. An edition that names its types otherwise carries the old ratings over
    (R13): nobody is new by that."""
    carried = bool(old.ratings) and type_ not in old.ratings
    was, found = old.shown(type_), []
    for number, cells in sorted(now.shown(type_).items()):
        rating, games, played, previous, previous_from, how, _marks, adjusted = cells
        again = number in old.unseen and number in old.listed
        same = old.ratings[type_][number] if again else was.get(number)
        before = same[0] if same else (previous if carried and previous_from == "list" else None)
        figures = (rating, before, games, same[1] if same else None, played)
        told = (now.provisional(type_, number), adjusted or 0, old.provisional(type_, number), again)
        found.append(Moved(number, people[number][0], type_, *figures, how, *told))
    return found


def _people(session: Session, version: ListVersionRow | None) -> People:
    if version is None:
        return {}
    rows = read_rows(session, ListMemberRow, version.id, ("federation_id", "name", "active"))
    return {number: (name, active) for number, name, active in rows}


def _held(session: Session, version: ListVersionRow | None) -> _Held:
    if version is None:
        return _Held({}, *[frozenset[str]()] * 3)
    found: dict[str, dict[str, tuple[Any, ...]]] = {}
    for type_, number, *cells in read_rows(
        session, ListRatingRow, version.id, ("type", "federation_id", *SHOWN)
    ):
        found.setdefault(type_, {})[number] = tuple(cells)
    earlier = listed_earlier(session, version.id or 0, version.list_date)
    return _Held(found, unseen(session, version), earlier, provisional(session, version))


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
