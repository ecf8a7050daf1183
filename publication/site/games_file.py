"""All games of a member as one CSV: what stands on his page list by list, to be sorted and counted elsewhere.

Games that did not count are in it too, with the reason. Letters are UTF-8 with the mark by which spreadsheets
know it; the file is read by people, not by the list's own readers.
"""

from collections.abc import Iterator
from decimal import Decimal

from publication.account.model import Account, Game
from publication.exports.cells import Cell, Writing
from publication.site.stories import Story

COLUMNS = (
    "List", "Version", "Type", "Date", "Event", "Event Key", "Round", "Board", "Colour", "Opponent ID",
    "Opponent", "Opponent Rating", "Result", "Score", "Rating", "Difference", "Expected", "K", "Change",
    "Use", "Reason",
)  # fmt: skip
SCORES = {0: "0", 1: "0.5", 2: "1"}


def games_csv(story: Story) -> bytes:
    """The games of the versions that stand, oldest first. `Use` is `rated`, `first rating` or `none`;
    `Difference` as the table of expected scores was asked; the name of who is withheld is empty."""
    person = story.person
    rows = [_row(account, x) for account in reversed(story.accounts) for x in _played(account)]
    return Writing("utf-8-sig").csv([("headings", COLUMNS), *((person.name, row) for row in rows)])


def _played(account: Account) -> Iterator[Game]:
    for part in account.parts:
        yield from part.games


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


def _hundredths(n: int | None) -> Decimal | None:
    return None if n is None else Decimal(n).scaleb(-2)
