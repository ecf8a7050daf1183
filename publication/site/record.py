"""What a member has played: games won, drawn and lost, by colour and by K, and against whom.

All of it is counted from the stored games of the versions that stand. Games are those that moved a rating or
count towards a first one; what was handed over with an opening balance has no games here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from publication.account.model import Account, Game
from publication.site.versions import type_order

FIRST_OPPONENTS = 10
"""So many opponents stand open on the page; the others can be unfolded."""


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
    """An opponent with the games against him, of all types; `name` as the newest of them has it, `last`: the
    day it began."""

    id: str | None
    name: str
    tally: Count
    last: date


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Every opponent, most games first; `unnamed`: games against those who are withheld."""

    opponents: tuple[Opponent, ...]
    unnamed: int


def rated_games(accounts: Iterable[Account]) -> Iterator[Game]:
    """The games of these accounts that did something for the member, as they come."""
    for account in accounts:
        for part in account.parts:
            yield from (x for x in part.games if (x.counts or x.for_initial) and x.score is not None)


def records(accounts: Iterable[Account]) -> tuple[Record, ...]:
    """A record for each rating in which there are games."""
    by_type: dict[str, list[Game]] = {}
    for x in rated_games(accounts):
        by_type.setdefault(x.type or "", []).append(x)
    found = []
    for type_ in sorted(by_type, key=type_order):
        mine = by_type[type_]
        factors = sorted({x.k for x in mine if x.counts and x.k is not None}, reverse=True)
        colours = [(c, count([x for x in mine if x.colour == c])) for c in ("white", "black")]
        by_k = [(k, count([x for x in mine if x.counts and x.k == k])) for k in factors]
        found.append(Record(type_, count(mine), tuple(c for c in colours if c[1].games), tuple(by_k)))
    return tuple(found)


def head_to_head(accounts: Iterable[Account]) -> HeadToHead:
    """Against whom a member has played. Whoever has no ID is known by his name."""
    met: dict[tuple[str | None, str], list[Game]] = {}
    unnamed = 0
    for x in rated_games(accounts):
        if x.opponent_name is None:
            unnamed += 1
        else:
            met.setdefault((x.opponent_id, "" if x.opponent_id else x.opponent_name), []).append(x)
    found = []
    for (number, _), games in met.items():
        newest = max(games, key=lambda x: (x.first_day, x.event_key, x.round))
        found.append(Opponent(number, newest.opponent_name or "", count(games), newest.first_day))
    found.sort(key=lambda o: (-o.tally.games, -o.last.toordinal(), o.name, o.id or ""))
    return HeadToHead(tuple(found), unnamed)


def count(games: Sequence[Game]) -> Count:
    """Games by how they ended."""
    ends = [x.score for x in games]
    moved = [x.c for x in games if x.counts and x.c is not None]
    return Count(len(games), ends.count(2), ends.count(1), ends.count(0), sum(moved) if moved else None)
