"""What a published version holds, read at once as plain tuples: there are more than a million of its rows. In
rank order they are cut into pages.

Pages, figures and the question whom a version touches are all answered from the same reading of it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, bindparam, text
from sqlmodel import Session

from publication.account.words import SIGNS
from publication.site.versions import Version

PAGE_ROWS = 500
"""Rows of one page of a list: a phone shows it at once, and 10,000 members are twenty pages."""


class Row(NamedTuple):
    """A line of a list. `change`: points since the list before, also those decided; None for a new rating or
    the first list. `signs` stand for what the list prints beside the rating (`P` provisional, `*` not for
    qualification). A plain tuple, since there are more than a million of them."""

    rank: int | None
    id: str
    name: str
    kanji: str
    rating: int
    change: int | None
    how: str
    games: int
    period_games: int
    k: int | None
    active: int
    member: int
    signs: str

    @property
    def marks(self) -> tuple[str, ...]:
        """What the list prints beside the rating."""
        return tuple(MARKS[sign] for sign in self.signs) if self.signs else ()

    @property
    def previous(self) -> int | None:
        """The rating of the list before; None where there was none to change."""
        return None if self.change is None else self.rating - self.change


class Shown(NamedTuple):
    """A rating that a list shows of somebody, with the highest that he had and his rated games in all."""

    type: str
    rating: int
    marks: tuple[str, ...]
    peak: int
    games: int


def ranked(rows: Sequence[Row]) -> list[Row]:
    """Those with a rank; of a list that was taken over, which gives none, its members."""
    return [row for row in rows if row.rank is not None] or [row for row in rows if row.member]


plain_row: Callable[[Iterable[object]], Row] = partial(tuple.__new__, Row)
"""A row from its cells, by the shortest way there is."""


MARKS = {sign: mark for mark, sign in SIGNS.items()}


def signs(marks: Iterable[str]) -> str:
    return "".join(SIGNS[mark] for mark in marks)


def cut(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows page by page; a list without rows has one empty page."""
    return [rows[n : n + PAGE_ROWS] for n in range(0, len(rows), PAGE_ROWS)] or [rows]


Printed = tuple[str, str, int, int]
"""Name, kanji, active, member on the day: as a list prints them."""

KEPT = 3
"""So many versions are kept at hand: one, the one before it, and one for whoever asks between."""

STANDS = 6
"""So many columns of a rating are the same from list to list if nothing happened: ID, type, rating, games,
K (0 for none) and marks."""

_PEOPLE = """
SELECT federation_id, name, coalesce(kanji, ''), CASE WHEN active THEN 1 ELSE 0 END,
       CASE WHEN member_on_day THEN 1 ELSE 0 END
  FROM list_member WHERE version_id = :version
"""

_RATINGS = """
SELECT federation_id, type, rating, games, coalesce(k, 0), coalesce(marks, ''), how, period_games, rank, k,
       CASE WHEN how IN ('initial', 'opening') OR previous_from <> 'list' THEN NULL
            ELSE rating - previous END,
       CASE WHEN adjustment_reference IS NULL THEN 0 ELSE 1 END, previous, peak
  FROM list_rating WHERE version_id = :version
"""

_BY_EVENTS = """
SELECT federation_id, type, CASE WHEN provisional THEN 1 ELSE 0 END, CASE WHEN listed THEN 1 ELSE 0 END
  FROM event_rating WHERE version_id = :version
"""

_GAMES = """
SELECT type, count(*) + sum(CASE WHEN c IS NOT NULL AND opponent_rating_from IS NULL THEN 1 ELSE 0 END)
  FROM game_line WHERE version_id = :version AND counts GROUP BY type
"""
"""A game that counts does so for both: two sides are one game, whoever of them stands on the list. Against an
unrated opponent (R7) it counts for one, whose change `c` then stands for both."""

_PLAYED = """
SELECT federation_id FROM game_line WHERE version_id = :version AND federation_id IS NOT NULL
UNION
SELECT federation_id FROM event_line WHERE version_id = :version AND federation_id IS NOT NULL
"""


@dataclass(frozen=True)
class Held:
    """The rows of a version. `people` by ID; `ratings` in the columns of the query above; `by_events`: for
    ID and type whether a rating is provisional, and whether it is listed; `games`: how many counted, by
    type."""

    version: Version
    people: Mapping[str, Printed]
    ratings: Sequence[tuple[Any, ...]]
    by_events: Mapping[tuple[str, str], tuple[int, int]]
    games: Mapping[str | None, int] = field(default_factory=dict)

    @cached_property
    def standing(self) -> frozenset[tuple[Any, ...]]:
        """Of each rating what is the same from list to list if nothing happened."""
        return frozenset(rating[:STANDS] for rating in self.ratings)

    def rows(self, withheld: frozenset[str]) -> dict[str, list[Row]]:
        """The rows of each type, highest rating first, without who is withheld."""
        if not withheld:
            return self._everyone
        return {t: [row for row in rows if row[1] not in withheld] for t, rows in self._everyone.items()}

    @cached_property
    def _everyone(self) -> dict[str, list[Row]]:
        """The rows of each type; a list that is reckoned event by event keeps some whom it does not show."""
        found: dict[str, list[Row]] = {type_: [] for type_ in self.version.types}
        marked = self.by_events if self.version.by_events else {}
        make, person = plain_row, self.people.get
        for number, type_, rating, games, _, marks, how, played, rank, k, change, *_ in self.ratings:
            if (printed := person(number)) is None:
                continue
            sign = ""
            if marks or marked:
                provisional, listed = marked.get((number, type_), (0, 1))
                if not listed:
                    continue
                sign = signs((*(marks or "").split(), *(("provisional",) if provisional else ())))
            name, kanji, active, member = printed
            cells = (
                rank, number, name, kanji, rating, change, how, games, played, k, active, member, sign,
            )  # fmt: skip
            found[type_].append(make(cells))
        for mine in found.values():
            mine.sort(key=itemgetter(1))  # ID
            mine.sort(key=itemgetter(4), reverse=True)  # rating
        return found

    @cached_property
    def shown(self) -> Mapping[str, Sequence[Shown]]:
        """By ID the ratings that the published list shows."""
        peaks = {r[:2]: r[13] for r in self.ratings}
        found: dict[str, list[Shown]] = {}
        for type_, rows in self._everyone.items():
            for row in rows:
                told = Shown(type_, row.rating, row.marks, peaks[row.id, type_], row.games)
                found.setdefault(row.id, []).append(told)
        return found

    def before(self, type_: str, was: "Held | None") -> Mapping[str, int]:
        """By ID the ratings of this type on the list before. An edition that names its types otherwise
        carries the old ratings over (R13): nobody is new by that."""
        old = was.rows(frozenset()) if was else {}
        if not any(old.values()) or old.get(type_):
            return {row[1]: row[4] for row in old.get(type_, ())}
        return {r[0]: r[12] for r in self.ratings if r[1] == type_ and r[10] is not None}  # of a list

    def month(self) -> dict[str, list[int | None]]:
        """The figures of the version by type: ratings, who played, games, the median of the active."""
        found: dict[str, list[int | None]] = {}
        for type_, rows in self._everyone.items():
            played = [row[8] for row in rows if row[8]]
            games = self.games.get(type_, 0)  # of who is withheld, and not towards first ratings
            active = [row[4] for row in rows if row[10]][::-1]  # lowest first
            found[type_] = [len(rows), len(played), games, active[len(active) // 2] if active else None]
        return found


@dataclass(slots=True)
class Shelf:
    """The versions that were read last: a version is compared with the one before it."""

    session: Session
    _read: dict[int, Held] = field(default_factory=dict)

    def held(self, version: Version) -> Held:
        if (found := self._read.pop(version.id, None)) is None:
            found = self.read(version)
        self._read[version.id] = found
        if len(self._read) > KEPT:
            del self._read[next(iter(self._read))]
        return found

    def read(self, version: Version, ids: Collection[str] | None = None) -> Held:
        """What a version holds; with `ids` of these people alone, without its games, for who asks about a few
        of ten thousand."""
        return Held(
            version,
            {row[0]: row[1:] for row in self._rows(_PEOPLE, version, ids)},
            self._rows(_RATINGS, version, ids),
            {row[:2]: row[2:] for row in self._rows(_BY_EVENTS, version, ids)},
            {} if ids is not None else {t: sides // 2 for t, sides in self._rows(_GAMES, version)},
        )

    def touched(self, version: Version, before: Version | None) -> tuple[list[str], list[str]]:
        """The federation IDs of those for whom this version says anything new against the one before it;
        apart, of whom it is only whether they are active or members: no page of theirs shows that."""
        was = self.held(before) if before else Held(version, {}, (), {})
        now = self.held(version)
        found = {r[0] for r in now.ratings if r[7] > 0 or r[6] != "rated" or r[11]}
        found |= {r[0] for r in now.standing ^ was.standing}
        found |= {key[0] for key, said in now.by_events.items() if was.by_events.get(key) != said}
        found |= {row[0] for row in self._rows(_PLAYED, version)}
        other = {number for number, printed in now.people.items() if was.people.get(number) != printed}
        found |= {number for number in other if now.people[number][:2] != was.people.get(number, ())[:2]}
        return sorted(found), sorted(other - found)

    def _rows(
        self, query: str, version: Version, ids: Collection[str] | None = None
    ) -> Sequence[tuple[Any, ...]]:
        """Rows as the driver gives them: nothing of theirs has to be converted. `ids`: of these people
        alone."""
        asked, given = text(query), {"version": version.id}
        if ids is not None:
            of: BindParameter[list[str]] = bindparam("ids", list(ids), expanding=True)
            asked = text(f"{query} AND federation_id IN :ids").bindparams(of)
        found = self.session.connection().execute(asked, given)
        rows: Sequence[tuple[Any, ...]] = found.cursor.fetchall()
        found.close()
        return rows
