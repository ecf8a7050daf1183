"""Each alternative of a reading by its own number, worked by hand from the words of the reading: that two
alternatives differ (test_interpretations.py) does not say which of them is which."""

from dataclasses import replace
from datetime import date

import pytest

from rating.editions import load
from rating.interpretations import Interpretations
from rating.records import EarlierGame, EventPerformance, Held, Member
from rating.steps import KFacts, Period, Standing, UnratedGames

from .federation import ALWAYS, earlier, event, game, outcome, row

JCF, NCS, NCS_2019, QJ, FIDE = (
    load(name) for name in ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl", "fide-2025-10")
)
OURS = Interpretations()
OCTOBER = Period(date(2026, 9, 21), date(2026, 10, 20))
MAY_3, MAY_5, JUNE_1 = date(2026, 5, 3), date(2026, 5, 5), date(2026, 6, 1)


def rated(rating, games=100, peak=None, **more):
    return Standing("list", rating, games, peak or rating, **more)


def k(law, standing, *, born=date(1980, 1, 1), other=None, day=MAY_3, list_date=JUNE_1, **chosen):
    everything = (standing,) if other is None else (standing, other)
    facts = KFacts(standing, everything, born, day, list_date)
    return law.shapes.k_factor(law, facts, Interpretations(**chosen))


def test_r3_the_age_is_that_of_the_year_of_the_game_or_of_the_list():
    # 19 on 1 January 2027, 18 on 1 January 2026.
    days = {"born": date(2007, 12, 31), "day": date(2026, 12, 28), "list_date": date(2027, 2, 1)}
    assert k(JCF, rated(1800), **days).k == 40
    assert k(JCF, rated(1800), r3="year-of-list", **days).k == 20


@pytest.mark.parametrize(
    ("standing", "born", "ten_first", "forty_first"),
    [
        (rated(2410), date(1980, 1, 1), 10, 10),
        (rated(2410, games=3), date(1980, 1, 1), 10, 40),
        (rated(2410), None, 10, 10),
    ],
)
def test_r4_ten_comes_before_forty_or_after_it(standing, born, ten_first, forty_first):
    assert k(JCF, standing, born=born).k == ten_first
    assert k(JCF, standing, born=born, r4="forty-first").k == forty_first


def test_r4_forty_first_holds_for_a_junior_too():
    # 2019 4(3): every junior has 40, also one who stands at 2400.
    assert k(NCS_2019, rated(2400), born=date(2010, 1, 1)).k == 10
    assert k(NCS_2019, rated(2400), born=date(2010, 1, 1), r4="forty-first").k == 40


def test_r14_only_who_took_his_rating_over_loses_the_rule_of_few_games():
    for adopted, like_everyone, initial_only in ((True, 40, 20), (False, 40, 40)):
        standing = rated(1800, games=29, adopted=adopted)
        assert k(JCF, standing).k == like_everyone
        assert k(JCF, standing, r14="initial-only").k == initial_only
    assert k(JCF, rated(1800, games=30, adopted=True), r14="initial-only").k == 20


@pytest.mark.parametrize(
    ("born", "birthday", "day_before"),
    [
        (date(2007, 1, 1), 20, 20),  # 19 on 1 January 2026
        (date(2007, 1, 2), 40, 20),
        (date(2007, 1, 3), 40, 40),
        (date(2007, 1, 31), 40, 40),
        (date(2007, 12, 31), 40, 40),
        (date(2006, 12, 31), 20, 20),
    ],
)
def test_r22_an_age_is_reached_on_the_birthday_or_the_day_before(born, birthday, day_before):
    assert k(JCF, rated(1800), born=born).k == birthday
    assert k(JCF, rated(1800), born=born, r22="day-before").k == day_before


def test_r12_and_r62_count_games_and_peaks_by_type_or_of_both():
    few, many = rated(1800, games=10), rated(1800, games=20)
    assert k(JCF, few, other=many).k == 40
    assert k(JCF, few, other=many, r12="both-types").k == 20
    strong = rated(1800, peak=2400)
    assert k(JCF, rated(1800), other=strong).k == 20
    assert k(JCF, rated(1800), other=strong, r62="both-types").k == 10


def test_r80_and_r81_say_which_peak_and_which_year_a_junior_of_fide_has():
    born = date(2010, 1, 1)
    assert k(FIDE, rated(2200, peak=2300), born=born).k == 20
    assert k(FIDE, rated(2200, peak=2300), born=born, r80="at-present").k == 40
    # 18 in 2026: the list before that of January 2027 is December's, the game one of January.
    days = {"born": date(2008, 6, 1), "day": date(2027, 1, 2), "list_date": date(2027, 1, 1)}
    assert k(FIDE, rated(1800), **days).k == 40
    assert k(FIDE, rated(1800), r81="year-of-game", **days).k == 20


@pytest.mark.parametrize(("law", "born", "missing"), [(FIDE, None, True), (FIDE, date(1980, 1, 1), False)])
def test_a_birth_date_is_missing_only_where_none_is_known(law, born, missing):
    assert k(law, rated(1800), born=born).birth_date_missing is missing
    # Who ever reached 2300 has no junior's K at any age: nothing is missing.
    assert k(law, rated(2200, peak=2300), born=born).birth_date_missing is False


@pytest.mark.parametrize("law", [JCF, NCS, NCS_2019], ids=lambda law: law.id)
def test_r68_is_no_limit_or_seven_hundred_by_the_games(law):
    # 18 × 40 = 720, 17 × 40 = 680.
    for games, limited in ((17, 40), (18, 38), (39, 17)):
        assert law.shapes.k_limit(law, 40, games, OURS) == 40
        assert law.shapes.k_limit(law, 40, games, Interpretations(r68="seven-hundred")) == limited


def test_r30_ninety_days_begin_with_the_last_day_or_with_the_first():
    # 90 days after 1 May are 30 July, after 3 May 1 August.
    days = (date(2026, 5, 1), MAY_3)
    late = NCS.shapes.late
    assert late(NCS, date(2026, 8, 1), MAY_3, days, OURS) is None
    assert late(NCS, date(2026, 8, 2), MAY_3, days, OURS) == date(2026, 8, 1)
    first = Interpretations(r30="first-day")
    assert late(NCS, date(2026, 7, 30), MAY_3, days, first) is None
    assert late(NCS, date(2026, 8, 1), MAY_3, days, first) == date(2026, 7, 30)


@pytest.mark.parametrize("last_day", [date(2026, 7, 1), date(2026, 7, 9), date(2026, 7, 31)])
def test_r84_the_third_list_after_an_event_is_the_last_or_the_second(last_day):
    # Of July the third list is that of 1 October, which closes on 28 September; the second on 29 August.
    late = FIDE.shapes.late
    for switches, closes in (
        (OURS, date(2026, 9, 28)),
        (Interpretations(r84="second-list"), date(2026, 8, 29)),
    ):
        assert late(FIDE, closes, last_day, (last_day, last_day), switches) is None
        after = closes.replace(day=closes.day + 1)
        assert late(FIDE, after, last_day, (last_day, last_day), switches) == closes


@pytest.mark.parametrize(
    ("law", "switch", "without"),
    [(NCS_2019, "r65", 0), (FIDE, "r82", 0), (NCS, "r70", 2)],
    ids=lambda value: getattr(value, "id", value),
)
def test_games_of_a_ur_player_count_or_begin_anew(law, switch, without):
    games = [EarlierGame("standard", MAY_3, 1500, 1, assumed=assumed) for assumed in (True, False, False)]
    # FIDE counts games against rated opponents alone, also where others are kept (R101).
    assert law.shapes.games_of_unrated(law, games, OURS) == (2 if law is FIDE else 3)
    assert law.shapes.games_of_unrated(law, games, Interpretations(**{switch: "not-counted"})) == without


R105 = {"r105": "of-list-before"}


def first_of(law, met, *people, **chosen):
    """U's row, who draws with A, 1700, now and has drawn with others before."""
    type = law.shapes.types(law)[0]
    kept = [
        EarlierGame(type, date(2026, 9, 1), rating, 1, assumed=assumed, opponent=who)
        for who, rating, assumed in met
    ]
    everyone = [Member("U", earlier_games=tuple(kept)), *people]
    if "A" not in {one.id for one in people}:
        everyone.append(Member("A", ratings={type: Held(1700, 50, 1700)}))
    everyone = [replace(one, membership=ALWAYS) for one in everyone]
    played = event(game("U", "A", "1/2-1/2"), type="standard")
    return row(outcome(everyone, played, edition=law, switches=Interpretations(**chosen)), "U", type)


@pytest.mark.parametrize("law", [JCF, NCS, NCS_2019], ids=lambda law: law.id)
def test_r105_an_opponent_enters_at_the_rating_of_his_game_or_of_the_list_before(law):
    type = law.shapes.types(law)[0]
    b = Member("B", ratings={type: Held(1500, 50, 1500)})
    # Two draws with B at 1400, who stands at 1500; C is on no register; two with nobody knows whom.
    met = [("B", 1400, False)] * 2 + [("C", 1450, False)] + [(None, 1600, False)] * 2
    assert first_of(law, met, b).rating == (2 * 1400 + 1450 + 2 * 1600 + 1700 + 3) // 6 == 1525
    again = first_of(law, met, b, **R105)
    assert again.rating == (2 * 1500 + 1450 + 2 * 1600 + 1700 + 3) // 6 == 1558
    # What is kept is kept as it was.
    assert sorted(one.opponent_rating for one in again.initial.games) == [1450, 1500, 1500, 1600, 1600, 1700]


def test_r105_who_was_ur_is_assumed_at_1000_or_has_the_rating_of_the_list_before():
    b, c = Member("B", ratings={"standard": Held(1500, 50, 1500)}), Member("C")
    met = [("B", 1000, True), ("B", 1000, True), ("C", 1000, True)]
    then, now = first_of(NCS, met, b, c), first_of(NCS, met, b, c, **R105)
    assert (then.rating, now.rating) == (1175, 1425)
    assert (then.games, now.games) == (4, 4)
    # A game with who was UR then is no game against a rated opponent (R70), by R105 it is one.
    then, now = (first_of(NCS, met, b, c, r70="not-counted", **how) for how in ({}, R105))
    assert (then.games, now.games) == (1, 3)


def test_r105_who_may_take_a_rating_over_enters_as_he_counts():
    """R5: an opponent who has a rating in the other type alone, for a UR player."""
    b = Member("B", ratings={"rapid": Held(1500, 50, 1500)})
    met = [("B", 1400, False)] * 5
    holders = {"r5": "rated-for-holders"}
    assert first_of(JCF, met, b, **R105).rating == (5 * 1500 + 1700 + 3) // 6
    assert first_of(JCF, met, b, **holders, **R105).rating == (5 * 1400 + 1700 + 3) // 6
    assert first_of(NCS, met, b, **holders, **R105).rating == (5 * 1000 + 1700 + 3) // 6


@pytest.mark.parametrize("law", [JCF, NCS, NCS_2019, FIDE], ids=lambda law: law.id)
def test_r20_a_game_without_a_day_is_of_the_last_day_or_of_the_first(law):
    assert law.shapes.game_day(law, MAY_3, MAY_5, OURS) == MAY_5
    assert law.shapes.game_day(law, MAY_3, MAY_5, Interpretations(r20="first-day")) == MAY_3


def initial(law, before, now, period=OCTOBER, **chosen):
    return law.shapes.initial(law, UnratedGames(before, now, period), Interpretations(**chosen))


def drawn(*days):
    return tuple(one for day in days for one in earlier(1, day=day))


def test_r63_of_several_days_the_last_on_which_he_can_be_rated():
    # Six need the game of 2 October 2024: two years to 1 October 2026 hold it, those to 4 October not.
    before = drawn(date(2024, 10, 2), *(date(2026, 5, day) for day in (1, 2, 3)))
    now = drawn(date(2026, 10, 1), date(2026, 10, 4))
    assert initial(JCF, before, now) is None
    assert initial(JCF, before, now, r63="any-game-day") is None
    more = (*before, *drawn(date(2024, 10, 3)))
    found = initial(JCF, more, now, r63="any-game-day")
    assert (found.window, len(found.games)) == (Period(date(2024, 10, 2), date(2026, 10, 1)), 6)
    # Enough for both days: the last one's two years, without the games of 2 and 3 October 2024.
    enough = (*more, *drawn(date(2026, 5, 4)))
    found = initial(JCF, enough, now, r63="any-game-day")
    assert (found.window, len(found.games)) == (Period(date(2024, 10, 5), date(2026, 10, 4)), 6)


def test_r63_the_games_there_are_are_those_of_the_fullest_two_years():
    # To 1 October 2026: 2 and 3 October 2024 and the game itself; to 4 October: the two new games.
    before = drawn(date(2024, 10, 2), date(2024, 10, 3))
    now = drawn(date(2026, 10, 1), date(2026, 10, 4))
    switches = Interpretations(r63="any-game-day")
    assert JCF.shapes.towards_initial(JCF, UnratedGames(before, now, OCTOBER), switches).games == 3
    assert JCF.shapes.towards_initial(JCF, UnratedGames(before, now, OCTOBER), OURS).games == 2


LONG_AGO = date(2024, 6, 1)


@pytest.mark.parametrize(
    ("before", "still_six", "six_once"),
    [
        (earlier(6, score=2, day=LONG_AGO), None, 1),
        (earlier(6, score=0, day=LONG_AGO), None, 1),
        (earlier(7, score=2, day=LONG_AGO), None, 1),
        (earlier(5, score=2, day=LONG_AGO), None, None),
        ((*earlier(5, score=2, day=LONG_AGO), *earlier(1, day=LONG_AGO)), None, None),
        (earlier(5, day=date(2026, 5, 1)), 6, 6),
        (earlier(4, day=date(2026, 5, 1)), None, None),
    ],
)
def test_r64_six_games_are_needed_again_or_were_enough_once(before, still_six, six_once):
    now = earlier(1, day=date(2026, 10, 4))
    for word, games in (("still-six", still_six), ("six-once", six_once)):
        found = initial(JCF, before, now, r64=word)
        assert (found and len(found.games)) == games


@pytest.mark.parametrize(
    ("word", "rating"), [("still-unrated", None), ("disregarded", None), ("dp-of-zero", 700)]
)
def test_r8_without_half_a_point_he_stays_ur_or_has_the_lowest_dp(word, rating):
    # Table 2: -800 for 0 %.
    found = initial(NCS, (), earlier(4, score=0), r8=word)
    assert (found and found.rating) == rating
    assert initial(NCS, (), earlier(4), r8=word).rating == 1500


@pytest.mark.parametrize(("scores", "kept"), [((0, 0, 0), 3), ((0, 0, 0, 0), 0), ((0, 0, 0, 1), 4), ((), 0)])
def test_r8_games_are_disregarded_once_they_would_have_been_enough(scores, kept):
    games = [EarlierGame("standard", MAY_3, 1500, score) for score in scores]
    found = NCS.shapes.earlier(NCS, games, Interpretations(r8="disregarded"))
    assert len(found) == kept
    assert len(NCS.shapes.earlier(NCS, games, OURS)) == len(scores)


def test_r9_holds_dp_to_400_up_and_500_down_or_the_other_way():
    def dp(score, word):
        return QJ.queensland.event_performance(QJ, 1000, score, 4, Interpretations(r9=word)).pr

    ours, other = "four-hundred-up-five-hundred-down", "five-hundred-up-four-hundred-down"
    assert (dp(8, ours), dp(0, ours)) == (1400, 500)
    assert (dp(8, other), dp(0, other)) == (1500, 600)


def test_r10_the_mean_is_simple_or_weighted_or_nobody_is_held_back():
    played = [EventPerformance(1000, 15, "open"), EventPerformance(1100, 5, "open")]

    def rating(**chosen):
        return QJ.queensland.overshoot(QJ, 950, 1200, played, Interpretations(**chosen)).rating

    assert rating() == 1050
    assert rating(r10="weighted-mean") == 1025
    assert rating(r10="never") == 1200
