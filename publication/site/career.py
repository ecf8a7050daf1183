"""What all lists so far say of a member, in sum: his ratings from list to list, how his games ended and
against whom, his best wins and events. With each list that says something new of him it goes on; what it was
before is kept between builds (publication/site/kept.py), so that his earlier games need not be read again.

All of it is counted from the stored games of the versions that stand. Games are those that moved a rating or
count towards a first one; what was handed over with an opening balance has no games here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import add
from typing import Any, NamedTuple

import orjson

from office.lists.rows import type_order
from publication.account.model import Account, Game
from publication.site.performances import BEST, Performance, best, performances

FIRST_OPPONENTS = 10
"""So many opponents stand open on the page; the others can be unfolded."""


class Win(NamedTuple):
    """A game that was won, with what the page says of it."""

    opponent_rating: int | None
    first_day: date
    opponent_id: str | None
    opponent_name: str | None
    opponent_kanji: str | None
    event_key: str
    event_name: str


class Count(NamedTuple):
    """Games and how they ended; `change` in hundredths over those that moved the rating, None if none did."""

    games: int
    won: int
    drawn: int
    lost: int
    change: int | None

    @property
    def halves(self) -> int:
        """Points in halves."""
        return 2 * self.won + self.drawn


@dataclass(frozen=True, slots=True)
class Record:
    """The games of one rating: all, by colour (`white`, `black`; games without colours are in neither), and
    by the K they were rated with, highest first."""

    type: str
    all: Count
    by_colour: tuple[tuple[str, Count], ...]
    by_k: tuple[tuple[int, Count], ...]


class Opponent(NamedTuple):
    """An opponent with the games against him, of all types, also those against entries that were merged with
    his; `name` as the newest of them has it, `kanji` as its list."""

    id: str | None
    name: str
    kanji: str | None
    tally: Count


Tally = list[Any]
"""A `Count` that grows."""

Met = list[Any]
"""Of an opponent: ID, name, kanji, when they last met (day, event, round), the tally."""

Course = Sequence[tuple[date, int]]


@dataclass(slots=True)
class Career:
    """`courses`: the rating of each type from list to list, where he played or it moved, and `behind`: by the
    dates of lists the events that moved it, as they were played; `wins` and `events`: the best of each;
    `unnamed`: games against those who are withheld. `same`: by the IDs of entries that were merged the ID
    under which each stands today, which is nothing that lists say."""

    courses: dict[str, list[tuple[date, int]]] = field(default_factory=dict)
    behind: dict[date, list[str]] = field(default_factory=dict)
    wins: list[Win] = field(default_factory=list)
    events: list[Performance] = field(default_factory=list)
    unnamed: int = 0
    _ended: dict[tuple[str, str | int], Tally] = field(default_factory=dict)
    _met: dict[tuple[str | None, str], Met] = field(default_factory=dict)
    _in_order: list[Opponent] = field(default_factory=list, compare=False)
    same: Mapping[str, str] = field(default_factory=dict, compare=False)

    def go_on(self, accounts: Sequence[Account]) -> None:
        """Takes what lists say that came after all that is known: accounts on versions that stand, the newest
        first."""
        self._in_order = []
        for account in reversed(accounts):
            for part in account.parts:
                if part.type and part.row is not None and part.shown is not None:
                    self.courses.setdefault(part.type, []).append((account.version.list_date, part.shown))
        won: list[Win] = []
        for account in accounts:
            played = list(_rated(account))
            if played:
                in_order = sorted(played, key=lambda x: (x.first_day, x.event_key))
                names = {x.event_key: x.event_name for x in in_order}
                self.behind[account.version.list_date] = [*names.values()]
            for x in played:
                self._take(x)
                if x.counts and x.score == 2:
                    won.append(Win(*(getattr(x, name) for name in Win._fields)))
        self.wins = sorted([*won, *self.wins], key=lambda x: (-(x.opponent_rating or 0), x.first_day))[:BEST]
        self.events = best([*performances(accounts), *self.events])

    def _take(self, x: Game) -> None:
        type_ = x.type or ""
        self._count((type_, ""), x)
        if x.colour is not None:
            self._count((type_, x.colour), x)
        if x.counts and x.k is not None:
            self._count((type_, x.k), x)
        if x.opponent_name is None:
            self.unnamed += 1
            return
        who = (x.opponent_id, "" if x.opponent_id else x.opponent_name)
        when = [str(x.first_day), x.event_key, x.round]
        met = self._met.get(who)
        if met is None:
            met = self._met[who] = [x.opponent_id, x.opponent_name, x.opponent_kanji, when, _none()]
        elif when > met[3]:
            met[1:4] = x.opponent_name, x.opponent_kanji, when
        _add(met[4], x)

    def _count(self, of: tuple[str, str | int], x: Game) -> None:
        if (tally := self._ended.get(of)) is None:
            tally = self._ended[of] = _none()
        _add(tally, x)

    @property
    def records(self) -> list[Record]:
        """A record for each rating in which there are games."""
        return [
            Record(
                type_,
                Count(*self._ended[type_, ""]),
                tuple((c, Count(*self._ended[type_, c])) for c in COLOURS if (type_, c) in self._ended),
                tuple((k, Count(*self._ended[type_, k])) for k in sorted(factors, reverse=True)),
            )
            for type_, factors in sorted(self._factors().items(), key=lambda found: type_order(found[0]))
        ]

    def _factors(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for type_, what in self._ended:
            found.setdefault(type_, []).extend([what] if isinstance(what, int) else [])
        return found

    @property
    def opponents(self) -> list[Opponent]:
        """Every opponent: most games first, and who was met last. Whoever has no ID is known by his name.
        Put into order once: page and figures have them."""
        if not self._in_order:
            met = sorted(self._each_once(), key=lambda met: (met[1], met[0] or ""))
            met.sort(key=lambda met: (met[4][0], met[3][0]), reverse=True)
            self._in_order += [Opponent(n, name, kanji, Count._make(t)) for n, name, kanji, _, t in met]
        return self._in_order

    def _each_once(self) -> Iterable[Met]:
        """The opponents; who was met under several of his entries is one."""
        if not any(met[0] in self.same for met in self._met.values()):
            return self._met.values()
        found: dict[tuple[str | None, str], Met] = {}
        for (number, name), met in self._met.items():
            stands = self.same.get(number or "", number)
            one = found.setdefault((stands, name), [stands, *met[1:4], _none()])
            if met[3] > one[3]:
                one[1:4] = met[1:4]
            *counted, change = met[4]
            one[4][:4] = map(add, one[4], counted)
            if change is not None:
                one[4][4] = change + (one[4][4] or 0)
        return found.values()

    @property
    def drawn(self) -> list[tuple[str, Course]]:
        """The courses in the order in which types stand."""
        return [(type_, self.courses[type_]) for type_ in sorted(self.courses, key=type_order)]

    def to_json(self) -> bytes:
        """As it is kept; `career_of` reads it back."""
        ended = [(*of, *tally) for of, tally in self._ended.items()]
        met = [*self._met.values()]
        wins, events = map(tuple, self.wins), map(tuple, self.events)
        behind = [*self.behind.items()]
        told = (self.courses, behind, [*wins], [*events], self.unnamed, ended, met)
        return orjson.dumps(told)


COLOURS = ("white", "black")


def career_of(kept: bytes) -> Career:
    """The career that `to_json` kept."""
    courses, behind, wins, events, unnamed, ended, met = orjson.loads(kept)
    return Career(
        {type_: [(day(on), rating) for on, rating in course] for type_, course in courses.items()},
        {day(on): names for on, names in behind},
        [Win(rating, day(on), *rest) for rating, on, *rest in wins],
        [Performance(key, event, on and day(on), *rest) for key, event, on, *rest in events],
        unnamed,
        {(type_, what): tally for type_, what, *tally in ended},
        {(one[0], "" if one[0] else one[1]): one for one in met},
    )


day = date.fromisoformat


def _rated(account: Account) -> Iterator[Game]:
    """The games of an account that did something for the member, as they come."""
    for part in account.parts:
        yield from (x for x in part.games if (x.counts or x.for_initial) and x.score is not None)


def _none() -> Tally:
    return [0, 0, 0, 0, None]


def _add(tally: Tally, x: Game) -> None:
    tally[0] += 1
    assert x.score is not None
    tally[3 - x.score] += 1
    if x.counts and x.c is not None:
        tally[4] = x.c + (tally[4] or 0)
