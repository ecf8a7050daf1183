"""What a calculation gives back beside the numbers: its order, its words, what it refuses at once."""

from datetime import date, datetime

import pytest

from rating.engine import by_the_articles, rate
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.outcome import NotCounted
from rating.records import EarlierGame, Held, report_order

from .federation import LIST, earlier, event, game, line, member, outcome, reasons, row

A, B, U = member("A", 1500), member("B", 1500), member("U")


def test_games_of_a_round_go_by_board_and_those_without_one_come_last():
    given = [("D", None), ("C", None), ("B", 10), ("A", 2), ("Z", 1), ("Y", 0)]
    games = [game(white, "X", board=board) for white, board in given]
    for shown in (games, games[::-1]):
        assert [one.white for one in sorted(shown, key=report_order)] == ["Y", "Z", "A", "B", "C", "D"]


@pytest.mark.parametrize("part", ["ref", "excluded"])
def test_what_else_tells_two_games_of_one_pair_apart_orders_them(part):
    given = [{part: told} for told in ("b", "A", None)]
    games = [game("A", "B", **more) for more in given]
    for shown in (games, games[::-1]):
        assert [getattr(one, part) for one in sorted(shown, key=report_order)] == [None, "A", "b"]


def test_a_rating_of_which_nothing_is_said_is_neither_taken_over_nor_provisional():
    assert not Held(1500, 10, 1500).adopted and not Held(1500, 10, 1500).provisional


def test_both_sides_of_every_game_come_from_the_engine_that_is_asked_for():
    asked = []

    def reckon(field, games, problems):
        asked.extend((event.id, game.round) for event, game in games)
        return by_the_articles(field, games, problems)

    games = (game("A", "B", round=2), game("A", "B", round=1))
    events = [event(*games, id="E2"), event(*games, id="E1")]
    found = rate([A, B], events, list_date=LIST, reckon=reckon)
    assert asked == [("E1", 1), ("E1", 2), ("E2", 1), ("E2", 2)]
    assert [(item.event, item.round, item.colour) for item in found.lines[:4]] == [
        ("E1", 1, "white"), ("E1", 1, "black"), ("E1", 2, "white"), ("E1", 2, "black")
    ]  # fmt: skip
    assert found == rate([A, B], events, list_date=LIST)


def test_games_that_are_kept_come_by_member_and_by_day():
    days = (date(2026, 9, 3), date(2026, 9, 1), date(2026, 9, 2))
    kept = tuple(one for day in days for one in earlier(1, day=day))
    found = outcome([member("V", earlier_games=kept), member("U", earlier_games=kept), A])
    assert list(found.earlier_games) == ["U", "V"]
    assert [one.date.day for one in found.earlier_games["U"]] == [1, 2, 3]
    both = (EarlierGame("standard", days[0], 1500, 1), EarlierGame("rapid", days[0], 1500, 1))
    found = outcome([member("V", earlier_games=both), member("U", earlier_games=both[1:])])
    assert list(found.earlier_games) == ["U", "V"]
    assert [one.type for one in found.earlier_games["V"]] == ["rapid", "standard"]


def test_who_has_no_birth_date_is_named_once_in_the_order_of_the_ids():
    people = [member(id, 1500) for id in "FEDCBA"]
    games = (game(*pair, round=n) for n, pair in enumerate(("FE", "DC", "BA", "AF"), 1))
    found = outcome(people, event(*games))
    assert [(item.code, item.member, item.type) for item in found.notices] == [
        ("no-birth-date", id, "standard") for id in "ABCDEF"
    ]


@pytest.mark.parametrize("moment", [datetime(2026, 11, 1), "2026-11-01", None])  # noqa: DTZ001
def test_what_is_no_date_is_no_lists_date(moment):
    with pytest.raises(RatingError) as refusal:
        rate([A], [], list_date=moment)
    assert [problem.code for problem in refusal.value.problems] == ["list-date"]


def test_an_event_begun_under_an_older_list_needs_that_list():
    day = date(2026, 9, 27)
    played = event(game("A", "B", first_day=day, last_day=day), type=None, minutes_at_60=120, last_day=day)
    with pytest.raises(RatingError) as refusal:
        outcome([A, B], played, edition="fide-2025-10")
    (problem,) = refusal.value.problems
    assert (problem.code, problem.place) == ("earlier-list-needed", "event E1")


def test_where_a_list_is_needed_no_day_is_asked_for():
    # 18 in 2026: K would be 40 in December and 20 in January by this reading.
    junior = member("A", 1500, born=date(2008, 6, 1))
    days = {"first_day": date(2026, 12, 30), "last_day": date(2027, 1, 2)}
    played = event(
        game("A", "B", **days),
        type=None,
        minutes_at_60=120,
        reported=date(2027, 1, 5),
        last_day=days["last_day"],
    )
    with pytest.raises(RatingError) as refusal:
        outcome(
            [junior, B],
            played,
            edition="fide-2025-10",
            list_date=date(2027, 2, 1),
            switches=Interpretations(r81="year-of-game"),
        )
    assert [problem.code for problem in refusal.value.problems] == ["earlier-list-needed"]


def test_a_row_says_nothing_that_nobody_told_it():
    found = outcome([A, member("U", earlier_games=earlier(5))], event(game("U", "A", "1/2-1/2")))
    new = row(found, "U")
    assert (new.adopted, new.adjusted, new.adjustment_reference, new.taken_from) == (False, 0, None, None)
    assert (new.provisional, new.listed, new.capped, new.pool) == (False, True, False, None)
    assert (new.previous, new.change, new.rounded, new.floor_acted) == (None, None, None, False)


def test_an_event_and_a_game_that_are_both_left_out_are_left_out_once():
    found = outcome([A, B], event(game("A", "B", excluded="twice"), excluded="a camp"))
    assert line(found, "A").reasons == (NotCounted("excluded-by-officer", "3(8)", "a camp"),)


@pytest.mark.parametrize(
    ("white", "black", "detail", "player"),
    [
        ("U", "A", "U without a standard rating", "U"),
        ("A", "U", "U without a standard rating", "U"),
        ("U", "V", "U and V without a standard rating", None),
    ],
)
def test_who_is_unrated_is_named(white, black, detail, player):
    found = outcome([A, U, member("V")], event(game(white, black)))
    for one in (white, black):
        (reason,) = line(found, one).reasons
        assert (reason.reason, reason.detail, reason.player) == ("unrated-player", detail, player)


def test_two_who_count_as_rated_for_nobody_are_both_named():
    adopters = [member("A", 1500), member("B", 1500)]
    found = outcome(
        adopters, event(game("A", "B"), type="rapid"), switches=Interpretations(r5="rated-for-holders")
    )
    (reason,) = line(found, "A").reasons
    assert (reason.detail, reason.player) == ("A and B without a rapid rating", None)


def test_too_fast_a_game_names_who_holds_no_rating_at_all():
    fast = event(game("U", "A"), type=None, minutes_at_60=5)
    found = outcome([A, U], fast)
    assert reasons(found, "U") == ["too-fast", "unrated-player"]
    assert line(found, "U").reasons[1].detail == "U without a national rating"
    assert [line(found, id).rated_player for id in "UA"] == [False, True]
