"""What every page of a tournament says above its list: which event, which view, how old.

The first h2 of a dialog box is the event's name, the second the view's heading. h3 is also the gate's
note and the organizer's remark, so no h3 is read here.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scraper.errors import NotATournamentPage, OtherLanguage, OtherPageKind, PageError
from scraper.languages import ENGLISH, LANGUAGES, Language, language_of
from scraper.pages.search import search_page
from scraper.problems import Notes
from scraper.values import CLEANED, clean, moment
from scraper.words import LAST_UPDATE, LISTS_MENU, PAIRINGS_MENU, ROUND_ROBIN_OR_TEAMS, unavailable
from scraper.words import RECORD_NOT_FOUND as NOT_FOUND_WORDS

BUTTON = "cb_alleDetails"
"""Of the gate: the name and the id of its button."""
_OF_PAGE = "h2, table.CRs1, a.fett"
_OF_DIALOG = "p.CRsmall, td.CRnowrap"


class Marks:
    """Found by one selector over the page, since each further one would walk all the lists again.

    `headings` are the h2 of the dialog boxes, first the event's name and then the view's; `lists` the tables
    of class CRs1, `links` the bold ones. Of the box with the event's name `small` are the small paragraphs
    and `labels` those of the menu. All in the page's order. `gate` says that the page has the gate's button,
    which hides the menu.
    """

    __slots__ = ("gate", "headings", "labels", "links", "lists", "small")

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.gate = False
        self.headings: list[LexborNode] = []
        self.small: list[LexborNode] = []
        self.labels: list[LexborNode] = []
        self.lists: list[LexborNode] = []
        self.links: list[LexborNode] = []
        for node in tree.css(_OF_PAGE):
            tag = node.tag
            if tag == "h2":
                if _in_dialog(node):
                    self.headings.append(node)
            elif tag == "table":
                self.lists.append(node)
            else:
                self.links.append(node)
        dialog = self.headings[0].parent if self.headings else None
        for node in dialog.css(_OF_DIALOG) if dialog is not None else ():
            (self.small if node.tag == "p" else self.labels).append(node)
        if not self.labels:
            self.gate = tree.css_first(f"#{BUTTON}") is not None

    @property
    def name(self) -> LexborNode:
        """The heading with the event's name; only a page that has a head has one."""
        return self.headings[0]

    @property
    def view(self) -> LexborNode:
        """The heading of the view."""
        return self.headings[1]


def _in_dialog(heading: LexborNode) -> bool:
    """The event's heading and the view's stand in a dialog box; organizers' remarks can hold others."""
    parent = heading.parent
    return parent is not None and "defaultDialog" in (parent.attributes.get("class") or "").split()


_TOURNAMENT = re.compile(r"/tnr(\d{1,9})\.aspx", re.IGNORECASE | re.ASCII)
_GROUP = re.compile(r"(?P<name>.*\S)\s*\[(?P<group>[^\[\]]+)\]")
_MENU = frozenset(ENGLISH.menu)
_PLAIN_QUERY = re.compile(r"[\w./-]*\?([\w.=&-]*)", re.ASCII)
"""An address within the site whose query has nothing to decode: ten times as fast to read."""

LAYOUTS = ("form1", "aspnetForm")
"""The form's id: of 2026 and of 2019/20."""


@dataclass(frozen=True, slots=True)
class Head:
    """`asked` is the query of the form's action: what the page was asked for, with the site's additions.

    `rounds_paired` and `round_count` come from the menu (`Rd.7/9`); before the first round it has no rounds
    (0), and a gated page (`gate`) has no menu (None).
    `menu` maps the menu's labels that are known, in English, to their entries as one text. `in_english` is
    the address of the same view in English.
    """

    tournament: int
    name: str
    group: str | None
    view: str
    last_update: datetime | None
    gate: bool
    asked: dict[str, str]
    menu: dict[str, str]
    rounds_paired: int | None
    round_count: int | None
    language: Language = ENGLISH
    in_english: str = ""

    @property
    def listed(self) -> list[str]:
        """The lists that the menu names."""
        return self.menu.get(LISTS_MENU, "").split(", ")


def beginning(page: bytes) -> bytes:
    """A page up to its second heading, behind which its lists begin, as the site makes it; else empty."""
    heading = page.find(b"<h2", page.find(b"<h2") + 1)
    return page[: page.find(b">", heading) + 1] if heading > 0 else b""


def is_tournaments(tree: LexborHTMLParser) -> bool:
    """Whether a page has the form and the headings of one of a tournament."""
    form = tree.css_first("form")
    number = tournament_of(form.attributes.get("action") or "") if form is not None else None
    return number is not None and sum(map(_in_dialog, tree.css("h2"))) > 1


def read_head(tree: LexborHTMLParser, notes: Notes, marks: Marks | None = None) -> Head:
    """The head of a tournament's page in the layouts of 2019/20 and 2026, in the languages that are read.

    NotATournamentPage, SearchPage, OtherLanguage or OtherPageKind for anything else.
    """
    form = tree.css_first("form")
    marks = marks or Marks(tree)
    headings = marks.headings
    attributes = form.attributes if form is not None else {}
    action = attributes.get("action") or ""
    tournament = tournament_of(action)
    if form is None or tournament is None or len(headings) < 2:
        raise _not_a_tournament(tree, notes.origin, form)
    update, last_update = _update_line(marks.small)
    if last_update is None:  # a damaged box
        update, last_update = _update_line(tree.css("p.CRsmall"))
    english = in_english(tournament, action)
    language = _language(tree, update if last_update else "", notes.origin, english)
    if attributes.get("id") not in LAYOUTS:
        expected, found = f"the form {' or '.join(LAYOUTS)}", f'form "{attributes.get("id")}"'
        raise OtherPageKind.because("old-layout", notes.origin, expected, found)
    if not last_update:
        expected = f'"{LAST_UPDATE} 07.08.2026 21:04:32"'
        notes.met("last-update-unreadable", expected, update or "no such line")
    labels = marks.labels
    menu = _menu(labels, language)
    if not menu and not marks.gate:  # a damaged box
        labels = tree.css("td.CRnowrap")
        menu = _menu(labels, language)
    paired, count = _rounds(menu, language) if labels else (None, None)  # a gated page has no menu
    name, group = _name(headings[0])
    return Head(
        tournament=tournament,
        name=name,
        group=group,
        view=clean(headings[1].text_lexbor()),
        last_update=last_update,
        gate=marks.gate,
        asked=asked_of(action),
        menu=menu,
        rounds_paired=paired,
        round_count=count,
        language=language,
        in_english=english,
    )


def tournament_of(address: str) -> int | None:
    """The tournament number in an address, `tnr` or `Tnr`; None if it has none."""
    m = _TOURNAMENT.search(address)
    return int(m[1]) if m else None


def asked_of(address: str) -> dict[str, str]:
    """The query of an address: what it asks for; nothing where it is no readable address."""
    if (m := _PLAIN_QUERY.fullmatch(address)) is None:
        try:
            return dict(parse_qsl(urlsplit(address).query))
        except ValueError:
            return {}
    pairs = (pair.partition("=") for pair in m[1].split("&"))
    return {name: value for name, _, value in pairs if value}


def in_english(tournament: int, action: str) -> str:
    """The address of the view that a form's action asks for, in English."""
    asked = {k: v for k, v in asked_of(action).items() if k not in ("lan", "SNode")}
    return f"https://chess-results.com/tnr{tournament}.aspx?{urlencode({'lan': 1, **asked})}"


def open_in_english(address: str) -> str:
    """What to do with a page in another language."""
    return f"Open {address} (the same view in English), and give that address or save that page."


def _not_a_tournament(tree: LexborHTMLParser, origin: str, form: LexborNode | None) -> PageError:
    listed = search_page(tree, origin)
    if listed is not None:
        return listed
    body = clean(tree.body.text()) if tree.body is not None else ""
    expected = "a page of a tournament"
    if NOT_FOUND_WORDS in body:
        code, found = "record-not-found", f'"{NOT_FOUND_WORDS}"'
    elif words := unavailable(body):
        code, found = "site-unavailable", f'"{words}"'
    elif tree.css_first("h1, h2, p, div, table, form") is None:
        code, expected, found = "not-html", "an HTML page", repr(body[:60]) if body else "no text"
    else:
        title = tree.css_first("title")
        code = "no-tournament"
        expected = "a form to a tournament's address and two headings: the event and the view"
        found = f'{"a" if form is not None else "no"} form, title "{clean(title.text()) if title else ""}"'
    return NotATournamentPage.because(code, origin, expected, found)


def _update_line(small: list[LexborNode]) -> tuple[str, datetime | None]:
    """The first small paragraph with a moment: empty ones and the gate button's come before it."""
    fallback = ""
    for p in small:
        text = clean(p.text_lexbor())
        if (told := moment(text)) is not None:
            return text, told
        fallback = fallback or text
    return fallback, None


def _language(tree: LexborHTMLParser, update: str, origin: str, english: str) -> Language:
    """By the words of the line with the "Last update" (empty where it has no moment) and the page's lang."""
    html = tree.root
    code = (html.attributes.get("lang") if html is not None else None) or ""
    if html is not None and "translated-" in (html.attributes.get("class") or ""):  # reported: Chrome's mark
        expected, found = "the page in the words of the site", f'one that a browser translated, lang="{code}"'
        remedy = "show the original in the browser, without translation, and save it again"
        raise OtherLanguage.because("other-language", origin, expected, found, remedy)
    language = language_of(update, code)
    if language is not None:
        return language
    found = f'lang="{code}"' + (f', "{update[:60]}"' if update else "")
    expected = f"a page in {', '.join(x.name for x in LANGUAGES)}"
    raise OtherLanguage.because("other-language", origin, expected, found, open_in_english(english))


def _name(heading: LexborNode) -> tuple[str, str | None]:
    text = clean(heading.text_lexbor())
    m = _GROUP.fullmatch(text) if text.endswith("]") else None
    return (m["name"], clean(m["group"])) if m else (text, None)


def _menu(labels: list[LexborNode], language: Language) -> dict[str, str]:
    """Labels of the menu with the text of their entries; a row without a label continues the one above."""
    menu: dict[str, str] = {}
    for label in labels:
        printed = CLEANED[label.text_lexbor()]
        name = language.menu.get(printed, printed)
        if name not in _MENU:
            continue
        entries = label.next
        while entries is not None and entries.tag != "td":
            entries = entries.next
        if entries is None:
            continue
        text = clean(entries.text_lexbor())
        row = label.parent.next if label.parent is not None else None
        while row is not None:
            cells = [c for c in row.iter() if c.tag == "td"]
            if len(cells) != 2 or clean(cells[0].text_lexbor()):
                break
            text += ", " + clean(cells[1].text_lexbor())
            row = row.next
        menu.setdefault(name, text)
    return menu


def _rounds(menu: dict[str, str], language: Language) -> tuple[int | None, int | None]:
    pattern = language.menu_round_pattern
    if pattern is None:
        return None, None  # a language without the menu's words
    if PAIRINGS_MENU not in menu and (
        not language.menu_known or ROUND_ROBIN_OR_TEAMS in menu.get(LISTS_MENU, "").split(", ")
    ):
        return None, None  # the menu of a round robin has no rounds, paired or not
    return _rounds_in(menu.get(PAIRINGS_MENU, ""), pattern)


@lru_cache(maxsize=256)
def _rounds_in(entries: str, pattern: re.Pattern[str]) -> tuple[int, int | None]:
    """All pages of an event have the same entries."""
    paired = 0
    count: int | None = None
    for number, last in pattern.findall(entries):
        paired = max(paired, int(number))
        if last:
            count = int(last)
    return paired, count
