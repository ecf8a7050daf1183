"""What a member's page tells: every list that said something new about him, with the games behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session

from publication.account.gather import accounts, versions
from publication.account.model import Account, Game
from publication.site.people import People, Person
from publication.site.versions import Version, type_order

BEST_WINS = 5


@dataclass(frozen=True, slots=True)
class Story:
    """Everything on a member's page, the newest list first. `courses`: the rating of each type from list to
    list, where it moved."""

    person: Person
    accounts: tuple[Account, ...]
    courses: tuple[tuple[str, tuple[tuple[date, int], ...]], ...]
    best: tuple[Game, ...]


def stories(
    session: Session, ids: Sequence[str], shown: Sequence[Version], people: People
) -> Iterator[Story]:
    """The stories of these members, in their order; loaded a few hundred at a time."""
    standing = {version.id for version in shown if version.newest}
    for number, found in accounts(session, ids, versions(session), standing, withheld=people.withheld):
        mine = tuple(account for account in found if account.parts)
        won = [x for e in mine for part in e.parts for x in part.games if x.counts and x.score == 2]
        best = sorted(won, key=lambda x: (-(x.opponent_rating or 0), x.first_day))[:BEST_WINS]
        yield Story(people.shown[number], mine, _courses(mine), tuple(best))


def _courses(mine: Sequence[Account]) -> tuple[tuple[str, tuple[tuple[date, int], ...]], ...]:
    found: dict[str, list[tuple[date, int]]] = {}
    for account in reversed(mine):
        for part in account.parts:
            if part.type and part.shown is not None:
                found.setdefault(part.type, []).append((account.version.list_date, part.shown))
    return tuple((t, tuple(found[t])) for t in sorted(found, key=type_order))
