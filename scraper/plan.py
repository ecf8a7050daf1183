"""Which views an event needs, told by its first page: at most rounds + 3 pages, that page among them.

| kind of event | pages |
|---|---|
| Swiss | start list, crosstable, not paired, each round that the menu lists |
| round robin, single or double | start list, crosstable, all rounds on one page (`rd` is ignored: seen) |
| teams | first page, composition with results, list of players, boards of each round that the menu lists |

Team pairings (art=2) are not asked for: the boards hold every match and its score, and a team's bye gives no
game; they would cost a page for each round. They are read where somebody gives them.
Source: shared/chess-results.md, section 2.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import OtherPageKind, PageError, RoundsUnknown
from scraper.page import MOST_ROUNDS, PageReading, read_page
from scraper.pages.details import Details, read_details
from scraper.pages.head import Head, Marks, read_head
from scraper.pages.kinds import is_round_robin, is_team_event
from scraper.pages.team_boards import BoardPairings
from scraper.problems import Notes
from scraper.records import SavedPage

START_LIST, PAIRINGS, CROSSTABLE, NOT_PAIRED = 0, 2, 5, 40
"""The values of `art` of an individual event."""
COMPOSITION, BOARDS, PLAYERS = 1, 3, 16
"""The values of `art` of a team event; 1 and 3 mean other views on individual events."""


@dataclass(frozen=True, slots=True)
class View:
    """One page to ask for: `art`, the round if it shows one, and what it is called. `needs_links`: behind
    its gate it has names without links, so without starting numbers, and is of no use."""

    art: int
    round: int | None
    words: str
    details: bool = False
    needs_links: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for after the first page. `kind` in words, `rounds` None where no page says how many;
    `reading` of the first page, where it is an individual event's."""

    kind: str
    rounds: int | None
    views: tuple[View, ...]
    teams: bool = False
    reading: PageReading | None = None


Outline = tuple[int | None, int | None]
"""What the head of any view of a team event tells, before one of its lists is read: the number of rounds of
the details, else of the menu; and how many rounds the menu lists the boards of, None where there is no such
menu (a gated page, or an event that shows none)."""


def plan(start: SavedPage) -> Plan:
    """The plan for the event whose first page (`art=0` with details) this is.

    PageError if it is no page of an event that is read; RoundsUnknown where the rounds have to be asked
    for one by one and the page does not say how many there are.
    """
    # Read whole before the next page is asked for: what cannot be read costs one page. The first page of
    # a team event is a view that is not read, and tells the outline all the same.
    try:
        reading = read_page(start)
    except OtherPageKind:
        if (outline := team_outline(start)) is None:
            raise
    else:
        outline = _outline(reading.head, reading.details)
    if outline is not None:
        return Plan("teams", outline[0], team_views(*outline), teams=True)
    head, details = reading.head, reading.details
    stated = details.round_count if details else None
    crosstable = View(CROSSTABLE, None, "crosstable")
    if is_round_robin(details.system if details else None, (head.view, *head.listed)):
        all_rounds = View(PAIRINGS, None, "all rounds", needs_links=True)
        return Plan("round robin", stated, (crosstable, all_rounds), reading=reading)
    count = stated or head.round_count  # in the menu: `Rd.7/9`
    if not count or count > MOST_ROUNDS:
        found = f"{count} rounds" if count else "neither in the details nor in the menu"
        raise RoundsUnknown(start.origin, f"a number of rounds, 1 to {MOST_ROUNDS}", found)
    # A round that the menu does not list is not paired, and the site would serve another one for it
    # (reported); a gated page has no menu, and then every round is asked for.
    listed = count if head.rounds_paired is None else min(count, head.rounds_paired)
    each = [View(PAIRINGS, n, f"round {n}", needs_links=True) for n in range(1, listed + 1)]
    not_paired = View(NOT_PAIRED, None, "not paired")
    return Plan("Swiss", count, (crosstable, not_paired, *each), reading=reading)


def team_outline(page: SavedPage) -> Outline | None:
    """The outline of a page of a team event, whatever its view; None if the event is none for teams.

    PageError if the bytes are no page of a tournament.
    """
    tree = LexborHTMLParser(page.body)
    marks, notes = Marks(tree), Notes(page.origin)
    head = read_head(tree, notes, marks)
    return _outline(head, read_details(marks.name, notes, head.language))


def _outline(head: Head, details: Details | None) -> Outline | None:
    if not is_team_event(head, details):
        return None
    return (details and details.round_count) or head.round_count, head.rounds_paired or None


def team_views(rounds: int | None, listed: int | None) -> tuple[View, ...]:
    """The pages that a team event needs after the first, in the order in which to ask; rounds + 2.

    Rounds that the menu does not list are left out: the site makes their boards up (reported). Without a
    number of rounds there are only the first two views.
    """
    last = rounds or 0
    if listed is not None:
        last = min(last, listed) if last else listed
    return (
        View(COMPOSITION, None, "teams with results", details=True, needs_links=True),
        View(PLAYERS, None, "list of players", needs_links=True),
        *(
            View(BOARDS, number, f"boards of round {number}", needs_links=True)
            for number in range(1, last + 1)
        ),
    )


def still_needed(views: Iterable[View], read: Iterable[PageReading]) -> tuple[View, ...]:
    """The views of a team event without the rounds that were read already.

    A round robin can show all rounds on one page whichever was asked (seen of individual ones): then the
    others need no page of their own.
    """
    shown = {r.number for p in read if isinstance(p.content, BoardPairings) for r in p.content.rounds}
    return tuple(v for v in views if v.art != BOARDS or v.round not in shown)


def without_shown(views: tuple[View, ...], page: SavedPage) -> tuple[View, ...]:
    """The views still needed after a page of a team event's boards: it may show other rounds as well."""
    try:
        return still_needed(views, [read_page(page)])
    except PageError:
        return views  # what cannot be read answers for no other page
