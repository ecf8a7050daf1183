"""Each check finds the one thing that is broken, and nothing in an event that is whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scraper.reading import read_event
from scraper.records import Kind, Pairing, Result
from tests.scraper.invented import Invented
from tests.scraper.team_invented import BoardRow, TeamEvent
from tests.scraper.whole import codes, pairing, read

Break = Callable[[Invented], None]


def test_an_event_that_is_whole_has_no_problem() -> None:
    record = read(Invented())
    assert codes(record) == []
    assert len(record.players) == 6
    assert len(record.pairings) == 11


def test_the_pairings_are_what_the_rounds_print() -> None:
    record = read(Invented())
    assert pairing(record, 1, 3) == Pairing(1, 3, 3, 6, Result.BLACK_BY_FORFEIT, Kind.FORFEIT)
    assert pairing(record, 2, 4) == Pairing(2, 3, 4, None, Result.BYE_ONE, Kind.BYE)
    assert pairing(record, 2, 3) == Pairing(2, 4, 3, None, Result.BYE_HALF, Kind.HALF_BYE)
    assert pairing(record, 3, 5) == Pairing(3, 3, 5, None, Result.BYE_ZERO, Kind.NOT_PAIRED)


def set_round(n: int, row: int, column: int, text: str) -> Break:
    def broken(event: Invented) -> None:
        event.rounds[n][row - 1][column] = text

    return broken


def set_cross(row: int, column: int, text: str) -> Break:
    def broken(event: Invented) -> None:
        event.crosstable[row - 1][column] = text

    return broken


@pytest.mark.parametrize(
    ("name", "broken", "code", "place"),
    [
        ("another result", set_round(2, 2, 6, "½ - ½"), "crosstable-disagrees", "row 2, column 2.Rd"),
        ("another opponent", set_cross(1, 5, "5w1"), "crosstable-not-mirrored", "row 1, column 1.Rd"),
        ("another colour", set_cross(1, 5, "4b1"), "crosstable-disagrees", "row 1, column 1.Rd"),
        ("a bye that is none", set_cross(4, 6, "-0"), "crosstable-disagrees", "row 4, column 2.Rd"),
        ("a cell left empty", set_cross(4, 6, ""), "crosstable-disagrees", "row 4, column 2.Rd"),
        (
            "a pending cell at the same update",
            set_cross(1, 7, "2w"),
            "crosstable-disagrees",
            "row 1, column 3.Rd",
        ),
        ("points of the crosstable", set_cross(1, 8, "3"), "points-disagree", "row 1, column Pts."),
        (
            "points before the round",
            set_round(3, 1, 5, "2½"),
            "points-disagree",
            "row 1, column Pts. of White",
        ),
        ("points of Black", set_round(3, 1, 7, "1"), "points-disagree", "row 1, column Pts. of Black"),
        ("a player twice", set_round(3, 3, 1, "4"), "player-twice", "round 3"),
        ("a player nowhere", set_round(3, 3, 1, "4"), "name-disagrees", "round 3"),
        ("another name", set_cross(2, 2, "Someone Else"), "name-disagrees", "row 2"),
        ("an unknown token", set_round(3, 1, 6, "1U - 0U"), "result-unknown", "row 1, column Result"),
        ("another unknown token", set_round(3, 1, 6, "2 - 0"), "result-unknown", "row 1, column Result"),
        ("an unknown token alone", set_round(3, 3, 6, "2"), "result-unknown", "row 3, column Result"),
        ("an unknown cell", set_cross(1, 7, "2w9"), "result-unknown", "row 1, column 3.Rd"),
        ("no result yet", set_round(3, 2, 6, ""), "result-pending", "round 3"),
        ("no number for a table", set_round(3, 1, 0, "one"), "cell-unreadable", "row 1, column Bo."),
        ("no name", set_round(3, 1, 9, ""), "cell-unreadable", "row 1, column Black"),
        ("no number for a player", set_cross(6, 0, "x"), "cell-unreadable", "row 6, column No."),
    ],
)
def test_what_is_broken_is_named_with_its_place(name: str, broken: Break, code: str, place: str) -> None:
    event = Invented()
    broken(event)
    found = [p for p in read(event).problems if p.code == code]
    assert found, name
    assert any(place in p.place for p in found), [p.place for p in found]
    assert all(p.expected and p.found and p.remedy for p in found)


@pytest.mark.parametrize(
    ("result", "read_as"), [("1 - 0", (Result.WHITE_WINS, Kind.GAME)), ("0 - 1", (None, Kind.PENDING))]
)
def test_a_game_that_is_given_twice_is_one_and_without_a_result_where_the_rows_differ(
    result: str, read_as: tuple[Result | None, Kind]
) -> None:
    event = Invented()
    again = list(event.rounds[1][0])
    again[0], again[6] = "9", result
    event.rounds[1].append(again)
    record = read(event)
    assert "player-twice" in codes(record)
    assert [p for p in record.pairings if p.round == 1 and p.white == 1] == [Pairing(1, 1, 1, 4, *read_as)]


def test_a_board_of_a_team_match_that_is_given_twice_is_one_game() -> None:
    event = TeamEvent()
    event.boards[1][0].boards.append(BoardRow("1.3", 1, "ws", 2, "1 - 0"))
    record = read_event(event.pages(), minutes_at_60=lambda _text: 120)
    assert "player-twice" in codes(record)
    assert [(p.white, p.black) for p in record.pairings if p.round == 1] == [(1, 2), (5, 4)]


def test_an_unknown_token_is_not_taken_as_a_result_even_where_the_crosstable_has_one() -> None:
    event = Invented()
    event.rounds[3][0][6] = "1U - 0U"
    event.updated["crosstable"] = "10.08.2026 18:00:00"
    record = read(event)
    assert pairing(record, 3, 1) == Pairing(3, 1, 1, 2, None, Kind.PENDING)
    assert "unrated" in next(p for p in record.problems if p.code == "result-unknown").remedy


def test_play_that_was_going_on_at_the_rounds_page_takes_the_later_crosstables_result() -> None:
    event = Invented()
    event.rounds[3][0][6] = ""
    event.rounds[2][2][6] = ""
    event.updated["crosstable"] = "09.08.2026 19:00:00"
    record = read(event)
    assert codes(record) == []
    assert pairing(record, 3, 1).result == Result.DRAW
    assert pairing(record, 2, 4) == Pairing(2, 3, 4, None, Result.BYE_ONE, Kind.BYE)


def test_an_earlier_crosstable_gives_no_result_to_a_later_page_and_a_result_gone_is_named() -> None:
    event = Invented()
    event.rounds[3][0][6] = ""
    event.updated["crosstable"] = "09.08.2026 17:00:00"
    record = read(event)
    assert codes(record) == ["crosstable-disagrees", "crosstable-disagrees", "result-pending"]
    assert pairing(record, 3, 1) == Pairing(3, 1, 1, 2, None, Kind.PENDING)
    assert record.problems[-1].found == "1 of 4 without a result: tables 1"


def test_cells_still_empty_in_an_earlier_crosstable_are_no_contradiction() -> None:
    event = Invented()
    event.updated["crosstable"] = "08.08.2026 17:00:00"
    for row, points in zip(event.crosstable, ["2", "1,5", "0,5", "1", "0,5", "1"], strict=True):
        row[7], row[8] = "", points
    assert codes(read(event)) == []


def test_another_result_in_an_earlier_crosstable_is_a_contradiction_all_the_same() -> None:
    event = Invented()
    event.updated["crosstable"] = "08.08.2026 17:00:00"
    event.crosstable[0][7], event.crosstable[1][7] = "2w1", "1b0"
    event.crosstable[0][8], event.crosstable[1][8] = "3", "1,5"
    assert codes(read(event)) == ["crosstable-disagrees"] * 2


def test_a_bye_printed_with_half_a_point_agrees_with_minus_one_in_the_crosstable() -> None:
    event = Invented()
    event.rounds[2][2][6] = "½"
    event.crosstable[3][8] = "1,5"
    event.rounds[3][1][5] = "½"
    record = read(event)
    assert codes(record) == []
    assert pairing(record, 2, 4) == Pairing(2, 3, 4, None, Result.BYE_HALF, Kind.BYE)


def test_the_list_not_paired_is_compared_both_ways() -> None:
    event = Invented()
    event.missed[2][7] = ""
    event.missed[0][5] = "*"
    found = [p for p in read(event).problems if p.code == "not-paired-disagrees"]
    assert len(found) == 2
    assert found[0].found == "'*'"
    assert found[1].found == "none"


def test_the_number_of_rounds_must_agree_and_bounds_them() -> None:
    event = Invented()
    assert event.details is not None
    event.details["Number of rounds"] = "2"
    # The menu and the crosstable both have three.
    assert codes(read(event)) == ["round-count-disagrees", "round-count-disagrees", "round-beyond-last"]


def test_a_round_without_a_date_is_named_unless_the_event_is_on_one_day() -> None:
    event = Invented()
    event.headings[2] = "Round 2"
    assert codes(read(event)) == ["round-without-date"]
    assert event.details is not None
    event.details["Date"] = "2026/08/08"
    assert codes(read(event)) == []


def test_a_round_without_its_heading_is_told_by_the_crosstable_if_all_its_games_stand_there() -> None:
    event = Invented()
    event.headings[2] = ""
    assert codes(read(event)) == ["round-without-date"]
    assert codes(read(event, "crosstable")) == ["round-not-stated", "round-without-date"]
    pages = [*event.pages("2", "3"), event.round_page(2, query="lan=1&art=2&rd=3")]
    found = codes(read_event(pages, minutes_at_60=lambda text: 120))
    assert "round-not-stated" in found
    assert "crosstable-disagrees" in found


def test_the_site_serving_another_round_than_asked_is_named() -> None:
    event = Invented()
    pages = [*event.pages("3"), event.round_page(2, query="lan=1&art=2&rd=3")]
    record = read_event(pages, minutes_at_60=lambda text: 120)
    assert codes(record).count("other-round") == 1
    assert "round-page-missing" in codes(record)


def test_the_time_control_is_reckoned_by_the_office_and_named_where_it_cannot_be() -> None:
    asked: list[str] = []

    def unreadable(text: str) -> None:
        asked.append(text)

    record = read_event(Invented().pages(), minutes_at_60=unreadable)
    assert asked == ["90 min + 30 s/move"]
    assert codes(record) == ["time-control-unreadable"]
    event = Invented()
    assert event.details is not None
    del event.details["Time control (Standard)"]
    assert codes(read(event)) == ["time-control-missing"]


def test_of_two_pages_of_one_round_the_one_updated_later_wins_whatever_the_order() -> None:
    event, older = Invented(), Invented()
    older.rounds[3] = older.rounds[3][2:]
    older.updated["3"] = "08.08.2026 09:00:00"
    pages = [*event.pages(), older.round_page(3)]
    for order in (pages, pages[::-1]):
        record = read_event(order, minutes_at_60=lambda text: 120)
        assert codes(record) == []
        assert record == read(event)


def test_the_same_pages_in_any_order_give_the_same_bytes() -> None:
    pages = Invented().pages()
    texts = {read_event(o, minutes_at_60=lambda text: 120).to_texts() for o in (pages, pages[::-1])}
    assert len(texts) == 1
