"""Which views an event needs, told by its first page: at most rounds + 3 pages, that page among them.

| kind of event | pages |
|---|---|
| Swiss | start list, crosstable, not paired, each round that the menu lists |
| round robin, single or double | start list, crosstable, all rounds on one page (`rd` is ignored: seen) |
| teams | first page, then as scraper/event/team_views.py says |

Source: shared/chess-results.md, section 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scraper.errors import OtherPageKind, PageError
from scraper.event.team_views import TeamView, still_needed, team_outline, team_views
from scraper.fetch_errors import RoundsUnknown
from scraper.page import read_page
from scraper.pages.details import Details
from scraper.pages.head import Head
from scraper.records import SavedPage, System
from scraper.words import LISTS_MENU, ROUND_ROBIN_OR_TEAMS

START_LIST, PAIRINGS, CROSSTABLE, NOT_PAIRED = 0, 2, 5, 40
"""The values of `art` of an individual event."""
MOST_ROUNDS = 50

ROUND_ROBINS = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)


@dataclass(frozen=True, slots=True)
class View:
    """One page to ask for: `art`, the round if it shows one, and what it is called. `needs_links`: behind
    its gate it has names without links, and is of no use."""

    art: int
    round: int | None
    words: str
    details: bool = False
    needs_links: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked for after the first page. `kind` in words, `rounds` None where no page says how many."""

    kind: str
    rounds: int | None
    views: tuple[View, ...]
    teams: bool = False


def plan(start: SavedPage) -> Plan:
    """The plan for the event whose first page (`art=0` with details) this is.

    PageError if it is no page of an event that is read; RoundsUnknown where the rounds have to be asked
    for one by one and the page does not say how many there are.
    """
    # Read whole before the next page is asked for: what cannot be read costs one page. The first page of
    # a team event is a view that is not read, and tells the outline all the same.
    reading, refused = None, None
    try:
        reading = read_page(start)
    except OtherPageKind as error:
        refused = error
    outline = team_outline(start)
    if outline is not None:
        teams = [View(v.art, v.round, v.words, v.details, v.needs_links) for v in team_views(outline)]
        return Plan("teams", outline.rounds, tuple(teams), teams=True)
    if reading is None:
        assert refused is not None
        raise refused
    head, details = reading.head, reading.details
    crosstable = View(CROSSTABLE, None, "crosstable")
    if _is_round_robin(head, details):
        stated = details.round_count if details else None
        return Plan("round robin", stated, (crosstable, View(PAIRINGS, None, "all rounds", needs_links=True)))
    rounds = _rounds(head, details, start)
    # A round that the menu does not list is not paired, and the site would serve another one for it
    # (reported); a gated page has no menu, and then every round is asked for.
    listed = rounds if head.rounds_paired is None else min(rounds, head.rounds_paired)
    each = [View(PAIRINGS, n, f"round {n}", needs_links=True) for n in range(1, listed + 1)]
    return Plan("Swiss", rounds, (crosstable, View(NOT_PAIRED, None, "not paired"), *each))


def _is_round_robin(head: Head, details: Details | None) -> bool:
    """By the type in the details; where that is not said, by the name that only such lists have."""
    if details is not None and details.system is not None:
        return details.system in ROUND_ROBINS
    return ROUND_ROBIN_OR_TEAMS in (head.view, *head.menu.get(LISTS_MENU, "").split(", "))


def _rounds(head: Head, details: Details | None, start: SavedPage) -> int:
    """The number of rounds as the details say, else the menu (`Rd.7/9`)."""
    stated = details.round_count if details else None
    count = stated or head.round_count
    if not count or count > MOST_ROUNDS:
        found = f"{count} rounds" if count else "neither in the details nor in the menu"
        raise RoundsUnknown(start.origin, f"a number of rounds, 1 to {MOST_ROUNDS}", found)
    return count


def without_shown(views: Sequence[View], page: SavedPage) -> tuple[View, ...]:
    """The views still needed after a page of a team event's boards: it may show other rounds as well."""
    try:
        shown = still_needed((TeamView(v.art, v.round, False, False, "") for v in views), [read_page(page)])
    except PageError:
        return tuple(views)  # what cannot be read answers for no other page
    left = {(v.art, v.round) for v in shown}
    return tuple(v for v in views if (v.art, v.round) in left)
