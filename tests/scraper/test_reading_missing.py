"""What is missing is named, and taken from where else it stands: rounds, players, numbers, details."""

from __future__ import annotations

import pytest

from scraper.errors import OtherPageKind
from scraper.reading import read_event, read_page
from scraper.records import Kind, Pairing, Result, SavedPage
from tests.scraper.invented import CROSS_COLUMNS, Invented, page, table
from tests.scraper.whole import codes, pairing, read


def test_a_missing_round_is_taken_from_the_crosstable_without_boards() -> None:
    record = read(Invented(), "2")
    assert codes(record) == ["round-page-missing"]
    assert "round 2" in record.problems[0].place
    taken = [p for p in record.pairings if p.round == 2]
    assert taken == [
        Pairing(2, None, 2, 5, Result.WHITE_WINS, Kind.GAME),
        Pairing(2, None, 3, None, Result.BYE_HALF, Kind.HALF_BYE),
        Pairing(2, None, 4, None, Result.BYE_ONE, Kind.BYE),
        Pairing(2, None, 6, 1, Result.BLACK_WINS, Kind.GAME),
    ]
    assert record.rounds[1].date is None


def test_a_missing_round_without_a_crosstable_has_only_the_byes_of_the_list_not_paired() -> None:
    record = read(Invented(), "2", "crosstable")
    assert codes(record) == ["half-bye-or-not-paired", "round-page-missing"]
    assert [p for p in record.pairings if p.round == 2] == [
        Pairing(2, None, 3, None, Result.BYE_ZERO, Kind.NOT_PAIRED),
        Pairing(2, None, 4, None, Result.BYE_ONE, Kind.BYE),
    ]


def test_a_player_whom_the_round_does_not_name_is_taken_from_the_crosstable() -> None:
    event = Invented()
    del event.rounds[3][3]
    record = read(event, "missed")
    assert codes(record) == []
    assert pairing(record, 3, 3) == Pairing(3, None, 3, None, Result.BYE_ZERO, Kind.NOT_PAIRED)


def test_a_player_who_is_nowhere_in_a_round_is_named() -> None:
    event = Invented()
    del event.rounds[3][3]
    record = read(event, "missed", "crosstable")
    assert codes(record) == ["player-missing"]
    assert record.problems[0].found == "not number 3"


def test_a_crosstable_with_other_players_is_named() -> None:
    event = Invented()
    event.start.append(["7", "", "Goto, Gen", "", "", "JPN", "0", "", ""])
    found = {p.code: p.found for p in read(event).problems}
    assert found["players-disagree"] == "6 players, without number 7"
    assert "player-missing" in found


def test_a_late_entry_is_named_and_kept() -> None:
    event = Invented()
    del event.start[5]
    record = read(event)
    assert "player-unknown" in codes(record)
    assert record.players[5].number == 6


def test_games_that_a_rounds_page_lacks_are_counted_and_taken_from_the_crosstable() -> None:
    event = Invented()
    del event.rounds[1][1]
    record = read(event)
    assert codes(record) == ["crosstable-disagrees"]
    assert (record.problems[0].expected, record.problems[0].found) == (
        "3 games, as crosstable.html",
        "2; not numbers 5/2",
    )
    assert pairing(record, 1, 5) == Pairing(1, None, 5, 2, Result.DRAW, Kind.GAME)


def test_without_a_start_list_the_players_are_those_of_the_other_views() -> None:
    record = read(Invented(), "start")
    assert codes(record)[:1] == ["start-list-missing"]
    assert [p.number for p in record.players] == [1, 2, 3, 4, 5, 6]
    record = read(Invented(), "start", "crosstable")
    assert [p.name for p in record.players][:2] == ["Akagi, Aoi", "Beppu, Bunta"]


def test_numbers_that_a_page_lacks_are_found_by_name() -> None:
    event = Invented()
    for rows in event.rounds.values():
        for row in rows:
            row[1], row[11] = "", ""
    assert codes(read(event)) == []
    assert read(event).pairings == read(Invented()).pairings


def test_a_name_that_two_players_have_is_not_guessed() -> None:
    event = Invented()
    event.start[4][2] = event.start[1][2]
    event.rounds[1][1][3] = event.rounds[1][1][9] = event.start[1][2]
    event.rounds[1][1][1] = event.rounds[1][1][11] = ""
    found = [p for p in read(event, "crosstable").problems if p.code == "player-ambiguous"]
    assert len(found) == 2
    assert "numbers [2, 5]" in found[0].found
    assert "round 1, table 1, row 2" in found[0].place


def test_a_name_that_nobody_has_is_not_guessed() -> None:
    event = Invented()
    event.rounds[1][0][1], event.rounds[1][0][3] = "", "Nobody, Known"
    record = read(event, "crosstable", "missed")
    assert "player-unknown" in codes(record)
    assert not [p for p in record.pairings if p.round == 1 and p.black == 4]


def test_a_round_that_is_not_paired_yet_is_named() -> None:
    event = Invented()
    event.rounds[3] = []
    event.headings[3] = ""
    record = read(event, "crosstable", "missed")
    assert codes(record) == ["round-not-paired"]
    assert "round 3 (3.html)" in record.problems[0].place


def test_a_list_not_paired_without_rows_is_an_event_where_nobody_missed_a_round() -> None:
    event = Invented()
    event.missed = []
    found = codes(read(event, "1", "2", "3", "crosstable"))
    assert "table-empty" not in found


def test_rounds_that_the_menu_does_not_have_are_not_paired_rather_than_missing() -> None:
    event = Invented()
    event.menu = '<table><tr><td class="CRnowrap b">Board Pairings</td><td>Rd.1, Rd.2/3</td></tr></table>'
    del event.rounds[3]
    record = read(event, "crosstable", "missed")
    assert codes(record) == ["round-not-paired"]
    assert record.problems[0].found == "no page; the menu has 2 rounds"


def test_details_that_no_page_shows_are_named() -> None:
    event = Invented()
    event.details = None
    record = read(event)
    assert codes(record) == ["details-missing", "time-control-missing"]
    assert (record.system, record.organizer, record.time_control.text) == (None, None, None)


ANNOUNCED = '<table><tr><td class="CRnowrap b">Lists</td><td class="CR">Starting rank</td></tr></table>'
"""The menu of an event for which no round is paired."""


def announced(menu: str | None = ANNOUNCED) -> tuple[Invented, SavedPage]:
    """An event before its first round, and its crosstable, which has no columns for rounds."""
    event = Invented(menu=menu)
    columns = [c for c in CROSS_COLUMNS if not c.endswith(".Rd")]
    rows = [[*row[:5], "0", str(n), "0"] for n, row in enumerate(event.crosstable, start=1)]
    content = table(columns, rows)
    return event, page(
        "Starting rank crosstable", content, query="art=5", menu=menu, origin="crosstable.html"
    )


def test_an_announced_events_crosstable_has_players_and_no_games() -> None:
    event, crosstable = announced()
    record = read_event([event.start_page(), crosstable], minutes_at_60=lambda text: 120)
    assert codes(record) == ["round-not-paired"] * 3
    assert (len(record.players), record.pairings, record.round_count) == (6, (), 3)
    alone = read_event([crosstable], minutes_at_60=lambda text: 120)
    assert [p.number for p in alone.players] == [1, 2, 3, 4, 5, 6]
    assert alone.pairings == ()
    assert "start-list-missing" in codes(alone)


def test_a_crosstable_without_rounds_of_an_event_that_has_started_is_refused() -> None:
    with pytest.raises(OtherPageKind) as caught:
        read_page(announced(menu=None)[1])
    assert caught.value.problem.code == "headings-unknown"
    assert "1.Rd" in caught.value.problem.expected
