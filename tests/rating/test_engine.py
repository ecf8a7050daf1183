"""A list as a whole: who is on it, which games count for whom, and what is kept to explain it."""

from datetime import date
from fractions import Fraction

import pytest

from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Held
from rating.steps import Period

from .federation import (
    ALWAYS,
    LIST,
    PLAYED,
    earlier,
    event,
    game,
    held,
    ids,
    line,
    member,
    outcome,
    reasons,
    row,
)

A, B, U = member("A", 1500), member("B", 1500), member("U")


def test_the_outcome_names_edition_period_list_before_and_switches():
    result = outcome([A])
    assert (result.edition, result.list_date, result.previous_list) == (
        "jcf-2024-10",
        LIST,
        date(2026, 10, 1),
    )
    assert result.period == Period(date(2026, 9, 21), date(2026, 10, 20))
    assert result.interpretations == Interpretations()
    assert list(result.lists) == ["standard", "rapid"]


def test_a_counted_game_keeps_everything_that_made_its_change():
    result = outcome(
        [member("A", 1600), member("B", held(1800, games=5))], event(game("A", "B", ref="g7", board=3))
    )
    white, black = result.lines
    assert (white.ref, white.board, white.type, white.colour) == ("g7", 3, "standard", "white")
    assert (white.rating, white.rating_from, white.opponent_rating, white.opponent_rating_from) == (
        1600,
        "list",
        1800,
        "list",
    )
    assert (white.d, white.d_used, white.column, white.pd, white.expected_article) == (
        200,
        200,
        "L",
        24,
        "5(1)",
    )
    assert (white.k, white.k_reason, white.k_article) == (20, "usual", "5(1)")
    assert (white.score, white.c, white.counts, white.reasons) == (2, 1520, True, ())
    assert (black.player, black.score, black.k, black.k_reason, black.c) == ("B", 0, 40, "new", -3040)


def test_a_row_keeps_sum_rounding_floor_and_peak():
    result = outcome(
        [member("A", 1004), member("B", held(1004, peak=1200))],
        *(event(game("A", "B"), id=f"E{n}") for n in range(2)),
    )
    winner, loser = row(result, "A"), row(result, "B")
    assert (winner.change, winner.rounded, winner.rating, winner.peak, winner.floor_acted) == (
        2000,
        20,
        1024,
        1024,
        False,
    )
    assert (loser.change, loser.rounded, loser.rating, loser.peak, loser.floor_acted) == (
        -2000,
        -20,
        1000,
        1200,
        True,
    )


def test_a_holder_without_games_or_membership_keeps_his_row():
    result = outcome([member("A", 1500, membership=())])
    assert (row(result, "A").how, row(result, "A").change, row(result, "A").rating) == ("rated", 0, 1500)


def test_nobody_who_is_ur_has_a_row():
    assert ids(outcome([A, U], event(game("A", "U")))) == ["A"]


def test_every_reason_is_kept_in_order_with_its_article():
    result = outcome(
        [A, member("U", membership=())],
        event(
            game("A", "U", "+--", excluded="wrong board"),
            type=None,
            minutes_at_60=5,
            last_day=date(2026, 6, 1),
            organizer_refused="not registered",
        ),
    )
    found = [(item.reason, item.article) for item in line(result, "A").reasons]
    assert found == [
        ("excluded-by-officer", "3(8)"),
        ("organizer", "3(3)"),
        ("too-fast", "2(2)"),
        ("not-a-member", "3(5)"),
        ("forfeit", "5(1)"),
        ("late", "3(7)"),
        ("unrated-player", "5(1)"),
    ]
    assert not line(result, "A").counts
    assert line(result, "A").type is None


def test_in_a_game_too_fast_for_any_type_only_who_holds_no_rating_is_ur():
    fast = {"type": None, "minutes_at_60": 5}
    assert reasons(outcome([A, member("B", rapid=1500)], event(game("A", "B"), **fast)), "A") == ["too-fast"]
    result = outcome([A, U], event(game("A", "U"), **fast))
    assert [item.player for item in line(result, "A").reasons] == [None, "U"]
    assert (line(result, "A").rated_player, line(result, "U").rated_player) == (True, False)


def test_not_a_member_names_each_player_and_the_day():
    lapsed = member("B", 1500, membership=((date(2026, 1, 1), date(2026, 10, 3)),))
    result = outcome([A, lapsed], event(game("Z", "B")))
    found = {(item.player, item.day) for item in line(result, "B").reasons if item.reason == "not-a-member"}
    assert found == {("Z", PLAYED), ("B", PLAYED)}


def test_without_a_day_of_its_own_a_game_needs_membership_on_every_day_of_the_event():
    lapsed = member("B", 1500, membership=((date(2026, 1, 1), date(2026, 10, 3)),))
    spread = game("A", "B", first_day=date(2026, 10, 3), last_day=date(2026, 10, 4))
    assert reasons(outcome([A, lapsed], event(spread)), "A") == ["not-a-member"]
    dated = game("A", "B", first_day=date(2026, 10, 3), last_day=date(2026, 10, 3))
    assert reasons(outcome([A, lapsed], event(dated)), "A") == []


def test_an_event_excluded_by_the_officer_rates_no_game_and_says_why():
    result = outcome([A, B], event(game("A", "B"), excluded="rounds were not played"))
    (reason,) = line(result, "A").reasons
    assert (reason.reason, reason.detail) == ("excluded-by-officer", "rounds were not played")
    assert row(result, "A").period_games == 0


def test_a_late_report_is_rated_once_the_officer_accepts_it():
    late = {"last_day": date(2026, 7, 1), "id": "E1"}
    assert reasons(outcome([A, B], event(game("A", "B"), **late)), "A") == ["late"]
    accepted = outcome([A, B], event(game("A", "B"), late_accepted=True, **late))
    assert line(accepted, "A").counts


def test_reports_of_other_periods_are_left_aside():
    result = outcome([A, B], event(game("A", "B"), reported=date(2026, 10, 21)))
    assert result.lines == ()
    assert row(result, "A").games == 100


def test_the_minutes_decide_the_type():
    for minutes, type in ((45, "standard"), (44, "rapid")):
        result = outcome(
            [member("A", 1500, 1500), member("B", 1500, 1500)],
            event(game("A", "B"), type=None, minutes_at_60=minutes),
        )
        assert row(result, "A", type).period_games == 1


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


# K and what is not known


def test_counts_and_peaks_do_not_move_inside_a_period():
    result = outcome(
        [member("A", held(1500, games=29)), B], event(*(game("A", "B", round=n) for n in range(1, 4)))
    )
    assert {line.k for line in result.lines if line.player == "A"} == {40}


def test_a_missing_birth_date_is_a_notice_once_for_each_type():
    result = outcome([A, member("B", 2100)], event(game("A", "B"), game("B", "A", round=2)))
    assert [(item.code, item.member, item.type) for item in result.notices] == [
        ("no-birth-date", "A", "standard")
    ]


def test_a_game_on_an_unknown_day_across_new_year_is_asked_where_age_matters():
    spread = game("A", "B", first_day=date(2026, 12, 30), last_day=date(2027, 1, 2))
    played = event(spread, reported=date(2027, 1, 5), last_day=date(2027, 1, 2))
    young = member("A", 1800, born=date(2008, 1, 1))
    with pytest.raises(RatingError, match="date-needed") as refusal:
        outcome([young, B], played, list_date=date(2027, 2, 1))
    assert "K is 40 on 2026-12-30 and 20 on 2027-01-02" in str(refusal.value)
    older = member("A", 1800, born=date(2000, 1, 1))
    assert line(outcome([older, B], played, list_date=date(2027, 2, 1)), "A").counts


# what is refused


@pytest.mark.parametrize(
    ("members", "events", "code"),
    [
        ([A, A], [], "member-twice"),
        ([A, B], [event(game("A", "A"))], "against-himself"),
        ([A, B], [event(game("A", "B", "1:0"))], "unknown-result"),
        ([A, B], [event(game("A", "B"), type="blitz")], "unknown-type"),
        ([A, B], [event(game("A", "B"), type=None)], "no-type"),
        ([A, B], [event(game("A", "B"), minutes_at_60=30)], "type-contradicts-time"),
        ([A, B], [event(game("A", "B"), minutes_at_60=5)], "type-contradicts-time"),
        ([A, B], [event(game("A", "B"), minutes_at_60=75.0)], "not-a-number"),
        ([A, B], [event(game("A", "B")), event(game("A", "B"))], "event-twice"),
        ([A, B], [event(game("A", "B", first_day=date(2026, 10, 5)))], "days-reversed"),
        ([A, B], [event(game("A", "B", first_day="2026-10-04"))], "not-a-date"),
        ([A, B], [event(game("A", "B"), last_day=None)], "not-a-date"),
        ([A, B], [event(game("A", "B"), reported="2026-10-05")], "not-a-date"),
        ([member("A", Held(1500, 1, 1499))], [], "peak-below-rating"),
        ([member("A", Held(1500, -1, 1500))], [], "not-a-number"),
        ([member("A", Held(1500.0, 1, 1500))], [], "not-a-number"),
        ([member("A", ratings={"blitz": held(1500)})], [], "unknown-type"),
        ([member("A", fide={"classical": 1500})], [], "unknown-type"),
        ([member("A", fide={"standard": "1500"})], [], "not-a-number"),
        ([member("A", born="2000")], [], "not-a-date"),
        ([member("A", membership=(ALWAYS[0][::-1],))], [], "days-reversed"),
        ([member("A", earlier_games=(EarlierGame("standard", PLAYED, 1500, 3),))], [], "score"),
        ([member("A", earlier_games=(EarlierGame("blitz", PLAYED, 1500, 2),))], [], "unknown-type"),
    ],
)
def test_input_that_cannot_be_worked_with_is_refused_by_name(members, events, code):
    with pytest.raises(RatingError) as refusal:
        outcome(members, *events)
    assert code in [problem.code for problem in refusal.value.problems]
    assert all(problem.place and problem.expected and problem.found for problem in refusal.value.problems)


def test_all_problems_are_gathered():
    with pytest.raises(RatingError) as refusal:
        outcome([A, A], event(game("A", "A"), game("A", "B", "?")))
    assert [problem.code for problem in refusal.value.problems] == [
        "member-twice",
        "against-himself",
        "unknown-result",
    ]


@pytest.mark.parametrize("day", [date(2026, 11, 2), "2026-11-01", None])
def test_a_list_date_that_is_none_is_refused(day):
    with pytest.raises(RatingError, match="list-date"):
        outcome([A], list_date=day)


def test_an_edition_can_be_named_or_given_whole():
    for edition in ("jcf-2024-10", load("jcf-2024-10")):
        assert outcome([A], list_date=date(2024, 10, 1), edition=edition).edition == "jcf-2024-10"
