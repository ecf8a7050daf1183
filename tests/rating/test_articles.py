"""The articles one by one, with the examples the texts themselves work."""

from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from itertools import pairwise

import pytest

from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Member
from rating.steps import KFacts, Period, Standing, UnratedGames
from rating.time_control import parse

LAW = load("jcf-2024-10")
DO = LAW.shapes
OURS = Interpretations()


def games(*pairs: tuple[int, int], day: date = date(2026, 10, 4)) -> tuple[EarlierGame, ...]:
    return tuple(EarlierGame("standard", day, rating, score) for rating, score in pairs)


def test_note_1_gives_75_minutes_for_45_minutes_and_30_seconds():
    assert DO.minutes(LAW, parse("45 minutes + 30 seconds/move")) == 75
    assert DO.minutes(LAW, parse("45分+30秒/手")) == 75


@pytest.mark.parametrize(
    ("minutes", "type"),
    [(46, "standard"), (45, "standard"), (44, "rapid"), (10, "rapid"), (9, None), (0, None)],
)
def test_45_minutes_are_standard_and_10_rapid(minutes, type):
    assert DO.rating_type(LAW, minutes) == type


def test_note_2_the_list_of_1_march_takes_21_january_to_20_february():
    assert DO.period(LAW, date(2025, 3, 1)) == Period(date(2025, 1, 21), date(2025, 2, 20))


def test_the_lists_of_january_and_february_reach_into_the_year_before():
    assert DO.period(LAW, date(2026, 1, 1)) == Period(date(2025, 11, 21), date(2025, 12, 20))
    assert DO.period(LAW, date(2026, 2, 1)) == Period(date(2025, 12, 21), date(2026, 1, 20))


def test_periods_follow_each_other_without_a_gap():
    months = [date(2024 + n // 12, n % 12 + 1, 1) for n in range(10, 60)]
    periods = [DO.period(LAW, month) for month in months]
    for before, after in pairwise(periods):
        assert before.last + timedelta(days=1) == after.first


def test_the_list_before_is_that_of_the_month_before():
    assert DO.previous_list(LAW, date(2026, 1, 1)) == date(2025, 12, 1)
    with pytest.raises(RatingError):
        DO.previous_list(LAW, date(2026, 1, 2))


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 10, 20, 16, 30, tzinfo=UTC), date(2026, 10, 21)),
        (datetime(2026, 10, 20, 14, 59, 59, tzinfo=UTC), date(2026, 10, 20)),
        (datetime(2026, 10, 20, 15, 0, tzinfo=UTC), date(2026, 10, 21)),
        (datetime(2026, 10, 20, 23, 0, tzinfo=timezone(timedelta(hours=9))), date(2026, 10, 20)),
    ],
)
def test_a_report_counts_on_its_day_in_japan(moment, day):
    assert DO.report_day(LAW, moment) == day


def test_a_moment_without_a_zone_is_refused():
    with pytest.raises(RatingError, match="time zone"):
        DO.report_day(LAW, datetime(2026, 10, 20, 16, 30))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("last_day", "deadline"),
    [
        (date(2026, 1, 15), date(2026, 4, 15)),  # Note 3
        (date(2026, 11, 30), date(2027, 2, 28)),
        (date(2027, 11, 30), date(2028, 2, 29)),
        (date(2026, 3, 31), date(2026, 6, 30)),
        (date(2026, 12, 31), date(2027, 3, 31)),
    ],
)
def test_note_3_three_calendar_months_after_the_final_day(last_day, deadline):
    assert DO.report_deadline(LAW, last_day) == deadline


MAY = (date(2026, 5, 1), date(2026, 5, 31))
JUNE = (date(2026, 6, 1), date(2026, 6, 30))


@pytest.mark.parametrize(
    ("membership", "first", "last", "missing"),
    [
        ([MAY], date(2026, 5, 1), date(2026, 5, 31), None),
        ([MAY], date(2026, 4, 30), date(2026, 5, 1), date(2026, 4, 30)),
        ([MAY], date(2026, 5, 31), date(2026, 6, 2), date(2026, 6, 1)),
        ([JUNE, MAY], date(2026, 5, 31), date(2026, 6, 1), None),
        ([MAY, (date(2026, 6, 2), date(2026, 6, 30))], date(2026, 5, 31), date(2026, 6, 2), date(2026, 6, 1)),
        ([], date(2026, 5, 1), date(2026, 5, 1), date(2026, 5, 1)),
        ([MAY, (date(2026, 5, 10), date(2026, 6, 5))], date(2026, 5, 20), date(2026, 6, 5), None),
    ],
)
def test_membership_must_hold_on_every_day(membership, first, last, missing):
    assert DO.membership(LAW, membership, first, last, False, Interpretations()) == missing


@pytest.mark.parametrize(("score", "own", "opponent", "c"), [(2, 1600, 1800, 1520), (0, 1600, 1800, -480)])
def test_the_worked_example_of_001_holds_with_the_same_table(score, own, opponent, c):
    expected = DO.expected_score(LAW, own, opponent, "standard")
    assert (expected.d, expected.column, expected.pd) == (200, "L", 24)
    assert DO.change(LAW, score, expected.pd, LAW.number("k_usual")) == c


@pytest.mark.parametrize(
    ("d", "high"),
    [(0, 50), (3, 50), (4, 51), (54, 58), (343, 88), (344, 88), (345, 89), (358, 90), (391, 91), (392, 92)],
)
def test_the_table_decides_and_not_a_formula(d, high):
    assert DO.expected_score(LAW, 1500 + d, 1500, "standard").pd == high
    assert DO.expected_score(LAW, 1500, 1500 + d, "standard").pd == 100 - high


@pytest.mark.parametrize("d", [400, 401, 412, 736, 1500])
def test_a_difference_of_400_or_more_counts_as_400(d):
    expected = DO.expected_score(LAW, 1000 + d, 1000, "standard")
    assert (expected.d, expected.d_used, expected.pd) == (d, 400, 92)


def k(games: int = 100, peak: int = 1500, born: date | None = None, day: date = date(2026, 10, 4)):
    standing = Standing("list", peak, games, peak)
    return DO.k_factor(LAW, KFacts(standing, (standing,), born, day, date(2026, 11, 1)), OURS)


@pytest.mark.parametrize(
    ("games", "peak", "born", "wanted", "reason"),
    [
        (29, 1500, None, 40, "new"),
        (30, 1500, None, 20, "usual"),
        (30, 1999, date(2007, 1, 2), 40, "junior"),
        (30, 1999, date(2007, 1, 1), 20, "usual"),
        (30, 2000, date(2015, 1, 1), 20, "usual"),
        (29, 2399, date(2015, 1, 1), 40, "new"),
        (0, 2400, date(2015, 1, 1), 10, "top"),
        (100, 2399, None, 20, "usual"),
    ],
)
def test_k_by_peak_games_and_age(games, peak, born, wanted, reason):
    found = k(games, peak, born)
    assert (found.k, found.reason) == (wanted, reason)


def test_a_missing_birth_date_is_noted_only_where_the_junior_rule_could_hold():
    assert k(100, 1999).birth_date_missing
    assert not k(100, 2000).birth_date_missing
    assert not k(29, 1500).birth_date_missing
    assert not k(100, 1500, date(1980, 1, 1)).birth_date_missing


@pytest.mark.parametrize(
    ("changes", "rounded"),
    [
        ([-250], -3),
        ([250], 3),
        ([-249], -2),
        ([-50], -1),
        ([50], 1),
        ([49], 0),
        ([-49], 0),
        ([], 0),
        ([30, 30], 1),
    ],
)
def test_the_total_is_rounded_once_with_halves_away_from_zero(changes, rounded):
    assert DO.rounding(LAW, changes, OURS) == rounded


def test_no_rating_is_below_the_floor():
    assert [DO.floor(LAW, rating) for rating in (999, 1000, 1001)] == [1000, 1000, 1001]


@pytest.mark.parametrize("result", ["+--", "--+", "---"])
def test_a_forfeit_is_never_a_game(result):
    assert DO.forfeit(LAW, result)
    assert not any(DO.forfeit(LAW, played) for played in ("1-0", "0-1", "1/2-1/2"))


def test_fide_ratings_are_taken_type_by_type_and_not_below_the_floor():
    member = Member("A", fide={"standard": 1850, "rapid": 900, "blitz": 2000})
    taken = [DO.fide(LAW, member, type, date(2026, 11, 1), OURS) for type in ("standard", "rapid")]
    assert taken == [1850, 1000]
    assert DO.fide(LAW, Member("A", fide={"blitz": 2000}), "rapid", date(2026, 11, 1), OURS) is None


def test_performance_is_exact_until_it_is_rounded_once():
    played = games((1400, 2), (1450, 1), (1500, 2), (1550, 2), (1600, 0), (1655, 1))
    found = DO.performance(LAW, played, OURS)
    assert found.ra == Fraction(9155, 6)
    assert (found.games, found.score, found.p, found.dp, found.pr) == (6, 8, 67, 125, 1651)


def test_a_half_percent_counts_as_a_whole_one():
    assert DO.performance(LAW, games(*[(1500, 2)] * 5, *[(1500, 0)] * 3), OURS).p == 63
    assert DO.performance(LAW, games(*[(1500, 2)] * 3, *[(1500, 0)] * 5), OURS).p == 38


NEW = games((1400, 2), (1450, 1), (1500, 2), (1550, 2), (1600, 0), (1655, 1))
PERIOD = Period(date(2026, 9, 21), date(2026, 10, 20))


def test_six_games_make_a_first_rating_and_five_do_not():
    found = DO.initial(LAW, UnratedGames((), NEW, PERIOD), OURS)
    assert found is not None
    assert found.window == Period(date(2024, 10, 21), date(2026, 10, 20))
    assert DO.initial(LAW, UnratedGames((), NEW[:5], PERIOD), OURS) is None
    assert DO.initial(LAW, UnratedGames(NEW[:5], NEW[5:], PERIOD), OURS) is not None


@pytest.mark.parametrize("score", [0, 2])
def test_all_won_or_all_lost_waits(score):
    assert DO.initial(LAW, UnratedGames((), games(*[(1500, score)] * 9), PERIOD), OURS) is None
    mixed = DO.initial(LAW, UnratedGames(games(*[(1500, score)] * 9), games((1500, 1)), PERIOD), OURS)
    assert mixed is not None
    assert mixed.performance.games == 10


def test_all_drawn_does_not_wait():
    found = DO.initial(LAW, UnratedGames((), games(*[(1500, 1)] * 6), PERIOD), OURS)
    assert found is not None
    assert found.rating == 1500


def test_the_two_years_end_with_the_period():
    for day, count in ((date(2024, 10, 20), 6), (date(2024, 10, 21), 7), (date(2026, 10, 20), 7)):
        found = DO.initial(LAW, UnratedGames(games((1500, 0), day=day), NEW, PERIOD), OURS)
        assert found is not None
        assert found.performance.games == count


def test_a_list_published_90_days_before_is_closed():
    reported = date(2026, 4, 1)
    assert not DO.is_open(LAW, reported - timedelta(days=91), reported)
    assert not DO.is_open(LAW, reported - timedelta(days=90), reported)
    assert DO.is_open(LAW, reported - timedelta(days=89), reported)
