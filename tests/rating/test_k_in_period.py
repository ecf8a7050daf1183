"""R115: whether the games that a period brings count for K within it. Each number is worked by hand from the
words of the reading; the columns have to say the same as the articles."""

from datetime import date

import pytest

from rating.columns import engine as columns
from rating.interpretations import Interpretations

from .federation import LIST, event, game, held, line, member, outcome, row

EDITIONS = {"jcf-2024-10": 30, "ncs-2022-09": 18, "fide-2025-10": 30}
"""From so many games on nobody is new."""


def reckoned(people, *events, **chosen):
    edition = chosen.pop("edition", "jcf-2024-10")
    how = {"edition": edition, "switches": Interpretations(**chosen)}
    found = outcome(people, *events, **how)
    assert columns.rate(people, events, list_date=LIST, **how) == found
    return found


def won(id, *days, **more):
    """A event in which A beats B on these days of October."""
    games = [
        game("A", "B", round=n, first_day=date(2026, 10, day), last_day=date(2026, 10, day))
        for n, day in enumerate(days, 1)
    ]
    # A third player: two alone would be a match by FIDE's rules.
    games.append(game("A", "C", "+--", round=99))
    last = date(2026, 10, max(days))
    return event(*games, id=id, type=None, minutes_at_60=120, last_day=last, reported=last, **more)


def new_player(games):
    return [member("A", held(1500, games=games)), member("B", 1500), member("C", 1500)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("reading", "rating"), [("list-before", 1580), ("by-event", 1560), ("by-game", 1550)]
)
def test_the_games_of_a_period_count_for_k_from_the_next_list_event_or_game_on(edition, reading, rating):
    # One game short of the number, four won against equals: 4 x 20; 2 x 20 + 2 x 10; 20 + 3 x 10.
    people = new_player(EDITIONS[edition] - 1)
    found = reckoned(people, won("E1", 1, 2), won("E2", 3, 4), edition=edition, r115=reading)
    assert row(found, "A").rating == rating
    assert row(found, "A").games == EDITIONS[edition] + 3


def test_events_count_in_the_order_in_which_they_ended_and_games_in_that_of_their_days():
    # E1 lasts from the 1st to the 9th, E2 is played on the 5th: E2 is over first, E1 began first.
    events = won("E1", 1, 9), won("E2", 5)
    by_event = reckoned(new_player(29), *events, r115="by-event")
    assert [line(by_event, "A", n, "E1").k for n in (1, 2)] == [20, 20]
    assert line(by_event, "A", 1, "E2").k == 40
    by_game = reckoned(new_player(29), *events, r115="by-game")
    assert [line(by_game, "A", n, "E1").k for n in (1, 2)] == [40, 20]
    assert (line(by_game, "A", 1, "E2").k, line(by_game, "A", 1, "E2").c) == (20, 1000)


def test_games_of_another_event_between_two_of_one_count_by_their_days():
    # 28 games before: the 1st is the 29th, the 5th (of E2) the 30th, and on the 9th nobody is new any more.
    events = won("E1", 1, 9), won("E2", 5)
    by_game = reckoned(new_player(28), *events, r115="by-game")
    assert [line(by_game, "A", n, "E1").k for n in (1, 2)] == [40, 20]
    assert line(by_game, "A", 1, "E2").k == 40
    # By event: after E2 there are 29, so that all of E1 is with K 40.
    by_event = reckoned(new_player(28), *events, r115="by-event")
    assert [line(by_event, "A", n, "E1").k for n in (1, 2)] == [40, 40]
    assert line(by_event, "A", 1, "E2").k == 40


def test_a_game_that_is_not_rated_counts_for_nobody():
    forfeited = event(*(game("A", "B", "+--", round=n) for n in range(1, 6)), id="E1")
    found = reckoned(new_player(29), forfeited, won("E2", 5), r115="by-game")
    assert (line(found, "A", 1, "E2").k, row(found, "A").games) == (40, 30)


def test_games_of_the_other_type_count_where_r12_takes_both():
    rapid = event(game("A", "B"), id="E1", type="rapid", last_day=date(2026, 10, 1))
    people = [member("A", held(1500, games=10), held(1500, games=19)), member("B", 1500, rapid=1500)]
    people.append(member("C", 1500))
    both = reckoned(people, rapid, won("E2", 5), r115="by-event", r12="both-types")
    assert (line(both, "A", 1, "E1").k, line(both, "A", 1, "E2").k) == (40, 20)
    own = reckoned(people, rapid, won("E2", 5), r115="by-event")
    assert (line(own, "A", 1, "E1").k, line(own, "A", 1, "E2").k) == (40, 40)


def test_without_a_birth_date_it_is_noted_once_few_games_no_longer_say_k():
    before = reckoned(new_player(29), won("E1", 1, 2))
    within = reckoned(new_player(29), won("E1", 1, 2), r115="by-game")
    about = [{n.member for n in found.notices} for found in (before, within)]
    assert ["A" in ids for ids in about] == [False, True]


def test_the_limit_on_k_times_games_holds_what_is_left():
    # 20 games: 700 / 20 is 35. The first is at 35 for 40, the others at 20.
    found = reckoned(new_player(29), won("E1", *range(1, 21)), r115="by-game", r68="seven-hundred")
    assert [line(found, "A", n).k for n in (1, 2, 20)] == [35, 20, 20]
