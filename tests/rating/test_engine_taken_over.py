"""Ratings that a list takes over or makes: FIDE's, the other type's, initial ones."""

from datetime import date
from fractions import Fraction

import pytest

from rating.records import EarlierGame
from tests.rating.test_engine import A, B, U

from .federation import PLAYED, earlier, event, game, ids, line, member, outcome, reasons, row

# 6(1) FIDE ratings


def test_a_fide_rating_is_held_from_joining_even_without_games():
    result = outcome([member("A", fide={"standard": 1850, "rapid": 900, "blitz": 2100})])
    standard, rapid = row(result, "A"), row(result, "A", "rapid")
    assert (standard.how, standard.previous, standard.previous_from, standard.games) == (
        "rated",
        1850,
        "fide",
        0,
    )
    assert (standard.rating, standard.peak, standard.adopted) == (1850, 1850, True)
    assert (rapid.previous, rapid.rating) == (1000, 1000)


@pytest.mark.parametrize(("joined", "listed"), [(date(2026, 11, 1), ["A"]), (date(2026, 11, 2), [])])
def test_who_joined_by_the_date_of_the_list_is_on_it(joined, listed):
    assert ids(outcome([member("A", fide={"standard": 1850}, joined=joined)])) == listed
    since = ((date(2027, 4, 1), date(2028, 3, 31)), (joined, date(2027, 3, 31)))
    assert ids(outcome([member("A", fide={"standard": 1850}, membership=since)])) == listed


def test_a_rating_on_the_list_goes_before_the_fide_rating_of_joining():
    assert row(outcome([member("A", 1700, fide={"standard": 1850})]), "A").previous == 1700


def test_a_game_line_says_that_a_rating_is_fides():
    result = outcome([member("A", fide={"standard": 1850}), B], event(game("A", "B")))
    assert line(result, "A").rating_from == "fide"
    assert line(result, "B").opponent_rating_from == "fide"


def test_games_from_before_a_fide_rating_was_known_are_in_its_count():
    before = member("A", fide={"standard": 1850}, earlier_games=earlier(3))
    assert row(outcome([before]), "A").games == 3


# 6(2) the other type's rating


def test_two_who_may_adopt_rate_their_game_against_each_other():
    result = outcome([member("A", 1600), member("B", 1800)], event(game("A", "B"), type="rapid"))
    for id, previous, change in (("A", 1600, 3040), ("B", 1800, -3040)):
        found = row(result, id, "rapid")
        assert (found.how, found.previous, found.previous_from, found.taken_from) == (
            "adopted",
            previous,
            "adopted",
            "standard",
        )
        assert (found.change, found.games, found.adopted) == (change, 1, True)
    assert line(result, "A").rating_from == "adopted"


def test_who_may_adopt_is_a_rated_opponent_for_ur_but_gets_no_row_by_that():
    result = outcome([A, U], event(game("A", "U", "0-1"), type="rapid"))
    assert ids(result, "rapid") == []
    assert result.earlier_games == {"U": (EarlierGame("rapid", PLAYED, 1500, 2, None),)}
    assert reasons(result, "A") == ["unrated-player"]
    assert not line(result, "A").for_initial
    assert line(result, "U").for_initial


def test_who_adopts_with_a_rated_game_does_not_count_his_games_against_ur():
    result = outcome([A, B, U], event(game("A", "U"), game("A", "B", round=2), type="rapid"))
    assert row(result, "A", "rapid").games == 1


def test_a_fide_rating_of_one_type_can_be_adopted_for_the_other():
    result = outcome([member("A", fide={"rapid": 1650}), B], event(game("A", "B")))
    found = row(result, "A")
    assert (found.how, found.previous, found.taken_from) == ("adopted", 1650, "rapid")
    assert row(result, "A", "rapid").how == "rated"


def test_an_adopted_rating_starts_with_the_earlier_games_of_its_type():
    before = member("A", 1500, earlier_games=(*earlier(30, "rapid"), *earlier(3, "standard")))
    result = outcome([before, member("B", rapid=1500)], event(game("A", "B"), type="rapid"))
    assert row(result, "A", "rapid").games == 31
    assert line(result, "A").k == 20
    assert result.earlier_games == {}


def test_the_peak_of_an_adopted_rating_is_at_least_what_was_taken_over():
    result = outcome([member("A", 2405), B], event(game("B", "A"), type="rapid"))
    found = row(result, "A", "rapid")
    assert found.rating < 2405
    assert found.peak == 2405
    assert line(result, "A").k_reason == "top"


# 6(3) initial ratings


SIX = earlier(6, rating=1500, score=1, day=date(2026, 1, 1))


def test_who_gets_a_first_rating_is_ur_throughout_the_period():
    result = outcome(
        [member("U", earlier_games=SIX[:5]), A], event(game("U", "A", "1/2-1/2"), game("A", "U", round=2))
    )
    assert row(result, "A").period_games == 0
    assert reasons(result, "A", 1) == reasons(result, "A", 2) == ["unrated-player"]
    assert row(result, "U").period_games == 2


def test_the_other_type_is_not_adopted_in_the_period_of_a_first_rating():
    result = outcome(
        [member("U", earlier_games=SIX[:5]), member("A", 1500, 1500)],
        event(game("U", "A", "1/2-1/2")),
        event(game("U", "A"), id="E2", type="rapid"),
    )
    assert ids(result, "standard") == ["A", "U"]
    assert ids(result, "rapid") == ["A"]
    assert [kept.type for kept in result.earlier_games["U"]] == ["rapid"]


def test_both_types_can_come_by_a_first_rating_in_one_period():
    kept = (*SIX[:5], *earlier(5, "rapid"))
    result = outcome(
        [member("U", earlier_games=kept), member("A", 1500, 1500)],
        event(game("U", "A", "1/2-1/2")),
        event(game("U", "A"), id="E2", type="rapid"),
    )
    assert row(result, "U").how == row(result, "U", "rapid").how == "initial"
    assert result.earlier_games == {}


def test_a_first_rating_keeps_its_games_average_percentage_and_dp():
    result = outcome(
        [member("U", earlier_games=SIX[:5]), member("A", 1501)], event(game("U", "A", ref="new"))
    )
    found = row(result, "U")
    assert (found.previous, found.change, found.rounded, found.adopted) == (None, None, None, False)
    assert found.initial is not None
    assert [kept.ref for kept in found.initial.games].count("new") == 1
    assert found.initial.performance.ra == Fraction(9001, 6)
    assert (found.initial.performance.p, found.initial.performance.dp) == (58, 57)
    assert found.rating == found.peak == 1557


def test_a_first_rating_is_not_below_the_floor():
    lost = earlier(5, rating=1000, score=0)
    result = outcome([member("U", earlier_games=lost), member("A", 1000)], event(game("U", "A", "1/2-1/2")))
    assert (row(result, "U").rating, row(result, "U").floor_acted) == (1000, True)


def test_the_games_of_who_stays_ur_are_all_kept_old_and_new():
    old = EarlierGame("standard", date(2020, 1, 1), 1400, 0, "old")
    result = outcome([member("U", earlier_games=(old,)), A], event(game("U", "A", "1/2-1/2", ref="new")))
    assert result.earlier_games == {"U": (old, EarlierGame("standard", PLAYED, 1500, 1, "new"))}


def test_games_older_than_the_window_count_in_the_number_of_games():
    old = earlier(3, day=date(2020, 1, 1))
    result = outcome([member("U", earlier_games=(*old, *SIX[:5])), A], event(game("U", "A")))
    assert row(result, "U").games == 9
    assert row(result, "U").initial.performance.games == 6


@pytest.mark.parametrize("fault", [{"result": "+--"}, {"excluded": "not fair"}, {"white": "Z"}])
def test_a_game_with_any_other_reason_is_not_kept_for_a_first_rating(fault):
    played = game(**{"white": "A", "black": "U", **fault})
    assert outcome([A, U], event(played)).earlier_games == {}


def test_two_ur_players_keep_nothing_of_their_game():
    result = outcome([U, member("V")], event(game("U", "V")))
    assert result.earlier_games == {}
    assert reasons(result, "U") == ["unrated-player"]
