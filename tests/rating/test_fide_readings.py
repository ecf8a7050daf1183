"""R99 to R103 and R109 on, each alternative worked by hand from its words, by articles and on columns."""

from dataclasses import replace
from datetime import date

import pytest

from rating.columns import engine as columns
from rating.editions import load
from rating.interpretations import Interpretations
from rating.records import EarlierGame, Held

from .federation import event, game, line, member, outcome, reasons, row
from .federation import held as rated_at

NOW = load("fide-2025-10")
SEPTEMBER = date(2026, 9, 1)
DAY = {"first_day": date(2026, 9, 27), "last_day": date(2026, 9, 27)}
NO_MATCH = game("A", "B", "1/2-1/2", round=99)
"""A third player, whom nobody knows: two alone with more than one game would be a match."""


def reckoned(people, *events, law=NOW, earlier_lists=None, **chosen):
    """By the articles; the columns have to say the same."""
    how = {"edition": law, "switches": Interpretations(**chosen), "earlier_lists": earlier_lists or {}}
    found = outcome(people, *events, **how)
    assert columns.rate(people, events, list_date=found.list_date, **how) == found
    return found


def begun_in_september(people, *games, then, minutes=120, **chosen):
    """An event of 27 September that the list of 1 November takes."""
    played = event(
        *(game(*pair, round=n, **DAY) for n, pair in enumerate(games, 1)),
        type=None,
        minutes_at_60=minutes,
        last_day=DAY["last_day"],
    )
    return reckoned(people, played, earlier_lists={SEPTEMBER: then}, **chosen)


def test_r99_a_rating_got_since_says_how_slow_the_game_has_to_be_or_does_not():
    # 1900 now: 90 minutes are needed. Unrated then, against 1700: 60 are. D 200, .76, K 20.
    people, then = [member("N", 1900), member("A", 1700)], {"A": {"standard": 1700}}
    now = begun_in_september(people, ("N", "A"), then=then, minutes=60)
    assert (reasons(now, "N"), reasons(now, "A")) == (["too-fast"], ["unrated-player"])
    begun = begun_in_september(people, ("N", "A"), then=then, minutes=60, r99="as-begun")
    assert (reasons(begun, "N"), reasons(begun, "A")) == ([], ["unrated-player"])
    assert (line(begun, "N").c, row(begun, "N").rating) == (480, 1905)


def test_r99_a_rating_lost_since_does_too():
    # 1850 then, and unrated himself now: of his own view 60 minutes are enough against 1700.
    people, then = [member("L"), member("A", 1700)], {"A": {"standard": 1700}, "L": {"standard": 1850}}
    now = begun_in_september(people, ("L", "A"), then=then, minutes=60)
    assert (line(now, "L").for_initial, reasons(now, "A")) == (True, ["too-fast"])
    begun = begun_in_september(people, ("L", "A"), then=then, minutes=60, r99="as-begun")
    assert (line(begun, "L").for_initial, reasons(begun, "A")) == (False, ["too-fast"])
    assert reasons(begun, "L") == ["too-fast", "unrated-player"]


def test_r99_a_match_is_one_with_an_unrated_player_for_who_is_so_himself_or_by_the_list_of_then():
    two = ("N", "A", "1/2-1/2"), ("A", "N", "1/2-1/2")
    people, then = [member("N", 1700), member("A", 1700)], {"A": {"standard": 1700}}
    now = begun_in_september(people, *two, then=then)
    assert (reasons(now, "N"), row(now, "N").period_games) == ([], 2)
    begun = begun_in_september(people, *two, then=then, r99="as-begun")
    assert (reasons(begun, "N"), row(begun, "N").period_games) == (["unrated-match"], 0)
    assert reasons(begun, "A") == reasons(now, "A") == ["unrated-player", "unrated-match"]
    # Both rated then, one of them no more: his two games go towards a first rating.
    lost = [member("N"), member("A", 1700)], {"A": {"standard": 1700}, "N": {"standard": 1410}}
    now = begun_in_september(lost[0], *two, then=lost[1])
    assert (reasons(now, "N"), now.earlier_games) == (["unrated-player", "unrated-match"], {})
    begun = begun_in_september(lost[0], *two, then=lost[1], r99="as-begun")
    assert len(begun.earlier_games["N"]) == 2


@pytest.mark.parametrize(("law", "by_now"), [("fide-2025-10", ["too-far-apart"]), ("fide-2024-03", [])])
def test_r99_two_are_far_apart_by_a_rating_got_since_or_not(law, by_now):
    # 2100 now, 2701 then: 601. Unrated then he is far from nobody: D counts as 400, .08, K 20.
    people = [member("N", ratings={"rapid": rated_at(2100)}), member("A", ratings={"rapid": rated_at(2701)})]
    then, law = {"A": {"rapid": 2701}}, load(law)
    now = begun_in_september(people, ("N", "A"), then=then, minutes=15, law=law)
    assert reasons(now, "N") == by_now
    begun = begun_in_september(people, ("N", "A"), then=then, minutes=15, law=law, r99="as-begun")
    assert (reasons(begun, "N"), line(begun, "N").c) == ([], 1840)


def test_r109_a_first_rating_comes_with_a_new_game_or_when_the_games_give_it():
    # Five lost and five drawn of 1500: (10 * 1500 + 3600)/12 = 1550, 3.5 of 12 are .29, dp -158: 1392. The
    # list of 1 November 2026 takes games from 30 August 2024 on, so the drawn ones alone: 1585.71, 3.5 of 7.
    lost = tuple(EarlierGame("standard", date(2024, 8, 29), 1500, 0) for _ in range(5))
    drawn = tuple(EarlierGame("standard", date(2025, 1, 5), 1500, 1) for _ in range(5))
    people = [member("U", earlier_games=(*lost, *drawn))]
    how = {"edition": NOW, "switches": Interpretations(r109="any-list")}
    assert outcome(people, list_date=date(2026, 10, 1), **how).lists["standard"] == ()
    idle = reckoned(people)
    assert (idle.lists["standard"], len(idle.earlier_games["U"])) == ((), 10)
    found = row(reckoned(people, r109="any-list"), "U")
    assert (found.rating, found.how, found.games, found.period_games) == (1586, "initial", 10, 0)
    # Who is rated by his standard rating is not new to the list, and four games are never enough.
    rapid = tuple(replace(one, type="rapid") for one in drawn)
    for nobody in (member("U", 1600, earlier_games=rapid), member("U", earlier_games=rapid[1:])):
        assert reckoned([nobody], r109="any-list").lists["rapid"] == ()


def test_r110_the_games_of_a_disregarded_first_event_count_or_do_not():
    zero = tuple(EarlierGame("standard", date(2026, 8, 1), 1500, 0, event="zero") for _ in range(3))
    drawn = tuple(EarlierGame("standard", date(2026, 9, 1), 1500, 1, event="next") for _ in range(4))
    played = event(game("U", "A", "1/2-1/2"), type=None, minutes_at_60=120)
    other = {"r110": "not-counted"}

    def games(*before, type="standard", **how):
        kept = tuple(replace(one, type=type) for one in before)
        return row(reckoned([member("U", earlier_games=kept), member("A", 1500)], played, **how), "U").games

    assert (games(*zero, *drawn), games(*zero, *drawn, **other)) == (8, 5)
    # Half a point in it, or nobody knows which event it was: nothing was disregarded.
    scored = (replace(zero[0], score=1), *zero[1:])
    unknown = tuple(replace(one, event=None) for one in zero)
    assert games(*scored, *drawn, **other) == games(*unknown, *drawn, **other) == 8
    # The half point came in a part of the event that this list takes.
    of_now = tuple(replace(one, event="E1") for one in zero)
    assert games(*of_now, *drawn, **other) == 8


def test_r110_is_asked_of_k_too_where_the_standard_rating_is_taken_over():
    zero = tuple(EarlierGame("rapid", date(2026, 8, 1), 1500, 0, event="zero") for _ in range(30))
    people = [member("U", 1600, earlier_games=zero), member("A", rapid=1600)]
    played = event(
        game("U", "A", "1-0"), game("A", "U", "1-0", round=2), game("A", "B", round=9), type="rapid"
    )
    found, other = reckoned(people, played), reckoned(people, played, r110="not-counted")
    assert (row(found, "U", "rapid").games, line(found, "U").k) == (32, 20)
    assert (row(other, "U", "rapid").games, line(other, "U").k) == (2, 40)


@pytest.mark.parametrize(
    ("rating", "minutes", "by_the_other", "as_from_1800"),
    [
        *((1799, 60, True, False), (1799, 89, True, False), (1799, 90, True, True)),
        *(
            (1800, 89, False, False),
            (1800, 90, True, True),
            (2400, 119, False, False),
            (2400, 120, True, True),
        ),
    ],
)
def test_r111_a_game_with_an_unrated_player_takes_the_time_of_the_other_or_90_minutes(
    rating, minutes, by_the_other, as_from_1800
):
    people = [member("U"), member("A", rating)]
    played = event(game("U", "A"), NO_MATCH, type=None, minutes_at_60=minutes)
    found, other = reckoned(people, played), reckoned(people, played, r111="as-from-1800")
    assert (line(found, "U").for_initial, line(other, "U").for_initial) == (by_the_other, as_from_1800)
    # Two rated ones are asked alike, and in rapid nobody is.
    two = event(game("A", "B"), type=None, minutes_at_60=60)
    assert reasons(reckoned([member("A", 1799), member("B", 1500)], two, r111="as-from-1800"), "A") == []
    rapid = event(game("U", "A"), NO_MATCH, type="rapid")
    assert line(reckoned([member("U"), member("A", rapid=1700)], rapid, r111="as-from-1800"), "U").for_initial


def test_r100_2400_in_standard_is_reached_in_rapid_or_in_rapid_alone():
    # A loss among equals: -.50, of K 10 or of the 40 of a new player.
    people = [member("A", 2405), member("B", rapid=2405)]
    lost = event(game("B", "A"), type="rapid")
    as_ours = row(reckoned(people, lost), "A", "rapid")
    assert (as_ours.change, as_ours.rating, as_ours.peak) == (-500, 2400, 2405)
    own = row(reckoned(people, lost, r100="own-type"), "A", "rapid")
    assert (own.change, own.rating, own.peak) == (-2000, 2385, 2385)
    # And on: K is 10 for good, or that of his second game in rapid.
    for before, k in ((as_ours, 10), (own, 40)):
        goes_on = member("A", 2405, Held(before.rating, before.games, before.peak))
        assert line(reckoned([goes_on, people[1]], lost), "A").k == k


def test_r100_2300_ends_the_forty_of_a_junior_in_the_same_way():
    # Thirty games while he was unrated: no new player any more, but a junior.
    met = tuple(EarlierGame("rapid", date(2026, 1, 5), 1800, 0) for _ in range(30))
    young = member("A", 2350, born=date(2010, 5, 5), earlier_games=met)
    people = [young, member("B", rapid=2350)]
    lost = event(game("B", "A"), type="rapid")
    assert line(reckoned(people, lost), "A").k == 20
    assert line(reckoned(people, lost, r100="own-type"), "A").k == 40


def zero_start(*of_first, **chosen):
    """Three lost games against A in the event `one`, some with V, who is unrated, and four draws with A in a
    later one. The first rating of U."""
    days = {n: date(2026, 10, n) for n in range(1, 10)}
    lost = [game("U", "A", "0-1", round=n, first_day=days[n], last_day=days[n]) for n in (1, 2, 3)]
    with_v = [
        game("U", "V", result, round=n, first_day=days[n], last_day=days[n])
        for n, result in enumerate(of_first, 4)
    ]
    slow = {"type": None, "minutes_at_60": 120}
    one = event(
        *lost,
        *with_v,
        replace(NO_MATCH, first_day=days[1], last_day=days[1]),
        id="one",
        last_day=days[6],
        **slow,
    )
    drawn = [game("U", "A", "1/2-1/2", round=n, first_day=days[7], last_day=days[7]) for n in (1, 2, 3, 4, 5)]
    two = event(*drawn, NO_MATCH, id="two", last_day=days[7], **slow)
    people = [member("U"), member("V"), member("A", 1800)]
    return reckoned(people, one, two, **chosen)


@pytest.mark.parametrize(
    ("with_v", "against_rated", "all_games"),
    [
        # Without the first event five draws with 1800; with it 2.5 + 1 of 10 are .35, dp -110.
        ((), 1800, 1800),
        (("0-1",), 1800, 1800),
        (("1-0",), 1800, 1690),
        (("0-1", "1/2-1/2"), 1800, 1690),
        (("+--",), 1800, 1800),
    ],
)
def test_r101_half_a_point_against_an_unrated_player_is_a_score_or_not(with_v, against_rated, all_games):
    found = zero_start(*with_v)
    assert (row(found, "U").rating, row(found, "U").games, row(found, "U").period_games) == (
        against_rated, 8, 8
    )  # fmt: skip
    other = zero_start(*with_v, r101="all-games")
    assert (row(other, "U").rating, row(other, "U").games, row(other, "U").period_games) == (all_games, 8, 8)


def test_r101_an_event_of_unrated_players_is_the_first_or_not():
    # Lost to V alone in September; three lost to A, and two drawn, the event after that.
    before = EarlierGame("standard", date(2026, 9, 6), 0, 0, assumed=True, event="none rated")
    lost = [EarlierGame("standard", date(2026, 9, 20), 1800, 0, event="zero") for _ in range(4)]
    people = [member("U", earlier_games=(before, *lost)), member("A", 1800)]
    played = event(game("U", "A", "1/2-1/2"), type=None, minutes_at_60=120)
    assert "U" not in {row.id for row in reckoned(people, played).lists["standard"]}
    # 1.5 of 7 is .21, dp -230.
    found = row(reckoned(people, played, r101="all-games"), "U")
    assert (found.rating, found.games) == (1570, 5)


def test_r101_games_of_two_unrated_players_are_kept_for_the_lists_to_come_or_not():
    people = [member("U"), member("V")]
    played = event(game("U", "V"), type=None, minutes_at_60=120)
    assert reckoned(people, played).earlier_games == {}
    kept = reckoned(people, played, r101="all-games").earlier_games
    assert {id: [(one.score, one.assumed, one.event) for one in games] for id, games in kept.items()} == {
        "U": [(2, True, "E1")], "V": [(0, True, "E1")]
    }  # fmt: skip
    # Nothing new against a rated opponent, and so no first rating, though there are five games.
    five = [EarlierGame("standard", date(2026, 9, 20), 1800, 1, event="five") for _ in range(5)]
    again = [member("U", earlier_games=tuple(five)), member("V")]
    assert reckoned(again, played, r101="all-games").lists["standard"] == ()


def test_r102_who_fell_off_the_list_begins_anew_or_keeps_his_games_and_peak():
    fell = Held(1392, 60, 2410)
    draws = event(
        *(game("L", "A", "1/2-1/2", round=n) for n in range(1, 6)), NO_MATCH, type=None, minutes_at_60=120
    )
    people = [member("L", ratings={"standard": fell}), member("A", 1800)]
    anew = row(reckoned(people, draws), "L")
    assert (anew.how, anew.rating, anew.games, anew.peak) == ("initial", 1800, 5, 1800)
    stays = row(reckoned(people, draws, r102="counts-stay"), "L")
    assert (stays.how, stays.rating, stays.games, stays.peak) == ("initial", 1800, 65, 2410)


def test_r102_what_he_had_is_handed_on_until_he_has_a_rating_again():
    people = [member("L", Held(1402, 60, 1700)), member("A", Held(1402, 100, 1402))]
    played = event(game("A", "L"), type=None, minutes_at_60=120)
    found = reckoned(people, played)
    assert found.fallen == {"L": {"standard": Held(1392, 61, 1700)}}
    idle = reckoned([member("L", ratings=found.fallen["L"]), people[1]])
    assert idle.fallen == found.fallen
    draws = event(
        *(game("L", "A", "1/2-1/2", round=n) for n in range(1, 6)), NO_MATCH, type=None, minutes_at_60=120
    )
    again = reckoned([member("L", ratings=idle.fallen["L"]), people[1]], draws, r102="counts-stay")
    assert (row(again, "L").games, again.fallen) == (66, {})


def test_r102_games_of_before_a_rating_was_taken_over_are_counted_once():
    # Two rapid games while he was unrated, then the standard rating, 1401, and a loss: off the rapid list.
    met = tuple(EarlierGame("rapid", date(2026, 9, 6), 1500, 1) for _ in range(2))
    people = [member("L", 1401, earlier_games=met), member("A", rapid=1401)]
    found = reckoned(people, event(game("A", "L"), type="rapid"))
    assert (found.fallen["L"], found.earlier_games["L"]) == ({"rapid": Held(1381, 1, 1401)}, met)
    drawn = event(game("A", "L", "1/2-1/2"), type="rapid")
    then = member("L", ratings={"standard": rated_at(1401), **found.fallen["L"]}, earlier_games=met)
    assert row(reckoned([then, people[1]], drawn, r102="counts-stay"), "L", "rapid").games == 4
    assert row(reckoned([then, people[1]], drawn), "L", "rapid").games == 3


@pytest.mark.parametrize("reached", ["reached", "own-type"])
def test_r102_a_highest_rating_in_rapid_stays_when_the_standard_rating_is_taken_over(reached):
    fell = {"standard": rated_at(1500), "rapid": Held(1390, 60, 2410)}
    people = [member("L", ratings=fell), member("A", rapid=1500)]
    drawn = event(game("A", "L", "1/2-1/2"), type="rapid")
    for word, k, peak in (("counts-stay", 10, 2410), ("anew", 40, 1500)):
        found = reckoned(people, drawn, r102=word, r100=reached)
        assert (line(found, "L").k, row(found, "L", "rapid").peak) == (k, peak)


def test_r102_his_results_of_when_he_was_rated_count_or_do_not():
    # Four lost to A, 1402, of which the last takes him off the list; then a drawn game.
    how = {"r102": "results-stay"}
    lost = tuple(EarlierGame("standard", date(2026, 9, 6), 1402, 0, event="before") for _ in range(3))
    people = [member("L", Held(1402, 60, 1700), earlier_games=lost), member("A", Held(1402, 100, 1402))]
    played = event(game("A", "L"), type=None, minutes_at_60=120)
    fell = reckoned(people, played, **how)
    assert [one.opponent_rating for one in fell.earlier_games["L"]] == [1402] * 4
    assert [one.score for one in fell.earlier_games["A"]] == [2]
    assert reckoned(people, played).earlier_games == {}
    then = member("L", ratings=fell.fallen["L"], earlier_games=fell.earlier_games["L"])
    drawn = event(game("A", "L", "1/2-1/2"), type=None, minutes_at_60=120)
    # A first event without a point is disregarded, and one game is none too many.
    assert "L" not in {row.id for row in reckoned([then, people[1]], drawn, **how).lists["standard"]}
    # Of which nobody knows the event: 1.5 of 7 is .21, dp -230, and 10610/7 = 1515.71 less that is too low.
    nobody_knows = tuple(replace(one, event=None) for one in fell.earlier_games["L"])
    low = replace(then, earlier_games=nobody_knows)
    assert "L" not in {row.id for row in reckoned([low, people[1]], drawn, **how).lists["standard"]}
    # Won against 1402 in three of four: 4.5 of 7 is .64, dp 102.
    won = tuple(replace(one, score=2) for one in nobody_knows[:3]) + nobody_knows[3:]
    high = replace(then, earlier_games=won)
    found = row(reckoned([high, people[1]], drawn, **how), "L")
    assert (found.how, found.rating, found.games, found.peak) == ("initial", 1618, 5, 1618)


def rapid_in_september(people, *more, then, **chosen):
    """A rapid event of 27 September with five draws against A, 1600, and others of October."""
    games = (game("N", "A", "1/2-1/2", round=n, **DAY) for n in range(1, 6))
    first = event(*games, replace(NO_MATCH, **DAY), type="rapid", id="E1", last_day=DAY["last_day"])
    return reckoned(people, first, *more, earlier_lists={SEPTEMBER: then}, **chosen)


def test_r103_a_standard_rating_got_since_is_taken_over_or_the_games_make_a_first_one():
    people, then = [member("N", 1700), member("A", rapid=1600)], {"A": {"rapid": 1600}}
    # 1700 against 1600: .64, five times -.14 of 40.
    found = row(rapid_in_september(people, then=then), "N", "rapid")
    assert (found.how, found.previous, found.change, found.rating) == ("adopted", 1700, -2800, 1672)
    # Five draws with 1600 and two with 1800: 11600/7 = 1657.14.
    other = row(rapid_in_september(people, then=then, r103="unrated"), "N", "rapid")
    assert (other.how, other.previous, other.rating, other.games, other.peak) == (
        "initial", None, 1657, 5, 1657
    )  # fmt: skip


def test_r103_who_takes_it_over_in_another_event_has_the_games_in_his_number():
    people, then = [member("N", 1700), member("A", rapid=1600)], {"A": {"rapid": 1600}}
    drawn = event(game("N", "A", "1/2-1/2"), type="rapid", id="E2")
    found = row(rapid_in_september(people, drawn, then=then, r103="unrated"), "N", "rapid")
    assert (found.how, found.previous, found.change, found.rating) == ("adopted", 1700, -560, 1694)
    assert (found.games, found.period_games) == (6, 1)
    begins = row(
        rapid_in_september(people, drawn, then=then, r103="unrated", r82="not-counted"), "N", "rapid"
    )
    assert begins.games == 1


@pytest.mark.parametrize("word", ["of-list-before", "unrated", "at-beginning"])
def test_r103_a_rating_of_the_type_itself_that_came_since_is_his_by_every_reading(word):
    people, then = [member("N", 1900, 1700), member("A", rapid=1600)], {"A": {"rapid": 1600}}
    found = row(rapid_in_september(people, then=then, r103=word), "N", "rapid")
    assert (found.how, found.previous, found.period_games) == ("rated", 1700, 5)


def test_r103_too_few_games_are_kept():
    people, then = [member("N", 1700), member("A", rapid=1600)], {"A": {"rapid": 1600}}
    one = event(game("N", "A", "1/2-1/2", **DAY), type="rapid", last_day=DAY["last_day"])
    how = {"earlier_lists": {SEPTEMBER: then}, "r103": "unrated"}
    found = reckoned(people, one, **how)
    assert [row.id for row in found.lists["rapid"]] == ["A"]
    assert [kept.opponent_rating for kept in found.earlier_games["N"]] == [1600]


def test_r103_the_first_change_in_rapid_is_added_to_the_rating_of_now_or_of_then():
    people = [member("N", 1700), member("A", rapid=1700)]
    then = {"N": {"standard": 1600}, "A": {"rapid": 1600}}
    drawn = event(game("N", "A", "0-1"), type="rapid", id="E0")
    # Equals in both events: five draws, and -.50 of 40.
    now = row(rapid_in_september(people, drawn, then=then), "N", "rapid")
    assert (now.previous, now.change, now.rating) == (1700, -2000, 1680)
    first = row(rapid_in_september(people, drawn, then=then, r103="at-beginning"), "N", "rapid")
    assert (first.previous, first.change, first.rating) == (1600, -2000, 1580)
    # Of who holds a rapid rating nothing is taken over.
    holder = [member("N", 1700, 1750), people[1]]
    then["N"]["rapid"] = 1600
    assert row(rapid_in_september(holder, then=then, r103="at-beginning"), "N", "rapid").previous == 1750
