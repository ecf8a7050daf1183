"""Numbers, points, days and names as the site prints them."""

from __future__ import annotations

from datetime import date

import pytest

from scraper.values import clean, day, half_points, moment, name_as_printed, name_key, whole


@pytest.mark.parametrize(
    ("text", "half"),
    [("4½", 9), ("½", 1), ("6,5", 13), ("6.5", 13), ("6", 12), ("0", 0), ("0,5", 1), ("10", 20)],
)
def test_points_are_read_as_half_points(text: str, half: int) -> None:
    assert half_points(text) == half


@pytest.mark.parametrize("text", ["", ",5", "6,25", "6,", "½½", "-1", "4 ½", "six", "²", "١"])
def test_what_is_no_points_is_none(text: str) -> None:
    assert half_points(text) is None


@pytest.mark.parametrize("text", ["", "-1", "1.0", "²", "１", "1234567890", " 1"])
def test_what_is_no_whole_number_is_none(text: str) -> None:
    assert whole(text) is None


def test_days_and_moments_that_do_not_exist_are_none() -> None:
    assert day("2026/02/30") is None
    assert day("31.02.2026") is None
    assert day("1 August 2026") is None
    assert day("01.08.2026") == day("2026/08/01") == date(2026, 8, 1)
    assert moment("Last update 31.02.2026 10:00:00") is None
    assert moment("Last update 2026/08/01") is None


def test_names_are_compared_without_comma_case_width_or_blanks() -> None:
    assert name_key("Akagi,  AOI") == name_key("akagi aoi") == name_key("Ａkagi Aoi,")
    assert name_as_printed("Akagi, Aoi *)") == "Akagi, Aoi"
    assert clean("\xa0TB1\xa0") == "TB1"
