"""Supposed games: figures worked by hand from the articles, and nothing is stored."""

from __future__ import annotations

from datetime import date

import pytest

from office.whatif.games import Supposed, supposed
from tests.earlier_editions import NEW, PEOPLE, RAPID, event, of_2019, of_2022
from tests.workplace import HATA, LATE, MORI, NAMES, Workplace, small_federation


@pytest.fixture
def office(work: Workplace) -> Workplace:
    small_federation(work)
    return work


def test_a_win_and_a_loss_are_reckoned_like_real_games(office: Workplace) -> None:
    before = office.dump()
    # Mori 1700, K 20. Against 1900: D 200, L .24, +15.20. Against Hata 1500: D 200, H .76, -15.20.
    told = office.done("whatif", MORI, "--game", "win １９００", "--game", f"loss {HATA}").out
    assert "1 against a player rated 1900: D 200, PD 0.24, K 20 (the usual K), C +15.20" in told
    assert f"0 against {NAMES[HATA]} 1500: D 200, PD 0.76, K 20 (the usual K), C -15.20" in told
    assert "1700 +0.00, rounded +0: 1700" in told
    assert office.dump() == before


@pytest.mark.parametrize("text", ["½ 1850", "０.５　１８５０", "draw　1850", " 1/2  1850"])
def test_a_game_is_taken_as_a_japanese_keyboard_types_it(text: str) -> None:
    assert supposed(text) == Supposed("1/2-1/2", 1850)


def test_an_unrated_player_sees_the_initial_rating_that_would_come(office: Workplace) -> None:
    games = [word for _ in range(3) for word in ("--game", "win 1500", "--game", "loss 1600")]
    # RA (3 × 1500 + 3 × 1600) / 6 = 1550; 3 of 6 is 50 %, dp 0: 1550.
    told = office.done("whatif", LATE, *games).out
    assert "Initial rating 1550: 6 games, 50 %, dp +0, PR 1550" in told
    five = office.done("whatif", LATE, *games[:-2]).out
    assert "  Still unrated (UR): 5 of 6 games for a first rating (6(3))\n" in five
    won = office.done("whatif", LATE, *games[:2] * 6).out
    assert "Still unrated (UR): 6 of 6 games for a first rating (6(3)): all of them won" in won


def test_games_of_both_types_are_told_together_where_they_are_counted_so(office: Workplace) -> None:
    rapid = event(1400001, date(2026, 10, 4), [(NEW, MORI, "1-0"), (NEW, HATA, "0-1")], time_control=RAPID)
    office.register({"ID": NEW, "Name": PEOPLE[NEW]})
    office.store(rapid)
    office.done("rate")
    office.done("publish")
    three = [word for _ in range(3) for word in ("--game", "win 1500")]
    told = office.done("whatif", NEW, *three).out
    assert "Still unrated (UR): 3 of 6 games for a first rating (6(3))\n" in told
    told = office.done("whatif", NEW, *three, "--interpretation", "R117=both-types").out
    assert "Still unrated (UR): 5 of 6 games for a first rating (6(3))\n" in told
    four = (*three, "--game", "win 1500", "--interpretation", "R117=both-types")
    # Six in all, and nothing but wins among those that would make the standard rating.
    told = office.done("whatif", NEW, *four).out
    assert "Still unrated (UR): 6 of 6 games for a first rating (6(3)): all of them won" in told


def test_who_holds_the_other_rating_is_told_when_it_is_taken_over(office: Workplace) -> None:
    told = office.done("whatif", MORI, "--type", "rapid", "--game", f"win {LATE}").out
    assert "With the first rated game the Standard rating is taken over (6(2))." in told
    assert "(UR)" not in told


def test_a_difference_that_counts_as_less_is_told_with_its_article(office: Workplace) -> None:
    # Mori 1700 against 2150: D 450 counts as 400, L .08, a win with K 20: +18.40.
    told = office.done("whatif", MORI, "--game", "win 2150", "--game", "loss 2100").out
    assert "D 450, which counts as 400 (5(1)), PD 0.08, K 20 (the usual K), C +18.40" in told
    assert "D 400, PD 0.08" in told


def test_points_that_were_decided_for_the_next_list_are_among_what_it_would_say(office: Workplace) -> None:
    """7(3): Mori 1700 beats 1500 (D 200, H .76, K 20: +4.80), and has 12 points less by decision."""
    words = ("--points=-12", "--reference", "Board 2026/3", "--reason", "an error of a closed list")
    office.done("rule", "adjustment", MORI, "--type", "standard", *words)
    told = office.done("whatif", MORI, "--game", "win 1500").out
    assert "1700 +4.80, rounded +5: 1693, -12 by decision" in told
    assert "by decision" not in office.done("whatif", HATA, "--game", "win 1500").out
    told = office.done("--lang", "ja", "whatif", MORI, "--game", "win 1500").out
    assert "1700 +4.80、四捨五入 +5：1693、決定により-12" in told


def test_the_limit_of_a_difference_is_cited_by_its_own_article(work: Workplace) -> None:
    of_2022(work)  # there 5(2) has the table, 5(4) the limit
    told = work.done("whatif", MORI, "--game", "win 2150").out
    assert "D 450, which counts as 400 (5(4)), PD 0.08" in told


def test_the_worked_example_of_5_2_comes_out(office: Workplace) -> None:
    told = office.done("whatif", "Tani Ken", "--game", "win 1800", "--game", "loss 1800").out  # Tani has 1600
    assert "C +15.20" in told
    assert "C -4.80" in told


def test_the_one_rating_of_2019_takes_supposed_games(work: Workplace) -> None:
    of_2019(work)
    for words in ((), ("--type", "ncs")):
        told = work.done("whatif", MORI, "--game", "win 1500", *words).out
        assert "D 200, PD 0.76, K 20 (the usual K), C +4.80" in told
        assert "1700 +4.80, rounded +5: 1705" in told


def test_a_rating_that_would_be_taken_over_names_whose_and_the_article(office: Workplace) -> None:
    told = office.done("whatif", MORI, "--type", "rapid", "--game", "win 1500").out
    assert "The rating of 1700 is taken over from standard (6(2)) with these games" in told
    told = office.done("--lang", "ja", "whatif", MORI, "--type", "rapid", "--game", "win 1500").out
    assert "スタンダード（6(2)）のレーティング1700を引き継ぎます" in told


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--game", "won 1500"), "whatif-game"),
        (("--game", "win"), "whatif-game"),
        (("--game", "win 0"), "whatif-game"),
        (("--game", "win N90000099"), "whatif-game"),
        (("--game", f"win {MORI}"), "whatif-game"),
        (("--game", "win 1500", "--type", "blitz"), "whatif-type"),
        (("--game", "win 1500", "--day", "2029-01-01"), "day-to-come"),
    ],
)
def test_what_is_no_supposed_game_is_named(office: Workplace, words: tuple[str, ...], code: str) -> None:
    said = office.run("whatif", MORI, *words)
    assert said.code == 1
    assert said.problem()["code"] == code


def test_the_types_that_are_taken_are_the_same_in_every_language(office: Workplace) -> None:
    said = office.run("--lang", "ja", "whatif", MORI, "--type", "blitz", "--game", "win 1500")
    assert "次のいずれか：'standard'、'rapid'\n    実際      「blitz」\n" in said.err


def test_why_a_supposed_game_does_not_count_is_told_in_japanese_too(work: Workplace) -> None:
    of_2022(work)
    told = work.done("--lang", "ja", "whatif", NEW, "--game", f"win {MORI}").out
    assert "相手または本人がUR（5(3)）：Nitta Yuにスタンダードのレーティングなし" in told
