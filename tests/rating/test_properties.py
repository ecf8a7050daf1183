"""What holds for every period: sums, order, symmetry."""

import os
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from subprocess import PIPE, Popen

from hypothesis import given, settings
from hypothesis import strategies as st

from rating.editions import load, names
from rating.interpretations import Interpretations
from rating.records import Event, Game, Held, Member
from tests.depth import deep

from .federation import ALWAYS, PLAYED, REPORTED, earlier, outcome

ROOT = Path(__file__).resolve().parents[2]
LAW = load("jcf-2024-10")
NAMES = tuple("ABCDEFGH")
OURS = Interpretations()
rating = st.integers(1000, 2700)


@st.composite
def helds(draw):
    points = draw(rating)
    return Held(points, draw(st.integers(0, 60)), points + draw(st.integers(0, 300)), draw(st.booleans()))


@st.composite
def members(draw):
    return [
        Member(
            name,
            born=draw(st.none() | st.dates(date(1950, 1, 1), date(2018, 1, 1))),
            membership=draw(st.sampled_from([ALWAYS, ALWAYS, ()])),
            ratings=draw(st.dictionaries(st.sampled_from(["standard", "rapid"]), helds())),
            fide=draw(st.dictionaries(st.sampled_from(["standard", "rapid", "blitz"]), rating)),
            earlier_games=(*earlier(5), *earlier(5, type="rapid")),
        )
        for name in NAMES
    ]


@st.composite
def games(draw):
    white, black = draw(st.lists(st.sampled_from((*NAMES, "Z")), min_size=2, max_size=2, unique=True))
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "1/2-1/2", "+--", "---"]))
    return Game(draw(st.integers(1, 9)), white, black, result, PLAYED, PLAYED)


@st.composite
def events(draw):
    count = draw(st.integers(0, 3))
    return [
        Event(
            f"E{n}",
            REPORTED,
            PLAYED,
            tuple(draw(st.lists(games(), max_size=12))),
            type=draw(st.sampled_from(["standard", "rapid"])),
        )
        for n in range(count)
    ]


@settings(max_examples=deep(150, 37))
@given(members(), events())
def test_the_sum_of_each_row_is_explained_by_its_games_exactly(people, reports):
    result = outcome(people, *reports)
    for type, rows in result.lists.items():
        for row in rows:
            lines = [line for line in result.lines if line.type == type and line.player == row.id]
            if row.how == "initial":
                assert row.period_games == sum(line.for_initial for line in lines)
                continue
            counted = [line for line in lines if line.counts]
            assert row.change == sum((line.score * 50 - line.pd) * line.k for line in counted)
            assert row.period_games == len(counted)
            assert row.rating == max(row.previous + row.rounded, 1000)
            assert abs(row.change - 100 * row.rounded) <= 50
    listed = {(type, row.id) for type, rows in result.lists.items() for row in rows}
    assert all((line.type, line.player) in listed for line in result.lines if line.counts)


@settings(max_examples=deep(80, 20))
@given(members(), events(), st.randoms(use_true_random=False))
def test_the_order_of_members_events_and_games_is_irrelevant(people, reports, random):
    def shuffled(items):
        return random.sample(list(items), len(items))

    mixed = [replace(report, games=tuple(shuffled(report.games))) for report in shuffled(reports)]
    assert outcome(shuffled(people), *mixed) == outcome(people, *reports)


@settings(max_examples=deep(80, 20))
@given(members(), events(), st.data())
def test_splitting_a_report_in_two_changes_nothing(people, reports, data):
    parts = []
    for report in reports:
        cut = data.draw(st.integers(0, len(report.games)))
        parts.append(replace(report, id=f"{report.id}-1", games=report.games[:cut]))
        parts.append(replace(report, id=f"{report.id}-2", games=report.games[cut:]))
    whole, split = outcome(people, *reports), outcome(people, *parts)
    assert whole.lists == split.lists
    assert whole.earlier_games == split.earlier_games


@settings(max_examples=deep(80, 20))
@given(members(), events())
def test_nothing_is_won_or_lost_where_k_is_equal(people, reports):
    result = outcome(people, *reports)
    pairs = list(zip(result.lines[::2], result.lines[1::2], strict=True))
    for white, black in pairs:
        assert white.counts == black.counts
        if white.counts and white.k == black.k:
            assert white.c + black.c == 0


@given(rating, rating)
def test_the_expected_scores_of_both_make_one(own, opponent):
    sides = ((own, opponent), (opponent, own))
    here, there = (LAW.shapes.expected_score(LAW, *side, "standard") for side in sides)
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


@settings(max_examples=deep(80, 20))
@given(members(), events(), st.sampled_from(NAMES))
def test_a_better_score_never_gives_a_smaller_rating(people, reports, name):
    def won_by(name, played):
        if played.result not in ("0-1", "1-0", "1/2-1/2"):
            return played
        result = {played.white: "1-0", played.black: "0-1"}.get(name, played.result)
        return replace(played, result=result)

    better = [
        replace(report, games=tuple(won_by(name, played) for played in report.games)) for report in reports
    ]
    before, after = outcome(people, *reports), outcome(people, *better)
    for type, rows in before.lists.items():
        ratings = {row.id: row.rating for row in after.lists[type]}
        for row in rows:
            if row.id == name and row.how != "initial":
                assert ratings[name] >= row.rating


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


def test_the_same_input_gives_the_same_outcome_in_every_process():
    """Sets have another order in each, as the seeds of their hashes say."""
    laws = [name for name in names() if not load(name).by_event]
    command = [sys.executable, "-c", RECKONED, *laws]
    ways = [{**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    running = [Popen(command, cwd=ROOT, env=way, stdout=PIPE, text=True) for way in ways]
    one, other = (process.communicate()[0] for process in running)
    assert one == other
    assert len(one.splitlines()) == 24 * len(laws)
