"""Which kind a page is, and what it holds: the views of individual events, then those of team events."""

from collections.abc import Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import OtherPageKind
from scraper.languages import ENGLISH, View, Word
from scraper.pages import card, crosstable, not_paired, pairings, player_list, schedule
from scraper.pages.card import PlayerCard
from scraper.pages.crosstable import Crosstable, Grid
from scraper.pages.details import Details
from scraper.pages.facts import NUMBERED, RANKED
from scraper.pages.head import Head, Marks
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import AllRounds, RoundPage, round_pages
from scraper.pages.player_list import PlayerList, StartList
from scraper.pages.schedule import Schedule
from scraper.pages.team_boards import BoardPairings, read_board_pairings
from scraper.pages.team_composition import Composition, read_composition
from scraper.pages.team_pairings import TeamPairings, read_team_pairings
from scraper.problems import Notes
from scraper.records import System
from scraper.tables import note_unknown, one_table
from scraper.words import (
    NOT_NEEDED_ARTS,
    ROUND_ROBIN_OR_TEAMS,
    TEAM_KINDS,
    TEAM_NOT_NEEDED,
    TEAM_OTHER,
    TEAMS_MENU,
    PageKind,
)


@dataclass(frozen=True, slots=True)
class OtherView:
    """A view from which nothing is taken: statistics, overviews. `what` is its heading."""

    what: str


TeamContent = BoardPairings | TeamPairings | Composition
OfPlayers = StartList | PlayerList | PlayerCard | NotPaired
Content = OfPlayers | RoundPage | AllRounds | Crosstable | Grid | Schedule | OtherView | TeamContent


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
    raise OtherPageKind.because("view-unknown", origin, f"one of the views {accepted}", f'"{head.view}"')


def is_card(head: Head) -> bool:
    """Whether the page is a player's card, which events for teams have as well."""
    view = _view(head)
    return view is not None and view[0].kind == PageKind.PLAYER_CARD


def _view(head: Head) -> View | None:
    return head.language.view(head.view) or ENGLISH.view(head.view)


def read_content(
    kind: PageKind, tree: LexborHTMLParser, marks: Marks, head: Head, notes: Notes, *, team: bool
) -> Content:
    """What the page holds; OtherPageKind or TruncatedPage if it is not there. `team`: the event is one of
    teams, whose list of players is told by its columns as well."""
    language = head.language
    if kind == PageKind.BOARD_PAIRINGS:
        return read_board_pairings(marks, head, notes)
    if kind == PageKind.TEAM_PAIRINGS:
        return read_team_pairings(marks, head, notes)
    if kind == PageKind.TEAM_COMPOSITION:
        return read_composition(marks, head, notes)
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
    note_unknown(table, notes, language)
    if missed:
        return not_paired.read_not_paired(table, notes)
    if kind == PageKind.START_LIST:
        if team or set(player_list.TEAM_PLAYERS_HEADINGS) <= set(table.headings):
            return player_list.read_team_players(table, notes)
        return player_list.read_start_list(table, notes)
    if kind == PageKind.SCHEDULE:
        return schedule.read_schedule(table, notes)
    if kind == PageKind.ALPHABETICAL:
        return player_list.read_player_list(table, notes)
    if kind == PageKind.RANKING:
        view = _view(head)
        return player_list.read_player_list(table, notes, "SNo", view[1] if view else None)
    by_rank = kind == PageKind.RANKING_CROSSTABLE
    if {"1", "2"} <= set(table.headings):  # its columns are players instead of rounds
        return crosstable.read_grid(table, notes, by_rank=by_rank)
    announced = head.rounds_paired == 0
    return crosstable.read_crosstable(tree, table, notes, language, by_rank=by_rank, announced=announced)


_NEEDED = {
    PageKind.START_LIST: NUMBERED,
    PageKind.CROSSTABLE: NUMBERED,
    PageKind.RANKING_CROSSTABLE: RANKED,
    PageKind.NOT_PAIRED: not_paired.HEADINGS,
    PageKind.RANKING: RANKED,
    PageKind.ALPHABETICAL: NUMBERED,
    PageKind.SCHEDULE: schedule.HEADINGS,
}
"""The headings by which the table of a view is known."""


TEAM_SYSTEMS = frozenset({System.TEAM_SWISS, System.TEAM_ROUND_ROBIN})

_REMEDY = "Leave it out; give the composition (art=1), the players (art=16), the boards (art=3)."
_REMEDY_UNKNOWN = "Give the composition (art=1), the players (art=16), the boards (art=3) of each round."


def is_team_event(head: Head, details: Details | None) -> bool:
    """Whether a page belongs to a team event: by its type in the details, its menu, or its view.

    A gated page has neither details nor menu: there the lists that team events share with others
    (`Starting rank`) are told by their columns.
    """
    if details is not None and details.system is not None:
        return details.system in TEAM_SYSTEMS
    views = (head.view, *head.listed)
    return TEAMS_MENU in head.menu or any(
        (met := _team_view(head, v)) and met.kind in TEAM_KINDS for v in views
    )


def is_round_robin(system: System | None, views: Sequence[str], *, shaped: bool = False) -> bool:
    """Whether an event is a round robin: by its printed type; where that is not said, by the shape of a page
    or by the name that only such lists have among these headings of views."""
    if system is not None:
        return system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
    return shaped or ROUND_ROBIN_OR_TEAMS in views


def _team_view(head: Head, heading: str) -> Word | None:
    met = head.language.team_view(heading) or ENGLISH.team_view(heading)
    return met[0] if met else None


def team_kind(head: Head, origin: str) -> PageKind:
    """The kind of a team event's page, by its heading; OtherPageKind for a view that is not read."""
    view = _team_view(head, head.view)
    if view is not None and view.kind != PageKind.OTHER:
        return view.kind
    accepted = ", ".join(v.printed for v in head.language.team_views if v.kind != PageKind.OTHER)
    expected = f"one of the views {accepted}"
    what = TEAM_NOT_NEEDED.get(head.asked.get("art", "")) if view is None else TEAM_OTHER.get(view.means)
    if what is not None:
        found = f'"{head.view}", {what} of a team event'
        raise OtherPageKind.because("view-not-needed", origin, expected, found, _REMEDY)
    found = f'"{head.view}" of a team event'
    raise OtherPageKind.because("view-unknown", origin, expected, found, _REMEDY_UNKNOWN)


def rounds_of(content: Content) -> tuple[int, ...]:
    """The rounds that a page shows, for the limit on their number; of compositions none."""
    match content:
        case RoundPage() | AllRounds():
            return tuple(r.number for r in round_pages(content) if r.number)
        case BoardPairings() | TeamPairings():
            return tuple(r.number for r in content.rounds)
        case Crosstable():
            return content.rounds
        case NotPaired():
            return tuple(m.round for m in content.missed)
        case PlayerCard():
            return tuple(g.round for g in content.games)
        case Schedule():
            return tuple(r.number for _, r in content.rounds)
    return ()


def players_on(content: Content) -> int:
    """How many players, or rows, a page shows, for the limit on its size; of matches, how many teams."""
    match content:
        case StartList():
            return content.rows
        case Crosstable() | Grid() | PlayerList():
            return len(content.rows)
        case RoundPage() | AllRounds():
            return max((len(r.rows) for r in round_pages(content)), default=0)
        case NotPaired():
            return len({m.number for m in content.missed})
        case PlayerCard():
            return 1
        case Composition():
            return sum(len(t.players) for t in content.teams)
        case BoardPairings():
            return max((2 * sum(len(m.boards) for m in r.matches) for r in content.rounds), default=0)
        case TeamPairings():
            return max((2 * len(r.matches) for r in content.rounds), default=0)
    return 0
