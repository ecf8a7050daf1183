"""A page of a team event: which view it is, its content, and whether it is what was asked for."""

from collections.abc import Mapping
from typing import TypeGuard

from scraper.errors import OtherPageKind
from scraper.languages import ENGLISH
from scraper.languages.language import ViewWord
from scraper.pages.details import Details
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.team_boards import BoardPairings, read_board_pairings
from scraper.pages.team_composition import Composition, read_composition
from scraper.pages.team_pairings import TeamPairings, read_team_pairings
from scraper.pages.team_words import TEAM_ASKED, TEAM_KINDS, TEAM_NOT_NEEDED, TEAMS_MENU
from scraper.problems import place, problem
from scraper.records import Problem, System
from scraper.values import whole
from scraper.words import LISTS_MENU, PageKind

__all__ = [
    "TEAM_KINDS",
    "TeamContent",
    "asked_otherwise",
    "is_team_event",
    "is_team_page",
    "players_on",
    "read_team_page",
    "rounds_of",
    "team_kind",
]

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


def is_team_page(content: object) -> TypeGuard[TeamContent]:
    """Whether a content is one that only team events have."""
    return isinstance(content, BoardPairings | TeamPairings | Composition)


def team_kind(head: Head, origin: str) -> PageKind:
    """The kind of a team event's page, by its heading; OtherPageKind for a view that is not read."""
    view = _view(head, head.view)
    if view is not None and view.kind != PageKind.OTHER:
        return view.kind
    accepted = ", ".join(v.printed for v in head.language.team_views if v.kind != PageKind.OTHER)
    what = view.what if view is not None else TEAM_NOT_NEEDED.get(head.asked.get("art", ""))
    if what is not None:
        found = f'"{head.view}", {what} of a team event'
        raise OtherPageKind(
            problem("view-not-needed", origin, expected=accepted, found=found, remedy=_REMEDY)
        )
    found = f'"{head.view}" of a team event'
    raise OtherPageKind(
        problem("view-unknown", origin, expected=accepted, found=found, remedy=_REMEDY_UNKNOWN)
    )


def read_team_page(
    kind: PageKind, marks: Marks, head: Head, origin: str
) -> tuple[TeamContent, list[Problem]]:
    """The content of a page of one of `TEAM_KINDS`."""
    if kind == PageKind.BOARD_PAIRINGS:
        return read_board_pairings(marks, head, origin)
    if kind == PageKind.TEAM_PAIRINGS:
        return read_team_pairings(marks, head, origin)
    return read_composition(marks, head, origin)


def rounds_of(content: TeamContent) -> tuple[int, ...]:
    """The rounds that a page shows with pairings, none for a composition."""
    return () if isinstance(content, Composition) else tuple(r.number for r in content.rounds)


def players_on(content: TeamContent) -> int:
    """How many players a page names, for the limit on a page's size; of matches, how many teams."""
    match content:
        case Composition():
            return sum(len(t.players) for t in content.teams)
        case BoardPairings():
            return max((2 * sum(len(m.boards) for m in r.matches) for r in content.rounds), default=0)
        case TeamPairings():
            return max((2 * len(r.matches) for r in content.rounds), default=0)


def asked_otherwise(
    asked: Mapping[str, str], head: Head, kind: PageKind, content: TeamContent, origin: str
) -> list[Problem]:
    """Whether a page is the view and the round that was asked for; a round without pairings is named."""
    problems: list[Problem] = []
    view = TEAM_ASKED.get(asked.get("art", ""))
    if view is not None and view != kind:
        expected, found = f"{view} (art={asked['art']})", f'{kind} ("{head.view}")'
        problems.append(problem("other-view", origin, expected=expected, found=found))
    if isinstance(content, Composition):
        return problems
    shown = rounds_of(content)
    round = whole(asked.get("rd", ""))
    if round and shown and round not in shown:
        expected, found = f"round {round} (rd={round})", f"round {', '.join(map(str, shown))}"
        problems.append(problem("other-round", origin, expected=expected, found=found))
    if not any(r.matches for r in content.rounds):
        where = place(origin, round=round or None)
        expected, found = "pairings of teams", "a heading without pairings"
        problems.append(problem("round-not-paired", where, expected=expected, found=found))
    return problems
