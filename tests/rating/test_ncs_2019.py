"""The edition of September 2019, article by article."""

from datetime import date

import pytest

from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.outcome import Decision
from rating.records import Adjustment, EarlierGame
from rating.steps import Fee, KFacts, Period, Standing

from .federation import event, game, held, line, member, reasons
from .federation import outcome as reckoned
from .federation import row as row_of

LAW = load("ncs-2019-09")
DO = LAW.shapes
OURS = Interpretations()


def ncs(id, rating, games=100, peak=None, **more):
    return member(id, ratings={"ncs": held(rating, games, peak)}, **more)


A, B, U = ncs("A", 1500), ncs("B", 1500), member("U")


def outcome(members, *events, **more):
    return reckoned(members, *events, edition=LAW, **more)


def row(result, id):
    return row_of(result, id, "ncs")


def test_the_list_of_the_1st_takes_reports_to_the_20th():
    assert DO.period(LAW, date(2019, 10, 1)) == Period(date(2019, 8, 21), date(2019, 9, 20))


def test_standard_and_rapid_games_enter_one_rating():
    games = [event(game("A", "B"), id="S"), event(game("A", "B"), id="R", type="rapid")]
    result = outcome([A, B], *games)
    assert list(result.lists) == ["ncs"]
    assert (row(result, "A").change, row(result, "A").games) == (2000, 102)
    assert {item.type for item in result.lines} == {"ncs"}


@pytest.mark.parametrize(("minutes", "type"), [(60, "standard"), (59, "rapid"), (11, "rapid"), (10, None)])
def test_more_than_ten_minutes_are_rated(minutes, type):
    assert DO.rating_type(LAW, minutes) == type


@pytest.mark.parametrize(
    ("changes", "rounded"), [([-250], -2), ([250], 3), ([-251], -3), ([-50], 0), ([50], 1), ([-20, -30], 0)]
)
def test_the_resulting_rating_is_rounded_half_up(changes, rounded):
    assert DO.rounding(LAW, changes, OURS) == rounded


def test_1600_less_two_and_a_half_is_1598():
    strong = ncs("A", 2450), ncs("B", 2415)
    drawn = event(*(game("A", "B", "1/2-1/2", round=n) for n in range(1, 6)))
    assert row(outcome(strong, drawn), "A").rating == 2450 - 2


@pytest.mark.parametrize(
    ("games", "rating", "born", "wanted", "reason"),
    [
        (100, 2400, None, 10, "top"),
        (100, 2399, None, 20, "usual"),
        (5, 2400, date(2010, 1, 1), 10, "top"),
        (17, 1500, None, 40, "new"),
        (18, 1500, None, 20, "usual"),
        (18, 2399, date(2009, 1, 1), 40, "junior"),
        (18, 1500, date(2008, 1, 1), 20, "usual"),
    ],
)
def test_k_by_the_rating_of_now_games_and_age(games, rating, born, wanted, reason):
    standing = Standing("list", rating, games, 2500)
    found = DO.k_factor(LAW, KFacts(standing, (standing,), born, date(2026, 10, 4), date(2026, 11, 1)), OURS)
    assert (found.k, found.reason) == (wanted, reason)


def test_a_late_report_counts_all_the_same():
    assert DO.report_deadline(LAW, date(2019, 10, 4)) == date(2019, 10, 11)
    late = event(game("A", "B"), last_day=date(2026, 1, 1))
    assert line(outcome([A, B], late), "A").counts


def test_a_one_time_membership_is_not_yet_known():
    guest = ncs("G", 1500, membership=())
    assert reasons(outcome([A, guest], event(game("A", "G"), one_time=("G",))), "A") == ["not-a-member"]


def test_every_reason_has_its_article():
    result = outcome(
        [A, member("U", membership=())],
        event(
            game("A", "U", "+--", excluded="x"), type=None, minutes_at_60=10, organizer_refused="not received"
        ),
    )
    assert [(item.reason, item.article) for item in line(result, "A").reasons] == [
        ("excluded-by-officer", "3(2)"),
        ("organizer", "3(5)"),
        ("too-fast", "1(1)"),
        ("not-a-member", "1(1)"),
        ("forfeit", "4(6)"),
        ("unrated-player", "4(6)"),
    ]


# 2(3): a rating taken over


@pytest.mark.parametrize(
    ("more", "previous", "source"),
    [
        ({"jca": 1600, "fide": {"standard": 1700}}, 1700, "FIDE standard"),
        ({"jca": 1700, "fide": {"standard": 1600}}, 1700, "JCA"),
        ({"jca": 1600, "fide": {"rapid": 1900}}, 1600, "JCA"),
        ({"jca": 1600, "foreign": 2000}, 1600, "JCA"),
        ({"foreign": 1800}, 1800, "another country"),
    ],
)
def test_the_higher_of_jca_and_fide_standard_is_taken(more, previous, source):
    found = row(outcome([A, member("N", **more)], event(game("N", "A"))), "N")
    assert (found.how, found.previous, found.taken_from, found.taken_under) == (
        "adopted",
        previous,
        source,
        "2(3)",
    )


def test_a_rating_is_taken_over_only_with_a_rated_game():
    assert outcome([member("N", jca=1600)]).lists == {"ncs": ()}
    two = outcome([member("N", jca=1600), member("M", jca=1600)], event(game("N", "M")))
    assert [item.how for item in two.lists["ncs"]] == ["adopted", "adopted"]


# 2(4): initial ratings


def four(result: str, opponent: str = "A"):
    return event(*(game("U", opponent, result, round=n) for n in range(1, 5)))


def test_four_valid_games_make_a_rating():
    found = row(outcome([A, U], four("1/2-1/2")), "U")
    assert (found.how, found.rating, found.games, found.marks) == ("initial", 1500, 4, ("provisional",))


@pytest.mark.parametrize(("result", "reason"), [("1-0", "all-won"), ("0-1", "all-lost")])
def test_all_won_or_all_lost_is_for_the_officer(result, reason):
    found = outcome([A, U], four(result))
    assert [(item.id, item.type, item.reason) for item in found.decisions] == [("U", "ncs", reason)]
    assert [item.id for item in found.lists["ncs"]] == ["A"]
    assert len(found.earlier_games["U"]) == 4


def test_three_won_games_ask_nothing_yet():
    won = event(*(game("U", "A", round=n) for n in range(1, 4)))
    assert outcome([A, U], won).decisions == ()


def test_the_officer_enters_the_rating():
    found = outcome([A, member("U", decided={"ncs": 1777})], four("1-0"))
    entered = row(found, "U")
    assert (entered.how, entered.rating, entered.games) == ("initial", 1777, 4)
    assert entered.initial.decided
    assert entered.initial.performance.pr == 1580
    assert found.decisions == ()
    assert found.earlier_games == {}


def test_the_officer_can_enter_it_later_without_a_new_game():
    old = tuple(EarlierGame("ncs", date(2019, 9, 1), 1500, 2) for _ in range(4))
    asked_before = outcome([member("U", earlier_games=old)])
    assert asked_before.decisions == ()
    assert asked_before.earlier_games["U"] == old
    assert row(outcome([member("U", earlier_games=old, decided={"ncs": 1600})]), "U").rating == 1600


def test_r106_who_was_left_unrated_is_asked_about_with_a_new_game_or_on_every_list():
    every = Interpretations(r106="every-list")
    won = tuple(EarlierGame("ncs", date(2019, 9, 1), 1500, 2) for _ in range(4))
    asked = [Decision("U", "ncs", "all-won")]
    for new, by_new_game in (((), []), ((game("U", "A"),), asked)):
        people = [A, member("U", earlier_games=won)]
        assert list(outcome(people, event(*new)).decisions) == by_new_game
        assert list(outcome(people, event(*new), switches=every).decisions) == asked
    # Three games ask nothing, one draw among them neither; nor who may take a rating over.
    for nobody in (
        member("U", earlier_games=won[:3]),
        member("U", earlier_games=(*won[:3], EarlierGame("ncs", date(2019, 9, 2), 1500, 1))),
        member("U", earlier_games=won, jca=1500),
        member("U", earlier_games=won, decided={"ncs": 1600}),
    ):
        assert outcome([nobody], switches=every).decisions == ()


def test_games_are_decided_on_as_they_were_asked_about_whatever_r105_says():
    """A question that has changed is no longer the one that was answered."""
    kept = tuple(EarlierGame("ncs", date(2019, 9, 1), 1400, 2, opponent="A") for _ in range(4))
    decided = [A, member("U", earlier_games=kept, decided={"ncs": 1600})]
    entered = row(outcome(decided, switches=Interpretations(r105="of-list-before")), "U")
    assert entered.rating == 1600
    assert [game.opponent_rating for game in entered.initial.games] == [1400] * 4


@pytest.mark.parametrize(
    "people", [[ncs("A", 1500, decided={"ncs": 1600})], [member("U", decided={"ncs": 1600})]]
)
def test_a_decision_nobody_asked_for_is_not_used_and_says_so(people):
    found = outcome(people)
    assert [item.code for item in found.notices if item.code != "no-birth-date"] == ["decision-not-needed"]


def test_games_of_two_ur_players_are_no_valid_games():
    assert outcome([U, member("V")], event(game("U", "V"))).earlier_games == {}


# 3(4): fees


def test_a_player_pays_once_in_a_period():
    events = [
        event(game("A", "B"), id="E2", organizer="C", reported=date(2019, 10, 6)),
        event(game("A", "B"), game("A", "D", round=2), id="E1", organizer="E", reported=date(2019, 10, 7)),
    ]
    assert DO.fees(LAW, events, OURS) == (
        Fee("C", "E2", "A", 200),
        Fee("C", "E2", "B", 200),
        Fee("E", "E1", "D", 200),
    )


def test_an_unpaid_fee_is_no_sanction():
    assert line(outcome([A, B], event(game("A", "B"), fee_unpaid="no")), "A").counts


# 5


@pytest.mark.parametrize(("games", "marks"), [(16, ("provisional",)), (17, ())])
def test_under_18_games_a_rating_is_provisional(games, marks):
    assert row(outcome([ncs("A", 1500, games=games), B], event(game("A", "B"))), "A").marks == marks


@pytest.mark.parametrize("announced", [date(2026, 5, 1), date(2025, 1, 1)])
def test_the_board_can_adjust_half_a_year_after_it_was_announced(announced):
    raise_all = Adjustment("A", "ncs", 100, "Board 2026/3", announced)
    found = row(outcome([A, B], event(game("B", "A")), adjustments=[raise_all]), "A")
    assert (found.change, found.adjusted, found.rating, found.peak) == (-1000, 100, 1590, 1590)


@pytest.mark.parametrize("announced", [None, date(2026, 5, 2)])
def test_an_adjustment_that_was_not_announced_in_time_is_refused(announced):
    with pytest.raises(RatingError, match="announced 6 months before 2026-11-01"):
        outcome([A], adjustments=[Adjustment("A", "ncs", 100, "Board 2026/3", announced)])


def test_no_published_list_is_closed():
    assert DO.is_open(LAW, date(2019, 10, 1), date(2026, 10, 1))


def test_a_rating_of_a_later_type_is_refused():
    with pytest.raises(RatingError, match="unknown-type"):
        outcome([member("A", 1500)])


def test_an_unknown_event_type_is_refused_with_those_there_are():
    with pytest.raises(RatingError, match="standard, rapid"):
        outcome([A, B], event(game("A", "B"), type="ncs"))
