"""A list as a whole: who is on it, which games count for whom, and what is kept to explain it."""

from datetime import date

import pytest

from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Held
from rating.steps import Period

from .federation import ALWAYS, LIST, PLAYED, event, game, held, ids, line, member, outcome, reasons, row

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
