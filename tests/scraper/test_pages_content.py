"""What the pages list: players, rounds, crosstables and byes, on real and invented pages."""

from __future__ import annotations

import re
from datetime import date

import pytest

from scraper.page import PageReading
from scraper.pages.crosstable import Crosstable, read_mark
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import RoundPage
from scraper.pages.player_list import StartList
from scraper.reading import read_page
from scraper.records import Player
from scraper.words import PageKind
from tests.samples import saved
from tests.scraper.edits import cell, replaced, with_body
from tests.scraper.invented import START_COLUMNS, Invented, page, table
from tests.scraper.whole import codes


def start_list(reading: PageReading) -> StartList:
    assert isinstance(reading.content, StartList)
    return reading.content


def round_page(reading: PageReading) -> RoundPage:
    assert isinstance(reading.content, RoundPage)
    return reading.content


def test_a_start_list_has_every_player_with_what_is_printed() -> None:
    reading = read_page(saved("british2026_champ_startingrank"))
    players = start_list(reading).players
    assert [p.number for p in players] == list(range(1, 109))
    assert (players[0].title, players[0].federation, players[0].rating) == ("GM", "ENG", 2597)
    printed = saved("british2026_champ_startingrank").body.decode()
    assert all(p.fide_id is None or f"/profile/{p.fide_id}" in printed for p in players)
    assert (sum(p.fide_id is not None for p in players), players[0].sex) == (108, None)
    assert all(p.national_id is None or f">{p.national_id}<" in printed for p in players)
    assert players[106].national_id is None, "an ID printed 0 is absent"
    assert (players[106].sex, players[107].title) == ("f", None)
    assert not any(p.name.endswith("*)") for p in players)
    assert codes(reading) == []


def test_columns_are_known_by_heading_in_any_order() -> None:
    reading = read_page(saved("arad2026_a_startingrank"))
    players = start_list(reading).players
    assert len(players) == 209
    assert (players[0].rating, players[0].rating_international, players[0].rating_national) == (
        None,
        2669,
        None,
    )
    assert all(p.fide_id for p in players)
    assert codes(reading) == []


def test_a_list_cut_at_150_rows_is_named_with_its_remedy() -> None:
    reading = read_page(saved("arad2026_a_startingrank_paginated"))
    assert len(start_list(reading).players) == 150
    assert codes(reading) == ["list-truncated"]
    assert "zeilen=99999" in reading.problems[0].remedy
    assert codes(read_page(saved("prague2026_starting_rank_details"))) == ["list-truncated"]


def test_a_page_without_art_is_the_start_list_of_an_event_not_started() -> None:
    reading = read_page(saved("notstarted2026_no_art"))
    assert reading.kind == PageKind.START_LIST
    assert len(start_list(reading).players) == 97


def test_absent_is_none_and_the_footnote_mark_is_no_part_of_a_name() -> None:
    rows = [["1", "", "Akagi, Aoi *)", "0", "", "", "0", "", ""]]
    players = start_list(read_page(page("Starting rank", table(START_COLUMNS, rows)))).players
    assert players == (Player(1, "Akagi, Aoi"),)


@pytest.mark.parametrize(
    ("column", "text", "code"),
    [
        (0, "", "cell-unreadable"),
        (0, "one", "cell-unreadable"),
        (0, "2", "number-twice"),
        (2, "", "cell-unreadable"),
        (4, "abc", "cell-unreadable"),
        (6, "23OO", "cell-unreadable"),
        (6, "23000", "cell-unreadable"),
        (7, "x", "cell-unreadable"),
    ],
)
def test_a_cell_of_the_start_list_that_cannot_be_read_is_named(column: int, text: str, code: str) -> None:
    event = Invented()
    event.start[2][column] = text
    reading = read_page(event.start_page())
    assert codes(reading) == [code]
    assert f"row 3, column {START_COLUMNS[column]}" in reading.problems[0].place


def test_a_row_that_does_not_fit_the_headings_is_named_and_left_out() -> None:
    event = Invented()
    del event.start[2][1]
    reading = read_page(event.start_page())
    assert codes(reading) == ["row-width"]
    assert [p.number for p in start_list(reading).players] == [1, 2, 4, 5, 6]


def test_the_round_is_that_of_the_heading_over_the_table() -> None:
    reading = read_page(saved("bangkok2026_r4_gated"))
    content = round_page(reading)
    assert (content.number, content.date, content.time, content.stated) == (4, date(2026, 8, 14), None, True)
    content = round_page(read_page(saved("portimao2024_r9_gated")))
    assert (content.number, content.date, content.time) == (9, date(2024, 2, 18), "09:30")


def test_a_round_without_its_heading_is_taken_from_the_address_and_named() -> None:
    event = Invented()
    event.headings[2] = ""
    reading = read_page(event.round_page(2))
    assert (reading.round, round_page(reading).stated) == (2, False)
    assert codes(reading) == ["round-not-stated"]


def test_another_round_than_asked_is_named_by_a_real_page() -> None:
    reading = read_page(
        replaced(
            saved("british2026_champ_r5"), "art=2&amp;rd=5&amp;flag=30&amp;SNode", "art=2&amp;rd=12&amp;SNode"
        )
    )
    assert [(p.code, p.expected, p.found) for p in reading.problems] == [
        ("other-round", "round 12 (rd=12)", "round 5")
    ]


def test_numbers_stand_in_the_links_where_the_column_is_missing() -> None:
    rows = round_page(read_page(saved("british2026_champ_r5"))).rows
    numbers = sorted(s.number for r in rows for s in (r.white, r.black) if s is not None and s.number)
    assert numbers == list(range(1, 109))


def test_points_on_a_round_are_half_points_before_it() -> None:
    rows = round_page(read_page(saved("british2026_champ_r5"))).rows
    assert rows[0].black is not None
    assert (rows[0].white.points, rows[0].black.points) == (7, 8)


def test_a_round_not_paired_yet_is_named_and_empty() -> None:
    reading = read_page(page("Pairings/Results", query="lan=1&art=2&rd=1"))
    assert (reading.round, round_page(reading).rows) == (1, ())
    assert codes(reading) == ["round-not-paired"]
    reading = read_page(saved("british2026_champ_r8_unpaired_only"))
    assert codes(reading) == ["round-not-paired"]
    assert reading.problems[0].found == "5 rows without an opponent"


def test_a_game_row_a_cell_short_is_not_read_shifted() -> None:
    page_ = saved("british2026_champ_r5")
    short = replaced(page_, '<td class="CRc">1</td><td class="CR"><div', '<td class="CR"><div')
    reading = read_page(short)
    assert codes(reading) == ["row-width"]
    assert reading.problems[0].place == "round 5, table 1, row 1 (british2026_champ_r5.html)"


def test_an_unknown_token_of_a_real_page_is_named_with_its_place() -> None:
    reading = read_page(cell(saved("british2026_champ_r5"), 12, 7, "1F"))
    assert codes(reading) == ["result-unknown"]
    found = reading.problems[0]
    assert found.place == "round 5, table 1, row 12, column Result (british2026_champ_r5.html)"
    assert found.found == "'1F'"


def test_a_placeholder_before_pairing_is_no_player() -> None:
    event = Invented()
    event.rounds[1].append(["4", "", "", "", "", "", "", "", "", "bye", "", ""])
    assert len(round_page(read_page(event.round_page(1))).rows) == 3


def test_the_points_of_a_crosstable_are_tb1_only_where_the_annotation_says_so() -> None:
    content = read_page(saved("british2026_champ_crosstable_final")).content
    assert isinstance(content, Crosstable)
    assert (content.points_column, content.rows[3].points) == ("TB1", 13)
    silent = replaced(saved("british2026_champ_crosstable_final"), "points (game-points)", "Buchholz")
    content = read_page(silent).content
    assert isinstance(content, Crosstable)
    assert (content.points_column, content.rows[3].points) == (None, None)


def test_the_crosstable_has_every_cell() -> None:
    content = read_page(saved("british2026_champ_crosstable_final")).content
    assert isinstance(content, Crosstable)
    assert content.rounds == tuple(range(1, 10))
    assert {len(row.marks) for row in content.rows.values()} == {9}


@pytest.mark.parametrize(
    "text", ["12W1", "w1", "0w1", "12x1", "12w2", "-", "--1", "1", "12w1 ", "*", "１２w1"]
)
def test_a_cell_that_is_no_mark_is_none(text: str) -> None:
    assert read_mark(text) is None


def test_the_list_not_paired_has_its_marks() -> None:
    content = read_page(saved("british2026_champ_notpaired_final")).content
    assert isinstance(content, NotPaired)
    assert {m.mark for m in content.missed} == {"*", "bye", "0F"}
    assert (9, 54, "0F") in [(m.round, m.number, m.mark) for m in content.missed]


def test_a_round_of_the_list_not_paired_under_a_heading_that_is_not_known_is_named() -> None:
    page = saved("british2026_champ_notpaired_final")
    reading = read_page(replaced(page, "3.Rd", "Rd 3"))
    assert [(p.code, p.found) for p in reading.problems] == [("word-unknown", "'Rd 3'")]


@pytest.mark.parametrize(
    ("broken", "code"),
    [(["", "Bystrov Anton", "*", "bye"], "cell-unreadable"), (["2", "Bystrov Anton", "*"], "row-width")],
)
def test_a_row_of_the_list_not_paired_that_cannot_be_read_is_named_and_left_out(
    broken: list[str], code: str
) -> None:
    rows = [["1", "Akagi Kei", "*", ""], broken, ["3", "Cairns Lily", "", "0F"]]
    listed = page("not paired", table(["SNo", "Name", "1.Rd", "2.Rd"], rows), query="lan=1&art=40")
    reading = read_page(listed)
    assert [p.code for p in reading.problems] == [code]
    assert "row 2" in reading.problems[0].place
    assert isinstance(reading.content, NotPaired)
    assert [(m.number, m.round, m.mark) for m in reading.content.missed] == [(1, 1, "*"), (3, 2, "0F")]


def test_headings_that_stand_again_within_a_round_are_no_round_robin_without_games() -> None:
    whole = next(p for p in Invented().pages() if b">Round 2 " in p.body)
    (heading,) = re.findall(rb'<tr class="CRn?g1b">.*?</tr>', whole.body, re.DOTALL)
    again = read_page(with_body(whole, whole.body.replace(heading, heading * 2))).content
    known = read_page(whole).content
    assert isinstance(again, RoundPage) and isinstance(known, RoundPage)
    assert [(r.white, r.black, r.token) for r in again.rows] == [
        (r.white, r.black, r.token) for r in known.rows
    ]


def test_rows_above_the_first_round_of_a_round_robin_are_named() -> None:
    real = saved("ussa2026_roundrobin_pairings")
    first = re.search(rb'<tr class="CRg1b"><td[^>]*>Round 1 .*?</tr>', real.body, re.DOTALL)
    assert first is not None
    reading = read_page(with_body(real, real.body.replace(first[0], b"", 1)))
    assert ("round-not-stated", "rows above the first such heading") in [
        (p.code, p.found) for p in reading.problems
    ]
