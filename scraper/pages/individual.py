"""The views of an individual event: which kind a page is, and what it holds."""

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import OtherPageKind
from scraper.languages import ENGLISH
from scraper.languages.language import View
from scraper.pages import card, crosstable, grid, not_paired, pairings, player_list, schedule, start_list
from scraper.pages.card import PlayerCard
from scraper.pages.crosstable import Crosstable
from scraper.pages.grid import Grid
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import AllRounds, RoundPage
from scraper.pages.player_list import PlayerList
from scraper.pages.schedule import Schedule
from scraper.pages.start_list import StartList
from scraper.problems import problem
from scraper.records import Problem
from scraper.tables import Table, one_table, table_if_any, unknown_words
from scraper.words import NOT_NEEDED_ARTS, PageKind


@dataclass(frozen=True, slots=True)
class OtherView:
    """A view from which nothing is taken: statistics, overviews. `what` is its heading."""

    what: str


IndividualContent = (
    StartList
    | RoundPage
    | AllRounds
    | Crosstable
    | Grid
    | NotPaired
    | PlayerList
    | PlayerCard
    | Schedule
    | OtherView
)


def kind_of(head: Head, origin: str) -> PageKind:
    """The page's kind by its heading, in the page's language or in English.

    A heading that is not known is a view that is not needed where the form asks for such a one;
    OtherPageKind for any other.
    """
    view = _view(head)
    if view is not None:
        return view[0].kind
    if head.asked.get("art") in NOT_NEEDED_ARTS:
        return PageKind.OTHER
    accepted = ", ".join(
        v.printed.replace("{n}", "N") for v in head.language.views if v.kind != PageKind.OTHER
    )
    raise OtherPageKind(problem("view-unknown", origin, expected=accepted, found=f'"{head.view}"'))


def is_card(head: Head) -> bool:
    """Whether the page is a player's card, which events for teams have as well."""
    view = _view(head)
    return view is not None and view[0].kind == PageKind.PLAYER_CARD


def _view(head: Head) -> View | None:
    return head.language.view(head.view) or ENGLISH.view(head.view)


def read_individual(
    kind: PageKind, tree: LexborHTMLParser, marks: Marks, head: Head, origin: str, *, team: bool = False
) -> tuple[IndividualContent, list[Problem]]:
    """What the page holds; OtherPageKind or TruncatedPage if it is not there. `team`: the event is one of
    teams, whose list of players is told by its columns as well."""
    language = head.language
    if kind == PageKind.PAIRINGS:
        return pairings.read_pairings(marks, head, origin)
    if kind == PageKind.PLAYER_CARD:
        return card.read_card(marks.lists, origin, language)
    if kind == PageKind.OTHER:
        return OtherView(head.view), []
    if kind == PageKind.NOT_PAIRED:
        missed = table_if_any(marks.lists, origin, not_paired.HEADINGS, language, may_be_empty=True)
        return not_paired.read_not_paired(missed, origin) if missed else (NotPaired(()), [])
    needed = {
        PageKind.START_LIST: start_list.HEADINGS,
        PageKind.CROSSTABLE: crosstable.HEADINGS,
        PageKind.RANKING_CROSSTABLE: crosstable.RANKED_HEADINGS,
        PageKind.RANKING: player_list.RANKING_HEADINGS,
        PageKind.ALPHABETICAL: player_list.ALPHABETICAL_HEADINGS,
        PageKind.SCHEDULE: schedule.HEADINGS,
    }[kind]
    table = one_table(marks.lists, origin, needed, language)
    content: IndividualContent
    if kind == PageKind.START_LIST and (
        team or set(player_list.TEAM_PLAYERS_HEADINGS) <= set(table.headings)
    ):
        content, problems = player_list.read_team_players(table, origin)
    else:
        content, problems = _of_table(kind, tree, table, head, origin)
    return content, unknown_words(table, origin, language) + problems


def _of_table(
    kind: PageKind, tree: LexborHTMLParser, table: Table, head: Head, origin: str
) -> tuple[IndividualContent, list[Problem]]:
    if kind == PageKind.START_LIST:
        return start_list.read_start_list(table, origin)
    if kind == PageKind.SCHEDULE:
        return schedule.read_schedule(table, origin)
    if kind == PageKind.ALPHABETICAL:
        return player_list.read_alphabetical(table, origin)
    if kind == PageKind.RANKING:
        view = _view(head)
        return player_list.read_ranking(table, view[1] if view else None, origin)
    by_rank = kind == PageKind.RANKING_CROSSTABLE
    if grid.is_grid(table):
        return grid.read_grid(table, origin, by_rank=by_rank)
    announced = head.rounds_paired == 0
    return crosstable.read_crosstable(
        tree, table, origin, head.language, by_rank=by_rank, announced=announced
    )


def size_of(content: object) -> tuple[int, int]:
    """The numbers of players and of rounds that a page shows, for the limits; 0, 0 where nothing is taken."""
    match content:
        case StartList():
            return content.rows, 0
        case RoundPage():
            return len(content.rows), content.number or 0
        case AllRounds():
            most = max((len(r.rows) for r in content.rounds), default=0)
            return most, max((r.number or 0 for r in content.rounds), default=0)
        case Crosstable():
            return len(content.rows), len(content.rounds)
        case NotPaired():
            missed = content.missed
            return len({m.number for m in missed}), max((m.round for m in missed), default=0)
        case Grid() | PlayerList():
            return len(content.rows), 0
        case PlayerCard():
            return 1, max((g.round for g in content.games), default=0)
        case Schedule():
            return 0, max((r.number for _, r in content.rounds), default=0)
    return 0, 0


def round_of(content: object) -> int | None:
    """The round of a page that shows one."""
    return content.number if isinstance(content, RoundPage) else None


def has_pairings(content: object) -> bool:
    """Whether a page of pairings has two players in any row."""
    rounds = content.rounds if isinstance(content, AllRounds) else (content,)
    return any(row.black for r in rounds if isinstance(r, RoundPage) for row in r.rows)
