"""What the Queensland list gives back, whole: rows, lines of events and games, what is said of them."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.outcome import EventLine, GameLine, NotCounted, Notice, Row
from rating.records import AcfRating, EventPerformance, Held, Member
from rating.steps import Pool

from .federation import LIST, PLAYED, game
from .test_queensland import LAW, club, event_line, outcome, qj, rated

LONG_AGO = date(2025, 4, 30)  # a day more than 18 months before the list


def member(id, rating, games=0, peak=0, *, provisional=False, **more):
    held = Held(rating, games, peak or rating, provisional=provisional)
    return Member(id, ratings={"qj": held}, **{"last_played": date(2026, 8, 1), **more})


A, B, N = member("A", 1000, games=40, peak=1100), member("B", 1000, games=7), Member("N")


def test_a_rated_player_has_the_row_of_his_games():
    # Equal: 50 % less three of one game, K 10: 5.30 and -4.70.
    found = outcome([A, B], club(game("A", "B")))
    assert found.lists["qj"] == (
        Row(
            id="A", how="rated", previous=1000, previous_from="list", change=530, rounded=5, rating=1005,
            games=41, period_games=1, peak=1100,
        ),
        Row(
            id="B", how="rated", previous=1000, previous_from="list", change=-470, rounded=-5, rating=995,
            games=8, period_games=1, peak=1000,
        ),
    )  # fmt: skip


def test_a_peak_is_passed_and_who_is_long_away_is_not_shown():
    up = qj(outcome([member("A", 1000, games=1), B], club(game("A", "B"))), "A")
    assert (up.rating, up.peak) == (1005, 1005)
    away = qj(outcome([member("A", 1000, games=1, last_played=LONG_AGO)]), "A")
    assert (away.rating, away.games, away.listed) == (1000, 1, False)
    new = member("P", 900, games=3, peak=950, provisional=True, last_played=LONG_AGO)
    assert not qj(outcome([new]), "P").listed


def test_a_provisional_player_without_games_has_the_row_he_had():
    found = qj(outcome([member("P", 900, games=3, peak=950, provisional=True)]), "P")
    assert found == Row(
        id="P", how="rated", previous=900, previous_from="list", rating=900, games=3, period_games=0,
        peak=950, provisional=True,
    )  # fmt: skip


def test_a_new_player_has_the_row_of_his_pool():
    # Four draws with 1000 perform 1000; with the four at 900 of the period before 950, eight games.
    before = EventPerformance(900, 4, "club")
    drawn = [game("N", "A", "1/2-1/2", round=n) for n in range(1, 5)]
    found = qj(outcome([A, B, replace(N, previous_period=(before,))], club(*drawn)), "N")
    assert found == Row(
        id="N", how="initial", rating=950, games=4, period_games=4, peak=950, pool=Pool(950, 8, False)
    )
    again = member("P", 900, games=3, peak=1200, provisional=True)
    drawn = [game("P", "A", "1/2-1/2", round=n) for n in range(1, 5)]
    found = qj(outcome([A, B, again], club(*drawn)), "P")
    assert found == Row(
        id="P", how="initial", previous=900, previous_from="list", rating=1000, games=7, period_games=4,
        peak=1200, provisional=True, pool=Pool(1000, 4, True),
    )  # fmt: skip


def test_an_event_and_its_games_are_told_from_both_sides():
    found = outcome([A, B, N], club(game("A", "B"), game("N", "A", "1/2-1/2", round=2)))
    # N draws with A (1000) and is taken for 1000; A has 1½ of two with 1000: 75 %, dp 193.
    assert [item.player for item in found.event_lines] == ["A", "B", "N"]
    assert event_line(found, "A") == EventLine(
        event="E1", player="A", time_class="club", standing="rated", rating=1000, games=2, score=3,
        average=Fraction(1000), performance=1193, p=75, dp=193, d=0, table=50, percentage=47, k=10,
        change=560,
    )  # fmt: skip
    assert event_line(found, "N") == EventLine(
        event="E1", player="N", time_class="club", standing="new", rating=1000, games=1, score=1,
        average=Fraction(1000), performance=1000, p=50, dp=0, estimates=(1000,) * 6,
    )  # fmt: skip
    game_line = GameLine(
        event="E1", ref=None, round=2, board=None, first_day=PLAYED, last_day=PLAYED, type="qj", player="N",
        opponent="A", colour="white", result="1/2-1/2", score=1, rating=1000, rating_from=None,
        opponent_rating=1000, opponent_rating_from="list", rated_player=False, counts=True, for_initial=False,
    )  # fmt: skip
    assert found.lines[2:] == (
        game_line,
        replace(
            game_line, player="A", opponent="N", colour="black", rating_from="list",
            opponent_rating_from=None, rated_player=True,
        ),
    )  # fmt: skip


def test_events_and_players_come_in_the_order_of_their_ids():
    events = [club(game("B", "A"), id=id) for id in ("E2", "E1")]
    found = outcome([B, A], *events)
    assert [(item.event, item.player) for item in found.event_lines] == [
        ("E1", "A"), ("E1", "B"), ("E2", "A"), ("E2", "B")
    ]  # fmt: skip
    assert [item.event for item in found.lines] == ["E1", "E1", "E2", "E2"]


def test_games_of_an_event_that_is_not_rated_say_so():
    found = outcome([N], club(game("N", "O"), game("N", "O", "+--", round=2)))
    none = NotCounted("no-rated-player", "Organisers 2", "nobody is rated")
    assert [item.reasons[-1] for item in found.lines] == [none] * 4
    assert [[reason.reason for reason in item.reasons] for item in found.lines[2:]] == [
        ["forfeit", "no-rated-player"]
    ] * 2
    assert found.event_lines == ()


def test_an_event_without_games_is_not_rated():
    found = outcome([A], club())
    assert [item.event for item in found.events_not_rated] == ["E1"]
    assert found.lines == ()


def test_an_event_begins_with_its_first_game():
    lists = (AcfRating(date(2026, 8, 1), 1500), AcfRating(date(2026, 10, 4), 1900))
    adult = Member("X", acf=lists)
    days = [
        game("A", "X", first_day=day, last_day=day, round=n)
        for n, day in enumerate((date(2026, 10, 10), date(2026, 10, 3)), 1)
    ]
    assert event_line(outcome([A, adult], club(*days)), "X").rating == 1500


@pytest.mark.parametrize(
    ("days", "listed"),
    [
        ((date(2025, 4, 30), date(2025, 5, 1)), True),
        ((date(2025, 5, 1), date(2025, 4, 30)), True),
        ((date(2025, 4, 29), date(2025, 4, 30)), False),
    ],
)
def test_the_last_of_the_games_of_a_period_keeps_a_player_on_the_list(days, listed):
    away = [member(id, 1000, last_played=date(2025, 1, 1)) for id in "AB"]
    played = [
        game("A", "B", "1/2-1/2", round=n, first_day=day, last_day=day) for n, day in enumerate(days, 1)
    ]
    assert qj(outcome(away, club(*played)), "A").listed == listed


def test_a_forfeit_keeps_nobody_on_the_list():
    away = [member(id, 1000, last_played=LONG_AGO) for id in "AB"]
    found = outcome([*away, rated("C", 1000)], club(game("A", "C", "+--"), game("B", "C", round=2)))
    assert {item.id: item.listed for item in found.lists["qj"]} == {"A": False, "B": True, "C": True}


@pytest.mark.parametrize(
    ("word", "shown"),
    [("listed", "was not taken off the list"), ("not-listed", "is not on the list")],
)
def test_a_last_game_that_nobody_knows_is_said(word, shown):
    unknown = [member(id, 1000, last_played=None) for id in "DCA"]
    # B and E are known, N has no rating, A plays.
    people = [*unknown, B, N, member("E", 1000)]
    found = outcome(people, club(game("A", "B")), switches=Interpretations(r73=word))
    detail = f"nobody knows when the last game was; the player {shown}"
    assert found.notices == tuple(Notice("no-last-game", id, "qj", detail) for id in "CD")
    assert {item.id: item.listed for item in found.lists["qj"]} == {
        "A": True, "B": True, "C": word == "listed", "D": word == "listed", "E": True
    }  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (Member("X", acf=(AcfRating("2026-01-01", 1500),)), "not-a-date"),
        (Member("X", previous_period=(EventPerformance(1000, 2.5, "club"),)), "not-a-number"),
        (Member("X", previous_period=(EventPerformance(1000, 2, None),)), "time-class"),
    ],
)
def test_a_register_that_cannot_be_worked_with_is_refused(wrong, code):
    with pytest.raises(RatingError) as refusal:
        outcome([wrong])
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_the_list_says_what_it_is():
    found = outcome([A])
    assert (found.edition, found.list_date, found.previous_list) == (LAW.id, LIST, date(2026, 9, 1))
