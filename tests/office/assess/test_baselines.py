"""What else is expected of the same games: by the papers it comes from, and never from what comes later."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from office.assess.assessment import assessed
from office.assess.baselines import RAN_AWAY, elo, even, glicko2, require_glicko2
from office.assess.columns import UNKNOWN, Games, Model
from tests.office.assess.invented import Invented, drawn_from

LIBRARY = require_glicko2()


def models(one: Invented) -> dict[str, Model]:
    return {"elo": elo(one.history), "glicko2": glicko2(one.history, LIBRARY), "even": even(one.history)}


def with_scores(one: Invented, score: np.ndarray) -> Invented:
    one.games = replace(one.games, score=score)
    one.history = replace(one.history, games=one.games)
    return one


def test_the_library_is_right_where_glickman_works_an_example() -> None:
    """Example of the Glicko-2 system (2013), page 4: 1464.06, 151.52, 0.05999."""
    met = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    against = [(LIBRARY.rating_to_mu(r), LIBRARY.rd_to_phi(rd), s) for r, rd, s in met]
    found = LIBRARY.update_rating(LIBRARY.rating_to_mu(1500), LIBRARY.rd_to_phi(200), 0.06, against)
    assert LIBRARY.mu_to_rating(found.mu) == pytest.approx(1464.06, abs=0.02)
    assert LIBRARY.phi_to_rd(found.phi) == pytest.approx(151.52, abs=0.01)
    assert found.sigma == pytest.approx(0.05999, abs=0.00001)


def test_nothing_is_expected_from_what_comes_later() -> None:
    """Other results from one list on leave every expectation up to that list as it is."""
    one, other = (Invented(players=60, lists=6, games=80) for _ in range(2))
    random = np.random.default_rng(5)
    changed = other.games.list >= 4
    other = with_scores(
        other, np.where(changed, drawn_from(np.full(changed.size, 0.5), random), other.games.score)
    )
    before, after = models(one), models(other)
    for name in ("elo", "glicko2"):
        same = (before[name].expected == after[name].expected).all(axis=0)
        assert same[one.games.list <= 4].all(), name
        assert same[one.games.list > 4].mean() < 0.1, name


def test_the_games_of_a_list_act_together_whatever_their_order() -> None:
    one, other = (Invented(players=40, lists=4, games=60) for _ in range(2))
    order = np.concatenate([np.flatnonzero(one.games.list == n)[::-1] for n in range(1, 5)])
    turned = {
        name: getattr(one.games, name)[..., order] for name in Games.__slots__ if name not in ("keys", "list")
    }
    keys = [one.games.keys[n] for n in order.tolist()]
    other.history = replace(other.history, games=replace(one.games, keys=keys, **turned))
    for name, model in models(other).items():
        assert model.expected == pytest.approx(models(one)[name].expected[:, order]), name


def test_who_is_met_first_begins_where_the_list_took_him_to_stand() -> None:
    one = Invented(players=10, lists=1, games=10)
    games, held = one.games, one.history.course.of(0, "standard")
    unrated = int(games.white[-1])
    few = np.array([n for n in range(3) if n != unrated])
    opening = replace(held, who=few, rating=held.rating[few], games=held.games[few], k=held.k[few])
    course = replace(one.history.course, lists=[{"standard": opening}] * 2)
    sides = np.stack((games.white, games.black))
    rating = np.where(sides == unrated, UNKNOWN, games.rating)
    found = elo(replace(one.history, course=course, games=replace(games, rating=rating))).difference
    stands = np.where(sides == unrated, held.rating[few].mean(), games.rating)
    assert found == pytest.approx(stands[0] - stands[1])


def test_a_baseline_that_runs_away_says_so_and_spoils_no_comparison() -> None:
    one = Invented(players=20, lists=6, games=100)
    wild = elo(one.history, 100_000)
    assert wild.why == RAN_AWAY
    found = assessed(one.history, [one.published(), wild, one.truth()], [one.history.course])
    assert found.judged == len(one.games)
    assert found.scores[-1].why == RAN_AWAY
    assert found.scores[-1].logarithmic is None
    assert {one.name for one, _ in found.calibration} == {"published", "truth"}


@pytest.mark.parametrize("error", [ValueError("mu must be finite"), ZeroDivisionError(), OverflowError()])
def test_a_library_that_finds_no_answer_is_told_of(error: Exception) -> None:
    def refuses(*_: object) -> None:
        raise error

    broken = SimpleNamespace(
        **{n: getattr(LIBRARY, n) for n in ("rating_to_mu", "mu_to_rating", "rd_to_phi")}
    )
    broken.win_probability, broken.algorithm = LIBRARY.win_probability, LIBRARY.algorithm
    broken.update_rating = refuses
    model = glicko2(Invented(players=20, lists=2, games=20).history, broken)  # type: ignore[arg-type]
    assert model.why is not None and "library" in model.why
    assert model.counted == 0
