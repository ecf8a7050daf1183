"""Events on columns give what the article functions give, event by event and for the whole period."""

import random
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.columns.event_rules import ON_EVENTS, rules_of
from rating.columns.events import UNRATED, Entries, EventGames, after_events, reckon_events
from rating.editions import load
from rating.engine import rate
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import AcfRating, Event, Game, Held, Member
from rating.rulings import RULINGS
from tests.depth import deep

LAW = load("qjrl")
LIST = date(2027, 1, 1)
DAY = date(2026, 11, 5)
NAMES = tuple("ABCDEFGHIJKL")
switched = st.builds(
    Interpretations,
    **{number.lower(): st.sampled_from(RULINGS[number].words) for number in ("R1", "R2", "R9", "R10")},
)


def people(chance):
    found = []
    for name in NAMES:
        kind = chance.random()
        held = Held(chance.randrange(-200, 2200), 10, 2200, provisional=kind < 0.15)
        acf = tuple(AcfRating(DAY + timedelta(days=d), chance.randrange(600, 2000)) for d in (-400, -30, 5))
        found.append(Member(name, ratings={"qj": held} if kind < 0.6 else {}, acf=acf if kind > 0.8 else ()))
    return found


def reports(chance):
    found = []
    for number in range(chance.randrange(1, 5)):
        here = chance.sample(NAMES, chance.randrange(2, len(NAMES)))
        games = tuple(
            Game(
                n,
                *chance.sample(here, 2),
                chance.choice(("1-0", "1-0", "0-1", "1/2-1/2", "+--")),
                DAY,
                DAY,
                excluded=None if chance.random() < 0.95 else "a warning",
            )
            for n in range(chance.randrange(30))
        )
        found.append(
            Event(
                f"E{number}",
                DAY,
                DAY,
                games,
                time_class=chance.choice(("lightning", "open", "short", "club")),
            )
        )
    return found


def columns_of(members, events):
    """Entries, games and previous ratings as columns, and who each entry is."""
    register = {member.id: member for member in members}
    keys, rows, k = {}, [], []
    for place, event in enumerate(events):
        k.append(LAW.queensland.event_k(LAW, event.time_class))
        for game in event.games:
            if game.excluded is None and not LAW.shapes.forfeit(LAW, game.result):
                white, black = (keys.setdefault((place, id), len(keys)) for id in (game.white, game.black))
                rows.append((white, black, {"1-0": 2, "0-1": 0}.get(game.result, 1)))
    held = [register[id].ratings.get("qj") for _, id in keys]
    adult = [LAW.queensland.adult_rating(LAW, register[id].acf, DAY) for _, id in keys]
    ratings = [h.rating if h else UNRATED if a is None else a for h, a in zip(held, adult, strict=True)]
    whole = {member.id: member.ratings.get("qj") for member in members}
    return (
        Entries(
            event=np.array([place for place, _ in keys], np.int64),
            player=np.array([NAMES.index(id) for _, id in keys], np.int64),
            rating=np.array(ratings, np.int64),
            moves=np.array([h is not None and not h.provisional for h in held], np.bool_),
            k=np.array(k, np.int64),
        ),
        EventGames(*(np.array([row[n] for row in rows], np.int64) for n in range(3))),
        np.array([h.rating if (h := whole[id]) and not h.provisional else UNRATED for id in NAMES]),
        tuple(keys),
    )


@settings(max_examples=deep(150, 37))
@given(st.integers(0, 2**40), switched)
def test_events_on_columns_are_what_the_articles_make_of_them(seed, switches):
    chance = random.Random(seed)
    members, events = people(chance), reports(chance)
    outcome = rate(members, events, list_date=LIST, edition=LAW, switches=switches)
    entries, games, previous, keys = columns_of(members, events)
    reckoned = reckon_events(LAW, entries, games, switches)
    not_rated = {item.event for item in outcome.events_not_rated}
    assert {event.id for event, rated in zip(events, reckoned.rated, strict=True) if not rated} == not_rated

    place = {(events[event].id, id): n for n, (event, id) in enumerate(keys)}
    assert len(outcome.event_lines) == sum(bool(reckoned.rated[event]) for event, _ in keys)
    for line in outcome.event_lines:
        n = place[line.event, line.player]
        assert (reckoned.games[n], reckoned.score[n]) == (line.games, line.score)
        assert Fraction(int(reckoned.opposition[n]), line.games) == line.average
        assert (reckoned.p[n], reckoned.dp[n]) == (line.p, line.dp)
        assert (reckoned.performance[n], reckoned.strength[n]) == (line.performance, line.rating)
        assert bool(reckoned.estimated[n]) == bool(line.estimates)
        assert tuple(reckoned.estimates[:, n]) == (line.estimates or (0,) * 6)
        wanted = (line.d, line.table, line.percentage, line.change)
        found = (reckoned.d[n], reckoned.table[n], reckoned.percentage[n], reckoned.change[n])
        assert found == (wanted if line.change is not None else (0, 0, 0, 0))

    result = after_events(LAW, entries, reckoned, previous, switches)
    for row in outcome.lists["qj"]:
        n = NAMES.index(row.id)
        assert result.played[n] == row.period_games
        if row.change is not None:
            assert (result.change[n], result.rounded[n]) == (row.change, row.rounded)
            assert (result.rating[n], result.capped[n]) == (row.rating, row.capped)


GAINED = {"overshoot_from_games": 40, "overshoot_from_events": 2, "overshoot_from_points": 104}
"""What A has who scores 24 of 40 in two open events against an equal: (24 - 18.8) x 20 points."""


@pytest.mark.parametrize("r10", RULINGS["R10"].words)
@pytest.mark.parametrize(("setting", "has"), GAINED.items())
@pytest.mark.parametrize("more", [0, 1])
def test_overshooting_is_prevented_from_each_setting_on_in_both(setting, has, more, r10):
    law = replace(LAW, values={**LAW.values, **GAINED, setting: has + more})
    switches = Interpretations(r10=r10)
    games = tuple(Game(n, "A", "B", "1-0" if n < 12 else "0-1", DAY, DAY) for n in range(20))
    events = [Event(key, DAY, DAY, games, time_class="open") for key in ("E0", "E1")]
    members = [Member(id, ratings={"qj": Held(1000, 10, 1000)}) for id in NAMES]
    outcome = rate(members, events, list_date=LIST, edition=law, switches=switches)
    row = next(row for row in outcome.lists["qj"] if row.id == "A")
    assert (row.rounded, row.capped) == (104, r10 != "never" and not more)
    entries, columns, previous, _ = columns_of(members, events)
    result = after_events(law, entries, reckon_events(law, entries, columns, switches), previous, switches)
    assert (result.rating[0], result.capped[0]) == (row.rating, row.capped)


@pytest.mark.parametrize(("r10", "rating"), [("simple-mean", 1120), ("weighted-mean", 1180), ("never", 1204)])
def test_the_mean_that_nobody_rises_above_is_that_of_the_reading(r10, rating):
    # 24 of 30 against an equal perform at 1240, 5 of 10 at 1000; (24 - 14.1) x 20 and (5 - 4.7) x 20 gained.
    law = replace(LAW, values={**LAW.values, **GAINED})
    lengths = {"E0": (30, 24), "E1": (10, 5)}
    events = [
        Event(
            key,
            DAY,
            DAY,
            tuple(Game(n, "A", "B", "1-0" if n < won else "0-1", DAY, DAY) for n in range(played)),
            time_class="open",
        )
        for key, (played, won) in lengths.items()
    ]
    members = [Member(id, ratings={"qj": Held(1000, 10, 1000)}) for id in NAMES]
    switches = Interpretations(r10=r10)
    outcome = rate(members, events, list_date=LIST, edition=law, switches=switches)
    entries, columns, previous, _ = columns_of(members, events)
    result = after_events(law, entries, reckon_events(law, entries, columns, switches), previous, switches)
    assert next(row for row in outcome.lists["qj"] if row.id == "A").rating == rating
    assert result.rating[0] == rating


@pytest.mark.parametrize("r9", RULINGS["R9"].words)
def test_the_tables_are_those_of_the_edition(r9):
    switches = Interpretations(r9=r9)
    rules = rules_of(LAW, switches)
    for difference in range(900):
        d = min(difference, len(rules.high) - 1)
        up = LAW.queensland.expected_of_event(LAW, difference, Fraction(0))
        down = LAW.queensland.expected_of_event(LAW, -difference, Fraction(0))
        assert (rules.high[d], rules.less[rules.high[d]]) == (up.table, up.percentage)
        if difference:
            assert (rules.low[d], rules.less[rules.low[d]]) == (down.table, down.percentage)


def one_game(**more):
    columns = {
        "event": np.array([0, 0]),
        "player": np.array([0, 1]),
        "rating": np.array([1200, UNRATED]),
        "moves": np.array([True, False]),
        "k": np.array([20]),
    }
    return Entries(**{**columns, **more})


def test_three_of_five_against_600_performs_672():
    event = Entries(
        event=np.zeros(6, np.int64),
        player=np.arange(6),
        rating=np.array([UNRATED, *(600,) * 5]),
        moves=np.zeros(6, np.bool_),
        k=np.array([20]),
    )
    games = EventGames(np.zeros(5, np.int64), np.arange(1, 6), np.array([2, 2, 2, 0, 0]))
    reckoned = reckon_events(LAW, event, games)
    assert reckoned.estimates[:, 0].tolist() == [600, 672, 672, 672, 672, 672]


@pytest.mark.parametrize(
    ("entries", "games", "code"),
    [
        (one_game(), (np.array([0]), np.array([0]), np.array([1])), "against-himself"),
        (one_game(event=np.array([0, 1]), k=np.array([5, 5])), None, "columns-bound"),
        (one_game(event=np.array([0, 1])), None, "columns-bound"),
        (one_game(event=np.array([1, 1])), None, "columns-bound"),
        (one_game(player=np.array([0])), None, "columns-shape"),
        (one_game(rating=np.array([0.5, 1.5])), None, "not-a-number"),
        (one_game(), (np.array([0]), np.array([2]), np.array([1])), "columns-bound"),
        (one_game(), (np.array([0]), np.array([1]), np.array([3])), "columns-bound"),
    ],
)
def test_events_that_are_none_are_refused(entries, games, code):
    rows = EventGames(*(games or (np.array([0]), np.array([1]), np.array([1]))))
    with pytest.raises(RatingError) as caught:
        reckon_events(LAW, entries, rows)
    assert code in {problem.code for problem in caught.value.problems}


@pytest.mark.parametrize("role", ON_EVENTS)
def test_an_edition_with_another_shape_is_refused_by_name(role):
    def another_shape(*_):
        raise AssertionError

    law = replace(LAW, queensland=SimpleNamespace(**{**vars(LAW.queensland), role: another_shape}))
    with pytest.raises(RatingError, match=f"{role}: columns-not-for: .* found another_shape"):
        rules_of(law, Interpretations())


def test_an_edition_reckoned_game_by_game_is_refused():
    with pytest.raises(RatingError, match="columns-not-for"):
        rules_of(load("jcf-2024-10"), Interpretations())


def entered(ratings, moves=None, event=None):
    """Entries of one event, or of those named, under K 20 each."""
    event = np.array(event or [0] * len(ratings))
    return Entries(
        event=event,
        player=np.arange(len(ratings)),
        rating=np.array(ratings),
        moves=np.array(moves or [True] * len(ratings)),
        k=np.full(event.max() + 1, 20),
    )


ONE_WON = EventGames(*np.array([[0], [1], [2]]))


def test_who_is_entered_and_plays_no_game_has_none_and_counts_for_nobody():
    reckoned = reckon_events(LAW, entered([1200, UNRATED, 1900, UNRATED]), ONE_WON)
    assert reckoned.games.tolist() == [1, 1, 0, 0]
    assert reckoned.score.tolist() == [2, 0, 0, 0]
    assert reckoned.estimates[0].tolist() == [0, 1200, 0, 0]  # the mean of the rated who played
    assert reckoned.estimated.tolist() == [False, True, False, False]
    for told in (reckoned.p, reckoned.dp, reckoned.change):
        assert told[2:].tolist() == [0, 0]


def test_an_event_without_enough_rated_players_counts_for_nothing():
    law = replace(LAW, values={**LAW.values, "rated_players_needed": 2})
    entries = entered([1200, UNRATED])
    reckoned = reckon_events(law, entries, ONE_WON)
    assert reckoned.rated.tolist() == [False]
    assert not reckoned.estimated.any() and not reckoned.p.any() and not reckoned.change.any()
    result = after_events(law, entries, reckoned, np.array([1200, UNRATED]))
    assert (result.played.tolist(), result.rating.tolist()) == ([0, 0], [1200, UNRATED])


def test_an_event_without_a_game_is_none_of_the_two_that_overshooting_asks_for():
    law = replace(LAW, values={**LAW.values, **GAINED, "overshoot_from_games": 20})
    # Twenty games of A and B in one event, one of B and C in another, in which A is entered.
    games = EventGames(np.array([0] * 20 + [3]), np.array([1] * 20 + [4]), np.full(21, 2))
    entries = entered([1000] * 5, event=[0, 0, 1, 1, 1])
    entries = replace(entries, player=np.array([0, 1, 0, 1, 2]))
    result = after_events(law, entries, reckon_events(law, entries, games), np.full(3, 1000))
    # 20 of 20 where 9.4 were expected: (20 - 9.4) x 20.
    assert (result.rating[0], result.capped[0]) == (1212, False)
    law = replace(law, values={**law.values, "overshoot_from_events": 1})
    games = replace(games, halves=np.array([2] * 12 + [0] * 8 + [2]))
    law = replace(law, values={**law.values, "overshoot_from_points": 50})
    result = after_events(law, entries, reckon_events(law, entries, games), np.full(3, 1000))
    # 12 of 20 gain 52, and perform at 1000 + 72 in the one event.
    assert (result.rating[0], result.capped[0]) == (1052, False)


@pytest.mark.parametrize("own", [600, 2200])
def test_the_last_line_of_the_table_holds_beyond_where_an_edition_counts_opponents_whole(own):
    law = replace(LAW, values={**LAW.values, "ceiling_above": 3000, "ceiling_below": 3000})
    reckoned = reckon_events(law, entered([own, 2800 - own]), ONE_WON)
    expected = LAW.queensland.expected_of_event(LAW, own, Fraction(2800 - own))
    assert (reckoned.d[0], reckoned.table[0]) == (1600, expected.table)
    assert reckoned.percentage[0] == expected.percentage


def test_an_event_can_have_no_k_and_then_moves_nobody():
    entries = replace(entered([1200, 1300]), k=np.array([0]))
    assert reckon_events(LAW, entries, ONE_WON).change.tolist() == [0, 0]
