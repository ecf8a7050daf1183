"""Games drawn from strengths that are known: whoever knows them has to come out best, and be right."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from office.assess.assessment import assessed
from office.assess.baselines import elo, even, glicko2, require_glicko2
from office.assess.scores import ENOUGH, SURE
from tests.depth import deep
from tests.office.assess.invented import Invented

NINETY_NINE = {9: 21.67, 10: 23.21, 11: 24.72, 12: 26.22, 13: 27.69}
"""The 99 % points of the chi-squared distribution, from a table."""


@pytest.fixture(scope="module")
def federation() -> Invented:
    return Invented(games=1000)


def test_the_true_model_comes_first_a_wrong_k_lower_and_a_coin_last(federation: Invented) -> None:
    history, published = federation.history, federation.published()
    models = [
        published,
        elo(history, 200),
        even(history),
        federation.truth(),
        glicko2(history, require_glicko2()),
    ]
    found = assessed(history, models, [history.course])
    order = [one.name for one in found.scores]
    assert order[0] == "truth"
    assert order[-1] == "even"
    assert order.index("elo-200") > order.index("published")
    scores = {one.name: one for one in found.scores}
    for name, better in (("truth", True), ("elo-200", False), ("even", False)):
        worse = scores[name].worse
        assert worse is not None
        assert abs(worse[0]) > worse[1]
        assert (worse[0] < 0) == better
    # The same order by either score, and more of the decided games foreseen.
    assert min(found.scores, key=lambda one: one.brier or 1).name == "truth"
    assert scores["even"].accuracy == 0.5
    assert scores["even"].logarithmic == pytest.approx(np.log(2))
    assert (scores["truth"].accuracy or 0) > (scores["elo-200"].accuracy or 0)


def test_the_calibration_of_the_true_model_holds_within_its_error_bars(federation: Invented) -> None:
    models = [federation.published(), federation.truth(), elo(federation.history, 200)]
    found = assessed(federation.history, models, [federation.history.course])
    by_name = {one.name: [c for c in classes if c.error is not None] for one, classes in found.calibration}
    off = {
        name: sum(((c.score - c.expected) / (c.error / SURE)) ** 2 for c in classes)
        for name, classes in by_name.items()
    }
    assert off["truth"] < NINETY_NINE[len(by_name["truth"])]
    assert off["elo-200"] > NINETY_NINE[len(by_name["elo-200"])]
    scores = {one.name: one for one in found.scores}
    assert scores["truth"].beyond <= 2  # of a dozen; one in twenty is chance
    assert scores["elo-200"].beyond >= 6


def test_the_error_bars_hold_nineteen_times_in_twenty() -> None:
    beyond = classes = 0
    for seed in range(40):
        one = Invented(games=200, seed=seed)
        found = assessed(one.history, [one.published(), one.truth()], [one.history.course])
        mine = next(score for score in found.scores if score.name == "truth")
        classes += mine.classes
        beyond += mine.beyond
    assert classes > 350
    assert 0.02 < beyond / classes < 0.08


def test_where_every_game_is_drawn_no_model_is_better_than_another() -> None:
    one = Invented(games=10)
    history = replace(one.history, games=replace(one.games, score=np.full(len(one.games), 0.5)))
    found = assessed(history, [one.published(), even(history)], [history.course])
    assert (found.judged, found.decided) == (240, 0)
    assert [(score.accuracy, score.worse) for score in found.scores] == [(None, None)] * 2


def test_who_is_rated_too_low_scores_more_than_is_expected_of_him(federation: Invented) -> None:
    """Every third player (those with K 40) is stronger by 100 points than the model thinks."""
    games, truth = federation.games, federation.truth()
    lower = np.where(np.arange(federation.strengths.size) % 3 == 0, 100, 0)
    difference = truth.difference - lower[games.white] + lower[games.black]
    p = 1 / (1 + 10 ** (-difference / 400))
    blind = type(truth)("published", "published", np.stack((p, 1 - p)), difference, truth.counted)
    found = assessed(federation.history, [blind, truth], [federation.history.course])
    groups = {(g.model, g.label): g.mean for g in found.groups if g.dimension == "k"}
    assert groups["published", "40"].beyond
    assert groups["published", "40"].score > groups["published", "40"].expected
    assert groups["published", "20"].score < groups["published", "20"].expected
    assert not groups["truth", "40"].beyond
    assert groups["published", "40"].games == int((games.k == 40).sum())


def test_a_group_that_met_few_others_has_no_error_bar_however_many_games_it_played() -> None:
    one = Invented(games=150)
    sides = np.stack((one.games.white, one.games.black))
    few = np.where(sides == 0, 40, 20)  # one of 300 players has another K
    history = replace(one.history, games=replace(one.games, k=few))
    met = int((few[0] != few[1]).sum())
    assert 10 < met < ENOUGH
    for found in (assessed(history, [model], [history.course]) for model in (one.truth(), even(history))):
        groups = {g.label: g.mean for g in found.groups if g.dimension == "k"}
        assert (groups["20"].games, groups["40"].games) == (2 * 24 * 150 - met, met)
        assert groups["20"].error is None and groups["40"].error is None


@pytest.mark.slow
def test_600_000_games_take_seconds_and_ten_times_the_games_ten_times_the_time() -> None:
    took = {}
    for lists in (6, 60):
        one = Invented(players=6000, lists=lists, games=deep(10_000, 3_000))
        models = [one.published(), elo(one.history, 40), even(one.history), one.truth()]
        start = time.process_time()
        assessed(one.history, models, [one.history.course])
        took[lists] = time.process_time() - start
    assert took[60] < 20
    assert took[60] < 12 * took[6] + 1
