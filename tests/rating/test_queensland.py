"""The Queensland junior list, section by section."""

from datetime import date
from fractions import Fraction

import pytest

from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import AcfRating, Adjustment, Event, EventPerformance, Held, Member
from rating.steps import Crosstable, Period

from .federation import PLAYED, REPORTED, game, row
from .federation import outcome as reckoned

LAW = load("qjrl")
DO = LAW.queensland
OURS = Interpretations()


def rated(id: str, rating: int, *, provisional: bool = False, **more) -> Member:
    held = Held(rating, 0, rating, provisional=provisional)
    return Member(id, ratings={"qj": held}, **{"last_played": date(2026, 8, 1), **more})


def club(*games, id: str = "E1", time_class: str | None = "club", **more) -> Event:
    return Event(
        id, **{"reported": REPORTED, "last_day": PLAYED, "games": games, **more}, time_class=time_class
    )


def outcome(members, *events, **more):
    return reckoned(members, *events, edition=LAW, **more)


def qj(result, id):
    return row(result, id, "qj")


def event_line(result, player):
    (found,) = (item for item in result.event_lines if item.player == player)
    return found


A, B, N = rated("A", 1000), rated("B", 1000), Member("N")


# intro: lists and periods


def test_the_list_of_1_march_takes_reports_to_20_february():
    assert LAW.shapes.period(LAW, date(2026, 3, 1)) == Period(date(2025, 12, 21), date(2026, 2, 20))
    assert LAW.shapes.previous_list(LAW, date(2026, 1, 1)) == date(2025, 11, 1)


@pytest.mark.parametrize("day", [date(2026, 2, 1), date(2026, 12, 1), date(2026, 3, 2)])
def test_there_are_six_lists_a_year(day):
    with pytest.raises(RatingError, match="every 2 months"):
        LAW.shapes.period(LAW, day)


@pytest.mark.parametrize(("last", "shown"), [(date(2025, 5, 1), True), (date(2025, 4, 30), False)])
def test_eighteen_months_without_a_game_take_a_player_off(last, shown):
    found = qj(outcome([rated("A", 1000, last_played=last)]), "A")
    assert (found.rating, found.listed) == (1000, shown)


def test_a_game_of_this_period_brings_him_back():
    old = rated("A", 1000, last_played=date(2020, 1, 1))
    assert qj(outcome([old, B], club(game("A", "B"))), "A").listed


def test_who_played_when_nobody_knows_stays_and_a_notice_says_so():
    found = outcome([rated("A", 1000, last_played=None)])
    assert qj(found, "A").listed
    assert [(item.code, item.member) for item in found.notices] == [("no-last-game", "A")]


# 1: the change by an event


def test_8_of_10_where_6_5_were_expected_gains_15():
    assert DO.event_change(LAW, 16, 10, 65, LAW.number("k_club")) == 1500


def test_6_5_of_10_are_expected_of_who_is_110_better():
    found = DO.expected_of_event(LAW, 1110, Fraction(1000))
    assert (found.d, found.table, found.percentage) == (110, 65, 62)
    assert DO.expected_of_event(LAW, 1000, Fraction(1110)).table == 35


@pytest.mark.parametrize(("time_class", "k"), [("lightning", 5), ("open", 20), ("club", 10), ("short", 15)])
def test_k_is_that_of_the_event(time_class, k):
    assert DO.event_k(LAW, time_class) == k
    assert event_line(outcome([A, B], club(game("A", "B"), time_class=time_class)), "A").k == k


def test_a_junior_club_event_that_states_nothing_has_k_10():
    assert event_line(outcome([A, B], club(game("A", "B"), time_class=None, junior=True)), "A").k == 10


@pytest.mark.parametrize("time_class", [None, "blitz"])
def test_any_other_event_without_its_class_is_asked(time_class):
    with pytest.raises(RatingError, match="time-class"):
        outcome([A, B], club(game("A", "B"), time_class=time_class))


@pytest.mark.parametrize(
    ("average", "d"),
    [(Fraction(2003, 2), 2), (Fraction(1997, 2), 2), (Fraction(3001, 3), 0), (Fraction(1000), 0)],
)
def test_the_difference_is_rounded_half_up_by_its_absolute_value(average, d):
    assert DO.expected_of_event(LAW, 1000, average).d == d


# 4b: the 3 % rule and the ceilings


@pytest.mark.parametrize(("table", "expected"), [(50, 47), (100, 97), (3, 0), (2, 0), (0, 0)])
def test_three_percent_less_and_never_below_zero(table, expected):
    assert DO.less_percent(LAW, table) == expected


def test_2000_against_500_is_2000_against_1600_and_500_against_1000():
    assert DO.held_opponent(LAW, 2000, 500) == 1600
    assert DO.held_opponent(LAW, 500, 2000) == 1000
    assert DO.held_opponent(LAW, 1000, 1500) == 1500
    assert DO.held_opponent(LAW, 1000, 600) == 600


def test_the_worked_average_of_4b_ii():
    assert DO.average_opposition(LAW, 2000, [2100, 1900, 1800, 1950, 500]) == Fraction(9350, 5)


@pytest.mark.parametrize(
    ("average", "score", "games", "p", "dp", "pr"),
    [
        (600, 6, 5, 60, 72, 672),
        (1000, 4, 2, 100, 400, 1400),
        (1000, 0, 2, 0, -500, 500),
        (1000, 39, 20, 98, 400, 1400),
        (1000, 1, 20, 3, -500, 500),
        (1000, 18, 10, 90, 366, 1366),
        (1000, 2, 10, 10, -366, 634),
    ],
)
def test_a_performance_adds_table_2_within_the_ceilings(average, score, games, p, dp, pr):
    found = DO.event_performance(LAW, Fraction(average), score, games, OURS)
    assert (found.p, found.dp, found.pr) == (p, dp, pr)


# 4a: estimates


def test_five_cycles_of_estimates_all_together():
    tables = {"A": Crosstable(("N",), 0), "N": Crosstable(("A", "O"), 3), "O": Crosstable(("N",), 1)}
    found = DO.estimates(LAW, {"A": 1000}, tables, OURS)
    assert {player: len(item) for player, item in found.items()} == {"N": 6, "O": 6}
    assert found["N"][:2] == (1000, 1193)
    assert found["O"][:3] == (1000, 1000, 1193)
    # By the other reading (R108) the fourth is the last.
    four = DO.estimates(LAW, {"A": 1000}, tables, Interpretations(r108="fourth"))
    assert four == {player: item[:-1] for player, item in found.items()}


def test_the_estimate_after_the_fifth_cycle_is_the_performance_and_the_opponents_rating():
    result = outcome([A, N, Member("O")], club(game("N", "A"), game("N", "O", "1/2-1/2", round=2)))
    found = event_line(result, "N")
    assert found.performance == found.estimates[-1] == found.rating
    (against,) = (item for item in result.lines if item.player == "A")
    assert against.opponent_rating == found.performance
    assert found.standing == "new"
    assert found.change is None


def test_an_event_without_a_rated_player_is_not_rated():
    result = outcome([A, N, Member("O")], club(game("N", "O"), game("A", "O", "+--", round=2)))
    assert [(item.event, item.reason, item.article) for item in result.events_not_rated] == [
        ("E1", "no-rated-player", "Organisers 2")
    ]
    assert [item.id for item in result.lists["qj"]] == ["A"]
    assert not any(item.counts for item in result.lines)


# 2: new and provisional players


def test_new_ratings_are_the_mean_weighted_by_games():
    performed = [EventPerformance(1000, 3, "club"), EventPerformance(1100, 1, "lightning")]
    pool = DO.pooled(LAW, performed, Interpretations())
    assert (pool.rating, pool.games, pool.provisional) == (1025, 3, True)
    # R104: or each event counts once, 2100/2, and a half goes up, 2101/2.
    by_events = Interpretations(r104="by-events")
    pool = DO.pooled(LAW, performed, by_events)
    assert (pool.rating, pool.games, pool.provisional) == (1050, 3, True)
    half = [EventPerformance(1001, 3, "club"), EventPerformance(1100, 1, "lightning")]
    assert DO.pooled(LAW, half, by_events).rating == 1051
    full = DO.pooled(LAW, [EventPerformance(1000, 8, "club")], Interpretations())
    assert (full.rating, full.provisional) == (1000, False)


def test_lightning_alone_gives_a_provisional_rating():
    games = [game("N", "A" if n % 2 else "B", "1/2-1/2", round=n) for n in range(1, 11)]
    found = qj(outcome([A, B, N], club(*games, time_class="lightning")), "N")
    assert (found.rating, found.provisional, found.how, found.period_games) == (1000, True, "initial", 10)


def test_who_is_on_no_register_is_a_new_player():
    found = qj(outcome([A], club(game("Z", "A", "1/2-1/2"))), "Z")
    assert (found.previous, found.rating, found.provisional) == (None, 1000, True)


def test_r107_a_provisional_rating_stands_in_an_event_or_its_player_is_estimated():
    """P draws with A, 1000: at 700 he is 300 below, or he is worth 1000 himself like any new player."""
    people, drawn = [A, rated("P", 700, provisional=True)], club(game("P", "A", "1/2-1/2"))
    found = outcome(people, drawn)
    # D 300: 85 % expected less 3, so A loses (50 - 82) hundredths times K 10.
    assert (qj(found, "A").change, event_line(found, "P").estimates) == (-320, ())
    other = outcome(people, drawn, switches=Interpretations(r107="estimated"))
    assert (qj(other, "A").change, event_line(other, "P").estimates) == (30, (1000,) * 6)
    assert event_line(other, "P").standing == "provisional"
    assert qj(found, "P").rating == qj(other, "P").rating == 1000


def test_r107_of_provisional_ratings_alone_an_event_is_rated_or_not():
    people = [rated("P", 700, provisional=True), rated("Q", 800, provisional=True)]
    played = club(game("P", "Q"))
    assert outcome(people, played).events_not_rated == ()
    other = outcome(people, played, switches=Interpretations(r107="estimated"))
    assert [item.reason for item in other.events_not_rated] == ["no-rated-player"]
    assert (qj(other, "P").rating, qj(other, "P").provisional) == (700, True)


def test_a_provisional_player_without_games_keeps_rating_and_mark():
    found = qj(outcome([rated("P", 900, provisional=True)]), "P")
    assert (found.previous, found.change, found.rating, found.provisional) == (900, None, 900, True)


@pytest.mark.parametrize(("rating", "shown"), [(500, False), (501, True)])
def test_only_ratings_over_500_are_shown(rating, shown):
    assert qj(outcome([rated("A", rating)]), "A").listed == shown


# 3: adults


def test_an_adult_counts_at_his_newest_acf_rating_before_the_event_and_gets_no_row():
    lists = (
        AcfRating(date(2026, 4, 1), 1400),
        AcfRating(date(2026, 8, 1), 1500),
        AcfRating(PLAYED, 1900),
    )
    result = outcome([A, Member("X", acf=lists)], club(game("A", "X")))
    assert event_line(result, "X").rating == 1500
    assert event_line(result, "X").standing == "adult"
    assert [item.id for item in result.lists["qj"]] == ["A"]


def test_a_qj_rating_comes_before_the_acf_one():
    both = rated("X", 1200, acf=(AcfRating(date(2026, 4, 1), 1500),))
    result = outcome([A, both], club(game("A", "X")))
    assert (event_line(result, "X").rating, event_line(result, "X").standing) == (1200, "rated")


def test_an_adult_alone_makes_an_event_rated():
    adult = Member("X", acf=(AcfRating(date(2026, 4, 1), 1500),))
    assert qj(outcome([N, adult], club(game("N", "X", "1/2-1/2"))), "N").rating == 1500


# 4c: overshooting


def performances(*points, games: int = 10):
    return [EventPerformance(item, games, "open") for item in points]


@pytest.mark.parametrize(
    ("previous", "rating", "events", "held"),
    [
        (1000, 1104, performances(1072, 1072), 1072),
        (1000, 1104, performances(1070, 1073), 1072),
        (1000, 1104, performances(900, 990), 1000),
        (1000, 1050, performances(1072, 1072), 1050),
        (1000, 1050, performances(1012, 1013), 1013),
        (1000, 1049, performances(1012, 1013), 1049),
        (1000, 900, performances(800, 800), 900),
        (1000, 1104, performances(1072, games=20), 1104),
        (1000, 1104, performances(1072, 1072, games=9), 1104),
        (1000, 1104, performances(1072) + performances(1072, games=9), 1104),
    ],
)
def test_overshooting_is_held_at_the_mean_of_the_performances(previous, rating, events, held):
    assert DO.overshoot(LAW, previous, rating, events, OURS).rating == held


# what is refused


@pytest.mark.parametrize(
    ("members", "events", "code"),
    [
        ([A, A], [], "member-twice"),
        ([A, B], [club(game("A", "A"))], "against-himself"),
        ([A, B], [club(game("A", "B", "1:0"))], "unknown-result"),
        ([A, B], [club(game("A", "B")), club(game("A", "B"))], "event-twice"),
        ([Member("A", ratings={"standard": Held(1500, 0, 1500)})], [], "unknown-type"),
        ([Member("A", previous_period=(EventPerformance(1000, 3, "blitz"),))], [], "time-class"),
        ([Member("A", previous_period=(EventPerformance(1000, 0, "club"),))], [], "not-a-number"),
        ([Member("A", previous_period=(EventPerformance(1000.5, 3, "club"),))], [], "not-a-number"),
        ([Member("A", acf=(AcfRating(date(2026, 1, 1), -1),))], [], "not-a-number"),
        ([rated("A", 1000, last_played="2026")], [], "not-a-date"),
    ],
)
def test_input_that_cannot_be_worked_with_is_refused_by_name(members, events, code):
    with pytest.raises(RatingError) as refusal:
        outcome(members, *events)
    assert code in [problem.code for problem in refusal.value.problems]


def test_the_text_knows_no_adjustments():
    with pytest.raises(RatingError, match="no-adjustment"):
        outcome([A], adjustments=[Adjustment("A", "qj", 5, "x")])


def test_the_order_of_two_games_of_a_round_on_two_days_is_irrelevant():
    days = (date(2026, 10, 3), date(2026, 10, 4))
    games = [game("A", "B", first_day=day, last_day=day) for day in days]
    assert outcome([A, B], club(*games)) == outcome([A, B], club(*reversed(games)))


def test_the_officer_can_leave_out_an_event_or_a_game():
    assert qj(outcome([A, B], club(game("A", "B"), excluded="twice")), "A").period_games == 0
    left = outcome([A, B], club(game("A", "B", excluded="wrong"), game("A", "B", round=2)))
    assert qj(left, "A").period_games == 1
    assert [item.reason for item in left.lines[0].reasons] == ["excluded-by-officer"]
