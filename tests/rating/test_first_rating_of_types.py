"""R117: whether standard and rapid games are counted together towards a first rating; worked by hand."""

from datetime import date

import pytest

from rating.columns import engine as columns
from rating.editions import load
from rating.interpretations import Interpretations
from rating.steps import Towards, UnratedGames

from .federation import LIST, earlier, event, game, ids, member, outcome, row

TOGETHER = Interpretations(r117="both-types")
LONG_AGO = date(2023, 5, 1)


def reckoned(kept, *events, edition="jcf-2024-10", **chosen):
    people = [member("U", earlier_games=tuple(kept)), member("A", 1500, rapid=1500)]
    how = {"edition": edition, "switches": Interpretations(**{"r117": "both-types", **chosen})}
    found = outcome(people, *events, **how)
    assert columns.rate(people, events, list_date=LIST, **how) == found
    return found


def test_six_of_either_type_bring_the_rating_of_the_type_with_a_new_game():
    kept = (*earlier(4), *earlier(1, "rapid"))
    won = event(game("U", "A"))
    assert "U" not in ids(reckoned(kept, won, r117="by-type"))
    found = reckoned(kept, won)
    # Of the five standard games: 3 of 5, 60 %, dp 72.
    mine = row(found, "U")
    assert (mine.rating, mine.games, mine.period_games) == (1572, 5, 1)
    assert "U" not in ids(found, "rapid")
    assert [one.type for one in found.earlier_games["U"]] == ["rapid"]


def test_new_games_of_both_types_bring_both_ratings_each_from_its_own():
    kept = (*earlier(3), *earlier(1, "rapid"))
    standard, rapid = event(game("U", "A")), event(game("U", "A"), id="E2", type="rapid")
    found = reckoned(kept, standard, rapid)
    # 2.5 of 4, 62.5 -> 63 %, dp 95; 1.5 of 2, 75 %, dp 193.
    assert (row(found, "U").rating, row(found, "U", "rapid").rating) == (1595, 1693)


def test_the_games_of_the_type_may_not_all_be_won_whatever_the_others_are():
    assert "U" not in ids(reckoned(earlier(5, "rapid"), event(game("U", "A"))))


def test_games_of_the_other_type_from_before_the_two_years_are_none_of_the_six():
    kept = (*earlier(4), *earlier(1, "rapid", day=LONG_AGO))
    assert "U" not in ids(reckoned(kept, event(game("U", "A"))))


@pytest.mark.parametrize(("reading", "listed"), [("still-six", False), ("six-once", True)])
def test_six_of_both_types_that_were_won_long_ago_can_be_enough(reading, listed):
    """R64: five standard games and a rapid one, all in May 2023; a draw now is alone in its two years."""
    kept = (*earlier(5, score=2, day=LONG_AGO), *earlier(1, "rapid", day=LONG_AGO))
    drawn = event(game("U", "A", "1/2-1/2"))
    assert ("U" in ids(reckoned(kept, drawn, r64=reading))) is listed


def test_four_of_either_type_are_enough_in_2022():
    kept = (*earlier(2), *earlier(1, "rapid"))
    won = event(game("U", "A"))
    assert "U" not in ids(reckoned(kept, won, edition="ncs-2022-09", r117="by-type"))
    # 2 of 3: half a point over one half, 1500 + 20.
    assert row(reckoned(kept, won, edition="ncs-2022-09"), "U").rating == 1520


@pytest.mark.parametrize(("edition", "needed"), [("jcf-2024-10", 6), ("ncs-2022-09", 4)])
def test_how_far_he_is_counts_them_too(edition, needed):
    law = load(edition)
    period = law.shapes.period(law, LIST)
    played = UnratedGames(earlier(2), (), period, earlier(1, "rapid"))
    assert law.shapes.towards_initial(law, played, TOGETHER) == Towards(3, needed)
    asked = [law.shapes.counts_all_types(law, one) for one in (TOGETHER, Interpretations())]
    assert asked == [True, False]
