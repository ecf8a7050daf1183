"""One client is one run: nothing is asked twice, no event costs more than rounds + 3 pages, and the archive
can answer alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rating.time_control import minutes_at_60
from scraper.addresses import Address, find_addresses, read_address
from scraper.archive import FileArchive
from scraper.budget import Budget
from scraper.client import Client, offline_client
from scraper.errors import FetchError, ScraperError
from scraper.fetch import event_behind, fetch_event
from scraper.reading import read_event
from scraper.wire import PoliteTransport
from tests.scraper.fakes import FakeTime
from tests.standin.listing import federation
from tests.standin.model import Event
from tests.standin.round_robin import all_play_all
from tests.standin.server import Standin
from tests.standin.small import small_event
from tests.standin.teams import team_event

SWISS = small_event()
TEAMS = team_event()
KINDS = {
    "swiss": SWISS,
    "swiss, gated": small_event(gated=True),
    "swiss, gated and without numbers": small_event(gated=True, number_column=False),
    "swiss, running": small_event(rounds=SWISS.rounds[:2]),
    "swiss, not started": small_event(rounds=()),
    "round robin": all_play_all(),
    "round robin, gated": all_play_all(gated=True),
    "round robin, not started": all_play_all(rounds=()),
    "double round robin": all_play_all(4, legs=2),
    "teams": TEAMS,
    "teams, gated": team_event(gated=True),
    "teams, running": team_event(rounds=TEAMS.rounds[:2]),
    "teams, not started": team_event(rounds=()),
}


@pytest.mark.parametrize("name", KINDS)
def test_no_event_costs_more_than_rounds_and_three_pages(tmp_path: Path, name: str) -> None:
    event = KINDS[name]
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        pages = fetch_event(Address(event.number), client)
    assert len(standin.pages()) == len(pages) == client.pages_asked <= event.round_count + 3
    gets = [url for method, url in standin.requests if method == "GET"]
    assert len(gets) == len(set(gets)), "an address was asked for twice"


def test_a_round_robin_costs_three_pages_and_is_read_whole(tmp_path: Path) -> None:
    for event, games in ((all_play_all(), 10), (all_play_all(4, legs=2), 12)):
        with (
            Standin([event]) as standin,
            Client(FileArchive(tmp_path), transport=standin.transport) as client,
        ):
            pages = fetch_event(Address(event.number), client)
        assert len(pages) == 3
        record = read_event(pages, minutes_at_60=minutes_at_60)
        assert record.problems == ()
        assert len([p for p in record.pairings if p.black is not None]) == games
        assert record.system is not None
        assert record.system.value == ("round-robin" if games == 10 else "double-round-robin")


@pytest.mark.parametrize("name", ["teams", "teams, gated"])
def test_a_team_event_is_read_down_to_the_games_on_the_boards(tmp_path: Path, name: str) -> None:
    event = KINDS[name]
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        record = read_event(fetch_event(Address(event.number), client), minutes_at_60=minutes_at_60)
    assert record.problems == ()
    played = {"1/2": "1/2-1/2"}
    invented = {
        (r.number, row.white, row.black, played.get(row.result, row.result))
        for r in event.rounds
        for row in r.rows
    }
    assert {(p.round, p.white, p.black, p.result) for p in record.pairings} == invented


def test_a_round_that_the_menu_does_not_list_is_not_asked_for(tmp_path: Path) -> None:
    event = KINDS["swiss, running"]
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        pages = fetch_event(Address(event.number), client)
    assert [page for page in standin.pages() if "rd=3" in page] == []
    codes = {p.code for p in read_event(pages, minutes_at_60=minutes_at_60).problems}
    assert "round-not-paired" in codes


@pytest.mark.parametrize(
    "query", ["", "?lan=11&art=9&snr=4", "?art=1&rd=2&SNode=S0", "?lan=1&art=2&rd=3&prt=4&excel=2010"]
)
def test_a_link_to_any_view_fetches_the_same_pages(tmp_path: Path, query: str) -> None:
    address = read_address(f"https://s2.chess-results.com/Tnr{SWISS.number}.aspx{query}")
    with Standin([SWISS]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        fetch_event(address, client)
    assert len(standin.pages()) == SWISS.round_count + 3
    assert all("lan=1" in page and "prt=" not in page for page in standin.pages())


def test_an_address_asked_for_again_is_answered_from_the_archive(tmp_path: Path) -> None:
    address = Address(SWISS.number).page(5)
    with Standin([SWISS]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        first = client.get(address)
        again = client.get(address)
        whole = fetch_event(Address(SWISS.number), client)
    assert again == first
    assert again.page.body
    assert whole[1].sha256 == first.page.sha256
    assert len(standin.requests) == 2 * (SWISS.round_count + 3)


def test_a_gate_that_was_opened_is_not_pressed_again_in_the_run(tmp_path: Path) -> None:
    event = KINDS["swiss, gated"]
    address = Address(event.number).page(0, details=True)
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        opened = client.page(address)
        assert client.page(address) == opened
        assert client.get(address) == opened
    assert [method for method, _ in standin.requests] == ["GET", "GET", "POST"]


@pytest.mark.parametrize("name", ["swiss", "swiss, gated and without numbers", "round robin"])
def test_offline_gives_the_pages_of_the_last_run_and_asks_nobody(tmp_path: Path, name: str) -> None:
    event = KINDS[name]
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        online = fetch_event(Address(event.number), client)
        asked = len(standin.requests)
        with offline_client(FileArchive(tmp_path)) as nobody:
            offline = fetch_event(Address(event.number), nobody)
        assert len(standin.requests) == asked
    assert nobody.pages_asked == 0
    assert [(p.sha256, p.origin, p.address) for p in offline] == [
        (p.sha256, p.origin, p.address) for p in online
    ]


def test_offline_what_the_archive_does_not_hold_is_named(tmp_path: Path) -> None:
    with offline_client(FileArchive(tmp_path)) as client, pytest.raises(FetchError) as caught:
        fetch_event(Address(SWISS.number), client)
    assert caught.value.problem.code == "offline"
    assert str(SWISS.number) in caught.value.problem.place


def test_offline_a_gate_that_was_never_opened_stays_shut_and_is_named(tmp_path: Path) -> None:
    event: Event = KINDS["swiss, gated"]
    address = Address(event.number).page(0, details=True)
    with Standin([event]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        client.get(address)
    with offline_client(FileArchive(tmp_path)) as client, pytest.raises(FetchError) as caught:
        client.page(address)
    assert caught.value.problem.code == "offline"


def test_players_cards_are_fetched_only_if_asked_for_a_page_each(tmp_path: Path) -> None:
    with Standin([SWISS]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        plain = read_event(fetch_event(Address(SWISS.number), client), minutes_at_60=minutes_at_60)
        assert not [page for page in standin.pages() if "art=9" in page]
        pages = fetch_event(Address(SWISS.number), client, cards=(3, 5))
    asked = [page for page in standin.pages() if "art=9" in page]
    assert asked == [f"/tnr{SWISS.number}.aspx?lan=1&art=9&snr={n}" for n in (3, 5)]
    record = read_event(pages, minutes_at_60=minutes_at_60)
    assert {p.number: p.born for p in record.players if p.born} == {3: "1983", 5: "1985"}
    assert (record.pairings, record.problems) == (plain.pairings, plain.problems)
    assert {p.born for p in plain.players} == {None}


def test_a_team_events_cards_are_not_asked_for_and_that_is_said(tmp_path: Path) -> None:
    with Standin([TEAMS]) as standin, Client(FileArchive(tmp_path), transport=standin.transport) as client:
        with pytest.raises(ScraperError) as caught:
            fetch_event(Address(TEAMS.number), client, cards=[1])
        assert len(standin.pages()) == 1
    assert caught.value.problem.code == "view-not-needed"
    assert "--card" in caught.value.problem.remedy


def test_redirect_hops_and_the_gates_post_come_on_top_and_count_for_the_day(tmp_path: Path) -> None:
    event, clock = KINDS["swiss, gated"], FakeTime().clock
    with Standin([event], lists={"fed": federation((event.number, event.name))}) as standin:
        network = PoliteTransport(standin.transport, tmp_path, clock=clock)
        with Client(FileArchive(tmp_path), transport=network, clock=clock) as client:
            listing = find_addresses("https://chess-results.com/fed.aspx?fed=JPN").lists[0]
            fetch_event(event_behind(listing, client), client)
    pages = 1 + event.round_count + 3
    assert client.pages_asked == pages
    assert [method for method, _ in standin.requests].count("POST") == 1
    assert len(standin.requests) == 2 * pages + 1
    assert Budget(tmp_path, clock).spent().asked == len(standin.requests)
