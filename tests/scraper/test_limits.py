"""Limits: 20 MB, 2,000 players, 50 rounds. What is at the limit is read, one more is refused by name."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.errors import PageTooLarge, ScraperError
from scraper.fetch import fetch_event
from scraper.page import MOST_BYTES, MOST_PLAYERS, MOST_ROUNDS
from scraper.reading import read_event, read_page
from scraper.records import SavedPage
from scraper.request import Limits
from tests.scraper.invented import DETAILS, Invented, page, table
from tests.standin.server import Standin
from tests.standin.small import small_event

START = ["No.", "Name"]
RANKING = ["Rk.", "SNo", "Name", "Rtg", "Pts."]


def players(first: int, last: int) -> list[list[str]]:
    return [[str(n), f"Player, N{n}"] for n in range(first, last + 1)]


def ranked(first: int, last: int) -> list[list[str]]:
    return [[str(n - first + 1), str(n), f"Player, N{n}", "0", "0"] for n in range(first, last + 1)]


def crosstable(rounds: int) -> SavedPage:
    columns = ["No.", "", "Name", "Rtg", "FED", *(f"{n}.Rd" for n in range(1, rounds + 1)), "Pts.", "Rk."]
    row = ["1", "", "Akagi Aoi", "0", "JPN", *["-0"] * rounds, "0", "1"]
    return page("Starting rank crosstable", table(columns, [row]), query="art=5")


def test_the_limits_are_those_that_were_promised_on_pages_and_on_answers() -> None:
    assert (MOST_BYTES, MOST_PLAYERS, MOST_ROUNDS) == (20_000_000, 2_000, 50)
    assert Limits().body == MOST_BYTES


def test_bytes_at_the_limit_are_read_and_one_more_is_refused() -> None:
    whole = Invented().start_page().body
    filled = whole.replace(b"<body>", b"<body>" + b" " * (MOST_BYTES - len(whole)))
    assert len(filled) == MOST_BYTES
    read_page(SavedPage(filled, "filled.html", hashlib.sha256(filled).hexdigest()))
    with pytest.raises(PageTooLarge) as caught:
        read_page(SavedPage(filled + b" ", "filled.html", ""))
    assert caught.value.problem.found == "20000001 bytes"


def test_two_thousand_players_are_read_and_one_more_is_refused_even_on_two_pages() -> None:
    start = page("Starting rank", table(START, players(1, 2000)), query="art=0")
    assert len(read_event([start], minutes_at_60=lambda text: 120).players) == 2000
    with pytest.raises(PageTooLarge) as caught:
        read_page(page("Starting rank", table(START, players(1, 2001)), query="art=0"))
    assert caught.value.problem.found == "2001 players"
    other = page("Final Ranking after 3 Rounds", table(RANKING, ranked(2000, 2001)), query="art=1&rd=3")
    with pytest.raises(PageTooLarge) as caught:
        read_event([start, other], minutes_at_60=lambda text: 120)
    assert caught.value.problem.found == "2001 players"


def test_fifty_rounds_are_read_and_one_more_is_refused_wherever_it_is_said() -> None:
    read_page(crosstable(50))
    read_page(page("Pairings/Results", "<h3>Round 50 on 2026/08/09</h3>", query="art=2&rd=50"))
    start = table(START, players(1, 2))
    read_page(page("Starting rank", start, details=DETAILS | {"Number of rounds": "50"}))
    for beyond in (
        crosstable(51),
        page("Pairings/Results", "<h3>Round 51 on 2026/08/09</h3>", query="art=2&rd=51"),
        page("Starting rank", start, details=DETAILS | {"Number of rounds": "51"}),
    ):
        with pytest.raises(PageTooLarge) as caught:
            read_page(beyond)
        assert caught.value.problem.found == "51 rounds"


def test_an_event_beyond_the_limit_costs_one_page(tmp_path: Path) -> None:
    event = replace(small_event(), round_count=51)
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        with pytest.raises(ScraperError) as caught:
            fetch_event(Address(event.number), client)
        assert caught.value.problem.code == "page-too-large"
        assert client.pages_asked == 1
