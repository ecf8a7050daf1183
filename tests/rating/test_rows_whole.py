"""Rows and lines as they are given back, with everything in them, worked by hand from `jcf-2024-10`."""

from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction

import pytest

from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.outcome import Decision, GameLine, NotCounted, Notice, Row
from rating.records import Adjustment, EarlierGame
from rating.steps import Initial, Performance, Period

from .federation import PLAYED, earlier, event, game, held, line, member, outcome, row

A, B = member("A", held(1600, 100, 1650)), member("B", held(1800, 50, 1900))
OCTOBER = Period(date(2026, 9, 21), date(2026, 10, 20))


def test_a_rated_game_has_both_sides_and_two_rows():
    # 001 5(2): 200 apart, .24 and .76, K 20: 15.20 for the win of the weaker one.
    found = outcome([A, B], event(game("A", "B", board=3, ref="page 1")))
    white = GameLine(
        event="E1", ref="page 1", round=1, board=3, first_day=PLAYED, last_day=PLAYED, type="standard",
        player="A", opponent="B", colour="white", result="1-0", score=2, rating=1600, rating_from="list",
        opponent_rating=1800, opponent_rating_from="list", rated_player=True, counts=True, for_initial=False,
        d=200, d_used=200, column="L", pd=24, expected_article="5(1)", k=20, k_reason="usual",
        k_article="5(1)", c=1520,
    )  # fmt: skip
    black = replace(
        white, player="B", opponent="A", colour="black", score=0, rating=1800, opponent_rating=1600,
        column="H", pd=76, c=-1520,
    )  # fmt: skip
    assert found.lines == (white, black)
    assert found.lists == {
        "standard": (
            Row(
                id="A", how="rated", previous=1600, previous_from="list", change=1520, rounded=15,
                rating=1615, games=101, period_games=1, peak=1650,
            ),
            Row(
                id="B", how="rated", previous=1800, previous_from="list", change=-1520, rounded=-15,
                rating=1785, games=51, period_games=1, peak=1900,
            ),
        ),
        "rapid": (),
    }  # fmt: skip
    assert (found.earlier_games, found.decisions, found.event_lines) == ({}, (), ())


def test_a_rating_of_the_other_type_is_taken_over_with_everything_said_of_it():
    kept = earlier(2, rating=1500)
    found = outcome(
        [member("A", 1600), member("C", rapid=1600, earlier_games=kept)], event(game("A", "C", "1/2-1/2"))
    )
    assert row(found, "C") == Row(
        id="C", how="adopted", previous=1600, previous_from="adopted", change=0, rounded=0, rating=1600,
        games=3, period_games=1, peak=1600, adopted=True, taken_from="rapid", taken_under="6(2)",
    )  # fmt: skip
    assert (line(found, "C").rating_from, line(found, "C").k) == ("adopted", 40)
    # Without a game it is not taken over, and what he played stays kept.
    quiet = outcome([member("C", rapid=1600, earlier_games=kept)])
    assert quiet.lists["standard"] == ()
    assert quiet.earlier_games == {"C": kept}


def test_a_fide_rating_from_joining_is_held_with_the_games_of_before():
    found = outcome([member("F", fide={"standard": 1850}, earlier_games=earlier(2))])
    assert found.lists["standard"] == (
        Row(
            id="F", how="rated", previous=1850, previous_from="fide", change=0, rounded=0, rating=1850,
            games=2, period_games=0, peak=1850, adopted=True,
        ),
    )  # fmt: skip


def test_a_first_rating_says_how_it_came_about():
    found = outcome(
        [member("A", 1500), member("U", earlier_games=earlier(5))],
        event(game("A", "U", "1/2-1/2", ref="page 9")),
    )
    games = (
        *(EarlierGame("standard", PLAYED, 1500, 1),) * 5,
        EarlierGame("standard", PLAYED, 1500, 1, "page 9"),
    )
    initial = Initial(
        window=Period(date(2024, 10, 21), OCTOBER.last),
        games=games,
        performance=Performance(games=6, score=6, ra=Fraction(1500), p=50, dp=0, pr=1500),
        rating=1500,
        floor_acted=False,
    )
    assert row(found, "U") == Row(
        id="U", how="initial", rating=1500, games=6, period_games=1, peak=1500, initial=initial
    )
    assert found.earlier_games == {}
    own, other = line(found, "U"), line(found, "A")
    assert (own.for_initial, own.enters_at, own.counts, own.rated_player) == (True, 1500, False, False)
    assert (own.rating, own.rating_from, own.opponent_rating_from) == (None, None, "list")
    assert (other.for_initial, other.enters_at, other.rated_player) == (False, None, True)
    assert [item.reason for item in other.reasons] == ["unrated-player"]
    assert (other.d, other.k, other.c, other.pd) == (None, None, None, None)


def test_a_first_rating_at_the_floor_says_so():
    # Half a point of six with 1000: 8 %, dp -401; the floor is 1000.
    lost = earlier(5, rating=1000, score=0)
    found = outcome([member("A", 1000), member("U", earlier_games=lost)], event(game("A", "U", "1/2-1/2")))
    first = row(found, "U")
    assert (first.initial.performance.p, first.initial.performance.dp) == (8, -401)
    assert (first.initial.performance.pr, first.rating, first.floor_acted) == (599, 1000, True)
    assert first.initial.floor_acted


def test_a_game_towards_a_first_rating_is_kept_with_its_event():
    days = {"first_day": date(2026, 10, 2), "last_day": PLAYED}
    found = outcome([A, member("U")], event(game("U", "A", "1-0", ref="page 2", **days)))
    (kept,) = found.earlier_games["U"]
    assert kept == EarlierGame("standard", PLAYED, 1600, 2, "page 2", assumed=False)
    assert kept.event == "E1"


@pytest.mark.parametrize(
    ("points", "rating", "floor_acted", "r126"),
    [
        (None, 1000, True, "as-worked-out"),
        (12, 1002, False, "as-worked-out"),
        (-3, 1000, True, "as-worked-out"),
        (10, 1000, False, "as-worked-out"),
        (None, 1000, True, "raised-first"),
        (12, 1012, True, "raised-first"),
        (-3, 1000, True, "raised-first"),
    ],
)
def test_the_floor_acts_after_what_the_office_added_or_before_it_too(points, rating, floor_acted, r126):
    # Two of 1000: 10 lost with K 20.
    people = [member("A", 1000), member("B", 1000)]
    added = () if points is None else (Adjustment("A", "standard", points, "ruling 3"),)
    switches = Interpretations(r126=r126)
    found = row(outcome(people, event(game("B", "A")), adjustments=added, switches=switches), "A")
    assert (found.rating, found.floor_acted, found.rounded) == (rating, floor_acted, -10)
    assert (found.adjusted, found.adjustment_reference) == (points or 0, "ruling 3" if points else None)


def test_who_passes_his_peak_has_a_new_one():
    assert row(outcome([member("A", held(1600, 100, 1610)), B], event(game("A", "B"))), "A").peak == 1615


def test_a_rating_decided_that_nobody_asked_for_is_not_used():
    people = [member("A", 1500, decided={"standard": 1700}), member("U", decided={"standard": 1700})]
    found = outcome(people)
    detail = "a rating was decided, but the regulations ask for no decision; it was not used"
    assert found.notices == tuple(Notice("decision-not-needed", id, "standard", detail) for id in ("A", "U"))
    assert [item.id for item in found.lists["standard"]] == ["A"]


def ncs(id, rating=None, **more):
    return member(id, ratings={"ncs": held(rating)} if rating else {}, **more)


def test_in_2019_a_rating_is_asked_of_the_officer_once_and_taken_as_he_gives_it():
    four = event(*(game("U", "A", round=n) for n in range(1, 5)))
    asked = outcome([ncs("A", 1500), ncs("U")], four, edition="ncs-2019-09")
    assert asked.decisions == (Decision("U", "ncs", "all-won"),)
    assert len(asked.earlier_games["U"]) == 4
    given = outcome([ncs("A", 1500), ncs("U", decided={"ncs": 1720})], four, edition="ncs-2019-09")
    first = row(given, "U", "ncs")
    assert (first.rating, first.peak, first.games, first.period_games) == (1720, 1720, 4, 4)
    assert (first.initial.decided, first.initial.rating, first.initial.floor_acted) == (True, 1720, False)
    # The calculation alone: 20 for each half point over one half, four of them.
    assert (first.initial.performance.pr, first.initial.window) == (1580, Period(PLAYED, OCTOBER.last))
    assert (given.decisions, given.notices, given.earlier_games) == ((), (), {})
    # No new game: nothing is asked.
    kept = asked.earlier_games["U"]
    quiet = outcome([ncs("A", 1500), ncs("U", earlier_games=kept)], edition="ncs-2019-09")
    assert (quiet.decisions, len(quiet.earlier_games["U"])) == ((), 4)


def test_k_times_games_counts_both_colours_and_each_type_alone():
    # 700 by 20 games is 35, by 10 it is 70.
    often = [game(*pair, "1/2-1/2", round=n) for n in range(1, 11) for pair in (("A", "B"), ("B", "A"))]
    people = [member(id, held(1500, games=1), held(1500, games=1)) for id in "AB"]
    rapid = event(*(game("A", "B", "1/2-1/2", round=n) for n in range(1, 11)), id="E2", type="rapid")
    limit = Interpretations(r68="seven-hundred")
    found = outcome(people, event(*often), rapid, switches=limit)
    told = {(item.type, item.k, item.k_reason, item.k_article) for item in found.lines}
    assert told == {("standard", 35, "many", "7(2)"), ("rapid", 40, "new", "5(1)")}


def test_a_day_that_is_not_known_may_not_change_k():
    # 19 on 1 January 2027: K 40 in December, 20 in January.
    young = member("A", 1500, born=date(2007, 6, 1))
    days = {"first_day": date(2026, 12, 30), "last_day": date(2027, 1, 2)}
    played = event(game("A", "B", **days), reported=date(2027, 1, 5), last_day=date(2027, 1, 2))
    with pytest.raises(RatingError, match="K is 40 on 2026-12-30 and 20 on 2027-01-02") as refusal:
        outcome([young, member("B", 1500)], played, list_date=date(2027, 2, 1))
    assert [problem.code for problem in refusal.value.problems] == ["date-needed"]


def test_why_a_game_does_not_count_is_told_whole():
    late = event(game("A", "C"), reported=date(2026, 10, 5), last_day=date(2026, 7, 4))
    found = outcome([A, B], late)
    assert line(found, "A").reasons == (
        NotCounted("not-a-member", "3(5)", "C is not on the register", "C", PLAYED),
        NotCounted("late", "3(7)", "reported 2026-10-05, in time until 2026-10-04"),
        NotCounted("unrated-player", "5(1)", "C without a standard rating", "C"),
    )
    assert (line(found, "A").counts, line(found, "A").for_initial) == (False, False)


def test_a_rating_decided_where_the_games_gave_one_is_not_used():
    people = [ncs("A", 1500), ncs("U", decided={"ncs": 1720})]
    four = event(*(game("U", "A", "1/2-1/2", round=n) for n in range(1, 5)))
    found = outcome(people, four, edition="ncs-2019-09")
    assert row(found, "U", "ncs").rating == 1500
    assert [item.code for item in found.notices if item.member == "U"] == ["decision-not-needed"]


def test_points_are_added_to_the_type_they_are_for():
    both = member("A", 1600, 1500)
    added = [Adjustment("A", "rapid", 7, "ruling 4")]
    found = outcome([both], adjustments=added)
    assert (row(found, "A").rating, row(found, "A", "rapid").rating) == (1600, 1507)
    assert (row(found, "A").adjusted, row(found, "A").adjustment_reference) == (0, None)


def test_an_officers_rating_is_of_all_days_of_its_games():
    days = (date(2026, 10, 4), date(2026, 9, 28), date(2026, 10, 1))
    won = [game("U", "A", round=n, first_day=day, last_day=day) for n, day in enumerate(days, 1)]
    kept = EarlierGame("ncs", date(2026, 3, 1), 1500, 2)
    people = [ncs("A", 1500), ncs("U", decided={"ncs": 1720}, earlier_games=(kept,))]
    found = row(outcome(people, event(*won), edition="ncs-2019-09"), "U", "ncs")
    assert found.initial.window == Period(date(2026, 3, 1), OCTOBER.last)


def test_a_first_rating_is_marked_for_as_long_as_the_reading_says():
    four = event(*(game("U", "A", "1/2-1/2", round=n) for n in range(1, 5)))
    for word in ("first-list", "first-games"):
        found = outcome(
            [member("A", 1500), member("U")], four, edition="ncs-2022-09", switches=Interpretations(r31=word)
        )
        assert row(found, "U").marks == ("not-for-qualification",)


def test_only_rated_games_lower_k():
    # 35 games of K 20 are 700; the forfeits beside them are none.
    played = [game("A", "B", round=n) for n in range(1, 36)]
    forfeits = [game("A", "B", "+--", round=n) for n in range(36, 41)]
    found = outcome(
        [member("A", 1800), member("B", 1800)],
        event(*played, *forfeits, type=None, minutes_at_60=120),
        edition="fide-2025-10",
    )
    assert {(item.k, item.k_reason) for item in found.lines if item.counts} == {(20, "usual")}


@pytest.mark.parametrize("order", [1, -1])
def test_an_event_of_two_months_is_rated_from_the_list_of_its_first_day(order):
    days = (date(2026, 9, 27), date(2026, 10, 4))
    games = [game("A", "B", "1/2-1/2", round=n, first_day=day, last_day=day) for n, day in enumerate(days, 1)]
    then = {date(2026, 9, 1): {"A": {"standard": 1500}, "B": {"standard": 1600}}}
    two_months = event(*games[::order], type=None, minutes_at_60=120)
    found = outcome(
        [member("A", 1700), member("B", 1700)], two_months, edition="fide-2025-10", earlier_lists=then
    )
    assert {(item.rating, item.opponent_rating) for item in found.lines} == {(1500, 1600), (1600, 1500)}


def test_an_event_without_games_began_on_its_last_day():
    empty = event(type=None, minutes_at_60=120)
    assert outcome([A], empty, edition="fide-2025-10").lines == ()


@pytest.mark.parametrize("reported", [datetime(2026, 10, 5), "2026-10-05"])  # noqa: DTZ001
def test_what_is_no_day_is_no_day_of_a_report(reported):
    with pytest.raises(RatingError) as refusal:
        outcome([A, B], event(game("A", "B"), reported=reported))
    assert {problem.code for problem in refusal.value.problems} == {"not-a-date"}


def test_who_falls_off_fides_list_at_once_is_unrated_with_the_games_of_before():
    # 10 lost of 1402 leave 1392: below 1400 he is treated like any other unrated player.
    kept = earlier(2, rating=1500)
    joining = member("J", fide={"standard": 1402}, joined=date(2026, 10, 2), earlier_games=kept)
    played = event(game("B", "J"), type=None, minutes_at_60=120)
    found = outcome([joining, member("B", 1402)], played, edition="fide-2025-10")
    assert [item.id for item in found.lists["standard"]] == ["B"]
    assert found.earlier_games == {"J": kept}
