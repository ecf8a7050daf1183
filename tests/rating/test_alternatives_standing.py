"""Alternatives by their own number (test_alternatives.py): who is rated, who is on a list, what is owed."""

from datetime import date

import pytest

from rating.fee_statement import fees_owed
from rating.interpretations import Interpretations
from rating.records import Held, Member
from rating.steps import Standing

from .federation import earlier, event, game, member, outcome, row
from .test_alternatives import FIDE, JCF, NCS, NCS_2019, OURS, rated


def test_r13_the_floor_acts_from_the_first_list_or_before_its_games():
    low = Held(950, 10, 980)
    last = Interpretations(r13="from-last-list")
    assert JCF.shapes.opening(JCF, low, OURS) == low
    assert JCF.shapes.opening(JCF, low, last) == Held(1000, 10, 1000)
    assert JCF.shapes.opening(JCF, Held(950, 10, 1500), last) == Held(1000, 10, 1500)


def test_r37_a_fee_is_due_by_the_end_of_the_month_of_the_period_or_of_the_report():
    period = NCS.shapes.period(NCS, date(2022, 12, 1))
    reported = date(2022, 10, 25)
    assert NCS.shapes.fee_due(NCS, reported, period, OURS) == date(2022, 11, 30)
    assert NCS.shapes.fee_due(NCS, reported, period, Interpretations(r37="of-report")) == date(2022, 10, 31)
    january = NCS.shapes.period(NCS, date(2023, 1, 1))
    assert NCS.shapes.fee_due(NCS, reported, january, OURS) == date(2022, 12, 31)


def test_r32_a_player_pays_once_or_once_to_each_organizer():
    events = [
        event(game("A", "B"), id="E1", organizer="C", reported=date(2020, 10, 9)),
        event(game("A", "D"), id="E2", organizer="F", reported=date(2020, 10, 8)),
    ]

    def owed(**chosen):
        fees = NCS_2019.shapes.fees(NCS_2019, events, Interpretations(**chosen))
        return [(fee.organizer, fee.player) for fee in fees]

    # E2 was reported first.
    assert owed() == [("F", "A"), ("F", "D"), ("C", "B")]
    assert owed(r32="each-organizer") == [("F", "A"), ("F", "D"), ("C", "A"), ("C", "B")]


@pytest.mark.parametrize(
    ("report", "owed"),
    [
        (event(game("A", "B"), excluded="arranged"), 0),
        (event(game("A", "B", excluded="arranged"), game("A", "C", round=2)), 3),
        (event(game("A", "B", excluded="arranged"), game("A", "C", "+--", round=2)), 0),
        (event(game("A", "B"), organizer_refused="not registered"), 0),
        (event(game("A", "B"), type=None, minutes_at_60=10), 0),  # Reference: 10 minutes or less is blitz
        (event(game("A", "B"), type=None, minutes_at_60=11), 2),
        (event(game("A", "B"), reported=date(2027, 1, 3)), 0),  # 3(6): the ninety days end on 2 January
        (event(game("A", "B"), reported=date(2027, 1, 2)), 2),
        (event(game("A", "B"), reported=date(2027, 1, 3), late_accepted=True), 2),
        (event(game("A", "B"), fee_unpaid="not paid"), 2),  # else it would not be owed because it is not paid
    ],
)
def test_r114_no_fee_is_owed_for_a_report_of_which_nothing_can_be_rated(report, owed):
    def yen(word):
        list_date = date(2026, 11, 1) if report.reported.year == 2026 else date(2027, 2, 1)
        found = fees_owed(NCS, [report], list_date, Interpretations(r114=word))
        return sum(item.yen for item in found)

    played = {p for g in report.games if g.result != "+--" for p in (g.white, g.black)}
    assert yen("owed") == 200 * len(played)
    assert yen("not-owed") == 200 * owed


def test_r114_the_fee_of_the_period_falls_due_with_the_next_report():
    events = [
        event(game("A", "B"), id="E1", organizer="C", reported=date(2026, 10, 8), excluded="refused, 3(2)"),
        event(game("A", "D"), id="E2", organizer="F", reported=date(2026, 10, 9)),
    ]

    def owed(word):
        found = fees_owed(NCS_2019, events, date(2026, 11, 1), Interpretations(r114=word))
        return [(fee.event, fee.player) for fee in found]

    assert owed("owed") == [("E1", "A"), ("E1", "B"), ("E2", "D")]
    assert owed("not-owed") == [("E2", "A"), ("E2", "D")]


def test_r74_whoever_is_rated_now_stands_for_others_as_he_stood_then():
    then, now, gone = rated(1500), rated(1600), Standing(None, None, 0, None)
    for word, without in (("rated-then", then), ("unrated", gone)):
        switches = Interpretations(r74=word)
        assert FIDE.shapes.in_event(FIDE, now, then, False, switches) == then
        assert FIDE.shapes.in_event(FIDE, gone, then, False, switches) == without
        assert FIDE.shapes.in_event(FIDE, now, gone, False, switches) == gone
        assert FIDE.shapes.in_event(FIDE, gone, then, True, switches) == gone
        assert FIDE.shapes.in_event(FIDE, now, gone, True, switches) == now
        assert FIDE.shapes.in_event(FIDE, now, then, True, switches).rating == 1500


@pytest.mark.parametrize("own", ["list", "fide", "adopted"])
@pytest.mark.parametrize("other", ["list", "adopted", None])
def test_r5_who_may_adopt_is_rated_for_everyone_or_for_holders_alone(own, other):
    player, opponent = Standing(own, 1500, 0, 1500), Standing(other, 1500 if other else None, 0, None)
    counts = JCF.shapes.counts_as_rated
    assert counts(JCF, player, opponent, OURS)
    holders = Interpretations(r5="rated-for-holders")
    assert counts(JCF, player, opponent, holders) == (own != "adopted" or other == "list")
    assert not counts(JCF, Standing(None, None, 0, None), opponent, OURS)


@pytest.mark.parametrize(
    ("member", "without_both", "highest"),
    [
        (Member("A", jca=1500, fide={"standard": 1600}, foreign=1700), 1600, 1700),
        (Member("A", jca=1500, foreign=1700), 1500, 1700),
        (Member("A", jca=1800, foreign=1700), 1800, 1800),
        (Member("A", foreign=1700), 1700, 1700),
        (Member("A"), None, None),
    ],
)
def test_r96_another_countrys_rating_is_for_who_has_no_other_or_is_the_third(member, without_both, highest):
    for word, rating in (("without-both", without_both), ("highest", highest)):
        taken = NCS_2019.shapes.outside_rating(NCS_2019, member, Interpretations(r96=word))
        assert (taken and taken[1]) == rating


def test_r97_who_is_rated_for_holders_alone_does_not_meet_a_ur_player_at_zero():
    ur, adopter = Standing(None, None, 0, None), Standing("adopted", 1500, 0, 1500)
    zero = {"r7": "rated-at-zero"}
    for player, chosen, at in (
        (adopter, zero, 0),
        (adopter, zero | {"r5": "rated-for-holders"}, None),
        (adopter, zero | {"r5": "rated-for-holders", "r97": "rated"}, 0),
        (rated(1500), zero | {"r5": "rated-for-holders"}, 0),
        (rated(1500), {"r97": "rated"}, None),
    ):
        assert NCS.shapes.rating_of_unrated(NCS, ur, player, Interpretations(**chosen)) == at


def test_r85_who_joins_with_a_fide_rating_of_the_list_is_on_it_once():
    def brought(joined, rating=1700, **chosen):
        member = Member("A", joined=joined, fide={} if rating is None else {"standard": rating})
        return FIDE.shapes.fide(FIDE, member, "standard", date(2026, 11, 1), Interpretations(**chosen))

    for day, rating in ((date(2026, 10, 1), None), (date(2026, 10, 2), 1700), (date(2026, 11, 1), 1700)):
        assert brought(day) == rating
    assert brought(date(2026, 11, 2)) is None
    assert brought(None) is None
    october = date(2026, 10, 9)
    assert (brought(october, 1399), brought(october, 1400), brought(october, None)) == (None, 1400, None)
    assert brought(october, r85="unrated") is None
    assert brought(date(2020, 1, 1), r85="on-the-list") is None


def test_r19_who_joined_by_the_lists_date_or_by_the_end_of_the_period_has_his_fide_rating():
    def brought(joined, **chosen):
        member = Member("A", joined=joined, fide={"standard": 1850})
        return JCF.shapes.fide(JCF, member, "standard", date(2026, 11, 1), Interpretations(**chosen))

    assert [brought(date(2026, 11, day)) for day in (1, 2)] == [1850, None]
    by_period = {"r19": "period-end"}
    assert [brought(date(2026, 10, day), **by_period) for day in (20, 21)] == [1850, None]
    assert brought(None) == 1850


def test_r118_the_fide_rating_of_who_joined_before_october_2024_is_adopted_or_not():
    def brought(joined, membership=(), **chosen):
        member = Member("A", joined=joined, membership=membership, fide={"standard": 1850})
        return JCF.shapes.fide(JCF, member, "standard", date(2026, 11, 1), Interpretations(**chosen))

    before, since = date(2024, 9, 30), date(2024, 10, 1)
    for joined in (date(2015, 4, 1), before, since, None):
        assert brought(joined) == 1850
        assert brought(joined, r118="joined-since") == (1850 if joined == since else None)
    # Without a day of joining it is that of the first membership.
    later, first = (date(2026, 4, 1), date(2027, 3, 31)), (since, date(2025, 9, 30))
    assert brought(None, (later, first), r118="joined-since") == 1850
    assert brought(None, (later, (before, before)), r118="joined-since") is None


def test_r118_who_joined_before_and_has_no_rating_is_ur():
    """Six draws with 1800, of which five were kept, give him an initial rating (6(3))."""
    old = member("A", fide={"standard": 1800}, joined=date(2015, 4, 1), earlier_games=earlier(5, rating=1800))
    people = [old, member("B", 1800)]
    drawn = event(game("A", "B", "1/2-1/2"))
    assert row(outcome(people, drawn), "A").how == "rated"
    found = row(outcome(people, drawn, switches=Interpretations(r118="joined-since")), "A")
    assert (found.how, found.rating, found.games) == ("initial", 1800, 6)
