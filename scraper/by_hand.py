"""Saved pages that a person brings: of which tournament one is, and which are missing for the whole event.

The number is the one that the page's own form posts to; where the browser wrote down from where it saved the
page, that has to agree.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser

from scraper.addresses import Address
from scraper.errors import OtherTournament
from scraper.event.team_views import COMPOSITION, PLAYERS, Outline, still_needed, team_views
from scraper.page import PageReading, html_of
from scraper.pages.crosstable import Crosstable
from scraper.pages.grid import Grid
from scraper.pages.head import read_head, tournament_of
from scraper.pages.pairings import AllRounds, RoundPage
from scraper.pages.player_list import PlayerList
from scraper.pages.start_list import StartList
from scraper.pages.team_composition import Composition
from scraper.pages.team_page import is_team_event
from scraper.plan import CROSSTABLE, NOT_PAIRED, PAIRINGS, ROUND_ROBINS, START_LIST, View
from scraper.problems import problem
from scraper.records import EventRecord, SavedPage
from scraper.web_archive import is_packed, page_in
from scraper.words import LISTS_MENU, ROUND_ROBIN_OR_TEAMS, PageKind

_SAVED_FROM = re.compile(rb"<!-- saved from url=\(\d{1,5}\)(\S{1,2000}) -->")
BEGINNING = 16_384
"""So many bytes of a page have its form and its headings, as the site makes them."""

TOLD_BY_MISSING = ("details-missing", "start-list-missing", "round-page-missing", "composition-missing")
"""Problems of a reading that say of one page what `pages-missing` says of all."""


def tournament_on(page: SavedPage) -> int:
    """The tournament that a page says it is of. PageError where it is no page of one, or says two."""
    html, _ = html_of(page)
    number = _posted_to(LexborHTMLParser(html[:BEGINNING])) if len(html) > BEGINNING else None
    if number is None:
        tree = LexborHTMLParser(html)
        number = _posted_to(tree)
    if number is None:
        number = read_head(tree, page.origin)[0].tournament
    found = tournament_of(_saved_from(page.body))
    if found not in (None, number):
        expected = f"tournament {number}, as the page's form"
        told = f"tournament {found}, from which the browser saved it"
        raise OtherTournament(problem("other-tournament", page.origin, expected=expected, found=told))
    return number


def _posted_to(tree: LexborHTMLParser) -> int | None:
    """The tournament to which the page's own form posts, if it has the headings of such a page."""
    form = tree.css_first("form")
    number = tournament_of(form.attributes.get("action") or "") if form is not None else None
    return number if len(tree.css("h2")) > 1 else None


def missing_pages(readings: Sequence[PageReading], record: EventRecord) -> tuple[tuple[str, str], ...]:
    """What a fetch would have read and is not among the pages: in words, and its address."""
    address = Address(readings[0].head.tournament)
    return tuple(
        (view.words, address.page(view.art, view.round, details=view.details))
        for view in _needed(readings, record)
    )


def with_missing(record: EventRecord, missing: Sequence[tuple[str, str]]) -> EventRecord:
    """The record with one problem that names all the pages that are missing, in place of one for each."""
    if not missing:
        return record
    lines = [f"not there: {words}: {url}" for words, url in missing]
    told = problem(
        "pages-missing",
        f"tournament {record.source.tournament}, pages brought by hand",
        expected="every page that a fetch would have read",
        found="\n".join(lines),
    )
    others = tuple(p for p in record.problems if p.code not in TOLD_BY_MISSING)
    return replace(record, problems=(told, *others))


def _saved_from(body: bytes) -> str:
    """The address that the browser noted."""
    if is_packed(body):
        packed = page_in(body)
        return packed[1] if packed else ""
    found = _SAVED_FROM.search(body[:4096])
    return found[1].decode("ascii", "replace") if found else ""


def _needed(readings: Sequence[PageReading], record: EventRecord) -> Iterator[View]:
    whole = [r for r in readings if not any(p.code == "list-truncated" for p in r.problems)]
    detailed = any(r.details is not None for r in readings)
    paired = max((r.head.rounds_paired for r in readings if r.head.rounds_paired is not None), default=None)
    count = record.round_count or max((r.head.round_count or 0 for r in readings), default=0)
    if any(is_team_event(r.head, r.details) for r in readings):
        outline = Outline(record.system, count or None, paired or None)
        for view in still_needed(team_views(outline), whole):
            if view.art == COMPOSITION and detailed and _has(whole, Composition):
                continue
            if view.art == PLAYERS and _has(whole, PlayerList, StartList):
                continue
            yield View(view.art, view.round, view.words, view.details)
        return
    if not detailed or not _has(whole, StartList):
        yield View(START_LIST, None, "start list with details", details=True)
    if not _has(whole, Crosstable, Grid):
        yield View(CROSSTABLE, None, "crosstable")
    shown = {n for r in whole for n in _rounds(r)}
    if _round_robin(readings, record):
        if not shown:
            yield View(PAIRINGS, None, "all rounds")
        return
    if not any(r.kind == PageKind.NOT_PAIRED for r in whole):
        yield View(NOT_PAIRED, None, "not paired")
    for number in range(1, (count if paired is None else min(count, paired)) + 1):
        if number not in shown:
            yield View(PAIRINGS, number, f"pairings of round {number}")


def _has(readings: Sequence[PageReading], *contents: type) -> bool:
    return any(isinstance(r.content, contents) for r in readings)


def _rounds(reading: PageReading) -> Iterator[int]:
    content = reading.content
    for one in content.rounds if isinstance(content, AllRounds) else (content,):
        if isinstance(one, RoundPage) and one.number:
            yield one.number


def _round_robin(readings: Sequence[PageReading], record: EventRecord) -> bool:
    if record.system is not None:
        return record.system in ROUND_ROBINS
    return any(
        isinstance(r.content, Grid) or ROUND_ROBIN_OR_TEAMS in r.head.menu.get(LISTS_MENU, "").split(", ")
        for r in readings
    )
