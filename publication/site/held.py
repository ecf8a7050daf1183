"""What a published version holds, read at once as plain tuples: there are more than a million of its rows. In
rank order they are cut into pages.

Pages, figures and the question whom a version touches are all answered from the same reading of it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, TextClause, bindparam, text
from sqlmodel import Session

from office.lists.columns import Once
from office.merge.listed import Ratings, gone_on_from
from publication.account.words import SIGNS
from publication.exports.files import AT_ONCE
from publication.site.columns import UNMARKED, Columns, Tables, tables
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
        return marks_of(self.signs)

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


plain_shown: Callable[[Iterable[object]], Shown] = partial(tuple.__new__, Shown)
"""The same from its cells, by the shortest way there is."""


def ranked(rows: Sequence[Row]) -> list[Row]:
    """Those with a rank; of a list that was taken over, which gives none, its members."""
    return [row for row in rows if row.rank is not None] or [row for row in rows if row.member]


plain_row: Callable[[Iterable[object]], Row] = partial(tuple.__new__, Row)
"""A row from its cells, by the shortest way there is."""


def rows_of(columns: Columns) -> list[Row]:
    """Ratings with whose they are as rows."""
    return [*map(plain_row, zip(*map(columns.__getitem__, Row._fields), strict=True))]


def differences(old: Mapping[str, Sequence[Row]], new: Mapping[str, Sequence[Row]]) -> list[dict[str, Any]]:
    """Every rating that is other in the `new` rows of a list than in the `old`, by type; None where it is not
    on one of them."""
    found = []
    for type_ in dict.fromkeys([*old, *new]):
        was = {r.id: r for r in old.get(type_, ())}
        now = {r.id: r for r in new.get(type_, ())}
        for number in sorted(was.keys() | now.keys()):
            sides = (was.get(number), now.get(number))
            a, b = (row and row.rating for row in sides)
            if a != b:
                shown = next(row for row in reversed(sides) if row)
                about: dict[str, Any] = {"id": number, "name": shown.name, "kanji": shown.kanji}
                found.append(about | {"type": type_, "was": a, "now": b})
    return found


MARKS = {sign: mark for mark, sign in SIGNS.items()}


def marks_of(signs: str) -> tuple[str, ...]:
    """The marks that signs stand for."""
    return tuple(MARKS[sign] for sign in signs) if signs else ()


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

_FIGURES = """
SELECT federation_id, {}, rating, games, {}, coalesce(marks, ''), how, period_games, rank, k,
       CASE WHEN how IN ('initial', 'opening') OR previous_from <> 'list' THEN NULL
            ELSE rating - previous END {}
  FROM list_rating WHERE version_id = :version
"""
_RATINGS = _FIGURES.format(
    "type",
    "coalesce(k, 0)",
    ", CASE WHEN adjustment_reference IS NULL THEN 0 ELSE 1 END,"
    " CASE WHEN previous_from = 'list' THEN previous END, peak",
)
_PRINTED = _FIGURES.format("NULL", "NULL", "") + " AND type = :type"

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

    def tables(self, withheld: Collection[str]) -> Tables:
        """The same column by column."""
        return self._without(withheld) if withheld else self._whole

    def _without(self, withheld: Collection[str]) -> Tables:
        people = ((number, *of) for number, of in self.people.items() if number not in withheld)
        ratings = ((t, (r for r in self.ratings if r[1] == t)) for t in self.version.types)
        return tables(people, ratings, self.by_events if self.version.by_events else None)

    @cached_property
    def _whole(self) -> Tables:
        return self._without(())

    @cached_property
    def _everyone(self) -> dict[str, list[Row]]:
        """The rows of each type; a list that is reckoned event by event keeps some whom it does not show."""
        return {type_: rows_of(self._whole.of(type_)) for type_ in self._whole.ratings}

    @cached_property
    def shown(self) -> Mapping[str, Sequence[Shown]]:
        """By ID the ratings that the published list shows."""
        found: dict[str, list[Shown]] = {}
        marks = Once(marks_of)
        for type_ in self._whole.ratings:
            of, peaks = self._whole.of(type_), {r[0]: r[13] for r in self.ratings if r[1] == type_}
            cells = zip(of["id"], of["rating"], of["signs"], of["games"], strict=True)
            for number, rating, signs, games in cells:
                one = plain_shown((type_, rating, marks[signs], peaks[number], games))
                found.setdefault(number, []).append(one)
        return found

    def before(self, type_: str, was: "Held | None", again: Collection[str] = ()) -> Mapping[str, int]:
        """By ID the ratings of this type on the list before; of who is on the list `again` also one that it
        did not show. An edition that names its types otherwise carries the old ratings over (R13): nobody is
        new by that."""
        old = was.figures if was else {}
        kept = {r[0]: r[2] for r in was.ratings if r[1] == type_ and r[0] in again} if was and again else {}
        if not any(old.values()) or old.get(type_):
            return {**kept, **old.get(type_, {})} if kept else old.get(type_, {})
        return {r[0]: r[12] for r in self.ratings if r[1] == type_ and r[10] is not None}  # of a list

    def merged(
        self, session: Session, was: "Held", before: Mapping[str, Mapping[str, int]]
    ) -> dict[str, dict[str, int]]:
        """By type and ID the ratings that members go on from and had not under their own ID (R53), of those
        that the list `before` shows: nobody is new by that."""
        types = (
            Ratings(
                type_,
                {r[0]: r[12] for r in self.ratings if r[1] == type_},
                {r[0]: (r[2], r[3]) for r in was.ratings if r[1] == type_ and r[0] in shown},
            )
            for type_, shown in before.items()
        )
        found = gone_on_from(session, self.version.id, types)
        return {
            type_: {number: shown[entry] for number, entry in found[type_].items()}
            for type_, shown in before.items()
            if type_ in found
        }

    @cached_property
    def figures(self) -> Mapping[str, Mapping[str, int]]:
        """By type and ID the ratings that the list shows, whoever is withheld."""
        found: dict[str, dict[str, int]] = {type_: {} for type_ in self.version.types}
        marked = self.by_events if self.version.by_events else {}
        for rating in self.ratings:
            number, type_ = rating[:2]
            if number in self.people and type_ in found and marked.get((number, type_), UNMARKED)[1]:
                found[type_][number] = rating[2]
        return found

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

    def tables(self, version: Version, withheld: Collection[str]) -> Tables:
        """What the version prints, column by column and nothing else of it: it is not kept."""
        people = (row for row in self._stream(_PEOPLE, version) if row[0] not in withheld)
        ratings = ((type_, self._stream(_PRINTED, version, type=type_)) for type_ in version.types)
        marked = {r[:2]: r[2:] for r in self._stream(_BY_EVENTS, version)} if version.by_events else None
        return tables(people, ratings, marked)

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
        """All rows that are found; `ids`: of these people alone."""
        if ids is None:
            return [*self._stream(query, version)]
        of: BindParameter[list[str]] = bindparam("ids", list(ids), expanding=True)
        asked = text(f"{query} AND federation_id IN :ids").bindparams(of)
        return [*self._stream(asked, version)]

    def _stream(self, query: str | TextClause, version: Version, **given: str) -> Iterator[tuple[Any, ...]]:
        """Rows as the driver gives them: nothing of theirs has to be converted."""
        asked = text(query) if isinstance(query, str) else query
        found = self.session.connection().execute(asked, {"version": version.id, **given})
        while rows := found.cursor.fetchmany(AT_ONCE):
            yield from rows
        found.close()
