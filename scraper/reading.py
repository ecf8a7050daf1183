"""From saved pages of Chess-Results to one event: the scraper's way in for everything but HTTP.

`read_page` reads one page, `read_event` all pages of one event, `read_by_hand` the pages that a person saved.
Nothing here fetches; the same bytes give the same record.

Of pages that a person brings, the tournament is the one that the page's own form posts to; where the
browser wrote down from where it saved the page, that has to agree.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser

from scraper.addresses import Address
from scraper.errors import NotATournamentPage, OtherTournament, PageError
from scraper.event.view import Reckoning
from scraper.event.whole import assemble
from scraper.page import PageReading, html_of, read_page
from scraper.pages.crosstable import Crosstable, Grid
from scraper.pages.head import beginning, read_head, tournament_of
from scraper.pages.kinds import is_round_robin, is_team_event
from scraper.pages.pairings import round_pages
from scraper.pages.player_list import PlayerList, StartList
from scraper.pages.team_composition import Composition
from scraper.plan import (
    COMPOSITION,
    CROSSTABLE,
    NOT_PAIRED,
    PAIRINGS,
    PLAYERS,
    START_LIST,
    View,
    still_needed,
    team_views,
)
from scraper.problems import Notes, problem
from scraper.records import EventRecord, SavedPage
from scraper.web_archive import is_packed, page_in
from scraper.words import PageKind

__all__ = ["PageReading", "assemble", "read_by_hand", "read_event", "read_page"]


def read_event(
    pages: Sequence[SavedPage], *, minutes_at_60: Reckoning, read: Sequence[PageReading] = ()
) -> EventRecord:
    """The record of one event from its pages, in any order.

    `minutes_at_60` is the regulation's reckoning of a time control, passed in by the office. A page that
    cannot be read is a problem of the record as long as another one can. `read`: those that were read
    already, as they were fetched.

    PageError: no page can be read, or they are of several tournaments.
    """
    return _put_together(*_read(pages, read), minutes_at_60)


def read_by_hand(pages: Sequence[SavedPage], *, minutes_at_60: Reckoning) -> EventRecord:
    """As `read_event`, of pages that a person saved: with one problem that names the pages that are missing,
    each with the address to open."""
    readings, refused = _read(pages)
    return with_missing(_put_together(readings, refused, minutes_at_60), readings)


def _read(
    pages: Sequence[SavedPage], read: Sequence[PageReading] = ()
) -> tuple[list[PageReading], list[PageError]]:
    readings: list[PageReading] = []
    refused: list[PageError] = []
    for page in pages:
        try:
            readings.append(next((one for one in read if one.page is page), None) or read_page(page))
        except OtherTournament:
            raise
        except PageError as error:
            refused.append(error)
    return readings, refused


def _put_together(
    readings: Sequence[PageReading], refused: Sequence[PageError], minutes_at_60: Reckoning
) -> EventRecord:
    if not readings:
        if refused:
            raise refused[0]
        raise NotATournamentPage.because("no-tournament", "the pages given", "at least one page", "none")
    record = assemble(readings, minutes_at_60=minutes_at_60)
    unread = [e.problem for e in refused if e.problem.code != "view-not-needed"]
    return replace(record, problems=(*unread, *record.problems)) if unread else record


_SAVED_FROM = re.compile(rb"<!-- saved from url=\(\d{1,5}\)(\S{1,2000}) -->")
TOLD_BY_MISSING = ("details-missing", "start-list-missing", "round-page-missing", "composition-missing")
"""Problems of a reading that say of one page what `pages-missing` says of all."""


def tournament_on(page: SavedPage) -> int:
    """The tournament that a page says it is of. PageError where it is no page of one, or says two."""
    notes = Notes(page.origin)
    html = html_of(page, notes)
    number = _posted_to(LexborHTMLParser(beginning(html)))
    if number is None:
        tree = LexborHTMLParser(html)
        number = _posted_to(tree) or read_head(tree, notes).tournament
    found = tournament_of(_saved_from(page.body))
    if found not in (None, number):
        expected = f"tournament {number}, as the page's form"
        told = f"tournament {found}, from which the browser saved it"
        raise OtherTournament.because("other-tournament", page.origin, expected, told)
    return number


def _posted_to(tree: LexborHTMLParser) -> int | None:
    """The tournament to which the page's own form posts, if it has the headings of such a page."""
    form = tree.css_first("form")
    number = tournament_of(form.attributes.get("action") or "") if form is not None else None
    return number if len(tree.css("h2")) > 1 else None


def with_missing(record: EventRecord, readings: Sequence[PageReading]) -> EventRecord:
    """The record with one problem that names all the pages that a fetch would have read and that are missing,
    each with its address, in place of one problem for each."""
    address = Address(readings[0].head.tournament)
    missing = [(v.words, address.page(v.art, v.round, details=v.details)) for v in _needed(readings, record)]
    if not missing:
        return record
    where = f"tournament {record.source.tournament}, pages brought by hand"
    lines = [f"not there: {words}: {url}" for words, url in missing]
    told = problem("pages-missing", where, "every page that a fetch would have read", "\n".join(lines))
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
        has = {
            COMPOSITION: detailed and _has(whole, Composition),
            PLAYERS: _has(whole, PlayerList, StartList),
        }
        yield from (
            v for v in still_needed(team_views(count or None, paired or None), whole) if not has.get(v.art)
        )
        return
    if not detailed or not _has(whole, StartList):
        yield View(START_LIST, None, "start list with details", details=True)
    if not _has(whole, Crosstable, Grid):
        yield View(CROSSTABLE, None, "crosstable")
    shown = {one.number for r in whole for one in round_pages(r.content) if one.number}
    lists = [view for r in readings for view in r.head.listed]
    if is_round_robin(record.system, lists, shaped=_has(readings, Grid)):
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
