"""The edition of September 2022, article by article."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest

from rating.editions import load
from rating.engine import rate
from rating.errors import RatingError
from rating.fee_statement import fees_owed
from rating.interpretations import Interpretations
from rating.records import Adjustment, EarlierGame
from rating.steps import Fee, KFacts, Period, Standing

from .federation import LIST, event, game, held, line, member, reasons, row
from .federation import outcome as reckoned

LAW = load("ncs-2022-09")
DO = LAW.shapes
OURS = Interpretations()
A, B, U = member("A", 1500), member("B", 1500), member("U")


def outcome(members, *events, **more):
    return reckoned(members, *events, edition=LAW, **more)


def test_the_list_of_1_march_takes_21_january_to_20_february():
    assert DO.period(LAW, date(2023, 3, 1)) == Period(date(2023, 1, 21), date(2023, 2, 20))


@pytest.mark.parametrize(("score", "c"), [(2, 1520), (0, -480)])
def test_the_worked_example_of_5_2(score, c):
    expected = DO.expected_score(LAW, 1600, 1800, "standard")
    assert (expected.d, expected.column, expected.pd) == (200, "L", 24)
    assert DO.change(LAW, score, expected.pd, LAW.number("k_usual")) == c


@pytest.mark.parametrize(
    ("minutes", "fide", "type"),
    [
        (60, True, "standard"),
        (59, True, "rapid"),
        (45, True, "rapid"),
        (45, False, "standard"),
        (44, False, "rapid"),
        (11, True, "rapid"),
        (11, False, "rapid"),
        (10, False, None),
        (10, True, None),
    ],
)
def test_60_minutes_45_unless_fide_and_more_than_ten(minutes, fide, type):
    assert DO.rating_type(LAW, minutes, fide) == type


@pytest.mark.parametrize(
    ("games", "rating", "peak", "born", "wanted", "reason"),
    [
        (17, 1500, 1500, None, 40, "new"),
        (18, 1500, 1500, None, 20, "usual"),
        (18, 2299, 2350, date(2009, 1, 1), 40, "junior"),
        (18, 2300, 2300, date(2009, 1, 1), 20, "usual"),
        (18, 1500, 1500, date(2008, 1, 1), 20, "usual"),
        (18, 1500, 1500, date(2008, 1, 2), 40, "junior"),
        (0, 2300, 2400, date(2015, 1, 1), 10, "top"),
    ],
)
def test_k_by_peak_games_age_and_rating(games, rating, peak, born, wanted, reason):
    standing = Standing("list", rating, games, peak)
    facts = KFacts(standing, (standing,), born, date(2026, 10, 4), date(2026, 11, 1))
    found = DO.k_factor(LAW, facts, OURS)
    assert (found.k, found.reason) == (wanted, reason)
    assert found.birth_date_missing == (born is None and wanted == 20)


# 2(2), 3(5), 3(6): why a game does not count


def test_a_one_time_membership_holds_for_its_event_alone():
    guest = member("G", 1500, membership=())
    played = event(game("A", "G"), one_time=("G",))
    assert line(outcome([A, guest], played), "A").counts
    assert reasons(outcome([A, guest], event(game("A", "G"))), "A") == ["not-a-member"]
    other = event(game("A", "G"), id="E2")
    result = outcome([A, guest], played, other)
    assert [line(result, "A", event=id).counts for id in ("E1", "E2")] == [True, False]
    # Annual membership alone counts today.
    later = reckoned([A, guest], played)
    assert reasons(later, "A") == ["not-a-member"]


def test_an_unpaid_fee_leaves_the_games_out_unless_the_officer_accepts():
    unpaid = {"fee_unpaid": "not confirmed by 31 October"}
    (reason,) = line(outcome([A, B], event(game("A", "B"), **unpaid)), "A").reasons
    assert (reason.reason, reason.article, reason.detail) == (
        "fee-unpaid",
        "3(5)",
        "not confirmed by 31 October",
    )
    assert line(outcome([A, B], event(game("A", "B"), fee_accepted=True, **unpaid)), "A").counts
    # The present edition knows no such reason.
    assert line(reckoned([A, B], event(game("A", "B"), **unpaid)), "A").counts


def test_every_reason_stands_in_its_order_with_its_article():
    result = outcome(
        [A, member("U", membership=())],
        event(
            game("A", "U", "+--", first_day=date(2026, 6, 1), last_day=date(2026, 6, 1)),
            type=None,
            minutes_at_60=10,
            organizer_refused="not registered",
            fee_unpaid="no",
        ),
    )
    assert [(item.reason, item.article) for item in line(result, "A").reasons] == [
        ("organizer", "2(1)"),
        ("too-fast", "4(6)"),
        ("not-a-member", "2(2)"),
        ("forfeit", "5(3)"),
        ("late", "3(6)"),
        ("fee-unpaid", "3(5)"),
        ("unrated-player", "5(3)"),
    ]


def test_ninety_days_run_from_the_day_of_each_game():
    reported = date(2026, 10, 5)
    days = [reported - timedelta(days=n) for n in (91, 90)]
    games = [game("A", "B", round=n, first_day=day, last_day=day) for n, day in enumerate(days, 1)]
    result = outcome([A, B], event(*games, last_day=days[1]))
    assert [reasons(result, "A", n) for n in (1, 2)] == [["late"], []]


# 3(4): fees


def test_a_fee_is_due_for_each_player_of_each_report():
    events = [event(game("A", "B"), game("A", "C", round=2), id=id, organizer="club") for id in ("E1", "E2")]
    fees = DO.fees(LAW, events, OURS)
    assert len(fees) == 6
    assert fees[0] == Fee("club", "E1", "A", 200)
    assert sum(fee.yen for fee in fees) == 1200


def test_periodic_meetings_of_a_club_charge_a_player_once():
    weeks = [event(game("A", "B"), id=f"week {n}", organizer="C", periodic=True) for n in range(1, 5)]
    assert sum(fee.yen for fee in DO.fees(LAW, weeks, OURS)) == 400  # the example of 3(4)
    other = event(game("A", "B"), id="other", organizer="D", periodic=True)
    assert sum(fee.yen for fee in DO.fees(LAW, [*weeks, other], OURS)) == 800
    tournament = event(game("A", "B"), id="open", organizer="C")
    assert sum(fee.yen for fee in DO.fees(LAW, [*weeks, tournament], OURS)) == 800


def test_each_organizer_owes_for_his_reports_of_the_period():
    events = [
        event(game("A", "B"), id="E1", organizer="C"),
        event(game("A", "D"), id="E2", organizer="F"),
        event(game("A", "D"), id="E3", organizer="F"),
        event(game("A", "B"), id="late", organizer="C", reported=date(2026, 10, 21)),
    ]
    found = fees_owed(LAW, events, date(2026, 11, 1))
    assert [(fee.organizer, fee.event, fee.player, fee.yen) for fee in found] == [
        *(("C", "E1", player, 200) for player in "AB"),
        *(("F", event, player, 200) for event in ("E2", "E3") for player in "AD"),
    ]
    assert LAW.article_of_role("fees") == "3(4)"
    assert fees_owed(load("jcf-2024-10"), events, date(2026, 11, 1)) == []


def test_who_only_won_by_forfeit_owes_nothing():
    fees = DO.fees(LAW, [event(game("A", "B", "+--"), game("A", "C", round=2))], OURS)
    assert [fee.player for fee in fees] == ["A", "C"]
    assert fees[0].organizer == "E1"  # nobody named: the report itself


# 6: adoption and initial ratings


def test_the_other_type_comes_before_fide_and_fide_in_its_order():
    fide = {"standard": 1900, "rapid": 1800, "blitz": 1700}
    players = [
        member("R", rapid=1500, fide=fide),
        member("S", fide=fide),
        member("T", fide={"rapid": 1800, "blitz": 1700}),
        member("Z", fide={"blitz": 1700}),
    ]
    result = outcome([A, *players], event(*(game(p.id, "A", round=n) for n, p in enumerate(players, 1))))
    found = {id: row(result, id) for id in "RSTZ"}
    assert [(r.previous, r.taken_from, r.taken_under) for r in found.values()] == [
        (1500, "rapid", "6(1)"),
        (1900, "FIDE standard", "6(2)"),
        (1800, "FIDE rapid", "6(2)"),
        (1700, "FIDE blitz", "6(2)"),
    ]
    assert {r.how for r in found.values()} == {"adopted"}


def test_a_fide_rating_is_not_held_without_a_rated_game():
    result = outcome([member("S", fide={"standard": 1900})])
    assert result.lists == {"standard": (), "rapid": ()}


@pytest.mark.parametrize("rapid", [999, 1000, 1001])
@pytest.mark.parametrize(("r5", "assumed"), [("rated-for-everyone", False), ("rated-for-holders", True)])
def test_what_is_assumed_of_who_is_not_rated_for_him_is_assumed_whatever_he_could_take_over(
    rapid, r5, assumed
):
    """A rapid rating of just 1000 was told from the 1000 of 6(4) by nothing, and kept as a rating of his."""
    players = [U, member("R", rapid=rapid)]
    result = outcome(players, event(game("U", "R")), switches=Interpretations(r5=r5))
    (kept,) = result.earlier_games["U"]
    assert (kept.opponent_rating, kept.assumed) == (1000 if assumed else rapid, assumed)


def score(*scores: int, rating: int = 1500):
    return tuple(EarlierGame("standard", date(2022, 10, 4), rating, points) for points in scores)


@pytest.mark.parametrize(
    ("scores", "dp", "pr"),
    [
        ((2, 2, 2, 2), 80, 1580),
        ((2, 2, 1, 0), 20, 1520),
        ((2, 2, 0, 0), 0, 1500),
        ((2, 1, 0, 0), -87, 1413),
        ((1, 0, 0, 0), -322, 1178),
    ],
)
def test_fides_calculator_of_that_time(scores, dp, pr):
    found = DO.performance(LAW, score(*scores), OURS)
    assert (found.dp, found.pr) == (dp, pr)


def test_a_mean_of_a_half_is_rounded_up_once():
    games = (*score(2, 2), *score(0, 0, rating=1501))
    found = DO.performance(LAW, games, OURS)
    assert (found.ra, found.pr) == (Fraction(3001, 2), 1501)


def test_without_half_a_point_he_stays_ur_and_the_games_stay_with_him():
    lost = event(*(game("A", "U", round=n) for n in range(1, 5)))
    result = outcome([A, U], lost)
    assert [item.opponent_rating for item in result.earlier_games["U"]] == [1500] * 4
    later = outcome(
        [A, member("U", earlier_games=result.earlier_games["U"])], event(game("A", "U", "1/2-1/2"))
    )
    found = row(later, "U")
    assert (found.how, found.games, found.initial.performance.games) == ("initial", 5, 5)


def test_games_of_two_ur_players_are_kept_at_1000():
    result = outcome([U, member("V")], event(game("U", "V")))
    assert {id: kept[0].opponent_rating for id, kept in result.earlier_games.items()} == {
        "U": 1000,
        "V": 1000,
    }
    assert line(result, "U").enters_at == 1000
    assert line(result, "U").opponent_rating is None


@pytest.mark.parametrize(("edition", "games"), [("ncs-2022-09", 6), ("jcf-2024-10", None)])
def test_a_rating_assumed_of_a_ur_opponent_enters_where_the_edition_assumes_one(edition, games):
    against = event(*(game("U", "V", "1/2-1/2", round=n) for n in range(1, 4)))
    kept = outcome([U, member("V")], against).earlier_games["U"]
    assert [one.assumed for one in kept] == [True] * 3
    later = event(*(game("U", "A", result, round=n) for n, result in enumerate(("1-0", "0-1", "1-0"), 1)))
    result = rate([replace(U, earlier_games=kept), A], [later], list_date=LIST, edition=edition)
    rows = {row.id: row.games for row in result.lists["standard"]}
    assert rows.get("U") == games
    if games is None:
        assert [one.opponent_rating for one in result.earlier_games["U"]] == [
            A.ratings["standard"].rating
        ] * 3


def test_a_game_that_counts_for_another_reason_not_is_not_kept():
    assert outcome([U, member("V")], event(game("U", "V", "+--"))).earlier_games == {}
    assert outcome([U], event(game("U", "Z"))).earlier_games == {}


def test_an_initial_rating_is_marked_on_its_list():
    four = event(*(game("U", "A", "1/2-1/2", round=n) for n in range(1, 5)))
    found = row(outcome([A, U], four), "U")
    assert (found.rating, found.games, found.marks) == (1500, 4, ("not-for-qualification",))
    assert row(outcome([member("U", held(1500, games=4))]), "U").marks == ()
    longer = Interpretations(r31="first-games")
    assert row(outcome([member("U", held(1500, games=4))], switches=longer), "U").marks
    assert not row(outcome([member("U", held(1500, games=18))], switches=longer), "U").marks
    assert not row(outcome([member("U", held(1500, games=4, adopted=True))], switches=longer), "U").marks


def test_read_literally_a_ur_opponent_is_rated_at_zero():
    literal = Interpretations(r7="rated-at-zero")
    result = outcome([A, U], event(game("A", "U")), switches=literal)
    assert (line(result, "A").d_used, line(result, "A").c) == (400, 160)
    assert line(result, "A").opponent_rating == 0
    assert reasons(result, "U") == ["unrated-player"]
    assert row(result, "A").games == 101
    assert result.earlier_games["U"][0].opponent_rating == 1500


# R13: the rating of before goes on


def test_the_one_rating_goes_on_as_standard_with_games_and_peak():
    carried = member("A", ratings={"ncs": held(350, games=12, peak=420)})
    result = outcome([carried, member("B", 700)], event(game("A", "B")))
    found = row(result, "A")
    assert (found.previous, found.rating, found.games, found.peak) == (350, 400, 13, 420)
    assert found.floor_acted
    assert found.change == 3560
    assert result.lists["rapid"] == ()
    rapid = outcome([carried, member("B", rapid=700)], event(game("A", "B"), type="rapid"))
    assert (row(rapid, "A", "rapid").previous, row(rapid, "A", "rapid").taken_from) == (350, "standard")


def test_the_new_floor_holds_on_the_first_list_without_games_too():
    assert row(outcome([member("A", ratings={"ncs": held(350)})]), "A").rating == 400


def test_earlier_games_of_the_one_rating_go_on_as_well():
    old = tuple(EarlierGame("ncs", date(2020, 1, 1), 1500, 1) for _ in range(3))
    found = row(outcome([A, member("U", earlier_games=old)], event(game("U", "A", "1/2-1/2"))), "U")
    assert (found.rating, found.games) == (1500, 4)


def test_both_the_old_and_the_new_rating_are_refused():
    both = member("A", ratings={"ncs": held(1500), "standard": held(1500)})
    with pytest.raises(RatingError, match="rating-twice"):
        outcome([both])


# 3(7) and adjustments


@pytest.mark.parametrize(("days", "open"), [(89, True), (90, True), (91, False)])
def test_lists_published_before_the_90th_day_back_are_closed(days, open):
    asked = date(2023, 4, 1)
    assert DO.is_open(LAW, asked - timedelta(days=days), asked) == open


def test_the_error_of_a_closed_list_can_be_adjusted_by_ruling():
    repair = Adjustment("A", "standard", -7, "ruling 12")
    found = row(outcome([A, B], event(game("A", "B")), adjustments=[repair]), "A")
    assert (found.change, found.rounded, found.adjusted, found.rating) == (1000, 10, -7, 1503)
    assert found.adjustment_reference == "ruling 12"


@pytest.mark.parametrize(
    ("adjustments", "code"),
    [
        ([Adjustment("A", "standard", 5, "")], "adjustment-reference"),
        ([Adjustment("A", "standard", 5, "x"), Adjustment("A", "standard", 5, "y")], "adjustment-twice"),
        ([Adjustment("U", "standard", 5, "x")], "adjustment-of-nobody"),
        ([Adjustment("A", "rapid", 5, "x")], "adjustment-of-nobody"),
    ],
)
def test_an_adjustment_that_cannot_be_made_is_refused(adjustments, code):
    with pytest.raises(RatingError, match=code):
        outcome([A, U], adjustments=adjustments)
