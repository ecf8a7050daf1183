"""All pages of an event, from the stand-in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import scraper.plan
import scraper.reading
from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.errors import FetchError, PageError, ScraperError
from scraper.fetch import fetch_event
from scraper.page import PageReading, read_page
from scraper.reading import read_event
from scraper.records import SavedPage
from tests.scraper.fakes import FakeTime
from tests.standin.model import Event
from tests.standin.server import Standin
from tests.standin.small import small_event


def fetch(
    folder: Path, *events: Event, number: int | None = None, unknown: int = 404
) -> tuple[list[str], Standin]:
    with (
        Standin(events, unknown=unknown) as standin,
        Client(FileArchive(folder), transport=standin.transport) as client,
    ):
        pages = fetch_event(Address(number or events[0].number), client)
    return [page.origin.partition("?")[2] for page in pages], standin


def test_an_event_is_rounds_and_three_pages_in_order(tmp_path: Path) -> None:
    event = small_event()
    asked, standin = fetch(tmp_path, event)
    assert asked == [
        "lan=1&art=0&turdet=YES&zeilen=99999&flag=30",
        "lan=1&art=5&zeilen=99999&flag=30",
        "lan=1&art=40&zeilen=99999&flag=30",
        "lan=1&art=2&rd=1&zeilen=99999&flag=30",
        "lan=1&art=2&rd=2&zeilen=99999&flag=30",
        "lan=1&art=2&rd=3&zeilen=99999&flag=30",
    ]
    assert len(standin.requests) == 2 * len(asked)
    assert all(agent.startswith("Mozilla/5.0 (compatible; Banzuke/") for agent in standin.agents)


def test_the_first_page_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event, met = small_event(), Counter[str]()

    def noted(page: SavedPage) -> PageReading:
        met[page.sha256] += 1
        return read_page(page)

    for module in (scraper.plan, scraper.reading):
        monkeypatch.setattr(module, "read_page", noted)
    read: list[PageReading] = []
    with (
        Standin([event]) as standin,
        Client(FileArchive(tmp_path), transport=standin.transport) as client,
    ):
        pages = fetch_event(Address(event.number), client, read=read)
    assert [one.page for one in read] == pages[:1]
    record = read_event(pages, minutes_at_60=lambda _: None, read=read)
    assert set(met.values()) == {1} and len(met) == len(pages)
    assert record == read_event(pages, minutes_at_60=lambda _: None)


def test_a_start_list_of_more_than_150_players_comes_whole(tmp_path: Path) -> None:
    fetch(tmp_path, small_event(players=160))
    start = FileArchive(tmp_path).newest(Address(9900001).page(0, details=True))
    assert start is not None
    assert start.body.count(b"&amp;art=9&amp;") == 160
    assert b"Show complete list" not in start.body


def test_progress_is_told_after_each_page(tmp_path: Path) -> None:
    told: list[tuple[int, int | None, str]] = []
    event = small_event()
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        fetch_event(Address(event.number), client, progress=lambda *words: told.append(words))
    assert [(done, total) for done, total, _ in told] == [(0, None), *((n, 6) for n in range(1, 7))]
    assert told[-1][2] == "round 3"


@pytest.mark.parametrize(
    ("status", "error", "code"), [(404, FetchError, "not-found"), (200, PageError, "record-not-found")]
)
def test_a_tournament_that_is_not_there_is_named_and_its_answer_kept(
    tmp_path: Path, status: int, error: type[ScraperError], code: str
) -> None:
    with pytest.raises(error) as caught:
        fetch(tmp_path, small_event(), number=77, unknown=status)
    assert caught.value.problem.code == code
    assert [e.status for e in FileArchive(tmp_path).entries() if e.tournament == 77] == [status]


def test_a_start_list_that_says_no_number_of_rounds_is_named(tmp_path: Path) -> None:
    event = small_event(round_count=0, rounds=())
    with pytest.raises(ScraperError) as caught:
        fetch(tmp_path, event)
    assert caught.value.problem.code == "rounds-unknown"


def test_an_event_has_an_end_to_its_time(tmp_path: Path) -> None:
    time = FakeTime()

    def forget_an_hour(done: int, total: int | None, text: str) -> None:
        time.passed += 3600

    event = small_event()
    with (
        Standin([event]) as standin,
        Client(FileArchive(tmp_path), transport=standin.transport, clock=time.clock) as client,
        pytest.raises(FetchError) as caught,
    ):
        fetch_event(Address(event.number), client, progress=forget_an_hour)
    assert caught.value.problem.code == "timed-out"
    assert standin.requests == []
