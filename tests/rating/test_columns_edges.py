"""The second engine where it stands alone: what it asks once, what it leaves to the articles, its edges."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from rating.columns import engine, sides
from rating.columns.arrays import UNRATED, Games, Holders
from rating.columns.both_ratings import NO_MINUTES, RATE_OF_PLAY, TOO_FAR_APART, Played
from rating.columns.counterparts import Counterparts
from rating.columns.expected import EXPECTED
from rating.columns.membership import MEMBERSHIP
from rating.columns.sides import nothing_against_the_event
from rating.editions import load
from rating.errors import EditionError, RatingError
from rating.field import Field, standings
from rating.interpretations import Interpretations
from rating.records import Adjustment

from .federation import LIST, PLAYED, event, game, member, outcome, row

JCF, FIDE = load("jcf-2024-10"), load("fide-2025-10")
OURS = Interpretations()
A, B = member("A", 1500), member("B", 1500, membership=())


def field(**more):
    people = {one.id: one for one in (A, B)}
    return Field(JCF, people, standings(JCF, [A, B], LIST, OURS), LIST, OURS, **more)


def test_a_game_of_two_against_whom_nothing_can_be_said_is_asked_about_once():
    clear = nothing_against_the_event(field())
    # B is no member: whether he was one is not asked here.
    first = clear(event(game("A", "B"), organizer="C", periodic=True), game("A", "B"))
    assert (first.player, first.opponent, first.colour, first.counts) == ("white", "black", "white", True)
    assert (first.rating, first.opponent_rating, first.rating_from) == (1500, 1500, "list")
    assert (first.k, first.k_reason, first.pd, first.c) == (20, "usual", 50, 1000)
    alike = event(game("B", "A", round=3), id="E2", organizer="D")
    assert clear(alike, alike.games[0]) is first
    assert clear(alike, game("B", "A", "0-1")) is not first


def test_what_the_officer_left_out_and_what_hangs_on_who_plays_is_not_asked_about():
    plain = event(game("A", "B"))
    for there in (field(then={"E1": field().standings}), field(matches={"E1": None})):
        assert nothing_against_the_event(there)(plain, plain.games[0]) is None
        other = replace(plain, id="E2")
        assert nothing_against_the_event(there)(other, plain.games[0]) is not None
    clear = nothing_against_the_event(field())
    assert clear(plain, game("A", "B", excluded="wrong")) is None
    assert clear(plain, game("A", "B", "+--")) is None
    assert clear(replace(plain, excluded="wrong"), game("A", "B")) is None


def test_games_that_count_beyond_doubt_are_not_asked_about_one_by_one(monkeypatch):
    def one_by_one(_field, games, _problems):
        assert not games
        return iter(())

    monkeypatch.setattr(sides, "_by_the_articles", one_by_one)
    people, played = [A, member("B", 1500)], event(game("A", "B"))
    repair = Adjustment("A", "standard", 7, "ruling 1")
    found = engine.rate(people, [played], list_date=LIST, edition=JCF, adjustments=[repair])
    assert (row(found, "A").rating, row(found, "A").adjusted) == (1517, 7)


def test_the_switches_reach_the_second_engine():
    # K 10 and a draw with 1965 from 2000, .55: 0.50 lost is a point, or by the other reading none.
    people = [member("A", ratings={"standard": replace(member("X", 2000).ratings["standard"], peak=2400)})]
    played = event(game("A", "B", "1/2-1/2"))
    for word, rating in (("half-away-from-zero", 1999), ("half-up", 2000)):
        switches = Interpretations(r1=word)
        found = engine.rate([*people, member("B", 1965)], [played], list_date=LIST, switches=switches)
        assert found == outcome([*people, member("B", 1965)], played, switches=switches)
        assert row(found, "A").change == -50
        assert row(found, "A").rating == rating


@pytest.mark.parametrize("law", [JCF, FIDE], ids=lambda law: law.id)
def test_a_table_with_a_gap_is_none(law):
    steps = tuple(step for step in law.steps("expected_scores") if step.first != 4)
    gap = replace(law, values={**law.values, "expected_scores": steps})
    with pytest.raises(EditionError) as refusal:
        EXPECTED.for_edition(law)(gap)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.found[:6]) == ("table-gap", "-1 to ")


def played(*rows):
    return Played(*(np.array(column) for column in zip(*rows, strict=True)))


def test_a_standard_game_is_too_fast_below_the_minutes_of_the_higher_rated():
    too_fast = RATE_OF_PLAY.for_edition(FIDE)
    rows = [
        (0, 59, 1500, 1799), (0, 60, 1500, 1799), (0, 89, 1500, 1800), (0, 90, 2399, 1800),
        (0, 119, 2400, 1800), (0, 120, 2400, 1800), (0, NO_MINUTES, 2400, 2400), (1, 30, 2400, 2400),
    ]  # fmt: skip
    assert too_fast(FIDE, played(*rows)).tolist() == [True, False, True, False, True, False, False, False]


def test_rapid_and_blitz_games_of_two_far_apart_are_left_to_the_articles():
    apart = TOO_FAR_APART.for_edition(FIDE)
    rows = [
        (1, 30, 2601, 2001), (2, 5, 2001, 2601), (1, 30, 2601, 2002), (1, 30, 2600, 1900),
        (0, 120, 2700, 1500), (1, 30, 2000, 1400), (1, 30, 2700, 2650),
    ]  # fmt: skip
    assert apart(FIDE, played(*rows)).tolist() == [True, True, False, False, False, False, False]


@pytest.mark.parametrize(
    ("spans", "first", "last", "sure"),
    [
        ([(1, 31)], 1, 31, True),
        ([(2, 31)], 1, 31, False),
        ([(1, 30)], 1, 31, False),
        ([(1, 5), (7, 31)], 7, 31, True),
        ([(1, 5), (7, 31)], 6, 7, False),
        ([(1, 31), (2, 3)], 5, 6, False),
        ([], 5, 5, False),
    ],
)
def test_a_membership_is_sure_where_one_interval_has_all_days(spans, first, last, sure):
    spans = tuple((date(2026, 5, start), date(2026, 5, end)) for start, end in spans)
    people = [member("Y"), member("A", membership=spans), member("Z")]
    covered = MEMBERSHIP.for_edition(JCF)
    days = [np.array([date(2026, 5, day).toordinal()]) for day in (first, last)]
    assert covered(people, np.array([1]), *days).tolist() == [sure]
    # Who is none has no interval, though his number follows that of others.
    assert covered(people, np.array([3]), *days).tolist() == [False]


def test_a_role_has_one_counterpart_for_each_article_function():
    role = Counterparts("k_factor")

    def counterpart():
        return None

    assert role.of("second", "first")(counterpart) is counterpart
    assert role.names() == tuple(role) == ("first", "second")
    with pytest.raises(ValueError, match="two counterparts of first"):
        role.of("first")(counterpart)


def holders(**more):
    two = np.array([[1500, 1600]])
    columns = {"rating": two, "games": two, "peak": two, "adopted": two > 0, "born": np.array([1, 1])}
    return Holders(**{**columns, **more})


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"rating": np.array([[2**24, UNRATED]])}, None),
        ({"rating": np.array([[2**24 + 1, 1500]])}, "columns-bound"),
        ({"rating": np.array([[1500, UNRATED - 1]])}, "columns-bound"),
        ({"games": np.array([[0, -1]])}, "columns-bound"),
        ({"peak": np.array([[0, 2**24]])}, None),
        ({"peak": np.array([1500, 1600])}, "columns-shape"),
        ({"born": np.array([0, 3_000_000])}, None),
    ],
)
def test_what_players_hold_ends_at_its_bounds(more, code):
    if code is None:
        assert holders(**more).players == 2
        return
    with pytest.raises(RatingError) as refusal:
        holders(**more)
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_the_first_value_out_of_bounds_is_named_with_its_place():
    with pytest.raises(RatingError, match=r"found -3 at 1"):
        holders(games=np.array([[0, -3]]))
    with pytest.raises(RatingError, match=f"found {2**24 + 1} at 1"):
        holders(games=np.array([[2**24, 2**24 + 1]]))


def games(halves, day, white=0, black=1, type=0):
    return Games(*(np.array([value]) for value in (white, black, halves, day, type)))


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        (games(2, 2**22), []),
        (games(0, 1), []),
        (games(3, PLAYED.toordinal()), ["columns-bound"]),
        (games(2, 0), ["columns-bound"]),
        (games(2, 2**22 + 1), ["columns-bound"]),
        (games(2, 1, type=1), ["columns-bound"]),
        (games(3, 1, white=1), ["columns-bound"]),
        (games(1, 1, white=1), ["against-himself"]),
    ],
)
def test_columns_of_games_end_at_their_bounds(wrong, codes):
    if not codes:
        wrong.check(holders())
        return
    with pytest.raises(RatingError) as refusal:
        wrong.check(holders())
    assert [problem.code for problem in refusal.value.problems] == codes


def test_columns_of_another_length_are_refused_before_they_are_read():
    days, types = np.array([PLAYED.toordinal()] * 2), np.array([0, 0])
    short = Games(np.array([0, 1]), np.array([1, 0]), np.array([7]), days, types)
    with pytest.raises(RatingError) as refusal:
        short.check(holders())
    assert [(item.code, item.place) for item in refusal.value.problems] == [
        ("columns-shape", "games, halves")
    ]


def test_of_two_whose_k_may_both_have_changed_the_day_is_asked_for():
    # Both are 19 on 1 January 2027.
    people = [member(id, 1500, born=date(2007, 6, 1)) for id in "AB"]
    days = {"first_day": date(2026, 12, 30), "last_day": date(2027, 1, 2)}
    played = event(game("A", "B", **days), reported=date(2027, 1, 5), last_day=date(2027, 1, 2))
    with pytest.raises(RatingError) as refusal:
        engine.rate(people, [played], list_date=date(2027, 2, 1), edition=JCF)
    assert [problem.code for problem in refusal.value.problems] == ["date-needed"] * 2


def test_who_is_no_member_has_no_interval_where_nobody_has_one():
    day = np.array([PLAYED.toordinal()])
    covered = MEMBERSHIP.for_edition(JCF)([member("A", membership=())], np.array([1]), day, day)
    assert covered.tolist() == [False]


def test_the_lowest_rating_that_can_be_held_is_a_rating():
    people = [member("A", 1), member("B", 1500)]
    played = event(game("A", "B"))
    found = engine.rate(people, [played], list_date=LIST, edition=JCF)
    assert found == outcome(people, played)
    assert row(found, "A").previous == 1
