"""Pages of leagues, of a team championship and of a running event, against a reading without the reader."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from scraper.page import read_page
from scraper.pages.crosstable import Crosstable
from scraper.pages.not_paired import NotPaired
from scraper.pages.pairings import RoundPage
from scraper.pages.player_list import PlayerList
from scraper.pages.team_boards import BoardPairings
from scraper.pages.team_composition import Composition
from scraper.pages.team_pairings import TeamPairings
from scraper.reading import read_event
from scraper.records import EventRecord, Kind, Result, System
from tests.samples import saved, saved_all
from tests.scraper.edits import cell, replaced
from tests.scraper.plain import Row, rows
from tests.scraper.whole import codes

BOARDS = {
    "league668636_art3_german_transcribed": 24,
    "league1479341_art3_german_transcribed": 8,
    "cnyt2026_g14_boards_r1": 16,
    "portugal2026_team_board_pairings_r1": 48,
}
"""Pages, and how many boards there are on them."""
RESULTS = {"1 - 0", "0 - 1", "½ - ½", "+ - -", "- - +", ""}


@lru_cache
def event(prefix: str) -> EventRecord:
    return read_event(saved_all(prefix), minutes_at_60=lambda text: 120)


def board_lines(name: str) -> list[tuple[str, str, str, str, int | None, int | None, str]]:
    """Each board as its page prints it: board, marks, names, numbers, result; by what the cells are."""
    lines = []
    for row in rows(name):
        if row.heads or not re.fullmatch(r"\d+\.\d+", row.texts[0]):
            continue
        left, right = (c for c in row.cells if c.mark)
        (result,) = [t for t in row.texts[-2:] if t in RESULTS] if row.texts[-1] == "PGN" else [row.texts[-1]]
        lines.append((row.texts[0], left.mark, left.text, right.text, left.number, right.number, result))
    return lines


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_read_as_it_is_printed(name: str) -> None:
    content = read_page(saved(name)).content
    assert isinstance(content, BoardPairings)
    read = []
    for match in content.rounds[0].matches:
        for b in match.boards:
            assert b.first is not None and b.second is not None and b.token is not None
            mark = "FarbewT" if b.first_white else "FarbesT"
            sides = (b.first.name, b.second.name, b.first.number, b.second.number)
            read.append((f"{b.match}.{b.number}", mark, *sides, b.token.text))
    assert read == board_lines(name)
    assert len(read) == BOARDS[name]


@pytest.mark.parametrize("name", BOARDS)
def test_scores_and_teams_are_those_of_the_row_over_the_boards(name: str) -> None:
    content = read_page(saved(name)).content
    assert isinstance(content, BoardPairings)
    heads = [r.texts for r in rows(name) if r.heads and len(r.texts) > 1]
    assert len(heads) == len(content.rounds[0].matches)
    for texts, match in zip(heads, content.rounds[0].matches, strict=True):
        assert match.second is not None
        assert texts[2] == match.first
        after = texts[texts.index("-") + 1 :]
        assert after[1] == match.second
        (score,) = [t for t in after if ":" in t]
        played = any(b.token and b.token.kind != Kind.PENDING for b in match.boards)
        points = [float(p.strip().replace("½", ".5")) for p in score.split(":")]
        assert match.score == ((2 * points[0], 2 * points[1]) if played else None)


def test_a_column_behind_the_result_takes_nothing_from_it() -> None:
    content = read_page(saved("league668636_art3_german_transcribed")).content
    assert isinstance(content, BoardPairings)
    (round,) = content.rounds
    assert (round.number, str(round.date), round.time) == (9, "2023-04-29", "14:00")
    assert [m.score for m in round.matches] == [(5, 7), (10, 2), (7, 5), (7, 5)]
    titles = {s.title for m in round.matches for b in m.boards for s in (b.first, b.second) if s}
    assert titles == {None, "WFM", "FM", "MK", "IM", "WMK", "GM"}


def test_a_gated_league_gives_no_game_and_says_where_its_numbers_are() -> None:
    record = event("league668636")
    assert record.pairings == ()
    (missing,) = [p for p in record.problems if p.code == "team-numbers-missing"]
    assert missing.found.startswith("48 players")
    assert "Show tournament details" in missing.remedy


@pytest.mark.parametrize("name", ["cnyt2026_g14_playerrank", "league1479341_art16_german_transcribed"])
def test_the_number_of_a_team_player_is_in_the_link_and_not_under_the_heading(name: str) -> None:
    content = read_page(saved(name)).content
    assert isinstance(content, PlayerList)
    plain = [r for r in rows(name) if not r.heads]
    heads = next(r.texts for r in rows(name) if r.heads)
    at = heads.index("Name")
    assert [(r.player.number, r.player.name) for r in content.rows] == [
        (p.cells[at].number, p.texts[at]) for p in plain
    ]
    assert [r.player.fide_id for r in content.rows] == [p.texts[heads.index("FideID")] for p in plain]
    assert [r.others["Team"] for r in content.rows] == [p.texts[heads.index("Team")] for p in plain]
    assert [p.texts[0] for p in plain] != [str(p.cells[at].number) for p in plain]


def test_each_player_of_a_team_championship_sits_where_his_own_number_does() -> None:
    record = event("cnyt2026")
    assert codes(record) == [
        *("composition-missing", "details-missing", "time-control-missing", "result-pending")
    ]
    names = {p.number: p.name for p in record.players}
    assert sorted(names) == list(range(1, 33))
    seen = {n: name for line in board_lines("cnyt2026_g14_boards_r1") for n, name in _seats(line)}
    assert seen == names
    assert len(record.pairings) == 16
    assert all(p.fide_id and p.club for p in record.players)


def _seats(line: tuple[str, str, str, str, int | None, int | None, str]) -> list[tuple[int | None, str]]:
    return [(line[4], line[2]), (line[5], line[3])]


def test_a_match_of_nought_to_nought_without_results_is_not_played_yet() -> None:
    boards = read_page(saved("cnyt2026_g14_boards_r1")).content
    matches = read_page(saved("cnyt2026_g14_teams_r1")).content
    assert isinstance(boards, BoardPairings) and isinstance(matches, TeamPairings)
    printed = [r.texts[-1] for r in rows("cnyt2026_g14_boards_r1") if r.heads and len(r.texts) > 1]
    assert printed == ["0 : 0"] * 8
    assert (
        {m.score for m in boards.rounds[0].matches} == {m.score for m in matches.rounds[0].matches} == {None}
    )


def test_a_league_in_german_is_whole_up_to_the_rounds_to_come() -> None:
    record = event("league1479341")
    assert codes(record) == ["round-not-paired"] * 4
    assert (record.system, record.round_count, record.federation) == (System.TEAM_ROUND_ROBIN, 5, "AUT")
    assert (str(record.first_day), str(record.last_day)) == ("2026-09-26", "2026-11-28")
    assert record.time_control.printed_kind == "standard"
    assert [(p.white, p.black, p.result) for p in record.pairings] == [
        (5, 76, Result.BLACK_WINS),
        (77, 8, Result.WHITE_WINS),
        (9, 81, Result.WHITE_WINS),
        (82, 12, Result.DRAW),
        (60, 42, Result.BLACK_WINS),
        (43, 63, Result.BLACK_WINS),
        (66, 44, Result.BLACK_WINS),
        (47, 73, Result.BLACK_WINS),
    ]


def test_the_teams_of_a_german_league_have_their_names_without_what_is_behind_them() -> None:
    name = "league1479341_art1_german_transcribed"
    content = read_page(saved(name)).content
    assert isinstance(content, Composition)
    over = [r.texts[0] for r in rows(name) if r.heads and len(r.texts) == 1]
    assert [f"{t.rank}. {t.name} (EloDS" for t in content.teams] == [o.split(":")[0] for o in over]
    marks = [(p.number, p.marks, p.points) for t in content.teams for p in t.players]
    assert marks == [_marks(r) for r in rows(name) if not r.heads]


def _marks(row: Row) -> tuple[int | None, dict[int, str], int]:
    """Number, marks and half points of a row of the league: its rounds stand in columns 7 to 11."""
    marks = {n: t for n, t in enumerate(row.texts[6:11], start=1) if t}
    return row.cells[2].number, marks, int(2 * float(row.texts[11].replace(",", ".")))


def test_a_running_event_says_so_once_and_nothing_else_is_false() -> None:
    record = event("jeddah2026")
    assert codes(record) == ["details-missing", "time-control-missing", "event-running"]
    assert record.problems[-1].found == "round 2 of 7 in play, 7 of 16 pairings without a result"
    assert record.round_count == 7
    assert len(record.pairings) == 17 + 16
    printed = [r.texts for r in rows("jeddah2026_r2_live") if not r.heads]
    assert [(str(p.white), str(p.black)) for p in record.pairings if p.round == 2] == [
        (t[1], t[-1]) for t in printed
    ]
    open_ = [t[0] for t in printed if not t[6]]
    assert (
        [str(p.board) for p in record.pairings if p.kind == Kind.PENDING]
        == open_
        == [*("3", "4", "6", "10", "11", "12", "13")]
    )


def with_cells(page: str, *cells: tuple[int, int, str]) -> list[str]:
    """The codes of the event with cells of one of its pages changed: row, column, text."""
    pages = []
    for p in saved_all("jeddah2026"):
        for row, column, text in cells if p.origin == f"jeddah2026_{page}.html" else ():
            p = cell(p, row, column, text)
        pages.append(p)
    return codes(read_event(pages, minutes_at_60=lambda text: 120))


@pytest.mark.parametrize(
    ("page", "cells", "code"),
    [
        pytest.param("r1", [(1, 7, "1 - 0")], "crosstable-disagrees", id="a result"),
        pytest.param("crosstable", [(1, 6, "16b0")], "crosstable-not-mirrored", id="a cell"),
        pytest.param("notpaired_midevent", [(4, 6, "*")], "not-paired-disagrees", id="a mark"),
        pytest.param(
            "crosstable", [(1, 7, "10w0"), (10, 7, "1b1")], "crosstable-disagrees", id="two results in play"
        ),
        pytest.param(
            "crosstable", [(1, 7, "9w"), (9, 7, "1b")], "crosstable-disagrees", id="two pairings in play"
        ),
    ],
)
def test_what_two_pages_of_a_running_event_both_tell_is_still_compared(
    page: str, cells: list[tuple[int, int, str]], code: str
) -> None:
    assert code in with_cells(page, *cells)


def test_a_result_that_only_one_page_of_the_round_in_play_has_is_no_contradiction() -> None:
    assert with_cells("crosstable", (3, 7, "12w1"), (3, 8, "2"), (12, 7, "3b0")) == [
        *("details-missing", "time-control-missing", "event-running")
    ]


def test_the_crosstable_of_a_running_event_has_the_rounds_that_are_paired() -> None:
    content = read_page(saved("jeddah2026_crosstable")).content
    assert isinstance(content, Crosstable)
    plain = [r for r in rows("jeddah2026_crosstable") if not r.heads]
    assert [[m.text for m in r.marks.values()] for r in content.rows.values()] == [
        [t for t in p.texts[5:7] if t] for p in plain
    ]
    assert content.rounds == (1, 2)


def test_forfeits_of_the_list_not_paired_that_nothing_else_tells_are_named() -> None:
    record = read_event([saved("jeddah2026_notpaired_midevent")], minutes_at_60=lambda text: 120)
    lost = [p for p in record.problems if p.code == "forfeit-without-opponent"]
    assert [p.expected.split(",")[0] for p in lost] == [
        "the opponent of number 21",
        "the opponent of number 22",
    ]
    content = read_page(saved("jeddah2026_notpaired_midevent")).content
    assert isinstance(content, NotPaired)
    printed = [t for r in rows("jeddah2026_notpaired_midevent") if not r.heads for t in r.texts[5:] if t]
    assert [m.mark for m in content.missed] == printed
    assert {p.white for p in record.pairings} <= {p.number for p in record.players}


def test_number_and_day_of_a_round_stand_whatever_is_printed_for_its_time() -> None:
    reading = read_page(saved("frome2026_open_r1"))
    assert isinstance(reading.content, RoundPage)
    assert (reading.content.number, reading.content.stated, reading.problems) == (1, True, ())
    assert (str(reading.content.date), reading.content.time) == ("2026-05-15", "19:00")
    other = replaced(saved("frome2026_open_r1"), "art=2&amp;rd=1", "art=2&amp;rd=3")
    assert [p.code for p in read_page(other).problems] == ["other-round"]
