"""One saved page, read: what it is, then what it says. The page is parsed once.

What can be read in spite of a flaw is a problem in the reading; what is not the page is a PageError.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from selectolax.lexbor import LexborHTMLParser

from scraper.codes import (
    BYTES_NOT_UTF8,
    EVENT_KIND_NOT_READ,
    LIST_TRUNCATED,
    NOT_HTML,
    OTHER_ROUND,
    OTHER_TOURNAMENT,
    OTHER_VIEW,
    PAGE_TOO_LARGE,
    PAGE_TRUNCATED,
    ROUND_NOT_PAIRED,
    VIEW_NOT_NEEDED,
    VIEW_UNKNOWN,
)
from scraper.errors import NotATournamentPage, OtherPageKind, OtherTournament, PageTooLarge, TruncatedPage
from scraper.pages import crosstable, not_paired, pairings, start_list
from scraper.pages.crosstable import Crosstable
from scraper.pages.details import Details, read_details
from scraper.pages.head import Head, read_head, tournament_of
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import RoundPage
from scraper.pages.start_list import StartList
from scraper.problems import place, problem
from scraper.records import PageSource, Problem, SavedPage, System
from scraper.tables import one_table, table_if_any
from scraper.values import whole
from scraper.words import (
    ASKED,
    LISTS_MENU,
    NOT_NEEDED,
    ROUND_ROBIN_OR_TEAMS,
    SHOW_COMPLETE_LIST,
    SYSTEM_NAMES,
    TEAM_MENU,
    TEAM_VIEWS,
    VIEWS,
    PageKind,
)

MOST_BYTES = 20_000_000
MOST_PLAYERS = 2_000
MOST_ROUNDS = 50

Content = StartList | RoundPage | Crosstable | NotPaired


@dataclass(frozen=True, slots=True)
class PageReading:
    """One page: `kind` says which content it has; `details` is None where the page does not show them."""

    kind: PageKind
    page: SavedPage
    head: Head
    details: Details | None
    content: Content
    problems: tuple[Problem, ...]

    @property
    def round(self) -> int | None:
        """The round of a page of pairings."""
        return self.content.number if isinstance(self.content, RoundPage) else None

    @property
    def source(self) -> PageSource:
        """The page as a record keeps it."""
        p = self.page
        update = self.head.last_update
        return PageSource(self.kind.value, self.round, p.address, p.origin, p.sha256, p.fetched_at, update)


def read_page(page: SavedPage) -> PageReading:
    """The typed reading of one page of an individual Swiss event, English, in the layout of 2026.

    PageError (see scraper/errors.py) with one named problem if the bytes are anything else.
    """
    origin = page.origin
    text, problems = _text(page)
    _whole_page(text, origin)
    tree = LexborHTMLParser(text)
    head, head_problems = read_head(tree, origin)
    problems += head_problems
    details, detail_problems = read_details(head.name_node, origin)
    _asked_tournament(page, head)
    kind = _kind(head, details, origin)
    problems += detail_problems
    content, content_problems = _content(kind, tree, head, origin)
    problems += content_problems
    _limits(content, head, details, origin)
    problems += _asked(page, head, kind, content)
    if SHOW_COMPLETE_LIST in text and any(SHOW_COMPLETE_LIST in (a.text() or "") for a in tree.css("a.fett")):
        expected, found = "the whole list", f'the link "{SHOW_COMPLETE_LIST}" under the table'
        problems.append(problem(LIST_TRUNCATED, place(origin, table=1), expected=expected, found=found))
    return PageReading(kind, page, head, details, content, tuple(problems))


def _text(page: SavedPage) -> tuple[str, list[Problem]]:
    """The bytes as text: the site declares UTF-8 on every page."""
    body, origin = page.body, page.origin
    if len(body) > MOST_BYTES:
        found = f"{len(body)} bytes"
        raise PageTooLarge(
            problem(PAGE_TOO_LARGE, origin, expected=f"at most {MOST_BYTES} bytes", found=found)
        )
    if b"<html" not in body[:4096].lower():
        found = f"{len(body)} bytes that begin {body[:16]!r}"
        raise NotATournamentPage(problem(NOT_HTML, origin, expected="an HTML page", found=found))
    body = body.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode(), []
    except UnicodeDecodeError as e:
        found = f"{body[e.start : e.end]!r} at byte {e.start}"
        return body.decode(errors="replace"), [
            problem(BYTES_NOT_UTF8, origin, expected="UTF-8 text", found=found)
        ]


def _whole_page(text: str, origin: str) -> None:
    """A whole page closes its list and itself; the parser would silently close both."""
    found = None
    last_table = text.rfind("CRs1")
    if last_table >= 0 and text.find("</table", last_table) < 0:
        found = f"the end after {len(text)} characters, within a table"
    elif "</html>" not in text[-2000:].lower():
        found = f"no </html> at the end, after {len(text)} characters"
    if found:
        raise TruncatedPage(problem(PAGE_TRUNCATED, origin, expected="</table> and </html>", found=found))


def _asked_tournament(page: SavedPage, head: Head) -> None:
    asked = tournament_of(page.address) if page.address else None
    if asked is not None and asked != head.tournament:
        raise OtherTournament(
            problem(
                OTHER_TOURNAMENT,
                page.origin,
                expected=f"tournament {asked}, as the address says",
                found=f"tournament {head.tournament}",
            )
        )


def _kind(head: Head, details: Details | None, origin: str) -> PageKind:
    """The page's kind, by its heading; OtherPageKind for what is known and not read, or not known."""
    system = details.system if details else None
    found = None
    if system not in (None, System.SWISS):
        found = SYSTEM_NAMES[system]
    elif TEAM_MENU in head.menu or TEAM_VIEWS.fullmatch(head.view):
        found = "an event for teams"
    elif ROUND_ROBIN_OR_TEAMS in (head.view, *head.menu.get(LISTS_MENU, "").split(", ")):
        found = "a round robin or an event for teams"
    if found:
        raise OtherPageKind(
            problem(
                EVENT_KIND_NOT_READ,
                origin,
                expected=SYSTEM_NAMES[System.SWISS],
                found=f'{found}, view "{head.view}" (not yet read)',
            )
        )
    kind = VIEWS.get(head.view)
    if kind is not None:
        return kind
    accepted = ", ".join(VIEWS)
    for pattern, what in NOT_NEEDED:
        if pattern.fullmatch(head.view):
            raise OtherPageKind(
                problem(VIEW_NOT_NEEDED, origin, expected=accepted, found=f'"{head.view}", {what}')
            )
    raise OtherPageKind(problem(VIEW_UNKNOWN, origin, expected=accepted, found=f'"{head.view}"'))


def _content(
    kind: PageKind, tree: LexborHTMLParser, head: Head, origin: str
) -> tuple[Content, list[Problem]]:
    match kind:
        case PageKind.START_LIST:
            return start_list.read_start_list(one_table(tree, origin, start_list.HEADINGS), origin)
        case PageKind.CROSSTABLE:
            return crosstable.read_crosstable(tree, one_table(tree, origin, crosstable.HEADINGS), origin)
        case PageKind.NOT_PAIRED:
            table = table_if_any(tree, origin, not_paired.HEADINGS, may_be_empty=True)
            return not_paired.read_not_paired(table, origin) if table else (NotPaired(()), [])
        case PageKind.PAIRINGS:
            return pairings.read_round(head, table_if_any(tree, origin, pairings.HEADINGS), origin)


def _limits(content: Content, head: Head, details: Details | None, origin: str) -> None:
    players, stated = 0, (details.round_count if details else None)
    rounds = max(stated or 0, head.round_count or 0, head.rounds_paired or 0)
    match content:
        case StartList():
            players = content.rows
        case RoundPage():
            players, rounds = len(content.rows), max(rounds, content.number or 0)
        case Crosstable():
            players, rounds = len(content.rows), max(rounds, len(content.rounds))
        case NotPaired():
            players = len({m.number for m in content.missed})
            rounds = max([rounds, *(m.round for m in content.missed)])
    for most, number, what in ((MOST_PLAYERS, players, "players"), (MOST_ROUNDS, rounds, "rounds")):
        if number > most:
            expected, found = f"at most {most} {what}", f"{number} {what}"
            raise PageTooLarge(problem(PAGE_TOO_LARGE, origin, expected=expected, found=found))


def _asked(page: SavedPage, head: Head, kind: PageKind, content: Content) -> list[Problem]:
    """Whether the page is the view and the round that its address (or its form) asks for."""
    asked = dict(parse_qsl(urlsplit(page.address).query)) if page.address else head.asked
    problems: list[Problem] = []
    view = ASKED.get(asked.get("art", ""))
    if view is not None and view != kind:
        expected, found = f"{view} (art={asked['art']})", f'{kind} ("{head.view}")'
        problems.append(problem(OTHER_VIEW, page.origin, expected=expected, found=found))
    if not isinstance(content, RoundPage):
        return problems
    round = whole(asked.get("rd", ""))
    if round and content.stated and content.number != round:
        expected, found = f"round {round} (rd={round})", f"round {content.number}"
        problems.append(problem(OTHER_ROUND, page.origin, expected=expected, found=found))
    if not any(row.black for row in content.rows):
        where = place(page.origin, round=content.number)
        found = (
            f"{len(content.rows)} rows without an opponent" if content.rows else "a heading without a table"
        )
        problems.append(problem(ROUND_NOT_PAIRED, where, expected="pairings of two players", found=found))
    return problems
