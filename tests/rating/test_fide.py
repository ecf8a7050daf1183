"""FIDE's regulations of 2024 and 2025: their rules worked by hand."""

from datetime import date, timedelta

import pytest

from rating.calendar import add_months
from rating.case import outcome_of
from rating.columns import engine as columns
from rating.editions import load
from rating.engine import rate
from rating.errors import CaseError, RatingError
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import KFacts, Period, Standing, UnratedGames

from .federation import event, game, line, member, outcome, reasons, row
from .federation import held as rated_at

NOW = load("fide-2025-10")
BEFORE = load("fide-2024-12")
FIRST = load("fide-2024-03")
each_edition = pytest.mark.parametrize("law", [FIRST, BEFORE, NOW], ids=lambda law: law.id)


def slow(*games, minutes=120, **more):
    return event(*games, type=None, minutes_at_60=minutes, **more)


def reckoned(people, *events, law=NOW, **more):
    """By the articles; the columns have to say the same."""
    found = outcome(people, *events, edition=law, **more)
    assert columns.rate(people, events, list_date=found.list_date, edition=law, **more) == found
    return found


def test_from_october_2025_a_difference_counts_for_who_is_rated_2650():
    # FIDE's own calculation: 2813 against 2400, 413 for the one and 400 for the other.
    for law, used, pd in ((NOW, 413, 93), (BEFORE, 400, 92)):
        strong = law.shapes.expected_score(law, 2813, 2400, "standard")
        weak = law.shapes.expected_score(law, 2400, 2813, "standard")
        assert (strong.d, strong.d_used, strong.pd) == (413, used, pd)
        assert (weak.d, weak.d_used, weak.pd) == (413, 400, 8)
    for own, used in ((2649, 400), (2650, 450)):
        assert NOW.shapes.expected_score(NOW, own, own - 450, "standard").d_used == used
        assert NOW.shapes.expected_score(NOW, own, own - 450, "rapid").d_used == 400
    assert NOW.shapes.expected_score(NOW, 2800, 2000, "standard").pd == 100


def k_of(standing, born=None, day=date(2026, 10, 4), list_date=date(2026, 11, 1)):
    found = NOW.shapes.k_factor(NOW, KFacts(standing, (standing,), born, day, list_date), outcome_switches())
    return found.k, found.reason


def outcome_switches():
    return outcome([], edition=NOW).interpretations


def rated(rating, games=100, peak=None):
    return Standing("list", rating, games, peak or rating)


@pytest.mark.parametrize(
    ("standing", "born", "k"),
    [
        (rated(1800, games=29), None, (40, "new")),
        (rated(1800, games=30), None, (20, "usual")),
        (rated(2390, peak=2400), None, (10, "top")),
        (rated(2390, games=5, peak=2400), date(2012, 1, 1), (10, "top")),
        (rated(2399), None, (20, "usual")),
        (rated(1800), date(2008, 12, 31), (40, "junior")),
        (rated(1800), date(2007, 12, 31), (20, "usual")),
        (rated(2299), date(2012, 1, 1), (40, "junior")),
        (rated(2300), date(2012, 1, 1), (20, "usual")),
        (rated(2250, peak=2300), date(2012, 1, 1), (20, "usual")),
        (rated(2250, games=9, peak=2300), date(2012, 1, 1), (40, "new")),
    ],
)
def test_k_is_ten_forty_or_twenty(standing, born, k):
    assert k_of(standing, born) == k


def test_k_forty_ends_with_the_list_of_january():
    eighteen_in_2026 = date(2008, 6, 1)
    december = date(2026, 12, 20)
    assert k_of(rated(1800), eighteen_in_2026, december, date(2027, 1, 1)) == (40, "junior")
    assert k_of(rated(1800), eighteen_in_2026, december, date(2027, 2, 1)) == (20, "usual")


@pytest.mark.parametrize(("games", "k"), [(35, 20), (36, 19), (39, 17), (700, 1), (701, 0)])
def test_k_times_the_games_of_a_period_is_within_700(games, k):
    # FIDE's own calculation: 39 games, K 20 becomes 17.
    assert NOW.shapes.k_limit(NOW, 20, games, outcome_switches()) == k


def test_many_games_lower_k_in_all_of_them():
    often = slow(*(game("A", "B", round=n) for n in range(1, 40)))
    found = reckoned([member("A", 1800), member("B", 1800)], often)
    assert {(line.k, line.k_reason) for line in found.lines} == {(17, "many")}
    # 39 times .50 of 17.
    assert (row(found, "A").change, row(found, "A").rating) == (33150, 2132)


@pytest.mark.parametrize(("hundredths", "points"), [(-250, -3), (250, 3), (249, 2), (-249, -2), (0, 0)])
def test_the_change_of_a_period_is_rounded_once_halves_away_from_zero(hundredths, points):
    # FIDE's own calculation: -2.50 is -3.
    assert NOW.shapes.rounding(NOW, [hundredths - 100, 100], outcome_switches()) == points


def first(*scores, rating=1800, first_event=None, **more):
    """A draw with A now, and games before it with the scores, in halves."""
    day = date(2026, 9, 20)
    before = [EarlierGame("standard", day, rating, score, event=first_event) for score in scores]
    people = [member("U", earlier_games=tuple(before)), member("A", rating)]
    return reckoned(people, slow(game("U", "A", "1/2-1/2", **more)))


def first_rating(found):
    ratings = [row.rating for row in found.lists["standard"] if row.id == "U"]
    return ratings[0] if ratings else None


def test_a_first_rating_has_two_supposed_draws_with_1800():
    # 8.2.2 as FIDE worked it: mean 13107/7 = 1872.43, four of seven .57, dp 50: 1922.43.
    day = date(2025, 11, 16)
    played = zip((1900, 1950, 1850, 1907, 1900), (2, 0, 2, 1, 1), strict=True)
    games = tuple(EarlierGame("standard", day, rating, score) for rating, score in played)
    found = NOW.shapes.performance(NOW, games, outcome_switches())
    assert (found.ra.limit_denominator(7), found.p, found.dp, found.pr) == (found.ra, 57, 50, 1922)
    assert found.ra.as_integer_ratio() == (13107, 7)
    assert (found.games, found.score) == (7, 8)


def test_five_games_are_needed_2200_is_the_most_and_less_than_1400_is_none():
    assert first_rating(first(1, 1, 1)) is None
    assert first_rating(first(1, 1, 1, 1)) == 1800
    # All but one drawn of five with 2400: (5*2400 + 3600)/7 = 2228.57; 5.5 of 7 is .79, dp 230.
    assert first_rating(first(2, 2, 2, 2, rating=2400)) == 2200
    # (5*1400 + 3600)/7 = 1514.29, 1.5 of 7 is .21, dp -230: 1284, and he is UR with all of the games.
    low = first(0, 0, 0, 0, rating=1400)
    assert first_rating(low) is None
    assert len(low.earlier_games["U"]) == 5


def test_a_first_event_without_half_a_point_is_disregarded():
    assert first_rating(first(0, 0, 0, 0, first_event="zero")) is None
    # Half a point in it, or who knows which event it was: all five count. .21 of 1800, dp -230 and .36, -102.
    assert first_rating(first(0, 0, 0, 0)) == 1570
    assert first_rating(first(1, 1, 0, 0, first_event="some")) == 1698
    # A second event without a point counts.
    day, later = date(2026, 8, 1), date(2026, 9, 1)
    zero = [EarlierGame("standard", day, 1800, 0, event="one")] * 3
    again = [EarlierGame("standard", later, 1800, 0, event="two")] * 4
    people = [member("U", earlier_games=(*zero, *again)), member("A", 1800)]
    assert first_rating(reckoned(people, slow(game("U", "A", "1/2-1/2")))) == 1570


@pytest.mark.parametrize(("event", "rating"), [({"event": "one"}, None), ({}, 1570)])
def test_a_case_can_name_the_event_of_an_earlier_game(event, rating):
    before = {"type": "standard", "date": "2026-09-01", "opponent_rating": 1800, "score": 0, **event}
    now = {"round": 1, "date": "2026-10-04", "white": "U", "black": "A", "result": "1/2-1/2"}
    told = outcome_of(
        {
            "regulation": "fide-2025-10",
            "list": "2026-11-01",
            "members": [
                {"id": "U", "unrated_games": [before] * 4},
                {"id": "A", "ratings": {"standard": {"rating": 1800, "games": 100, "peak": 1800}}},
            ],
            "events": [
                {
                    "id": "two", "reported": "2026-10-05", "last_day": "2026-10-04",
                    "time_control": "90+30", "games": [now],
                }
            ],
        }
    )  # fmt: skip
    ratings = {row["id"]: row["rating"] for row in told["lists"]["standard"]}
    assert ratings.get("U") == rating


def test_games_of_26_rating_periods_are_pooled():
    # The 26th period that ends with October 2026 is that of the list of 1 October 2024: the list of
    # 1 September closed on 29 August.
    for day, rating in ((date(2024, 8, 30), 1800), (date(2024, 8, 29), None)):
        games = tuple(EarlierGame("standard", day, 1800, 1) for _ in range(4))
        people = [member("U", earlier_games=games), member("A", 1800)]
        assert first_rating(reckoned(people, slow(game("U", "A", "1/2-1/2")))) == rating


def test_r83_26_periods_are_months_or_those_of_reports_or_end_with_the_newest_game():
    # Those that end with October 2026 begin on 1 September 2024; back from 4 October 2026 it is 5 August.
    for word, first_day in (
        ("rating-periods", date(2024, 8, 30)),
        ("valid-lists", date(2024, 9, 1)),
        ("newest-game", date(2024, 8, 5)),
    ):
        for day, rating in ((first_day, 1800), (first_day - timedelta(days=1), None)):
            games = tuple(EarlierGame("standard", day, 1800, 1) for _ in range(4))
            people = [member("U", earlier_games=games), member("A", 1800)]
            how = {"switches": Interpretations(r83=word)}
            assert first_rating(reckoned(people, slow(game("U", "A", "1/2-1/2")), **how)) == rating


@each_edition
def test_the_26th_period_begins_where_that_of_the_list_before_it_ends(law):
    for n in range(36):
        list_date = add_months(date(2026, 1, 1), n)
        now, before = (law.shapes.period(law, add_months(list_date, back)) for back in (0, -26))
        drawn = tuple(EarlierGame("standard", now.last, 1800, 1) for _ in range(5))
        found = law.shapes.initial(law, UnratedGames((), drawn, now), Interpretations())
        assert found.window == Period(before.last + timedelta(days=1), now.last)


def test_below_1400_a_player_is_unrated_and_then_like_any_other():
    low, high = member("A", rated_at(1402)), member("B", rated_at(1402))
    found = reckoned([low, high], slow(game("B", "A")))
    assert [row.id for row in found.lists["standard"]] == ["B"]
    (notice,) = found.notices[-1:]
    assert (notice.code, notice.member, notice.detail[:21]) == ("off-the-list", "A", "1392 is below 1400; t")
    stays = reckoned([member("A", rated_at(1410)), member("B", rated_at(1410))], slow(game("B", "A")))
    assert row(stays, "A").rating == 1400
    # A rating below 1400 that somebody else gave is none.
    strange = reckoned([member("A", rated_at(1399)), member("B", rated_at(1500))], slow(game("B", "A")))
    assert reasons(strange, "B") == ["unrated-player"]
    assert line(strange, "A").enters_at == 1500


def test_rapid_and_blitz_begin_at_the_standard_rating():
    people = [member("A", 1600), member("B", 1600, 1700)]
    found = reckoned(people, event(game("A", "B", "1/2-1/2"), type="rapid"))
    # D 100: .36 for A, K 40 by his rapid games: 5.60; K 20 for B: -2.80.
    assert (row(found, "A", "rapid").previous, row(found, "A", "rapid").rating) == (1600, 1606)
    assert (row(found, "A", "rapid").how, row(found, "A", "rapid").taken_from) == ("adopted", "standard")
    assert row(found, "B", "rapid").rating == 1697
    # The other way round nothing is taken over.
    rapid_only = [member("A", rapid=1600), member("B", 1600)]
    assert reasons(reckoned(rapid_only, slow(game("A", "B"))), "B") == ["unrated-player"]


@pytest.mark.parametrize(
    ("minutes", "type"),
    [
        (120, "standard"),
        (60, "standard"),
        (59, "rapid"),
        (11, "rapid"),
        (10, "blitz"),
        (4, "blitz"),
        (3, None),
    ],
)
def test_the_minutes_of_60_moves_tell_the_types_apart(minutes, type):
    assert NOW.shapes.rating_type(NOW, minutes) == type


@pytest.mark.parametrize(
    ("minutes", "white", "black", "counts"),
    [
        (60, 1799, 1799, True), (60, 1800, 1500, False), (89, 1500, 1800, False), (90, 1800, 2399, True),
        (119, 1500, 2400, False), (120, 2400, 2400, True), (59, 2400, 2400, True),
    ],
)  # fmt: skip
def test_the_higher_rated_of_the_two_says_how_slow_a_standard_game_has_to_be(minutes, white, black, counts):
    people = [member("A", white, white), member("B", black, black)]
    found = reckoned(people, slow(game("A", "B"), minutes=minutes))
    assert (reasons(found, "A") == []) == counts
    if not counts:
        assert reasons(found, "A") == ["too-fast"]


@pytest.mark.parametrize(
    ("law", "white", "black", "type", "counts"),
    [
        (NOW, 2601, 2001, "rapid", False), (NOW, 2600, 2000, "rapid", True),
        (NOW, 2601, 2002, "rapid", True), (NOW, 2000, 2650, "blitz", False),
        (NOW, 2700, 2000, "standard", True), (FIRST, 2700, 2000, "rapid", True),
        (BEFORE, 2700, 2000, "rapid", False),
    ],
)  # fmt: skip
def test_two_who_are_600_apart_one_above_2600_are_not_rated_in_rapid(law, white, black, type, counts):
    ratings = [{type: rated_at(rating)} for rating in (white, black)]
    people = [member(id, ratings=held) for id, held in zip("AB", ratings, strict=True)]
    found = reckoned(people, event(game("A", "B"), type=type), law=law)
    assert reasons(found, "A") == ([] if counts else ["too-far-apart"])


def test_nobody_has_to_be_a_member_and_who_is_on_no_register_is_unrated():
    found = reckoned([member("A", 1800, membership=())], slow(game("A", "stranger")))
    assert reasons(found, "A") == ["unrated-player"]
    played = [member("A", 1800, membership=()), member("B", 1800, membership=())]
    assert reasons(reckoned(played, slow(game("A", "B"))), "A") == []


def begun_in_september(*games, list_of_september, people):
    """An event of 27 September that the list of 1 November takes."""
    day = {"first_day": date(2026, 9, 27), "last_day": date(2026, 9, 27)}
    played = slow(*(game(*pair, round=n, **day) for n, pair in enumerate(games, 1)), last_day=day["last_day"])
    held_then = {id: {"standard": rating} for id, rating in list_of_september.items()}
    return reckoned(people, played, earlier_lists={date(2026, 9, 1): held_then})


def test_an_event_is_rated_from_the_list_in_force_on_its_first_day():
    # 1600 against 1700 then, .36 and .64; now they stand at 1700 and 1650, and that is what changes.
    people = [member("A", 1700), member("B", 1650)]
    found = begun_in_september(("A", "B"), list_of_september={"A": 1600, "B": 1700}, people=people)
    one, other = line(found, "A"), line(found, "B")
    assert (one.rating, one.opponent_rating, one.pd, one.c) == (1600, 1700, 36, 1280)
    assert (other.rating, other.opponent_rating, other.pd, other.c) == (1700, 1600, 64, -1280)
    assert (row(found, "A").rating, row(found, "B").rating) == (1713, 1637)


def test_who_was_rated_since_is_rated_himself_and_unrated_for_his_opponents():
    people = [member("N", 1500), member("A", 1700)]
    found = begun_in_september(("N", "A", "1-0"), list_of_september={"A": 1600}, people=people)
    new, old = line(found, "N"), line(found, "A")
    # 1500 against the 1600 of then: .36 expected, K 20.
    assert (new.rating, new.opponent_rating, new.counts, new.c) == (1500, 1600, True, 1280)
    assert (old.counts, [item.reason for item in old.reasons]) == (False, ["unrated-player"])
    assert (row(found, "A").rating, row(found, "A").period_games) == (1700, 0)


def test_who_fell_off_the_list_since_counts_for_his_opponents_and_begins_anew_himself():
    people = [member("L"), member("A", 1500)]
    found = begun_in_september(("A", "L"), list_of_september={"A": 1500, "L": 1420}, people=people)
    # D 80, .61 expected.
    assert (line(found, "A").opponent_rating, line(found, "A").c) == (1420, 780)
    assert (line(found, "L").for_initial, line(found, "L").enters_at) == (True, 1500)


def test_in_rapid_the_standard_rating_of_that_list_is_taken_over():
    day = {"first_day": date(2026, 9, 27), "last_day": date(2026, 9, 27)}
    played = event(game("A", "B", "1/2-1/2", **day), type="rapid", last_day=day["last_day"])
    then = {date(2026, 9, 1): {"A": {"standard": 1600}, "B": {"rapid": 1700}}}
    found = reckoned([member("A", 1650), member("B", None, 1700)], played, earlier_lists=then)
    assert (line(found, "A").rating, line(found, "A").opponent_rating) == (1600, 1700)
    # .36 with K 40, added to the 1650 that is taken over now.
    assert (row(found, "A", "rapid").previous, row(found, "A", "rapid").rating) == (1650, 1656)


def test_a_list_that_is_not_given_is_asked_for_and_never_taken_to_be_the_one_before():
    day = {"first_day": date(2026, 9, 27), "last_day": date(2026, 9, 27)}
    played = slow(game("A", "B", **day), last_day=day["last_day"])
    for reckon in (rate, columns.rate):
        with pytest.raises(RatingError) as refused:
            reckon([member("A", 1700), member("B", 1650)], [played], list_date=date(2026, 11, 1), edition=NOW)
        (problem,) = refused.value.problems
        assert (problem.code, problem.place) == ("earlier-list-needed", "event E1")
        assert "2026-09-01" in problem.expected


def test_a_case_states_earlier_lists_where_its_edition_asks_for_them():
    at = {"standard": {"rating": 1700, "games": 100, "peak": 1700}}
    case = {
        "regulation": "fide-2025-10", "list": "2026-11-01",
        "members": [{"id": "A", "ratings": at}], "events": [],
    }  # fmt: skip
    wrong = [
        ({"2026-09-01": {"A": {"standard": 9999}}}, "rating-range", "earlier_lists.2026-09-01.A.standard"),
        ({"September": {}}, "not-a-date", "earlier_lists.September"),
        ({"2026-09-01": {"A": {"blindfold": 1700}}}, "unknown-key", "earlier_lists.2026-09-01.A.blindfold"),
        ({"2026-09-01": ["A"]}, "not-an-object", "earlier_lists.2026-09-01"),
        ([], "not-an-object", "earlier_lists"),
    ]
    for lists, code, place in wrong:
        with pytest.raises(CaseError) as refused:
            outcome_of({**case, "earlier_lists": lists})
        assert [(p.code, p.place) for p in refused.value.problems] == [(code, place)]
    with pytest.raises(CaseError) as refused:
        outcome_of({**case, "regulation": "jcf-2024-10", "earlier_lists": {"2026-09-01": {}}})
    assert [p.place for p in refused.value.problems] == ["earlier_lists"]


def test_a_match_with_an_unrated_player_is_not_rated_and_gives_nobody_a_rating():
    four = tuple(EarlierGame("standard", date(2026, 9, 20), 1800, 1) for _ in range(4))
    people = [member("U", earlier_games=four), member("A", 1800), member("B", 1800)]
    match = slow(*(game("U", "A", "1/2-1/2", round=n) for n in (1, 2)))
    found = reckoned(people, match)
    assert reasons(found, "A") == ["unrated-player", "unrated-match"]
    assert [item.article for item in line(found, "A").reasons] == ["8.3.1", "6.1"]
    assert first_rating(found) is None
    # One game alone, or a third player, is no match.
    assert first_rating(reckoned(people, slow(game("U", "A", "1/2-1/2")))) == 1800
    three = slow(game("U", "A", "1/2-1/2"), game("U", "B", "1/2-1/2", round=2))
    assert first_rating(reckoned(people, three)) == 1800


@pytest.mark.parametrize(
    ("results", "rated"),
    [
        (("1-0", "1-0", "1/2-1/2", "1-0"), 3),  # 2.5 of 4
        (("1-0", "1-0", "0-1", "1-0"), 4),  # 2 of 4 is no win
        (("1-0", "+--", "1/2-1/2", "1-0"), 2),  # a point by forfeit is a point
    ],
)
def test_games_after_a_match_is_won_are_not_rated(results, rated):
    people = [member("A", 1800), member("B", 1800)]
    played = [game("A", "B", result, round=n) for n, result in enumerate(results, 1)]
    found = reckoned(people, slow(*played, match_games=4))
    assert row(found, "A").period_games == rated
    # Who does not say of how many games it is does not say when it is won.
    untold = reckoned(people, slow(*played))
    assert row(untold, "A").period_games == len([r for r in results if r != "+--"])
