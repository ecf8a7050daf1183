"""What holds for every period: sums, order, symmetry."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from rating.editions import load, names
from rating.errors import RatingError
from rating.interpretations import Interpretations
from tests.depth import deep

from .columns_periods import LIST, period, seeds, sizes
from .federation import outcome

ROOT = Path(__file__).resolve().parents[2]
LAW = load("jcf-2024-10")
OURS = Interpretations()
rating = st.integers(0, 2700)


each_law = pytest.mark.parametrize(
    "law", [LAW, load("ncs-2022-09"), load("ncs-2019-09")], ids=lambda law: law.id
)
drawn = given(seed=seeds, size=sizes)
"""A period of so many games, most of which count."""


def reckoned(law, people, reports):
    try:
        return outcome(people, *reports, list_date=LIST, edition=law)
    except RatingError:  # the day of a game that changes K is not known: the whole period is refused
        reject()


@each_law
@settings(max_examples=deep(300, 60))
@drawn
def test_the_sum_of_each_row_is_explained_by_its_games_exactly(law, seed, size):
    result = reckoned(law, *period(law, seed, size))
    for type, rows in result.lists.items():
        for row in rows:
            lines = [line for line in result.lines if line.type == type and line.player == row.id]
            if row.how == "initial":
                assert row.period_games == sum(line.for_initial for line in lines)
                assert row.games >= law.number("initial_from_games")
                continue
            counted = [line for line in lines if line.counts]
            assert row.change == sum((line.score * 50 - line.pd) * line.k for line in counted)
            assert row.period_games == len(counted)
            assert row.rating == max(row.previous + row.rounded, law.number("floor"))
            assert abs(row.change - 100 * row.rounded) <= 50
    listed = {(type, row.id) for type, rows in result.lists.items() for row in rows}
    assert all((line.type, line.player) in listed for line in result.lines if line.counts)
    assert not listed & {(item.type, item.id) for item in result.decisions}


@each_law
@settings(max_examples=deep(150, 40))
@drawn
def test_the_order_of_members_events_and_games_is_irrelevant(law, seed, size):
    chance = Random(seed)

    def shuffled(items):
        return chance.sample(list(items), len(items))

    people, reports = period(law, seed, size)
    mixed = [replace(report, games=tuple(shuffled(report.games))) for report in shuffled(reports)]
    assert reckoned(law, shuffled(people), mixed) == reckoned(law, people, reports)


def in_order(result):
    """The rows, with the games of a first rating by day: they stand in the order of the reports."""
    return [
        row
        if row.initial is None
        else replace(row, initial=replace(row.initial, games=sorted(row.initial.games, key=repr_of)))
        for rows in result.lists.values()
        for row in rows
    ]


def repr_of(game):
    return repr(replace(game, event=None))


@each_law
@settings(max_examples=deep(150, 40))
@drawn
@example(seed=186, size=24)
def test_splitting_a_report_in_two_changes_nothing(law, seed, size):
    chance, parts = Random(seed), []
    people, reports = period(law, seed, size)
    for report in reports:
        cut = chance.randint(0, len(report.games))
        parts.append(replace(report, id=f"{report.id}-1", games=report.games[:cut]))
        parts.append(replace(report, id=f"{report.id}-2", games=report.games[cut:]))
    whole, split = reckoned(law, people, reports), reckoned(law, people, parts)
    assert in_order(whole) == in_order(split)
    assert whole.earlier_games == split.earlier_games
    assert whole.decisions == split.decisions


@each_law
@settings(max_examples=deep(150, 40))
@drawn
def test_nothing_is_won_or_lost_where_k_is_equal(law, seed, size):
    result = reckoned(law, *period(law, seed, size))
    for white, black in zip(result.lines[::2], result.lines[1::2], strict=True):
        assert white.counts == black.counts
        if white.counts and white.k == black.k:
            assert white.c + black.c == 0


@each_law
@given(own=rating, opponent=rating)
def test_the_expected_scores_of_both_make_one(law, own, opponent):
    sides = ((own, opponent), (opponent, own))
    here, there = (law.shapes.expected_score(law, *side, "standard") for side in sides)
    if own != opponent:
        assert {here.column, there.column} == {"H", "L"}
    assert here.pd + there.pd == 100
    assert 8 <= here.pd <= 92


@given(rating, rating, st.integers(0, 50))
def test_the_expected_score_never_falls_with_the_rating(own, opponent, more):
    expected = LAW.shapes.expected_score
    better = expected(LAW, own + more, opponent, "standard")
    assert better.pd >= expected(LAW, own, opponent, "standard").pd


@given(rating, rating, st.sampled_from([10, 20, 40]))
def test_a_better_score_never_gives_a_smaller_change(own, opponent, k):
    pd = LAW.shapes.expected_score(LAW, own, opponent, "standard").pd
    lost, drawn, won = (LAW.shapes.change(LAW, score, pd, k) for score in (0, 1, 2))
    assert lost <= 0 <= won
    assert drawn - lost == won - drawn == 50 * k


@each_law
@settings(max_examples=deep(150, 40))
@drawn
def test_a_better_score_never_gives_a_smaller_rating(law, seed, size):
    people, reports = period(law, seed, size)
    better = [replace(report, games=tuple(won_by("A", one) for one in report.games)) for report in reports]
    before, after = (reckoned(law, people, kept) for kept in (reports, better))
    for type, rows in before.lists.items():
        ratings = {row.id: row.rating for row in after.lists[type]}
        for row in rows:
            if row.id == "A" and row.how != "initial":
                assert ratings["A"] >= row.rating


def won_by(name, played):
    """The game, won by him where he played it."""
    if played.result not in ("0-1", "1-0", "1/2-1/2"):
        return played
    return replace(played, result={played.white: "1-0", played.black: "0-1"}.get(name, played.result))


@given(st.lists(st.integers(-4000, 4000), max_size=20))
def test_rounding_is_symmetric_and_moves_by_half_a_point_at_most(changes):
    rounded = LAW.shapes.rounding(LAW, changes, OURS)
    assert abs(100 * rounded - sum(changes)) <= 50
    assert LAW.shapes.rounding(LAW, [-change for change in changes], OURS) == -rounded


RECKONED = """
import sys
from rating.editions import load
from rating.engine import rate
from rating.errors import RatingError
from tests.rating.columns_periods import LIST, earlier_lists, period
for name in sys.argv[1:]:
    law = load(name)
    for seed in range(24):
        how = {"list_date": LIST, "edition": law, "earlier_lists": earlier_lists(law, seed)}
        try:
            print(rate(*period(law, seed, 60), **how))
        except RatingError as refusal:
            print(repr(str(refusal)))
"""


@pytest.mark.slow
def test_the_same_input_gives_the_same_outcome_in_every_process():
    """Sets have another order in each, as the seeds of their hashes say."""
    laws = [name for name in names() if not load(name).by_event]
    command = [sys.executable, "-c", RECKONED, *laws]
    ways = [{**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    running = [Popen(command, cwd=ROOT, env=way, stdout=PIPE, text=True) for way in ways]
    one, other = (process.communicate()[0] for process in running)
    assert one == other
    assert len(one.splitlines()) == 24 * len(laws)
