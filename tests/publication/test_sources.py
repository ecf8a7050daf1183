"""Text, page and JSON say where the rating of each opponent comes from."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.earlier_editions import NEW, PEOPLE, RAPID, event
from tests.publication.test_site import site_of
from tests.workplace import MORI, ONO, TANI, Workplace, small_federation

DAY = date(2026, 10, 10)


@pytest.fixture
def explained(work: Workplace) -> Workplace:
    """Six rapid games of a newcomer, against members who hold standard ratings alone."""
    small_federation(work)
    work.register({"ID": NEW, "Name": PEOPLE[NEW]})
    games = [
        (NEW, who, result) for who, result in ((MORI, "1-0"), (TANI, "0-1"), (ONO, "1/2-1/2")) for _ in "ab"
    ]
    rapid = event(1240009, DAY, [*games, (MORI, TANI, "1-0")], time_control=RAPID)
    work.store(rapid, DAY + timedelta(days=1))
    work.done("rate")
    return work


def test_a_standard_rating_taken_over_is_called_that_and_not_of_the_rapid_list(explained: Workplace) -> None:
    for who in (NEW, MORI):
        (rapid,) = (
            p
            for p in json.loads(explained.done("explain", who, "--json").out)["types"]
            if p["type"] == "rapid"
        )
        games = rapid["initial"]["games"] if who == NEW else rapid["games"]
        source = {"how": "adopted", "article": "6(2)", "list_date": None, "version": None, "of": "standard"}
        assert games
        assert [game["opponent_rating_source"] for game in games] == [source] * len(games)
        for words in ((), ("--html",)):
            said = explained.done("explain", who, "--lang", "en", *words).out
            shown = LexborHTMLParser(said).root.text() if words else said
            told = shown[shown.index("Rapid") :]
            assert told.count("taken over from Standard") >= len(games)
            assert "list of 1 Oct" not in told


def test_a_rating_of_the_list_before_is_named_with_its_list_and_version(explained: Workplace) -> None:
    explained.store(event(1240010, DAY, [(MORI, TANI, "1-0")]), DAY + timedelta(days=1))
    explained.done("rate")
    (standard,) = (
        p
        for p in json.loads(explained.done("explain", MORI, "--json").out)["types"]
        if p["type"] == "standard"
    )
    (game,) = standard["games"]
    assert game["opponent_rating_source"] == {
        "how": "list",
        "article": None,
        "list_date": "2026-10-01",
        "version": 1,
        "of": None,
    }


def test_the_crosstable_does_not_call_a_rating_taken_over_one_of_the_list_before(
    explained: Workplace,
) -> None:
    explained.moment += timedelta(days=30)
    explained.done("rate")
    explained.done("preview")
    explained.done("publish", "--yes")
    page = LexborHTMLParser((site_of(explained) / "en/events/chess-results-1240009.html").read_text("utf-8"))
    cells = [row.css("td")[1].text() for row in page.css("table.cross tbody tr") if "Mori" in row.text()]
    assert cells == ["1700"]  # of standard: nobody had one of rapid
    assert "on the list before, or the one that was taken over" in page.css_first("p.note").text()
