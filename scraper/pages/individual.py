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
from scraper.pages.head import Head, Marks
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import AllRounds, RoundPage
from scraper.pages.player_list import PlayerList
from scraper.pages.schedule import Schedule
from scraper.pages.start_list import StartList
from scraper.problems import Notes
from scraper.tables import note_unknown, one_table
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
    raise OtherPageKind.because("view-unknown", origin, accepted, f'"{head.view}"')


def is_card(head: Head) -> bool:
    """Whether the page is a player's card, which events for teams have as well."""
    view = _view(head)
    return view is not None and view[0].kind == PageKind.PLAYER_CARD


def _view(head: Head) -> View | None:
    return head.language.view(head.view) or ENGLISH.view(head.view)


def read_individual(
    kind: PageKind, tree: LexborHTMLParser, marks: Marks, head: Head, notes: Notes, *, team: bool
) -> IndividualContent:
    """What the page holds; OtherPageKind or TruncatedPage if it is not there. `team`: the event is one of
    teams, whose list of players is told by its columns as well."""
    language = head.language
    if kind == PageKind.PAIRINGS:
        return pairings.read_pairings(marks, head, notes)
    if kind == PageKind.PLAYER_CARD:
        return card.read_card(marks.lists, notes, language)
    if kind == PageKind.OTHER:
        return OtherView(head.view)
    missed = kind == PageKind.NOT_PAIRED
    if missed and not marks.lists:
        return NotPaired()
    table = one_table(marks.lists, notes.origin, _NEEDED[kind], language, may_be_empty=missed)
    if missed:
        return not_paired.read_not_paired(table, notes)
    note_unknown(table, notes, language)
    if kind == PageKind.START_LIST:
        if team or set(player_list.TEAM_PLAYERS_HEADINGS) <= set(table.headings):
            return player_list.read_team_players(table, notes)
        return start_list.read_start_list(table, notes)
    if kind == PageKind.SCHEDULE:
        return schedule.read_schedule(table, notes)
    if kind == PageKind.ALPHABETICAL:
        return player_list.read_player_list(table, notes)
    if kind == PageKind.RANKING:
        view = _view(head)
        return player_list.read_player_list(table, notes, "SNo", view[1] if view else None)
    by_rank = kind == PageKind.RANKING_CROSSTABLE
    if grid.is_grid(table):
        return grid.read_grid(table, notes, by_rank=by_rank)
    announced = head.rounds_paired == 0
    return crosstable.read_crosstable(tree, table, notes, language, by_rank=by_rank, announced=announced)


_NEEDED = {
    PageKind.START_LIST: start_list.HEADINGS,
    PageKind.CROSSTABLE: crosstable.HEADINGS,
    PageKind.RANKING_CROSSTABLE: crosstable.RANKED_HEADINGS,
    PageKind.NOT_PAIRED: not_paired.HEADINGS,
    PageKind.RANKING: player_list.RANKING_HEADINGS,
    PageKind.ALPHABETICAL: player_list.ALPHABETICAL_HEADINGS,
    PageKind.SCHEDULE: schedule.HEADINGS,
}
"""The headings by which the table of a view is known."""
