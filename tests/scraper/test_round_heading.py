"""The number, day and time of a round are three readings: none of them takes the others with it."""

from __future__ import annotations

import re
from datetime import date

import pytest

from scraper.languages import LANGUAGES, Language
from scraper.page import read_page
from scraper.pages.pairings import RoundPage
from scraper.pages.round_heading import TIMES, read_round_heading, time_of_day
from tests.samples import saved
from tests.scraper.edits import replaced
from tests.scraper.invented import Invented
from tests.scraper.team_invented import TeamEvent


def language(name: str) -> Language:
    return next(x for x in LANGUAGES if x.name == name)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        *(("14:30", "14:30"), ("9:30", "9:30"), ("1900", "19:00"), ("0830", "08:30"), ("14.30", "14:30")),
        *(("9.30", "09:30"), ("15h00", "15:00"), ("15h", "15:00"), ("15 h 30", "15:30"), ("2 pm", "14:00")),
        *(("2:30 PM", "14:30"), ("10 a.m.", "10:00"), ("12 am", "00:00"), ("12 pm", "12:00")),
        *(("14:00 Uhr", "14:00"), ("14 Uhr", "14:00"), ("14.00 Uhr", "14:00")),
    ],
)
def test_a_time_is_read_in_every_form_in_which_it_is_printed(text: str, time: str) -> None:
    assert time_of_day(text) == time


@pytest.mark.parametrize(
    "text", ["", "noon", "24:00", "14:60", "2560", "13 pm", "0 am", "14", "1430h0", "14:30:00", "٠٨:٣٠"]
)
def test_what_is_no_time_of_a_day_is_none(text: str) -> None:
    assert time_of_day(text) is None


def test_every_form_has_an_example_that_it_alone_reads_and_the_seen_ones_stand_in_their_pages() -> None:
    for form in TIMES:
        assert time_of_day(form.example), form
        fitting = [other for other in TIMES if re.fullmatch(other.pattern, form.example, re.IGNORECASE)]
        assert fitting == [form]
        if form.seen is not None:
            assert f" at {form.example}</h3>" in saved(form.seen).body.decode()


@pytest.mark.parametrize(
    ("name", "text", "number", "on", "time", "unread"),
    [
        ("English", "Round 6 on 2026/08/06 at 14:30", 6, date(2026, 8, 6), "14:30", ""),
        ("English", "Round 1 on 2026/05/15 at 1900", 1, date(2026, 5, 15), "19:00", ""),
        ("English", "Round 6 on 2026/08/06 at noon", 6, date(2026, 8, 6), None, "noon"),
        ("English", "Round 6 on Saturday at 14:30", 6, None, "14:30", "Saturday"),
        ("English", "Round 6 on 2026/13/06 at 25:00", 6, None, None, "2026/13/06, 25:00"),
        ("English", "Round 6 at 14:30", 6, None, "14:30", ""),
        ("English", "Round 6", 6, None, None, ""),
        ("German", "9. Runde am 29.04.2023 um 14:00", 9, date(2023, 4, 29), "14:00", ""),
        ("German", "9. Runde am 29.04.2023 um 14:00 Uhr", 9, date(2023, 4, 29), "14:00", ""),
        ("Russian", "1. Тур on 2019/10/12 в 14:00", 1, date(2019, 10, 12), "14:00", ""),
    ],
)
def test_number_day_and_time_are_read_each_by_itself(
    name: str, text: str, number: int, on: date | None, time: str | None, unread: str
) -> None:
    told = read_round_heading(text, language(name))
    assert told is not None
    assert (told.number, told.date, told.time, told.unread) == (number, on, time, unread)


@pytest.mark.parametrize(
    "text", ["Round 3 starts late", "Round", "Round 0", "Round x", "9. Runde", "Rounds 1 to 3", ""]
)
def test_other_words_head_no_round(text: str) -> None:
    assert read_round_heading(text, language("English")) is None


def test_a_day_or_time_that_cannot_be_read_is_named_beside_the_round() -> None:
    event = Invented()
    event.headings[2] = "Round 2 on 2026/08/08 at tea time"
    reading = read_page(event.round_page(2))
    assert isinstance(reading.content, RoundPage)
    assert (reading.content.number, reading.content.date) == (2, date(2026, 8, 8))
    (problem,) = reading.problems
    assert (problem.code, problem.found) == ("cell-unreadable", "tea time")
    assert problem.place.startswith("round 2, column heading of the round")


def test_the_round_of_the_heading_is_compared_with_the_one_asked_whatever_its_time() -> None:
    event = Invented()
    event.headings[1] = "Round 1 on 2026/08/08 at 1900"
    page = replaced(event.round_page(1), "art=2&amp;rd=1", "art=2&amp;rd=3")
    assert [p.code for p in read_page(page).problems] == ["other-round"]


def test_a_page_of_teams_with_an_odd_time_is_read() -> None:
    event = TeamEvent()
    event.headings[1] = "Round 1 on 2026/08/01 at 15h00"
    reading = read_page(event.boards_page(1))
    assert (reading.round, reading.problems) == (1, ())
    event.headings[1] = "Round 1 on 2026/08/01 at tea time"
    assert [p.code for p in read_page(event.boards_page(1)).problems] == ["cell-unreadable"]
    assert [p.code for p in read_page(event.matches_page(1)).problems] == ["cell-unreadable"]
