"""Who is at rest has the row that the articles give him: a large register of which few play."""

import random
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings

from rating import editions
from rating.columns import engine as columns
from rating.columns.at_rest import resting
from rating.columns.register import register_of
from rating.engine import rate
from rating.interpretations import interpretations
from rating.outcome import Row
from rating.records import Adjustment, EarlierGame, Event, Game, Held, Member
from rating.row_columns import Rows, at_rest, column, moving
from tests.depth import deep

from .columns_periods import ALWAYS, LIST, answer, earlier_lists, period, seeds, switched

BY_GAME = [law for name in editions.names() if not (law := editions.load(name)).by_event]
each_law = pytest.mark.parametrize("law", BY_GAME, ids=lambda law: law.id)


def quiet(chance: random.Random, types: tuple[str, ...], name: str) -> Member:
    """Somebody with ratings alone, now and then one that nobody can have."""
    held = {}
    for type in types:
        if chance.random() < 0.7:
            rating = chance.choice((0, 899, 900, 1000, 1001, 1399, 1400, chance.randrange(3000)))
            games = chance.choice((0, 4, 5, 9, 10, 29, 30, 500))
            held[type] = Held(rating, games, rating + chance.choice((0, 0, 1, 400)), chance.random() < 0.3)
    if chance.random() < 0.01:
        held[chance.choice(types)] = chance.choice(
            (Held(1500, 5, 1400), Held(1500, -1, 1500), Held(True, 5, 1))
        )
    born = chance.choice((None, date(2010, 5, 5), date(1980, 1, 1)))
    return Member(name, born=born, membership=chance.choice((ALWAYS, ())), ratings=held)


def _having_met(people, seed, one):
    chance = random.Random(f"{seed} {one.id}")
    against = (None, "Z", *(other.id for other in people))
    return replace(
        one, earlier_games=tuple(replace(g, opponent=chance.choice(against)) for g in one.earlier_games)
    )


def office(law, seed):
    """Sixty of these in no order, and mostly ten of whom anything may be known and who play."""
    chance = random.Random(seed)
    types = law.shapes.types(law)
    known = (*types, *(law.shapes.carried_over(law) or ())) if chance.random() < 0.3 else types
    people, reports = period(law, seed, chance.choice((0, 16)))
    if chance.random() < 0.2:
        people, reports = [], []
    people += [quiet(chance, known, f"Q{chance.randrange(10**6)}") for _ in range(60)]
    people = [_having_met(people, seed, one) for one in people]  # who is at rest now, among others (R105)
    if chance.random() < 0.03:
        people.append(people[-1])
    chance.shuffle(people)
    return people, reports


@each_law
@settings(max_examples=deep(200, 40))
@given(seed=seeds, switches=switched)
def test_the_list_of_an_office_in_which_few_play_is_that_of_the_articles(law, seed, switches):
    people, reports = office(law, seed)
    how = {"list_date": LIST, "edition": law, "switches": switches, "earlier_lists": earlier_lists(law, seed)}
    if seed % 3 == 0:
        name = people[seed % len(people)].id
        how["adjustments"] = [Adjustment(name, law.shapes.types(law)[0], 15, "board 3", date(2026, 1, 1))]
    plain, fast = answer(rate, people, reports, **how), answer(columns.rate, people, reports, **how)
    assert fast == plain
    assert repr(fast) == repr(plain)
    if not isinstance(plain, tuple):
        for type, rows in plain.lists.items():
            found = fast.lists[type]
            assert [found[at] for at in range(len(found))] == [*rows]  # one by one, before and after all
            assert [*column(found, "marks")] == [row.marks for row in rows]
            for row in {row.id: row for row in rows}.keys() - {row.id for row in moving(found)}:
                (stands,) = (one for one in rows if one.id == row)
                assert (stands.how, stands.period_games, stands.change) == ("rated", 0, 0)


def test_whom_a_ur_player_met_before_is_known_though_he_rests():
    """R105: five draws with who stood at 1500 then, and stands at 1600 now."""
    law = editions.load("jcf-2024-10")
    met = tuple(EarlierGame("standard", date(2026, 9, 1), 1500, 1, opponent="Q") for _ in range(5))
    people = [
        Member("U", membership=ALWAYS, earlier_games=met),
        *(Member(id, membership=ALWAYS, ratings={"standard": Held(1600, 40, 1600)}) for id in "AQ"),
    ]
    played = (Game(1, "U", "A", "1/2-1/2", date(2027, 1, 5), date(2027, 1, 5)),)
    reports = [Event("E", date(2027, 1, 6), date(2027, 1, 5), played, type="standard")]
    how = {"list_date": LIST, "edition": law, "switches": interpretations(r105="of-list-before")}
    (row,) = (row for row in columns.rate(people, reports, **how).lists["standard"] if row.id == "U")
    assert row.rating == 1600
    assert columns.rate(people, reports, **how) == rate(people, reports, **how)


@each_law
def test_nearly_everybody_is_at_rest_and_nobody_of_whom_more_is_asked(law):
    types = law.shapes.types(law)
    held = {types[0]: Held(1500, 40, 1600)}
    people = [Member(f"Q{n}", membership=ALWAYS, ratings=held) for n in range(5)]
    people += [
        Member("fide", ratings=held, fide={"standard": 1500}),
        Member("decided", ratings=held, decided={types[0]: 1500}),
        Member("jca", ratings=held, jca=1500),
        Member("abroad", ratings=held, foreign=1500),
        Member("undated", ratings=held, born="1980"),
        Member("turned", ratings=held, membership=((date(2026, 1, 2), date(2026, 1, 1)),)),
        Member("unknown", ratings={"bullet": Held(1500, 1, 1500)}),
        Member("peak", ratings={types[0]: Held(1500, 1, 1499)}),
        Member("huge", ratings=held),
    ]
    found = resting(law, register_of(people), {"Q2"}, interpretations())
    assert found.moving == [2, *range(5, 13)]
    assert found.rows[types[0]]["id"] == ["Q0", "Q1", "Q3", "Q4", "huge"]
    people[-1] = Member("huge", ratings={types[0]: Held(2**70, 1, 2**70)})
    assert resting(law, register_of(people), {"Q2"}, interpretations()).moving == [*range(14)]
    twice = register_of([people[0], people[0]])
    assert resting(law, twice, (), interpretations()).moving == [0, 1]


def test_who_takes_a_rating_over_at_once_is_left_to_the_article():
    law = editions.load("ncs-2019-09")
    people = register_of([Member("A", ratings={"ncs": Held(1500, 40, 1600)})])
    assert resting(law, people, (), interpretations()).moving == []
    assert resting(law, people, (), interpretations(r66="at-once")).moving == [0]


def test_rows_are_like_a_tuple_of_them():
    told = {"rating": [1500, 1600], "games": [3, 4], "peak": [1500, 1700], "previous": [1500, 1600]}
    rest = at_rest(["B", "D"], rounded=[0, 0], **told)
    moved = (Row(id="C", how="initial", rating=1400, games=9, period_games=9, peak=1400),)
    found = Rows(rest, moved)
    assert [row.id for row in found] == ["B", "C", "D"] == [*found.column("id")]
    assert [*found.column("rating")] == [1500, 1400, 1600]
    assert (len(found), found[1], found[-2].id, found[-1].previous) == (3, moved[0], "C", 1600)
    assert found == tuple(found)
    assert tuple(found) == found
    assert found != tuple(found)[1:]
    assert found != [*found]
    assert repr(found) == repr(tuple(found))
    assert (found[1:], moving(found), moving(tuple(found))) == ([*found][1:], moved, tuple(found))
    assert [*Rows(at_rest([]), moved).column("rating")] == [1400]
    assert Rows(at_rest([]), ()) == ()
    with pytest.raises(IndexError):
        Rows(rest, ())[2]


def test_a_game_against_somebody_at_rest_wakes_him():
    law = editions.load("jcf-2024-10")
    people = [Member(n, membership=ALWAYS, ratings={"standard": Held(1500, 40, 1600)}) for n in "AB"]
    game = Game(1, "A", "B", "1-0", date(2027, 1, 5), date(2027, 1, 5))
    event = Event("E", date(2027, 1, 6), date(2027, 1, 5), (game,), type="standard")
    found = columns.rate(people, iter([event]), list_date=LIST, edition=law)
    assert [row.period_games for row in found.lists["standard"]] == [1, 1]
