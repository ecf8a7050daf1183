"""The statistics page, worked by hand from the four games of four lists and from invented ages."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from publication.site.graph import beside
from publication.site.statistics import Apart
from tests.office.test_corrections import four_lists, turned_round
from tests.publication.test_site import site_of
from tests.publication.test_site_families import juniors_site
from tests.publication.test_site_rankings import clubs_office
from tests.workplace import Workplace

pytestmark = pytest.mark.slow


def plots(site: Path) -> dict[str, list[list[str]]]:
    """The tables of the page by their captions."""
    tree = LexborHTMLParser((site / "en/statistics.html").read_text("utf-8"))
    return {
        figure.css_first("figcaption").text(): [
            [cell.text() for cell in row.css("td")] for row in figure.css("tbody tr")
        ]
        for figure in tree.css("figure")
    }


def notes(site: Path) -> dict[str, str]:
    """The notes below the captions."""
    figures = LexborHTMLParser((site / "en/statistics.html").read_text("utf-8")).css("figure")
    return {f.css_first("figcaption").text(): n.text() for f in figures if (n := f.css_first("p.note"))}


CALIBRATION = "Standard: what the higher rated of two scored, beside what was expected, in percent"


def test_what_the_higher_rated_scored_stands_beside_what_was_expected(work: Workplace) -> None:
    """1495 against 1415 (80 apart, 0.61) draws; 1705 against 1600 (0.64) draws; 1700 against 1500 (0.76)
    wins and 1603 against 1400 (203, 0.76) loses."""
    four_lists(work)
    site = site_of(work)
    assert plots(site)[CALIBRATION] == [
        ["50–99", "1", "61.0", "50.0"],
        ["100–149", "1", "64.0", "50.0"],
        ["200–249", "2", "76.0", "50.0"],
    ]
    note = notes(site)[CALIBRATION]  # of no drawing no line and no dots are told
    assert "once two rows have 30 games" in note and "Dots" not in note
    told = json.loads((site / "data/statistics.json").read_text("utf-8"))["standard"]["calibration"]
    assert told[-1] == {"from": 200, "games": 2, "score": 2, "expected": 152}


def test_of_a_corrected_list_the_games_count_once_and_as_corrected(work: Workplace) -> None:
    """Mori has lost the first game and is 1685: 85 points above Tani then, with an expected score of 0.62;
    Tani 1602 is 202 above Ono, and Hata 1515 is 100 above Ono's 1415 (0.64)."""
    four_lists(work)
    site_of(work)
    turned_round(work)
    work.done("correction", "open", "1400001", "--reported", "2027-01-30", "--reason", "turned round")
    work.done("correction", "publish", "--reason", "turned round")
    assert plots(site_of(work))[CALIBRATION] == [
        ["50–99", "1", "62.0", "50.0"],
        ["100–149", "1", "64.0", "50.0"],
        ["200–249", "2", "76.0", "0.0"],
    ]


def test_a_list_is_summed_up_before_its_plots(work: Workplace) -> None:
    four_lists(work)
    tree = LexborHTMLParser((site_of(work) / "en/statistics.html").read_text("utf-8"))
    facts = {d.css_first("dt").text(): d.css_first("dd").text() for d in tree.css("dl.facts div")}
    assert facts["Rated"] == "4"
    assert facts["Games on this list"] == "1"
    assert facts["Games in twelve months"] == "4"
    # 1702, 1588, 1493, 1417, all of whom have played: of an even number the higher middle one
    assert facts["Median, active players"] == "1588"


def test_a_list_without_a_game_stands_with_the_others(work: Workplace) -> None:
    four_lists(work, 2)
    work.moment = datetime(2027, 1, 1, 1, tzinfo=UTC)
    work.done("rate")
    work.done("publish")
    assert plots(site_of(work))["Standard: rated games on each list"] == [
        ["2026-11-01", "2", "1"],
        ["2026-12-01", "2", "1"],
        ["2027-01-01", "0", "0"],
    ]


def test_players_stand_by_age_class_where_the_office_shows_ages(work: Workplace) -> None:
    clubs_office(work)
    caption = "Standard, list of 1 November 2026: players by age class"
    assert caption not in plots(site_of(work))
    site = site_of(work, "--ages")
    assert plots(site)[caption] == [
        ["under 8", "1", "1601"],
        ["under 10", "1", "1601"],
        ["under 14", "1", "1700"],
        ["Others", "1", "1401"],
        ["50 and over", "1", "1500"],
    ]
    assert "counted once" in notes(site)[caption]  # the classes of the pages of rankings have the younger too
    told = json.loads((site / "data/statistics.json").read_text("utf-8"))["standard"]["ages"]
    assert told[3] == {"class": None, "players": 1, "median": 1401}


def test_a_list_that_moves_event_by_event_has_no_calibration(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    assert not [caption for caption in plots(site) if "higher rated" in caption]


def test_the_error_is_that_of_a_mean() -> None:
    """Forty games with 0.60 expected: 24 wins, each 0.40 above, and 16 losses, each 0.60 below. The squares
    are 24 × 1600 + 16 × 3600 = 96000; 1.96 × √(96000 / 39 / 40) = 15.38."""
    x = Apart(50, games=40, halves=48, expected=2400, squares=96000)
    assert (x.mean_expected, x.mean_score) == (60, 60)
    assert x.error == pytest.approx(15.38, abs=0.005)
    assert Apart(50, 29, 34, 1740, 70000).error is None  # too few
    assert Apart(50, 40, 80, 3040, 40 * 24**2).error is None  # all went alike


def test_expected_and_scored_are_drawn_on_one_scale() -> None:
    """From 50 to 100 percent, 240 high: 22 are left free above and 26 below, so 60 is at a fifth of 192."""
    drawn = str(beside([("0–49", 52.0, 55.0, 5.0), ("200–249", 76.0, 100.0, None)]))
    tree = LexborHTMLParser(f"<svg>{drawn}</svg>")
    assert [t.text() for t in tree.css("text")] == ["50", "60", "70", "80", "90", "100", "0", "200"]
    assert [c.attributes["cy"] for c in tree.css("circle")] == ["195", "22"]
    assert [p.attributes["d"] for p in tree.css("path.error")] == ["M193 214V176"]
    assert beside([("0–49", 52.0, 55.0, 5.0)]) == ""
