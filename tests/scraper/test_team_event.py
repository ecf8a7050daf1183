"""Team events of invented people: what the record holds, and the one problem each broken page must give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scraper.errors import OtherPageKind
from scraper.page import read_page
from scraper.reading import read_event
from scraper.records import EventRecord, Kind, Pairing, Result, SavedPage, System
from tests.scraper.team_invented import MENU, PEOPLE, BoardRow, MatchRows, TeamEvent
from tests.scraper.whole import codes

Break = Callable[[TeamEvent], None]


def read(event: TeamEvent, *leave_out: str) -> EventRecord:
    return of_pages(event.pages(*leave_out))


def of_pages(pages: list[SavedPage]) -> EventRecord:
    return read_event(pages, minutes_at_60=lambda text: 120)


def board(round: int, number: int, **changes: object) -> Break:
    def broken(event: TeamEvent) -> None:
        boards = event.boards[round][0].boards
        boards[number - 1] = replace(boards[number - 1], **changes)  # type: ignore[arg-type]

    return broken


def score(round: int, text: str) -> Break:
    def broken(event: TeamEvent) -> None:
        event.boards[round][0].score = text

    return broken


def mark(number: int, round: int, text: str) -> Break:
    def broken(event: TeamEvent) -> None:
        event.marks[number][round - 1] = text

    return broken


def listed_match(round: int, column: int, text: str) -> Break:
    def broken(event: TeamEvent) -> None:
        event.matches[round][0][column] = text

    return broken


def test_a_team_event_that_is_whole_has_no_problem() -> None:
    record = read(TeamEvent())
    assert codes(record) == []
    assert record.system == System.TEAM_SWISS
    assert record.round_count == 3
    assert [(r.number, r.date and r.date.day, r.time) for r in record.rounds] == [
        (1, 1, "10:00"),
        (2, 2, "10:00"),
        (3, 3, "10:00"),
    ]
    assert EventRecord.from_dict(record.to_dict()) == record


def test_the_games_are_told_from_whites_side_whichever_team_is_named_first() -> None:
    record = read(TeamEvent())
    assert record.pairings == (
        Pairing(1, 101, 1, 2, Result.WHITE_WINS, Kind.GAME),
        Pairing(1, 102, 5, 4, Result.DRAW, Kind.GAME),
        Pairing(2, 101, 3, 1, Result.BLACK_WINS, Kind.GAME),
        Pairing(2, 102, 7, 6, Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
        Pairing(3, 101, 2, 3, Result.WHITE_WINS, Kind.GAME),
        Pairing(3, 102, 5, None, Result.WHITE_BY_FORFEIT, Kind.FORFEIT, colours=False),
    )


def test_players_have_the_lists_ids_and_the_team_for_a_club_where_the_source_has_none() -> None:
    record = read(TeamEvent())
    assert [(p.number, p.national_id, p.club) for p in record.players] == [
        (1, "101", "Edo"),
        (2, "102", "Naniwa"),
        (3, "103", "Kyo (first)"),
        (4, "104", "Edo"),
        (5, "105", "Naniwa"),
        (6, "106", "Kyo (first)"),
        (7, "107", "Edo"),
    ]
    assert [p.rating for p in record.players] == [2100, 2000, 1900, 1800, 1700, None, None]


def test_a_teams_bye_gives_no_game_and_no_player_a_bye() -> None:
    record = read(TeamEvent())
    assert {p.kind for p in record.pairings} == {Kind.GAME, Kind.FORFEIT}


def test_the_order_of_the_pages_changes_nothing() -> None:
    pages = TeamEvent().pages()
    assert of_pages(pages[::-1]) == of_pages(pages)


def test_team_pairings_are_not_needed() -> None:
    record = read(TeamEvent(), "m1", "m2", "m3")
    assert codes(record) == []
    assert len(record.pairings) == 6


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        pytest.param(
            board(1, 1, result="0 - 1"),
            {"match-score-disagrees", "composition-disagrees"},
            id="a result turned round",
        ),
        pytest.param(board(1, 1, colours="ww"), {"colours-unclear"}, id="two players with White"),
        pytest.param(board(2, 1, result="2 - 0"), {"result-unknown"}, id="an unknown result"),
        pytest.param(board(2, 1, result="1U - 0U"), {"result-unknown"}, id="a game not to be rated"),
        pytest.param(board(3, 2, result="1 - 0"), {"result-unknown"}, id="a game won against nobody"),
        pytest.param(board(1, 2, bo="1.3"), {"boards-not-numbered"}, id="a gap in the boards"),
        pytest.param(board(1, 2, bo="2"), {"cell-unreadable", "boards-not-numbered"}, id="no board number"),
        pytest.param(
            board(1, 2, extra=["", ""]),
            {"row-width", "match-score-disagrees", "composition-disagrees"},
            id="a row that is too long",
        ),
        pytest.param(
            board(2, 2, left=3), {"player-twice", "composition-disagrees"}, id="a player twice in a round"
        ),
        pytest.param(score(1, "2 : 0"), {"match-score-disagrees", "matches-disagree"}, id="another score"),
        pytest.param(score(1, "x"), {"cell-unreadable", "matches-disagree"}, id="an unreadable score"),
        pytest.param(
            mark(4, 1, "0"),
            {"composition-disagrees", "points-disagree", "match-score-disagrees"},
            id="a result in the composition",
        ),
        pytest.param(
            mark(4, 1, "?"),
            {"result-unknown", "composition-disagrees", "points-disagree", "match-score-disagrees"},
            id="an unknown mark in the composition",
        ),
        pytest.param(
            mark(4, 2, "½"),
            {"composition-disagrees", "points-disagree", "match-score-disagrees"},
            id="a result without a board",
        ),
        pytest.param(mark(4, 4, "2"), {"points-disagree"}, id="the points of a player"),
        pytest.param(listed_match(2, 3, "2"), {"matches-disagree"}, id="the score on the team pairings"),
        pytest.param(
            listed_match(2, 3, "z"),
            {"cell-unreadable", "matches-disagree"},
            id="no score on the team pairings",
        ),
        pytest.param(
            listed_match(2, 2, "Nara"), {"team-unknown", "matches-disagree"}, id="another team in a match"
        ),
        pytest.param(
            listed_match(1, 1, ""), {"cell-unreadable", "matches-disagree"}, id="no team in a match"
        ),
    ],
)
def test_what_is_broken_is_named(broken: Break, expected: set[str]) -> None:
    event = TeamEvent()
    broken(event)
    assert set(codes(read(event))) == expected


def test_a_game_without_marks_of_colour_is_kept_without_colours_from_the_lower_number() -> None:
    event = TeamEvent()
    board(2, 1, colours="")(event)
    record = read(event)
    assert codes(record) == []
    assert record.pairings[2] == Pairing(2, 101, 1, 3, Result.WHITE_WINS, Kind.GAME, colours=False)


def test_a_missing_player_at_the_left_gives_the_other_the_forfeit() -> None:
    event = TeamEvent()
    board(3, 2, left=None, right=6, colours="ws", result="- - +")(event)
    event.boards[3][0].score, event.matches[3][0][3:] = "1 : 1", ["1", ":", "1"]
    event.marks[5], event.marks[6] = ["½", "", "", "0,5"], ["", "+", "+", "2"]
    record = read(event)
    assert codes(record) == []
    assert record.pairings[5] == Pairing(
        3, 102, 6, None, Result.WHITE_BY_FORFEIT, Kind.FORFEIT, colours=False
    )


def test_a_board_for_which_nobody_was_named_is_no_pairing() -> None:
    event = TeamEvent()
    event.boards[1][0].boards.append(BoardRow("1.3", None, "", None, ""))
    record = read(event)
    assert codes(record) == []
    assert len(record.pairings) == 6


@pytest.mark.parametrize("result", ["", "- - -"])
def test_a_board_between_others_at_which_nobody_sat_is_no_gap(result: str) -> None:
    event = TeamEvent()
    match = event.boards[1][0]
    match.boards[1].bo = "1.3"
    match.boards.insert(1, BoardRow("1.2", None, "", None, result))
    record = read(event)
    assert codes(record) == []
    assert [p.board for p in record.pairings if p.round == 1] == [101, 103]
    match.boards[1].bo = "1.4"
    assert codes(read(event)) == ["boards-not-numbered"]


def test_a_double_forfeit_brings_neither_team_a_point() -> None:
    event = TeamEvent()
    board(2, 2, result="- - -")(event)
    event.boards[2][0].score, event.matches[2][0][3:] = "0 : 1", ["0", ":", "1"]
    event.marks[6] = ["", "-", "", "0"]
    record = read(event)
    assert codes(record) == []
    assert record.pairings[3] == Pairing(2, 102, 7, 6, Result.DOUBLE_FORFEIT, Kind.FORFEIT)


def test_a_match_that_is_not_played_yet_is_pending() -> None:
    event = TeamEvent()
    for number in (1, 2):
        board(3, number, result="")(event)
    board(3, 2, right=6, colours="sw")(event)
    event.boards[3][0].score, event.matches[3][0][3:] = "", ["", ":", ""]
    event.marks |= {2: ["0", "", "", "0"], 3: ["", "0", "", "0"], 5: ["½", "", "", "0,5"]}
    record = read(event)
    assert codes(record) == ["result-pending"]
    assert "tables 101-102" in record.problems[0].found
    assert record.pairings[4:] == (
        Pairing(3, 101, 2, 3, None, Kind.PENDING),
        Pairing(3, 102, 6, 5, None, Kind.PENDING),
    )


def test_a_result_that_only_the_newer_page_has_is_no_contradiction() -> None:
    event = TeamEvent()
    event.marks |= {2: ["0", "", "", "0"], 3: ["", "0", "", "0"], 5: ["½", "", "", "0,5"]}
    event.updated = {"teams": "08.08.2026 18:00:00"}
    assert codes(read(event)) == []
    event.updated = {}
    assert "composition-disagrees" in codes(read(event))


def test_a_player_who_sits_for_another_team_than_the_composition_says_is_named() -> None:
    event = TeamEvent()
    event.teams = {"Edo": (1, 4), "Naniwa": (2, 5, 7), "Kyo (first)": (3, 6)}
    assert "composition-disagrees" in codes(read(event))


def test_without_the_composition_the_games_are_read_and_it_is_said() -> None:
    record = read(TeamEvent(), "teams")
    assert codes(record) == ["composition-missing", "details-missing", "time-control-missing"]
    assert len(record.pairings) == 6


def test_without_the_list_of_players_the_ids_are_missing_and_it_is_said() -> None:
    record = read(TeamEvent(), "players")
    assert codes(record) == ["start-list-missing"]
    assert {p.national_id for p in record.players} == {None}
    assert len(record.players) == 7


def test_without_the_boards_of_a_round_it_is_said_which_page_to_give() -> None:
    record = read(TeamEvent(), "b2")
    assert codes(record) == ["round-page-missing"]
    assert "art=3&rd=2" in record.problems[0].remedy
    assert record.rounds[1].date is not None, "the team pairings of the round say its day"


def test_a_composition_without_results_gives_the_players_and_is_not_enough() -> None:
    event = TeamEvent()
    record = of_pages([*event.pages("teams", "players"), event.teams_page(results=False)])
    assert codes(record) == ["start-list-missing", "composition-missing"]
    assert [p.club for p in record.players] == [p.club for p in read(event).players]


def test_a_player_whom_no_list_has_is_named() -> None:
    event = TeamEvent()
    event.listed.remove(7)
    event.teams["Edo"] = (1, 4)
    assert codes(read(event)) == ["player-unknown", "composition-disagrees"]


def test_gated_boards_are_read_by_name_and_team_where_the_list_of_players_has_its_links() -> None:
    whole, gated = TeamEvent(), TeamEvent(links=False, gate=True)
    record = of_pages([*gated.pages("players"), whole.players_page()])
    assert codes(record) == ["details-missing", "time-control-missing"]
    assert record.pairings == read(TeamEvent()).pairings
    assert record.players == read(TeamEvent()).players


def test_a_list_of_players_without_links_gives_its_ids_by_name_and_team_and_no_number() -> None:
    whole, gated = TeamEvent(), TeamEvent(links=False, gate=True)
    record = of_pages([*whole.pages("players"), gated.players_page()])
    assert codes(record) == []
    assert record.pairings == read(TeamEvent()).pairings
    assert [(p.number, p.national_id) for p in record.players] == [(n, f"10{n}") for n in range(1, 8)]


def test_gated_pages_without_the_numbers_give_no_game_and_say_so() -> None:
    record = read(TeamEvent(links=False, gate=True))
    assert record.pairings == ()
    assert record.players == ()
    assert codes(record).count("team-numbers-missing") == 5
    assert {p.remedy for p in record.problems if p.code == "team-numbers-missing"} == {
        'Open the page, press "Show tournament details", and save the page that follows: its links have the '
        "numbers."
    }


def test_the_number_of_a_player_is_that_of_his_link_and_never_his_place_in_the_list() -> None:
    turned, whole = read(TeamEvent(listed=[7, 6, 5, 4, 3, 2, 1])), read(TeamEvent())
    assert (turned.players, turned.pairings, turned.problems) == (whole.players, whole.pairings, ())


def test_a_number_that_stands_twice_in_the_list_of_players_is_named() -> None:
    event = TeamEvent()
    event.listed.append(3)
    assert codes(read(event)) == ["number-twice"]
    assert read(event).players == read(TeamEvent()).players


def test_two_players_of_one_name_are_not_guessed() -> None:
    event, gated = TeamEvent(), TeamEvent(links=False)
    event.listed.append(8)
    people = {**PEOPLE, 8: PEOPLE[7]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.scraper.team_invented.PEOPLE", people)
        patch.setattr("tests.scraper.team_invented.RATINGS", dict.fromkeys(people, 1500))
        record = of_pages([*gated.pages("players"), event.players_page()])
    assert "player-ambiguous" in codes(record)
    assert not any(7 in (p.white, p.black) or 8 in (p.white, p.black) for p in record.pairings)


def test_a_line_up_that_the_menu_does_not_list_is_left_out() -> None:
    event = TeamEvent()
    event.menu = MENU.replace("<a>Rd.2</a>, <a>Rd.3</a> </td></tr></table>", "<a>Rd.2</a> </td></tr></table>")
    for number in (1, 2):
        board(3, number, result="")(event)
    event.boards[3][0].score, event.matches[3][0][3:] = "", ["", ":", ""]
    event.marks |= {2: ["0", "", "", "0"], 3: ["", "0", "", "0"], 5: ["½", "", "", "0,5"]}
    record = read(event)
    assert "line-up-not-published" in codes(record)
    assert not [p for p in record.pairings if p.round == 3]


def test_all_rounds_on_one_page_are_read_round_by_round() -> None:
    event = TeamEvent()
    assert event.details is not None
    event.details["Tournament type"] = "Round robin for teams"
    record = of_pages(
        [event.boards_page(1, 2, 3, query="art=3&rd=1"), event.players_page(), event.teams_page()]
    )
    assert record.system == System.TEAM_ROUND_ROBIN
    assert codes(record) == []
    assert record.pairings == read(TeamEvent()).pairings


def test_an_unknown_type_of_tournament_is_named_and_the_boards_are_read() -> None:
    event = TeamEvent()
    assert event.details is not None
    event.details["Tournament type"] = "Scheveningen"
    record = read(event)
    assert codes(record) == ["tournament-type-unknown"]
    assert record.system is None
    assert len(record.pairings) == 6


def test_the_later_of_two_pages_of_a_round_stands() -> None:
    event = TeamEvent()
    old = TeamEvent(updated={"b1": "01.08.2026 11:00:00"})
    board(1, 1, result="")(old)
    record = read_event([*event.pages(), old.boards_page(1)], minutes_at_60=lambda text: 120)
    assert record == read_event(event.pages(), minutes_at_60=lambda text: 120)
    assert codes(record) == []


def test_a_round_that_its_page_does_not_state_is_taken_from_the_address_with_a_problem() -> None:
    event = TeamEvent()
    event.headings[2] = ""
    record = read(event, "m2")
    assert sorted(codes(record)) == ["round-not-stated", "round-without-date"]
    assert record.pairings == read(TeamEvent()).pairings


def test_another_round_than_asked_is_named() -> None:
    event = TeamEvent()
    reading = read_page(event.boards_page(2, query="art=3&rd=7"))
    assert [p.code for p in reading.problems] == ["other-round"]
    assert reading.round == 2


def test_a_round_that_has_no_boards_yet_is_not_paired() -> None:
    event = TeamEvent()
    event.boards[3] = []
    event.menu = MENU.replace("<a>Rd.3</a> </td>", "</td>")
    event.marks |= {2: ["0", "", "", "0"], 3: ["", "0", "", "0"], 5: ["½", "", "", "0,5"]}
    assert codes(read(event, "m3")) == ["round-not-paired"]


def test_a_round_that_stands_twice_on_a_page_is_refused() -> None:
    with pytest.raises(OtherPageKind) as refused:
        read_page(TeamEvent().boards_page(1, 1))
    assert refused.value.problem.code == "round-twice"


@pytest.mark.parametrize("view", ["Rank after Round 3", "Team-Starting rank", "Alphabetical list"])
def test_views_that_are_not_needed_are_refused_by_name(view: str) -> None:
    page = TeamEvent().boards_page(1)
    other = replace(page, body=page.body.replace(b"<h2>Board Pairings", f"<h2>{view}".encode()))
    with pytest.raises(OtherPageKind) as refused:
        read_page(other)
    assert refused.value.problem.code == "view-not-needed"


def test_a_match_without_an_opponent_has_no_boards() -> None:
    event = TeamEvent()
    event.boards[1].append(MatchRows(("3", "Kyo (first)"), ("", "bye"), "", []))
    record = read(event)
    assert codes(record) == []
