"""Pages that list tournaments: the one that they name is found, several or none are refused by name."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

from scraper.addresses import find_addresses
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.errors import PageError, SearchPage
from scraper.fetch import event_behind, fetch_event
from scraper.problems import CODES
from scraper.reading import read_event, read_page
from scraper.records import SavedPage
from tests.scraper.invented import Invented
from tests.scraper.mutations import MUTATIONS, Mutation
from tests.standin.listing import federation, player_search, search
from tests.standin.server import Standin
from tests.standin.small import small_event

ONE = (9900001, "An Invented Open")
TWO = (9900002, "Another Open")


def page(text: str) -> SavedPage:
    body = text.encode()
    return SavedPage(body, "list.html", hashlib.sha256(body).hexdigest())


def refused(text: str) -> SearchPage:
    with pytest.raises(SearchPage) as caught:
        read_page(page(text))
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        search(ONE),
        search(ONE, page="Kalender"),
        search(ONE).replace("form1", "aspnetForm").replace("./TurnierSuche", "TurnierSuche"),
        search(ONE).replace('"./TurnierSuche', '"https://s2.chess-results.com/TurnierSuche'),
        federation(ONE),
        player_search(("Akagi, Aoi", *ONE), ("Akagi, Anzu", *ONE)),
        search(ONE).replace(' href="tnr9900001.aspx?lan=1&SNode=S0"', ""),  # dbkey alone
        search(ONE).replace(">9900001<", "><"),  # the link alone
    ],
)
def test_a_list_that_names_one_tournament_names_it(text: str) -> None:
    error = refused(text)
    assert error.tournament == 9900001
    assert error.problem.code == "search-names-one"
    assert "An Invented Open" in error.problem.found
    assert error.problem.remedy.endswith("https://chess-results.com/tnr9900001.aspx")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (search(ONE, TWO), "2: 9900001 An Invented Open (2026/10/03 to 2026/10/04); 9900002 Another Open"),
        (federation(ONE, TWO), "2: 9900001 An Invented Open; 9900002 Another Open"),
        (
            player_search(("Akagi, Aoi", *ONE), ("Akagi, Aoi", *TWO)),
            "2: 9900001 An Invented Open (2026/10/04)",
        ),
        (search(ONE, found=771), "the page says that 771 were found"),
        (search(ONE).replace("/tnr", "/tn").replace(">9900001<", ">9900009<"), "numbers 9900001, 9900009"),
        (search(ONE, (0, "No Number")), "a row without a tournament's number: “2 | No Number | JPN"),
        (search(*((n, f"Open {n}") for n in range(1, 31))), "; and 10 more"),
    ],
)
def test_a_list_that_may_name_several_is_refused_with_all_of_them(text: str, found: str) -> None:
    error = refused(text)
    assert (error.tournament, error.problem.code) == (None, "search-names-several")
    assert found in error.problem.found


def test_a_search_without_its_result_says_that_a_link_shows_only_the_form() -> None:
    error = refused(search())
    assert (error.tournament, error.problem.code) == (None, "search-names-none")
    assert "form" in error.problem.remedy
    assert "save the page" in error.problem.remedy


def test_a_list_that_was_cut_off_names_nothing() -> None:
    text = search(ONE, TWO)
    with pytest.raises(PageError) as caught:
        read_page(page(text[: text.index("Another")]))
    assert caught.value.problem.code == "page-truncated"


def test_a_list_among_the_pages_of_an_event_is_a_problem_of_the_record() -> None:
    pages = [*Invented().pages(), page(search(ONE))]
    record = read_event(pages, minutes_at_60=lambda text: 120)
    assert [p.code for p in record.problems] == ["search-names-one"]


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda f: f.__name__)
def test_a_damaged_list_is_refused_by_name_and_never_names_a_tournament_that_it_has_not(
    mutate: Mutation,
) -> None:
    chance = random.Random(mutate.__name__)
    whole = page(search(ONE, TWO)).body
    named = set()
    for _ in range(300):
        body = mutate(whole, chance)
        with pytest.raises(PageError) as caught:
            read_page(SavedPage(body, "list.html", hashlib.sha256(body).hexdigest()))
        assert caught.value.problem.code in CODES
        if isinstance(caught.value, SearchPage):
            named.add(caught.value.tournament)
    assert named == {None}


def test_the_event_behind_a_list_costs_one_page_more(tmp_path: Path) -> None:
    event = small_event()
    (address,) = find_addresses("https://chess-results.com/fed.aspx?lan=1&fed=JPN").lists
    listing = federation((event.number, event.name))
    with (
        Standin([event], lists={"fed": listing}) as standin,
        Client(FileArchive(tmp_path), transport=standin.transport) as client,
    ):
        behind = event_behind(address, client)
        pages = fetch_event(behind, client)
        again = event_behind(address, client)
    assert behind == again
    assert behind.tournament == event.number
    assert len(standin.pages()) == client.pages_asked == 1 + len(pages) == 1 + event.round_count + 3
