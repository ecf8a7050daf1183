"""What every page of a tournament says above its list: which event, which view, how old.

The first h2 of a dialog box is the event's name, the second the view's heading. h3 is also the gate's
note and the organizer's remark, so no h3 is read here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import parse_qsl, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scraper.codes import (
    LAST_UPDATE_UNREADABLE,
    NO_TOURNAMENT,
    NOT_HTML,
    OLD_LAYOUT,
    OTHER_LANGUAGE,
    RECORD_NOT_FOUND,
)
from scraper.errors import NotATournamentPage, OtherLanguage, OtherPageKind
from scraper.languages import ENGLISH, LANGUAGES, Language, language_of
from scraper.pages.marks import Marks
from scraper.problems import problem
from scraper.records import Problem
from scraper.values import clean, moment
from scraper.words import LAST_UPDATE, LISTS_MENU, PAIRINGS_MENU, ROUND_ROBIN_OR_TEAMS
from scraper.words import RECORD_NOT_FOUND as NOT_FOUND_WORDS

_TOURNAMENT = re.compile(r"/tnr(\d{1,9})\.aspx", re.IGNORECASE | re.ASCII)
_GROUP = re.compile(r"(?P<name>.*\S)\s*\[(?P<group>[^\[\]]+)\]")
LAYOUTS = ("form1", "aspnetForm")
"""The form's id: of 2026 and of 2019/20."""


@dataclass(frozen=True, slots=True)
class Head:
    """`asked` is the query of the form's action: what the page was asked for, with the site's additions.

    `rounds_paired` and `round_count` come from the menu (`Rd.7/9`); before the first round it has no rounds
    (0), and a gated page (`gate`) has no menu (None).
    `menu` maps the menu's labels, in English where the word is known, to their entries as one text.
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


def read_head(tree: LexborHTMLParser, origin: str, marks: Marks | None = None) -> tuple[Head, list[Problem]]:
    """The head of a tournament's page in the layouts of 2019/20 and 2026, in the languages that are read.

    NotATournamentPage, OtherLanguage or OtherPageKind for anything else.
    """
    form = tree.css_first("form")
    marks = marks or Marks(tree)
    headings = marks.headings
    tournament = _tournament(form)
    if form is None or tournament is None or len(headings) < 2:
        raise _not_a_tournament(tree, origin, form)
    update, last_update = _update_line(marks.small)
    language = _language(tree, update if last_update else "", origin)
    if form.attributes.get("id") not in LAYOUTS:
        raise OtherPageKind(
            problem(
                OLD_LAYOUT,
                origin,
                expected=f"the form {' or '.join(LAYOUTS)}",
                found=f'form "{form.attributes.get("id")}"',
            )
        )
    problems = (
        []
        if last_update
        else [
            problem(
                LAST_UPDATE_UNREADABLE,
                origin,
                expected=f'"{LAST_UPDATE} 07.08.2026 21:04:32"',
                found=update or "no such line",
            )
        ]
    )
    menu = _menu(marks.labels, language)
    paired, count = _rounds(menu, language)
    name, group = _name(headings[0])
    asked = dict(parse_qsl(urlsplit(form.attributes.get("action") or "").query))
    head = Head(
        tournament=tournament,
        name=name,
        group=group,
        view=clean(headings[1].text_lexbor()),
        last_update=last_update,
        gate=marks.gate,
        asked=asked,
        menu=menu,
        rounds_paired=paired,
        round_count=count,
        language=language,
    )
    return head, problems


def tournament_of(address: str) -> int | None:
    """The tournament number in an address, `tnr` or `Tnr`; None if it has none."""
    m = _TOURNAMENT.search(address)
    return int(m[1]) if m else None


def _tournament(form: LexborNode | None) -> int | None:
    return tournament_of(form.attributes.get("action") or "") if form is not None else None


def _not_a_tournament(tree: LexborHTMLParser, origin: str, form: LexborNode | None) -> NotATournamentPage:
    body = clean(tree.body.text()) if tree.body is not None else ""
    if NOT_FOUND_WORDS in body:
        return NotATournamentPage(
            problem(RECORD_NOT_FOUND, origin, expected="a page of a tournament", found=f'"{NOT_FOUND_WORDS}"')
        )
    if tree.css_first("h1, h2, p, div, table, form") is None:
        return NotATournamentPage(
            problem(NOT_HTML, origin, expected="an HTML page", found=repr(body[:60]) if body else "no text")
        )
    title = tree.css_first("title")
    return NotATournamentPage(
        problem(
            NO_TOURNAMENT,
            origin,
            expected="a form to a tournament's address and two headings: the event and the view",
            found=f'{"a" if form is not None else "no"} form, title "{clean(title.text()) if title else ""}"',
        )
    )


def _update_line(small: list[LexborNode]) -> tuple[str, datetime | None]:
    """The first small paragraph with a moment: empty ones and the gate button's come before it."""
    fallback = ""
    for p in small:
        text = clean(p.text_lexbor())
        if (told := moment(text)) is not None:
            return text, told
        fallback = fallback or text
    return fallback, None


def _language(tree: LexborHTMLParser, update: str, origin: str) -> Language:
    """By the words of the line with the "Last update" (empty where it has no moment) and the page's lang."""
    html = tree.root
    code = (html.attributes.get("lang") if html is not None else None) or ""
    language = language_of(update, code)
    if language is not None:
        return language
    found = f'lang="{code}"' + (f', "{update[:60]}"' if update else "")
    expected = f"a page in {', '.join(x.name for x in LANGUAGES)}"
    raise OtherLanguage(problem(OTHER_LANGUAGE, origin, expected=expected, found=found))


def _name(heading: LexborNode) -> tuple[str, str | None]:
    text = clean(heading.text_lexbor())
    m = _GROUP.fullmatch(text)
    return (m["name"], clean(m["group"])) if m else (text, None)


def _menu(labels: list[LexborNode], language: Language) -> dict[str, str]:
    """Labels of the menu with the text of their entries; a row without a label continues the one above."""
    menu: dict[str, str] = {}
    for label in labels:
        entries = label.next
        while entries is not None and entries.tag != "td":
            entries = entries.next
        if entries is None:
            continue
        printed = clean(label.text_lexbor())
        name = language.menu_of.get(printed, printed)
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
    if not menu or pattern is None:
        return None, None  # a gated page, or a language without the menu's words
    if PAIRINGS_MENU not in menu and ROUND_ROBIN_OR_TEAMS in menu.get(LISTS_MENU, "").split(", "):
        return None, None  # the menu of a round robin has no rounds, paired or not
    paired = 0
    count: int | None = None
    for m in pattern.finditer(menu.get(PAIRINGS_MENU, "")):
        paired = max(paired, int(m[1]))
        if m[2]:
            count = int(m[2])
    return paired, count
