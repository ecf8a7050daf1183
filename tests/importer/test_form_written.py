"""Results, rounds, days and names in a form as people write them."""

from __future__ import annotations

from datetime import date

import pytest

from importer.form.layout import choice
from importer.written import folded
from scraper.records import Kind, Pairing, Result
from tests.importer import ods
from tests.importer.forms import GAMES, PLAYERS, filled
from tests.importer.test_form import faults, filled_rows, record

pytestmark = pytest.mark.usefixtures("one_reader")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result.WHITE_WINS),
        ("１－０", Result.WHITE_WINS),
        ("1 : 0", Result.WHITE_WINS),
        ("1/2-1/2", Result.DRAW),
        ("0.5-0.5", Result.DRAW),
        ("½–½", Result.DRAW),
        ("1-0 forfeit", Result.WHITE_BY_FORFEIT),
        ("--+", Result.BLACK_BY_FORFEIT),
    ],
)
def test_a_result_may_be_written_in_several_ways(text: str, result: Result) -> None:
    event = record(filled(games=((1, "", 1, text, 2),)))
    assert event.pairings[0].result is result


def test_a_part_of_a_choice_that_could_be_several_is_none() -> None:
    assert folded("不戦") not in choice(["1-0 forfeit 不戦", "0-1 forfeit 不戦"])
    assert "不戦" in faults(filled(games=((1, "", 1, "不戦", 2),)))[0][2]


def test_a_day_may_be_written_as_people_write_it() -> None:
    for text in (
        "2026-10-03",
        "2026/10/3",
        "2026年10月3日",
        "２０２６．１０．３",
        "3.10.2026",
        "令和8年10月3日",
        "Oct 3, 2026",
    ):
        assert record(filled(first_day=text)).first_day == date(2026, 10, 3)
    for text in ("10/3/2026", "2026-13-01", "20261003", "10月3日"):
        assert faults(filled(first_day=text))[0][2] == f"“{text}”"


def test_a_game_without_a_result_is_unfinished_not_wrong() -> None:
    event = record(filled(games=((1, "", 1, "", 2),)))
    assert event.pairings == (Pairing(1, 1, 1, 2, None, Kind.PENDING),)


WAYS = {
    Result.WHITE_WINS: "○ 〇 ◯ W w Win 1 勝 勝ち 白勝 1-0 １－０",
    Result.BLACK_WINS: "● × L Loss 0 負 負け 黒勝 0:1",
    Result.DRAW: "△ D Draw 1/2 ½ 0.5 0,5 1月2日 2-Jan １／２ 引分 引き分け 分 d ½-½",
    Result.WHITE_BY_FORFEIT: "不戦勝 +--",
    Result.BLACK_BY_FORFEIT: "不戦敗 -+",
}


@pytest.mark.parametrize(("text", "result"), [(w, r) for r, ways in WAYS.items() for w in ways.split()])
def test_a_result_is_whites_in_every_way_that_people_write_it(text: str, result: Result) -> None:
    event = record(filled(games=((1, "", 1, text, 2), *GAMES[2:])))
    assert event.pairings[0].result is result


def test_a_half_that_a_spreadsheet_made_a_day_is_a_half() -> None:
    rows = filled_rows()
    for day in (date(2026, 1, 2), date(2026, 2, 1)):
        rows["Games 対局"][1] = [1, "", 1, day, 2]
        assert record(ods.workbook(rows)).pairings[0].result is Result.DRAW
    rows["Games 対局"][1] = [1, "", 1, date(2026, 1, 3), 2]
    assert faults(ods.workbook(rows))[0][2] == "“2026-01-03”"


@pytest.mark.parametrize("text", ["maybe", "2", "1-1", "なし", "W L", "2-0", "-", "+", "白"])
def test_a_result_that_could_be_another_is_none(text: str) -> None:
    assert [f for _, _, f in faults(filled(games=((1, "", 1, text, 2),)))] == [f"“{text}”"]


@pytest.mark.parametrize(
    "text", ["R1", "r.1", "Round 1", "第1回戦", "第１回戦", "1回戦", "第一局", "1R", "ラウンド1", "1st"]
)
def test_a_round_may_be_written_with_its_word(text: str) -> None:
    event = record(filled(games=((text, "", 1, "1-0", 2), ("第十二回戦", "", 1, "1-0", 2))))
    assert [p.round for p in event.pairings] == [1, 12]


@pytest.mark.parametrize("text", ["0", "第0回戦", "final", "1-2", "R", "100", "1.5", "第回戦"])
def test_a_round_without_a_number_is_a_fault(text: str) -> None:
    assert [f for _, _, f in faults(filled(games=((text, "", 1, "1-0", 2),)))] == [f"“{text}”"]


def test_a_player_may_be_named_by_id_or_by_name_in_any_order() -> None:
    games = (
        (1, "", "Mori Sora", "1-0", "N90000002"),
        (1, "", "tani, ken", "0-1", "Guest Gil"),
        (2, "", 90000001, "0-1", "Ken Tani"),
    )
    assert [(p.white, p.black) for p in record(filled(games=games)).pairings] == [(1, 2), (3, 4), (1, 3)]


def test_a_name_that_is_nobodys_or_two_players_is_a_fault() -> None:
    twins = ((1, "Mori Sora", "N90000001", ""), (2, "Sora Mori", "N90000002", ""), *PLAYERS[2:])
    games = ((1, "", "Mori Sora", "1-0", "Hata Rin"), (1, "", "N90000009", "1-0", "N90000001"))
    assert [(p[-18:], f) for _, p, f in faults(filled(players=twins, games=games))] == [
        ("column C (White 白)", "“Mori Sora”"),
        ("column E (Black 黒)", "“Hata Rin”"),
        ("column C (White 白)", "“N90000009”"),
    ]
