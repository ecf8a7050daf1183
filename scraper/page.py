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
    PageError,
    PageTooLarge,
    TruncatedPage,
)
from scraper.excel import MAGIC, as_page
from scraper.languages import ENGLISH
from scraper.pages import kinds
from scraper.pages.details import Details, read_details
from scraper.pages.head import Head, Marks, open_in_english, read_head, tournament_of
from scraper.pages.pairings import AllRounds, RoundPage, round_pages
from scraper.pages.team_boards import BoardPairings
from scraper.pages.team_pairings import TeamPairings
from scraper.problems import Notes
from scraper.records import PageSource, Problem, SavedPage
from scraper.values import clean, whole
from scraper.web_archive import is_packed, is_safari, page_in
from scraper.words import ASKED, SHOW_COMPLETE_LIST, TEAM_ASKED, PageKind

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


@dataclass(frozen=True, slots=True)
class PageReading:
    """One page: `kind` says which content it has; `details` is None where the page does not show them."""

    kind: PageKind
    page: SavedPage
    head: Head
    details: Details | None
    content: kinds.Content
    problems: tuple[Problem, ...]

    @property
    def round(self) -> int | None:
        """The round of a page of pairings; None for a page that shows several."""
        if isinstance(self.content, RoundPage):
            return self.content.number
        if isinstance(self.content, BoardPairings | TeamPairings) and len(self.content.rounds) == 1:
            return self.content.rounds[0].number
        return None

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
    notes = Notes(page.origin)
    html = html_of(page, notes)
    _whole_page(html, page.origin)
    tree = LexborHTMLParser(html)
    _PARSED_LAST[:] = (tree,) if len(html) <= MOST_BYTES_KEPT else ()
    marks = Marks(tree)
    head = read_head(tree, notes, marks)
    details = read_details(marks.name, notes, head.language)
    _asked_tournament(page, head)
    try:
        team = kinds.is_team_event(head, details) and not kinds.is_card(head)
        kind = kinds.team_kind(head, page.origin) if team else kinds.kind_of(head, page.origin)
        content = kinds.read_content(kind, tree, marks, head, notes, team=team)
    except (OtherLanguage, OtherPageKind) as error:
        raise _of_language(error, head) from error
    _limits(content, head, details, page.origin)
    _note_asked(page, head, kind, content, notes)
    if cut := _cut(page, marks, content):
        notes.met("list-truncated", "the whole list", cut, table=1)
    problems = notes.problems
    if head.language is not ENGLISH:
        remedy = open_in_english(head.in_english)
        problems = [replace(p, remedy=remedy) if p.code in OF_WORDS else p for p in problems]
    return PageReading(kind, page, head, details, content, tuple(problems))


def if_read(page: SavedPage) -> PageReading | None:
    """The reading of a page that is HTML as the site sends it, and tells of a tournament; None of others."""
    if page.body.startswith(MAGIC) or is_packed(page.body) or is_safari(page.body):
        return None
    try:
        return read_page(page)
    except PageError:
        return None


def _of_language(error: OtherLanguage | OtherPageKind, head: Head) -> OtherLanguage | OtherPageKind:
    """Why a page is refused; in another language than English it can be for its words, and where to open the
    same view in English is what helps."""
    p = error.problem
    if head.language is ENGLISH or p.code not in OF_WORDS:
        return error
    found = p.found if p.found == head.language.name else f"{p.found}, in {head.language.name}"
    remedy = open_in_english(head.in_english)
    return OtherLanguage.because("other-language", p.place, p.expected, found, remedy)


def html_of(page: SavedPage, notes: Notes) -> bytes:
    """The page's HTML, in UTF-8, which the site declares on every page; what is wrong with its bytes is
    noted. NotATournamentPage or PageTooLarge where there is none."""
    body, origin = page.body, page.origin
    if len(body) > MOST_BYTES:
        raise PageTooLarge.because(
            "page-too-large", origin, f"at most {MOST_BYTES} bytes", f"{len(body)} bytes"
        )
    if body.startswith(MAGIC):
        return as_page(body, origin).encode()
    if is_packed(body) or is_safari(body):
        packed = page_in(body) if not is_safari(body) else None
        if packed is None:
            raise NotATournamentPage.because("web-archive", origin, "an HTML page", _shown(body))
        body = packed[0]
    begin = body[:4096]
    if b"<html" not in begin and b"<html" not in begin.lower():
        expected = "an HTML page or an Excel export (.xlsx)"
        raise NotATournamentPage.because("not-html", origin, expected, _shown(body))
    body = body.removeprefix(codecs.BOM_UTF8)
    try:
        body.decode()
    except UnicodeDecodeError as e:
        notes.met("bytes-not-utf8", "UTF-8 text", f"{body[e.start : e.end]!r} at byte {e.start}")
        return body.decode(errors="replace").encode()
    return body


def _whole_page(html: bytes, origin: str) -> None:
    """A whole page closes its list and itself; the parser would silently close both."""
    found = None
    if html.find(b"CRs1", max(html.rfind(b"</table"), 0)) >= 0:
        found = f"the end after {len(html.decode())} characters, within a table"
    elif not html.endswith(_ENDS) and "</html>" not in html[-8000:].decode(errors="ignore")[-2000:].lower():
        found = f"no </html> at the end, after {len(html.decode())} characters"
    if found:
        raise TruncatedPage.because("page-truncated", origin, "</table> and </html>", found)


def _cut(page: SavedPage, marks: Marks, content: kinds.Content) -> str | None:
    """What tells that the list was cut at 150 rows: the link under it, in an export the number of rows."""
    for link in marks.links:
        if "zeilen=99999" in (link.attributes.get("href") or "") or SHOW_COMPLETE_LIST in link.text():
            return f'the link "{clean(link.text())}" under the table'
    export = page.body.startswith(MAGIC) and not isinstance(content, kinds.TeamContent)
    if export and kinds.players_on(content) == CUT_AT:
        return f"{CUT_AT} rows, at which exports are cut"
    return None


def _asked_tournament(page: SavedPage, head: Head) -> None:
    asked = tournament_of(page.address) if page.address else None
    if asked is not None and asked != head.tournament:
        expected, found = f"tournament {asked}, as the address says", f"tournament {head.tournament}"
        raise OtherTournament.because("other-tournament", page.origin, expected, found)


def _limits(content: kinds.Content, head: Head, details: Details | None, origin: str) -> None:
    stated = details.round_count if details else None
    rounds = max(stated or 0, head.round_count or 0, head.rounds_paired or 0, *kinds.rounds_of(content))
    players = kinds.players_on(content)
    for most, number, what in ((MOST_PLAYERS, players, "players"), (MOST_ROUNDS, rounds, "rounds")):
        if number > most:
            expected, found = f"at most {most} {what}", f"{number} {what}"
            raise PageTooLarge.because("page-too-large", origin, expected, found)


def _note_asked(page: SavedPage, head: Head, kind: PageKind, content: kinds.Content, notes: Notes) -> None:
    """Whether the page is the view and the round that its address (or its form) asks for, and whether anybody
    is paired in it."""
    asked = dict(parse_qsl(urlsplit(page.address).query)) if page.address else head.asked
    of_teams = isinstance(content, kinds.TeamContent)
    view = (TEAM_ASKED if of_teams else ASKED).get(asked.get("art", ""))
    if view is not None and view != kind:
        notes.met("other-view", f"{view} (art={asked['art']})", f'{kind} ("{head.view}")')
    round = whole(asked.get("rd", ""))
    shown = (
        kinds.rounds_of(content) if of_teams or (isinstance(content, RoundPage) and content.stated) else ()
    )
    if round and shown and round not in shown:
        notes.met("other-round", f"round {round} (rd={round})", f"round {', '.join(map(str, shown))}")
    if isinstance(content, BoardPairings | TeamPairings) and not any(r.matches for r in content.rounds):
        found = "a heading without pairings"
        notes.met("round-not-paired", "pairings of teams", found, round=round or None)
    pages = round_pages(content)
    if isinstance(content, RoundPage | AllRounds) and not any(row.black for r in pages for row in r.rows):
        rows = kinds.players_on(content)
        found = f"{rows} rows without an opponent" if rows else "a heading without a table"
        number = content.number if isinstance(content, RoundPage) else None
        notes.met("round-not-paired", "pairings of two players", found, round=number)


def _shown(body: bytes) -> str:
    start = " ".join(body[:40].decode("utf-8", "replace").split())
    return f"{len(body)} bytes that begin “{''.join(c if c.isprintable() else '·' for c in start)}”"
