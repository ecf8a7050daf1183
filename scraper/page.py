"""One saved page, read: what it is, then what it says. The page is parsed once.

What can be read in spite of a flaw is a problem in the reading; what is not the page is a PageError.
"""

import codecs
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import (
    NotATournamentPage,
    OtherLanguage,
    OtherPageKind,
    OtherTournament,
    PageTooLarge,
    TruncatedPage,
)
from scraper.excel import MAGIC, as_page
from scraper.languages import ENGLISH
from scraper.pages.details import Details, read_details
from scraper.pages.head import Head, open_in_english, read_head, tournament_of
from scraper.pages.individual import (
    IndividualContent,
    has_pairings,
    is_card,
    kind_of,
    read_individual,
    round_of,
    size_of,
)
from scraper.pages.marks import Marks
from scraper.pages.pairings import AllRounds, RoundPage
from scraper.pages.team_page import (
    TEAM_KINDS,
    TeamContent,
    asked_otherwise,
    is_team_event,
    is_team_page,
    players_on,
    read_team_page,
    rounds_of,
    team_kind,
)
from scraper.problems import place, problem
from scraper.records import PageSource, Problem, SavedPage
from scraper.values import clean, whole
from scraper.web_archive import is_packed, is_safari, page_in
from scraper.words import ASKED, SHOW_COMPLETE_LIST, PageKind

MOST_BYTES = 20_000_000
MOST_PLAYERS = 2_000
MOST_ROUNDS = 50
CUT_AT = 150
"""Rows after which the site cuts a list, unless the address says `zeilen=99999`."""

MOST_BYTES_KEPT = 1_000_000
_PARSED_LAST: list[LexborHTMLParser] = []
"""The page before stays until the next one is parsed, which then takes its place in memory. Freed at once,
the memory could go back to the system and be asked for anew, which takes as long again as the parsing; kept
as long as the readings, every page would be parsed into memory that no cache knows."""

_ENDS = (b"</html>", b"</html>\n", b"</html>\r\n")
"""How nearly every page ends; any other is looked at more closely."""

OF_WORDS = frozenset(
    {
        "cell-unreadable",
        "detail-unreadable",
        "headings-unknown",
        "last-update-unreadable",
        "other-language",
        "result-unknown",
        "round-not-stated",
        "tournament-type-unknown",
        "view-unknown",
        "word-unknown",
    }
)
"""What can be wrong with a page only because of the language it is in."""

Content = IndividualContent | TeamContent


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
        """The round of a page of pairings; None for a page that shows several."""
        if is_team_page(self.content):
            rounds = rounds_of(self.content)
            return rounds[0] if len(rounds) == 1 else None
        return round_of(self.content)

    @property
    def source(self) -> PageSource:
        """The page as a record keeps it."""
        p = self.page
        update = self.head.last_update
        return PageSource(self.kind.value, self.round, p.address, p.origin, p.sha256, p.fetched_at, update)


def read_page(page: SavedPage) -> PageReading:
    """The typed reading of one page or Excel export of an event, in the layouts of 2019/20 and 2026.

    PageError (see scraper/errors.py) with one named problem if the bytes are anything else.
    """
    origin = page.origin
    html, problems = html_of(page)
    _whole_page(html, origin)
    tree = LexborHTMLParser(html)
    _PARSED_LAST[:] = (tree,) if len(html) <= MOST_BYTES_KEPT else ()
    marks = Marks(tree)
    head, head_problems = read_head(tree, origin, marks)
    problems += head_problems
    details, detail_problems = read_details(marks.name, origin, head.language)
    _asked_tournament(page, head)
    problems += detail_problems
    try:
        team = is_team_event(head, details) and not is_card(head)
        kind = team_kind(head, origin) if team else kind_of(head, origin)
        content, content_problems = _content(kind, tree, marks, head, origin, team=team)
    except (OtherLanguage, OtherPageKind) as error:
        raise _of_language(error, head) from error
    problems += content_problems
    _limits(content, head, details, origin)
    problems += _asked(page, head, kind, content)
    if cut := _cut(page, marks, content):
        where = place(origin, table=1)
        problems.append(problem("list-truncated", where, expected="the whole list", found=cut))
    if head.language is not ENGLISH:
        remedy = open_in_english(head.in_english)
        problems = [replace(p, remedy=remedy) if p.code in OF_WORDS else p for p in problems]
    return PageReading(kind, page, head, details, content, tuple(problems))


def _of_language(error: OtherLanguage | OtherPageKind, head: Head) -> OtherLanguage | OtherPageKind:
    """Why a page is refused; in another language than English it can be for its words, and where to open the
    same view in English is what helps."""
    p = error.problem
    if head.language is ENGLISH or p.code not in OF_WORDS:
        return error
    found = p.found if p.found == head.language.name else f"{p.found}, in {head.language.name}"
    remedy = open_in_english(head.in_english)
    return OtherLanguage(problem("other-language", p.place, expected=p.expected, found=found, remedy=remedy))


def html_of(page: SavedPage) -> tuple[bytes, list[Problem]]:
    """The page's HTML, in UTF-8, which the site declares on every page, and what is wrong with its bytes.
    NotATournamentPage or PageTooLarge where there is none."""
    body, origin = page.body, page.origin
    if len(body) > MOST_BYTES:
        found = f"{len(body)} bytes"
        raise PageTooLarge(
            problem("page-too-large", origin, expected=f"at most {MOST_BYTES} bytes", found=found)
        )
    if body.startswith(MAGIC):
        return as_page(body, origin).encode(), []
    if is_packed(body) or is_safari(body):
        packed = page_in(body) if not is_safari(body) else None
        if packed is None:
            found = f"{len(body)} bytes that begin {body[:16]!r}"
            raise NotATournamentPage(problem("web-archive", origin, expected="an HTML page", found=found))
        body = packed[0]
    begin = body[:4096]
    if b"<html" not in begin and b"<html" not in begin.lower():
        found = f"{len(body)} bytes that begin {body[:16]!r}"
        expected = "an HTML page or an Excel export (.xlsx)"
        raise NotATournamentPage(problem("not-html", origin, expected=expected, found=found))
    body = body.removeprefix(codecs.BOM_UTF8)
    try:
        body.decode()
    except UnicodeDecodeError as e:
        found = f"{body[e.start : e.end]!r} at byte {e.start}"
        return body.decode(errors="replace").encode(), [
            problem("bytes-not-utf8", origin, expected="UTF-8 text", found=found)
        ]
    return body, []


def _whole_page(html: bytes, origin: str) -> None:
    """A whole page closes its list and itself; the parser would silently close both."""
    found = None
    if html.find(b"CRs1", max(html.rfind(b"</table"), 0)) >= 0:
        found = f"the end after {len(html.decode())} characters, within a table"
    elif not html.endswith(_ENDS) and "</html>" not in html[-8000:].decode(errors="ignore")[-2000:].lower():
        found = f"no </html> at the end, after {len(html.decode())} characters"
    if found:
        raise TruncatedPage(problem("page-truncated", origin, expected="</table> and </html>", found=found))


def _cut(page: SavedPage, marks: Marks, content: Content) -> str | None:
    """What tells that the list was cut at 150 rows: the link under it, in an export the number of rows."""
    for link in marks.links:
        if "zeilen=99999" in (link.attributes.get("href") or "") or SHOW_COMPLETE_LIST in link.text():
            return f'the link "{clean(link.text())}" under the table'
    if page.body.startswith(MAGIC) and not is_team_page(content) and size_of(content)[0] == CUT_AT:
        return f"{CUT_AT} rows, at which exports are cut"
    return None


def _asked_tournament(page: SavedPage, head: Head) -> None:
    asked = tournament_of(page.address) if page.address else None
    if asked is not None and asked != head.tournament:
        raise OtherTournament(
            problem(
                "other-tournament",
                page.origin,
                expected=f"tournament {asked}, as the address says",
                found=f"tournament {head.tournament}",
            )
        )


def _content(
    kind: PageKind, tree: LexborHTMLParser, marks: Marks, head: Head, origin: str, *, team: bool
) -> tuple[Content, list[Problem]]:
    if kind in TEAM_KINDS:
        return read_team_page(kind, marks, head, origin)
    return read_individual(kind, tree, marks, head, origin, team=team)


def _limits(content: Content, head: Head, details: Details | None, origin: str) -> None:
    players, stated = 0, (details.round_count if details else None)
    rounds = max(stated or 0, head.round_count or 0, head.rounds_paired or 0)
    if is_team_page(content):
        players, rounds = players_on(content), max([rounds, *rounds_of(content)])
    else:
        players, shown = size_of(content)
        rounds = max(rounds, shown)
    for most, number, what in ((MOST_PLAYERS, players, "players"), (MOST_ROUNDS, rounds, "rounds")):
        if number > most:
            expected, found = f"at most {most} {what}", f"{number} {what}"
            raise PageTooLarge(problem("page-too-large", origin, expected=expected, found=found))


def _asked(page: SavedPage, head: Head, kind: PageKind, content: Content) -> list[Problem]:
    """Whether the page is the view and the round that its address (or its form) asks for."""
    asked = dict(parse_qsl(urlsplit(page.address).query)) if page.address else head.asked
    if is_team_page(content):
        return asked_otherwise(asked, head, kind, content, page.origin)
    problems: list[Problem] = []
    view = ASKED.get(asked.get("art", ""))
    if view is not None and view != kind:
        expected, found = f"{view} (art={asked['art']})", f'{kind} ("{head.view}")'
        problems.append(problem("other-view", page.origin, expected=expected, found=found))
    if not isinstance(content, RoundPage | AllRounds):
        return problems
    round = whole(asked.get("rd", ""))
    if isinstance(content, RoundPage) and round and content.stated and content.number != round:
        expected, found = f"round {round} (rd={round})", f"round {content.number}"
        problems.append(problem("other-round", page.origin, expected=expected, found=found))
    if not has_pairings(content):
        where = place(page.origin, round=round_of(content))
        rows = size_of(content)[0]
        found = f"{rows} rows without an opponent" if rows else "a heading without a table"
        problems.append(problem("round-not-paired", where, expected="pairings of two players", found=found))
    return problems
