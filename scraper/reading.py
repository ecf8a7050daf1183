"""From saved pages of Chess-Results to one event: the scraper's way in for everything but HTTP.

`read_page` reads one page, `read_event` all pages of one event, `read_by_hand` the pages that a person saved,
`read_whole_event` says besides what was not used. Nothing here fetches; the same bytes give the same record.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scraper.by_hand import with_missing
from scraper.errors import NotATournamentPage, OtherTournament, PageError
from scraper.event.view import Reckoning
from scraper.event.whole import EventReading, assemble
from scraper.page import PageReading, read_page
from scraper.problems import problem
from scraper.records import EventRecord, Problem, SavedPage
from scraper.words import TEAM_KINDS, PageKind

__all__ = [
    "EventReading",
    "PageReading",
    "assemble",
    "read_by_hand",
    "read_event",
    "read_page",
    "read_whole_event",
]


def read_event(pages: Sequence[SavedPage], *, minutes_at_60: Reckoning) -> EventRecord:
    """The record of one event from its pages, in any order.

    `minutes_at_60` is the regulation's reckoning of a time control, passed in by the office. A page that
    cannot be read is a problem of the record as long as another one can.

    PageError: no page can be read, or they are of several tournaments.
    """
    return read_whole_event(pages, minutes_at_60=minutes_at_60).record


def read_whole_event(pages: Sequence[SavedPage], *, minutes_at_60: Reckoning) -> EventReading:
    """As `read_event`, with the pages that were superseded and the views that were left out."""
    return _put_together(*_read(pages), minutes_at_60)


def read_by_hand(pages: Sequence[SavedPage], *, minutes_at_60: Reckoning) -> EventRecord:
    """As `read_event`, of pages that a person saved: with one problem that names the pages that are missing,
    each with the address to open."""
    readings, refused = _read(pages)
    return with_missing(_put_together(readings, refused, minutes_at_60).record, readings)


def _read(pages: Sequence[SavedPage]) -> tuple[list[PageReading], list[PageError]]:
    readings: list[PageReading] = []
    refused: list[PageError] = []
    for page in pages:
        try:
            readings.append(read_page(page))
        except OtherTournament:
            raise
        except PageError as error:
            refused.append(error)
    return readings, refused


def _put_together(
    readings: Sequence[PageReading], refused: Sequence[PageError], minutes_at_60: Reckoning
) -> EventReading:
    if not readings:
        raise (
            refused[0]
            if refused
            else NotATournamentPage.because("no-tournament", "the pages given", "at least one page", "none")
        )
    whole = assemble(readings, minutes_at_60=minutes_at_60)
    not_needed = [e.problem for e in refused if e.problem.code == "view-not-needed"]
    unread = [e.problem for e in refused if e.problem.code != "view-not-needed"]
    record = replace(whole.record, problems=(*unread, *whole.record.problems)) if unread else whole.record
    left_out = (*whole.left_out, *not_needed, *_cards_of_teams(readings))
    return replace(whole, record=record, left_out=left_out)


def _cards_of_teams(readings: Sequence[PageReading]) -> Iterator[Problem]:
    """A player's card among the pages of a team event: nothing is taken from it, and that is told."""
    if any(r.kind in TEAM_KINDS for r in readings):
        expected = "a view of a team event from which something is taken"
        for r in readings:
            if r.kind == PageKind.PLAYER_CARD:
                yield problem("view-not-needed", r.page.origin, expected, "a player's card")
