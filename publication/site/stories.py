"""What a member's page tells: every list that said something new about him, with the games behind it; games
won, drawn and lost, by colour and by K, and against whom; and all his games as one CSV.

All of it is counted from the stored games of the versions that stand. Games are those that moved a rating or
count towards a first one; what was handed over with an opening balance has no games here. In the CSV are also
games that did not count, with the reason. Its letters are UTF-8 with the mark by which spreadsheets know it;
the file is read by people, not by the list's own readers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sqlmodel import Session

from publication.account.gather import accounts, versions
from publication.account.model import Account, Game
from publication.exports.cells import Cell, Writing
from publication.site.people import People, Person
from publication.site.versions import Version, type_order

BEST_WINS = 5


@dataclass(frozen=True, slots=True)
class Story:
    """Everything on a member's page, the newest list first: `entries`, and of these `accounts` on the
    versions that stand. `replaced`: by the number of a version that a correction replaced, the version that
    stands in its place; such an account is told where it is another one. `courses`: the rating of each type
    from list to list, where it moved, and `behind`: by the dates of lists the events that moved it; `peaks`:
    the highest rating of each, as the newest list holds it, and `games`: the rated games in all; `records`
    and `met`: how games of each rating ended, and against whom."""

    person: Person
    entries: tuple[Account, ...]
    accounts: tuple[Account, ...]
    replaced: Mapping[int, int]
    courses: tuple[tuple[str, tuple[tuple[date, int], ...]], ...]
    behind: Mapping[date, tuple[str, ...]]
    peaks: Mapping[str, int]
    games: Mapping[str, int]
    best: tuple[Game, ...]
    records: "tuple[Record, ...]"
    met: "HeadToHead"


def stories(
    session: Session, ids: Sequence[str], shown: Sequence[Version], people: People
) -> Iterator[Story]:
    """The stories of these members, in their order; loaded a few hundred at a time."""
    published = {version.id: version for version in shown}
    stands = {version.list_date: version.version for version in shown if version.newest}
    replaced = {v.id: stands[v.list_date] for v in shown if not v.newest}
    for number, found in accounts(session, ids, versions(session), published, withheld=people.withheld):
        told = [account for account in found if account.parts]
        mine = tuple(account for account in told if account.version.id not in replaced)
        same = {account.version.list_date: account.parts for account in mine}
        entries = tuple(
            account
            for account in told
            if account.version.id not in replaced or account.parts != same.get(account.version.list_date)
        )
        won = [x for e in mine for part in e.parts for x in part.games if x.counts and x.score == 2]
        best = sorted(won, key=lambda x: (-(x.opponent_rating or 0), x.first_day))[:BEST_WINS]
        peaks, games = _newest(mine, "peak"), _newest(mine, "games")
        yield Story(
            people.shown[number], entries, mine, replaced, _courses(mine), _behind(mine), peaks, games,
            tuple(best), records(mine), head_to_head(mine),
        )  # fmt: skip


def _newest(mine: Sequence[Account], what: str) -> dict[str, int]:
    """By type, the peak that K rests on, or the games: both move only where a list says something new."""
    found: dict[str, int] = {}
    for account in reversed(mine):
        for part in account.parts:
            if part.type and part.row is not None and part.shown is not None:
                found[part.type] = getattr(part.row, what)
    return found


def _behind(mine: Sequence[Account]) -> dict[date, tuple[str, ...]]:
    """By the dates of lists, the events of the games that did something on them, as they were played."""
    found = {}
    for account in mine:
        games = sorted(rated_games([account]), key=lambda x: (x.first_day, x.event_key))
        names = {x.event_key: x.event_name for x in games}
        if names:
            found[account.version.list_date] = tuple(names.values())
    return found


def _courses(mine: Sequence[Account]) -> tuple[tuple[str, tuple[tuple[date, int], ...]], ...]:
    found: dict[str, list[tuple[date, int]]] = {}
    for account in reversed(mine):
        for part in account.parts:
            if part.type and part.shown is not None:
                found.setdefault(part.type, []).append((account.version.list_date, part.shown))
    return tuple((t, tuple(found[t])) for t in sorted(found, key=type_order))


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


COLUMNS = (
    "List", "Version", "Type", "Date", "Event", "Event Key", "Round", "Board", "Colour", "Opponent ID",
    "Opponent", "Opponent Rating", "Result", "Score", "Rating", "Difference", "Expected", "K", "Change",
    "Use", "Reason",
)  # fmt: skip
SCORES = {0: "0", 1: "0.5", 2: "1"}


def games_csv(person: Person, accounts: Sequence[Account]) -> bytes:
    """The games of these accounts, of which the newest comes first, as CSV, the oldest first. `Use` is
    `rated`, `first rating` or `none`; `Difference` as the table of expected scores was asked; the name of who
    is withheld is empty."""
    played = ((account, x) for account in reversed(accounts) for part in account.parts for x in part.games)
    rows = [_row(account, x) for account, x in played]
    return Writing("utf-8-sig").csv([("headings", COLUMNS), *((person.name, row) for row in rows)])


def _row(account: Account, x: Game) -> tuple[Cell, ...]:
    use = "rated" if x.counts else "first rating" if x.for_initial else "none"
    named = x.opponent_name is not None
    return (
        str(account.version.list_date), account.version.version, x.type or "", str(x.first_day), x.event_name,
        x.event_key, x.round, x.board, x.colour,
        x.opponent_id if named else None, x.opponent_name, x.opponent_rating if named else None, x.result,
        None if x.score is None else SCORES[x.score], x.rating, x.d_used if x.d is not None else None,
        _hundredths(x.pd), x.k, _hundredths(x.c if x.counts else None), use,
        " ".join(reason.reason for reason in x.reasons),
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _hundredths(n: int | None) -> Decimal | None:
    return None if n is None else Decimal(n).scaleb(-2)
