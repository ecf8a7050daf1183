"""A page of a team event: which view it is, and its content."""

from scraper.errors import OtherPageKind
from scraper.languages import ENGLISH
from scraper.languages.language import ViewWord
from scraper.pages.details import Details
from scraper.pages.head import Head, Marks
from scraper.pages.team_boards import BoardPairings, read_board_pairings
from scraper.pages.team_composition import Composition, read_composition
from scraper.pages.team_pairings import TeamPairings, read_team_pairings
from scraper.problems import Notes
from scraper.records import System
from scraper.words import LISTS_MENU, TEAM_KINDS, TEAM_NOT_NEEDED, TEAMS_MENU, PageKind

TeamContent = BoardPairings | TeamPairings | Composition

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
    views = (head.view, *head.menu.get(LISTS_MENU, "").split(", "))
    return TEAMS_MENU in head.menu or any((met := _view(head, v)) and met.kind in TEAM_KINDS for v in views)


def _view(head: Head, heading: str) -> ViewWord | None:
    met = head.language.team_view(heading) or ENGLISH.team_view(heading)
    return met[0] if met else None


def team_kind(head: Head, origin: str) -> PageKind:
    """The kind of a team event's page, by its heading; OtherPageKind for a view that is not read."""
    view = _view(head, head.view)
    if view is not None and view.kind != PageKind.OTHER:
        return view.kind
    accepted = ", ".join(v.printed for v in head.language.team_views if v.kind != PageKind.OTHER)
    what = view.what if view is not None else TEAM_NOT_NEEDED.get(head.asked.get("art", ""))
    if what is not None:
        found = f'"{head.view}", {what} of a team event'
        raise OtherPageKind.because("view-not-needed", origin, accepted, found, _REMEDY)
    found = f'"{head.view}" of a team event'
    raise OtherPageKind.because("view-unknown", origin, accepted, found, _REMEDY_UNKNOWN)


def read_team_page(kind: PageKind, marks: Marks, head: Head, notes: Notes) -> TeamContent:
    """The content of a page of one of `TEAM_KINDS`."""
    if kind == PageKind.BOARD_PAIRINGS:
        return read_board_pairings(marks, head, notes)
    if kind == PageKind.TEAM_PAIRINGS:
        return read_team_pairings(marks, head, notes)
    return read_composition(marks, head, notes)
