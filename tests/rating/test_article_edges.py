"""Where an article's words end: the day itself, the number itself, what is not there."""

from dataclasses import replace
from datetime import date, datetime, tzinfo
from fractions import Fraction

import pytest

from rating.editions import load
from rating.errors import EditionError, RatingError
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Event
from rating.steps import Period, Standing, UnratedGames

from .federation import earlier, event, game, held, member, outcome, row

JCF, NCS, NCS_2019, QJ, FIDE = (
    load(name) for name in ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl", "fide-2025-10")
)
OURS = Interpretations()
OCTOBER = Period(date(2026, 9, 21), date(2026, 10, 20))
UNRATED = Standing(None, None, 0, None)


def rated(rating, source="list"):
    return Standing(source, rating, 100, rating)


# periods and days


@pytest.mark.parametrize(
    ("day", "first"),
    [
        (date(2026, 9, 30), date(2026, 10, 1)),
        (date(2026, 10, 1), date(2026, 11, 1)),
        (date(2026, 12, 2), date(2027, 1, 1)),
    ],
)
def test_on_the_day_of_a_list_that_list_is_in_force_already(day, first):
    assert FIDE.shapes.list_following(FIDE, day) == first


def test_a_list_of_fide_has_the_first_of_a_month():
    with pytest.raises(RatingError, match="day 1 of a month"):
        FIDE.shapes.period(FIDE, date(2026, 11, 2))


def test_a_zone_that_does_not_say_its_offset_is_none():
    class Nowhere(tzinfo):
        def utcoffset(self, _moment):
            return None

    with pytest.raises(RatingError) as refusal:
        JCF.shapes.report_day(JCF, datetime(2026, 10, 20, 16, 30, tzinfo=Nowhere()))
    assert [problem.code for problem in refusal.value.problems] == ["naive-moment"]


def test_games_of_26_months_back_from_the_newest():
    # R83: of a newest game on 4 October 2026 from 5 August 2024.
    newest = Interpretations(r83="newest-game")
    for day, count in ((date(2024, 8, 5), 5), (date(2024, 8, 4), None)):
        games = (*earlier(1, day=day, rating=1800), *earlier(3, day=date(2026, 9, 1), rating=1800))
        found = FIDE.shapes.initial(FIDE, UnratedGames(games, earlier(1, rating=1800), OCTOBER), newest)
        assert (found and len(found.games)) == count
        if found:
            assert found.window == Period(date(2024, 8, 5), date(2026, 10, 4))


def test_the_2019_fee_is_due_within_a_week_of_the_report():
    due = NCS_2019.shapes.fee_due
    assert due(NCS_2019, date(2020, 1, 28), OCTOBER, OURS) == date(2020, 2, 4)


# fees


def test_a_tournament_after_the_meetings_of_the_same_club_is_paid_for():
    meetings = [
        event(game("A", "B"), id=f"w{day}", organizer="C", periodic=True, reported=date(2026, 10, day))
        for day in (1, 2)
    ]
    after = event(game("A", "B"), id="open", organizer="C", reported=date(2026, 10, 3))
    fees = NCS.shapes.fees(NCS, [after, *reversed(meetings)], OURS)
    # JPY 200 for each player of each report, of the meetings once.
    assert [(fee.event, fee.player, fee.yen) for fee in fees] == [
        ("w1", "A", 200), ("w1", "B", 200), ("open", "A", 200), ("open", "B", 200)
    ]  # fmt: skip


# tables


def with_steps(law, name, steps):
    return replace(law, values={**law.values, name: tuple(steps)})


def test_a_table_with_a_gap_gives_no_expected_score():
    steps = JCF.steps("expected_scores")
    gap = with_steps(JCF, "expected_scores", [step for step in steps if step.first != 4])
    assert JCF.shapes.expected_score(gap, 1500, 1503, "standard").pd == 50
    assert JCF.shapes.expected_score(gap, 1500, 1511, "standard").pd == 48
    short = with_steps(JCF, "expected_scores", steps[:3])
    for law, other in ((gap, 1504), (gap, 1510), (short, 1600)):
        with pytest.raises(EditionError) as refusal:
            JCF.shapes.expected_score(law, 1500, other, "standard")
        assert [problem.code for problem in refusal.value.problems] == ["table-gap"]


def test_a_table_of_percentages_with_a_gap_expects_nothing():
    steps = QJ.steps("percentage_expected")
    gap = with_steps(QJ, "percentage_expected", [step for step in steps if step.first != 4])
    short = with_steps(QJ, "percentage_expected", steps[:3])
    for law, average in ((gap, 1004), (gap, 1010), (short, 1100)):
        with pytest.raises(EditionError) as refusal:
            QJ.queensland.expected_of_event(law, 1000, Fraction(average))
        assert [problem.code for problem in refusal.value.problems] == ["table-gap"]


# first ratings


def initial(law, before, now, **chosen):
    return law.shapes.initial(law, UnratedGames(before, now, OCTOBER), Interpretations(**chosen))


@pytest.mark.parametrize("law", [JCF, NCS, NCS_2019, FIDE], ids=lambda law: law.id)
def test_without_a_new_game_nobody_gets_a_first_rating(law):
    drawn = earlier(8, rating=1800)
    assert initial(law, drawn, ()) is None
    assert initial(law, drawn[:7], drawn[7:]).rating == 1800


@pytest.mark.parametrize(("law", "needed"), [(JCF, 6), (NCS, 4), (NCS_2019, 4), (FIDE, 5)])
def test_a_game_too_few_gives_no_rating_and_the_games_are_those_of_the_rating(law, needed):
    drawn = earlier(needed, rating=1800)
    assert initial(law, drawn[2:], drawn[:1]) is None
    found = initial(law, drawn[1:], drawn[:1])
    assert (found.rating, len(found.games), found.floor_acted, found.decided) == (1800, needed, False, False)


def test_all_won_in_2019_is_for_the_officer_and_two_games_alone_are_not():
    won = earlier(4, score=2)
    assert initial(NCS_2019, won[:2], won[2:]) is None
    assert NCS_2019.shapes.decision(NCS_2019, won) == "all-won"
    assert NCS_2019.shapes.decision(NCS_2019, won[:3]) is None


@pytest.mark.parametrize("law", [NCS, NCS_2019], ids=lambda law: law.id)
def test_a_window_since_ever_begins_with_the_first_game(law):
    games = (*earlier(3, day=date(2026, 5, 4)), *earlier(1, day=date(2019, 3, 2)))
    assert initial(law, games, earlier(1)).window == Period(date(2019, 3, 2), OCTOBER.last)


@pytest.mark.parametrize("law", [JCF, NCS, NCS_2019, FIDE], ids=lambda law: law.id)
def test_games_of_a_first_rating_are_shown_by_day_opponent_score_and_key(law):
    in_order = [
        EarlierGame("standard", date(2026, 9, 1), 1800, 1, ref="b"),
        EarlierGame("standard", date(2026, 9, 2), 1700, 1, ref=None),
        EarlierGame("standard", date(2026, 9, 2), 1800, 0, ref="a"),
        EarlierGame("standard", date(2026, 9, 2), 1800, 2, ref=None),
        EarlierGame("standard", date(2026, 9, 2), 1800, 2, ref="A"),
        EarlierGame("standard", date(2026, 9, 2), 1800, 2, ref="a"),
    ]
    found = initial(law, in_order[:1:-1], in_order[1::-1])
    assert list(found.games) == in_order


def test_1400_itself_is_a_rating_of_fides_list():
    # Five draws with 1240 and the two with 1800: 9800/7 = 1400.
    drawn = earlier(5, rating=1240)
    assert initial(FIDE, drawn[1:], drawn[:1]).rating == 1400
    # One opponent with 1233: 9793/7 = 1399.
    less = (*drawn[2:], *earlier(1, rating=1233))
    assert initial(FIDE, less, drawn[:1]) is None


def test_of_two_events_of_a_day_the_unknown_one_may_have_been_the_first():
    day = date(2026, 9, 1)
    zero = [EarlierGame("standard", day, 1700, 0, event="E1")] * 4
    unknown = [EarlierGame("standard", day, 1800, 1)]
    assert len(initial(FIDE, (*zero, *unknown), earlier(1, rating=1800)).games) == 6
    later = [EarlierGame("standard", day, 1800, 1, event="E2")]
    assert initial(FIDE, (*zero, *later), earlier(1, rating=1800)) is None


def test_one_game_has_a_performance_with_the_supposed_draws():
    # (1500 + 3600)/3 = 1700, a draw.
    assert FIDE.shapes.performance(FIDE, earlier(1), OURS).pr == 1700


@pytest.mark.parametrize(
    ("chosen", "ra", "p", "pr"),
    [
        ({}, Fraction(4505, 3), 67, 1627),
        ({"r6": "cut-mean"}, Fraction(1501), 67, 1626),
        ({"r6": "cut-percentage"}, Fraction(4505, 3), 66, 1619),
    ],
)
def test_r6_says_what_is_rounded_of_a_performance(chosen, ra, p, pr):
    # 4 of 6 halves: 66.67 %, dp 125 (Table 2: 67) or 117 (66).
    games = (*earlier(1, rating=1501, score=2), *earlier(2, rating=1502, score=1))
    found = JCF.shapes.performance(JCF, games, Interpretations(**chosen))
    assert (found.ra, found.p, found.pr) == (ra, p, pr)


# who counts as rated, and takes what over


@pytest.mark.parametrize("law", [JCF, NCS], ids=lambda law: law.id)
def test_the_other_type_is_one_that_is_held(law):
    def other(standard, rapid=UNRATED, type="rapid"):
        return law.shapes.other_type(law, type, {"standard": standard, "rapid": rapid})

    assert other(rated(1500)) == ("standard", 1500)
    assert other(rated(1500, "fide")) == ("standard", 1500)
    assert other(rated(1500, "adopted")) is None
    assert other(UNRATED) is None
    assert other(rated(1500), type="standard") is None
    assert law.shapes.other_type(law, "rapid", {}) is None


def test_of_fides_types_standard_alone_is_taken_over_and_held():
    def other(type, **standings):
        return FIDE.shapes.other_type(FIDE, type, standings)

    assert other("rapid", standard=rated(1500)) == ("standard", 1500)
    assert other("blitz", standard=rated(1500, "adopted")) is None
    assert other("blitz", standard=UNRATED, rapid=rated(1500)) is None
    assert other("standard", standard=rated(1500)) is None
    assert other("rapid") is None


@pytest.mark.parametrize(
    ("white", "black", "apart"),
    [
        (rated(2601), rated(2001), 600),
        (rated(2001), rated(2601), 600),
        (rated(2601), rated(2002), None),
        (rated(2600), rated(1900), None),
        (rated(2700), UNRATED, None),
        (UNRATED, rated(2700), None),
        (UNRATED, UNRATED, None),
    ],
)
def test_rapid_and_blitz_games_600_apart_with_one_above_2600_are_not_rated(white, black, apart):
    for type, found in (("rapid", apart), ("blitz", apart), ("standard", None)):
        assert FIDE.shapes.too_far_apart(FIDE, type, white, black) == found


def test_a_one_time_membership_holds_in_2022_and_where_2019_is_read_so():
    day, too = date(2026, 5, 1), Interpretations(r122="one-time-too")
    for law, switches, counts in (
        (NCS, OURS, True),
        (NCS_2019, OURS, False),
        (NCS_2019, too, True),
        (JCF, too, False),
    ):
        assert law.shapes.membership(law, [], day, day, False, switches) == day
        assert law.shapes.membership(law, [], day, day, True, switches) == (None if counts else day)


def test_45_minutes_are_standard_in_an_event_that_is_not_told_to_be_fides():
    assert NCS.shapes.rating_type(NCS, 45) == "standard"
    assert NCS.shapes.rating_type(NCS, 45, True) == "rapid"


@pytest.mark.parametrize(("higher", "minutes"), [(1799, 60), (1800, 90), (2400, 120)])
def test_1_1_says_the_minutes_of_a_standard_game(higher, minutes):
    needed = FIDE.shapes.rate_of_play
    assert needed(FIDE, "standard", rated(1500), rated(higher), OURS) == minutes
    assert needed(FIDE, "standard", rated(higher), UNRATED, OURS) == minutes
    assert needed(FIDE, "rapid", rated(higher), UNRATED, OURS) is None


def test_that_a_rating_was_once_taken_over_stays_known():
    once = member("A", ratings={"standard": held(1600, adopted=True), "rapid": held(1600)})
    for law in (JCF, NCS, FIDE):
        found = outcome([once], edition=law)
        assert (row(found, "A").adopted, row(found, "A", "rapid").adopted) == (True, False)


# matches


def match(*results, games=4):
    """Rounds of A (white) against B, told from the last to the first."""
    played = [game("A", "B", result, round=n) for n, result in enumerate(results, 1)]
    return Event(
        "M", reported=OCTOBER.first, last_day=OCTOBER.first, games=tuple(reversed(played)), match_games=games
    )


@pytest.mark.parametrize(
    ("results", "won", "over_the_board"),
    [
        (("1-0", "1-0", "1/2-1/2", "1-0"), 3, 3),
        (("1-0", "1-0", "0-1", "0-1"), None, None),
        (("+--", "1-0", "---", "1/2-1/2"), 4, None),
        (("+--", "0-1", "0-1", "1/2-1/2"), 4, 4),
        (("--+", "0-1", "---", "1/2-1/2"), 4, None),
        (("--+", "1-0", "1-0", "1/2-1/2"), 4, 4),
        (("--+", "--+", "--+", "1/2-1/2"), 3, None),
        (("+--", "+--", "+--", "1/2-1/2"), 3, None),
    ],
)
def test_a_match_is_won_with_more_than_half_of_its_points_forfeits_among_them_or_not(
    results, won, over_the_board
):
    assert FIDE.shapes.match_won(FIDE, match(*results), OURS) == won
    # R112: a point by forfeit wins it or does not.
    alone = Interpretations(r112="played-alone")
    assert FIDE.shapes.match_won(FIDE, match(*results), alone) == over_the_board
    assert FIDE.shapes.match_won(FIDE, match(*results, games=None), OURS) is None
