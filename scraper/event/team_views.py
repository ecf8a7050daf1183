"""Which views of a team event are asked for, and in which order: rounds + 3 pages at most.

The first page (any view, with details) tells that it is a team event and how many rounds there are; then
come the composition with results, the list of players with its IDs, and the boards of each round that
the menu lists. Team pairings (art=2) are not asked for: the boards hold every match and its score, and a
team's bye gives no game; they would cost a page for each round. They are read where somebody gives them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from scraper.page import PageReading
from scraper.pages.details import read_details
from scraper.pages.head import read_head
from scraper.pages.marks import Marks
from scraper.pages.team_boards import BoardPairings
from scraper.pages.team_page import is_team_event
from scraper.records import SavedPage, System

COMPOSITION, BOARDS, PLAYERS = 1, 3, 16
"""The values of `art` of a team event; 1 and 3 mean other views on individual events."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What the head of any view of a team event tells, before one of its lists is read.

    `rounds` is the number of rounds of the details, else of the menu; `listed` how many rounds the menu
    lists the boards of, None where there is no such menu (a gated page, or an event that shows none).
    """

    system: System | None
    rounds: int | None
    listed: int | None


@dataclass(frozen=True, slots=True)
class TeamView:
    """One page to ask for. `words` says what it is, for progress.

    `needs_links`: a gated page has names without links, so without starting numbers: open the gate.
    """

    art: int
    round: int | None
    details: bool
    needs_links: bool
    words: str


def team_outline(page: SavedPage) -> Outline | None:
    """The outline of a page of a team event, whatever its view; None if the event is none for teams.

    PageError if the bytes are no page of a tournament.
    """
    tree = LexborHTMLParser(page.body)
    marks = Marks(tree)
    head, _ = read_head(tree, page.origin, marks)
    details, _ = read_details(marks.name, page.origin, head.language)
    if not is_team_event(head, details):
        return None
    stated = details.round_count if details else None
    return Outline(
        details.system if details else None, stated or head.round_count, head.rounds_paired or None
    )


def team_views(outline: Outline) -> tuple[TeamView, ...]:
    """The pages that a team event needs after the first, in the order in which to ask; rounds + 2.

    Rounds that the menu does not list are left out: the site makes their boards up (reported). Without a
    number of rounds there are only the first two views.
    """
    last = outline.rounds or 0
    if outline.listed is not None:
        last = min(last, outline.listed) if last else outline.listed
    return (
        TeamView(COMPOSITION, None, True, True, "teams with results"),
        TeamView(PLAYERS, None, False, True, "list of players"),
        *(
            TeamView(BOARDS, number, False, True, f"boards of round {number}")
            for number in range(1, last + 1)
        ),
    )


def still_needed(views: Iterable[TeamView], read: Iterable[PageReading]) -> tuple[TeamView, ...]:
    """The views without the rounds that were read already.

    A round robin can show all rounds on one page whichever was asked (seen of individual ones): then the
    others need no page of their own.
    """
    shown = {r.number for p in read if isinstance(p.content, BoardPairings) for r in p.content.rounds}
    return tuple(v for v in views if v.art != BOARDS or v.round not in shown)
