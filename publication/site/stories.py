"""What a member's page tells: every list that said something new about him, with the games behind it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session

from publication.account.gather import accounts, versions
from publication.account.model import Account, Game
from publication.site.people import People, Person
from publication.site.record import rated_games
from publication.site.versions import Version, type_order

BEST_WINS = 5


@dataclass(frozen=True, slots=True)
class Story:
    """Everything on a member's page, the newest list first: `entries`, and of these `accounts` on the
    versions that stand. `replaced`: by the number of a version that a correction replaced, the version that
    stands in its place; such an account is told where it is another one. `courses`: the rating of each type
    from list to list, where it moved, and `behind`: by the dates of lists the events that moved it; `peaks`:
    the highest rating of each, as the newest list holds it, and `games`: the rated games in all."""

    person: Person
    entries: tuple[Account, ...]
    accounts: tuple[Account, ...]
    replaced: Mapping[int, int]
    courses: tuple[tuple[str, tuple[tuple[date, int], ...]], ...]
    behind: Mapping[date, tuple[str, ...]]
    peaks: Mapping[str, int]
    games: Mapping[str, int]
    best: tuple[Game, ...]


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
            tuple(best),
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
