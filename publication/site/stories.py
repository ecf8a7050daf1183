"""What a member's page tells: every list that said something new about him, with the games behind it; and all
his games as one CSV.

In the CSV are also games that did not count, with the reason. Its letters are UTF-8 with the mark by which
spreadsheets know it; the file is read by people, not by the list's own readers.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from sqlmodel import Session

from publication.account.gather import accounts, versions
from publication.account.model import Account, Game
from publication.exports.cells import Cell, Writing, quoted
from publication.site.career import Career
from publication.site.people import People, Person
from publication.site.versions import Version


@dataclass(frozen=True, slots=True)
class Story:
    """What lists say of a member, the newest first: `entries`, and of these `accounts` on the versions that
    stand. `replaced`: by the number of a version that a correction replaced, the version that stands in its
    place; such an account is told where it is another one; `same`: of whoever was merged, where he stands."""

    person: Person
    entries: tuple[Account, ...]
    accounts: tuple[Account, ...]
    replaced: Mapping[int, int]
    same: Mapping[str, str]

    def career(self, before: Career | None = None) -> Career:
        """What all lists say of him in sum. `before`: what those said that came before these."""
        found = before or Career()
        found.same = self.same
        found.go_on(self.accounts)
        return found


def stories(
    session: Session,
    ids: Sequence[str],
    shown: Sequence[Version],
    people: People,
    only: Collection[int] | None = None,
) -> Iterator[Story]:
    """The stories of these members, in their order; loaded a few hundred at a time. `only`: what these
    versions say."""
    wanted = frozenset(v.id for v in shown) if only is None else only
    stands = {version.list_date: version.version for version in shown if version.newest}
    replaced = {v.id: stands[v.list_date] for v in shown if not v.newest}
    asked = () if only is None else wanted
    made = accounts(session, ids, versions(session), wanted, asked=asked, withheld=people.withheld)
    for number, found in made if wanted else ((number, []) for number in ids):
        told = [account for account in found if account.parts]
        mine = tuple(account for account in told if account.version.id not in replaced)
        same = {account.version.list_date: account for account in mine}
        entries = tuple(
            account
            for account in told
            if account.version.id not in replaced or _otherwise(account, same.get(account.version.list_date))
        )
        yield Story(people.shown[number], entries, mine, replaced, people.same)


def _otherwise(account: Account, stands: Account | None) -> bool:
    """Whether a version that was replaced says anything else of a member than the one that `stands`."""
    if stands is None:
        return True
    old, new = ([part.without_kanji for part in one.parts] for one in (account, stands))
    return old != new


COLUMNS = (
    "List", "Version", "Type", "Date", "Event", "Event Key", "Round", "Board", "Colour", "Opponent ID",
    "Opponent", "Opponent Rating", "Result", "Score", "Rating", "Difference", "Expected", "K", "Change",
    "Use", "Reason",
)  # fmt: skip
_HEADINGS = ",".join(map(quoted, COLUMNS))
SCORES = {0: "0", 1: "0.5", 2: "1"}


def games_csv(person: Person, accounts: Sequence[Account]) -> bytes:
    """The games of these accounts, of which the newest comes first, as CSV, the oldest first. `Use` is
    `rated`, `first rating` or `none`; `Difference` as the table of expected scores was asked; the name of who
    is withheld is empty."""
    played = [(account, x) for account in reversed(accounts) for part in account.parts for x in part.games]
    lines = [_HEADINGS, *(_line(account, x) for account, x in played), ""]
    try:
        return "\r\n".join(lines).encode("utf-8-sig")
    except UnicodeEncodeError:  # a half of a pair of signs
        rows = [(person.name, _row(account, x)) for account, x in played]
        return Writing("utf-8-sig").csv([("headings", COLUMNS), *rows])


def _line(account: Account, x: Game) -> str:
    """A game as a line of the file. By hand: of a table of a few rows, columns cost more than cells."""
    return ",".join(
        [
            quoted(cell) if type(cell) is str else "" if cell is None else str(cell)
            for cell in _row(account, x)
        ]
    )


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
