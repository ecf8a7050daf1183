"""What else could be expected of the same games: even chances, Elo with one K, Glicko-2.

Each begins with the list before the history and goes on from list to list. All games of a list are expected
from the ratings before it; only then do they act. Whom a baseline meets for the first time begins where the
published calculation took him to stand in that game, else at the mean of the list before the history.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import log, sqrt
from types import ModuleType

import numpy as np

from office.assess.columns import UNKNOWN, Floats, Games, History, Model, Whole
from office.errors import refusal
from office.words import N_

SCALE = 400
"""Points at which the odds are ten to one (Elo, The Rating of Chessplayers, 1978; FIDE B.02 likewise)."""
START = 1500.0
"""Where somebody begins if nobody at all has a rating: Glickman's value for the unrated."""
FURTHEST = 20_000.0
"""A rating beyond it, either way, is no rating any more."""
RD_NEW, RD_LEAST, VOLATILITY = 350.0, 30.0, 0.06
"""Glickman, Example of the Glicko-2 system (2013), step 1; the least RD: his The Glicko system, on RDs that
become too small."""
PER_GAME = (log(10) / SCALE) ** 2 / 4
"""What a game against an equal adds to 1/RD² (The Glicko system, 1/d² for one opponent of known strength)."""
USUAL_K = 20
RAN_AWAY = N_("it does not converge: its ratings run away")
NO_ANSWER = N_("it does not converge: its library finds no answer")
KINDS = ("even", "elo", "glicko2")


class Diverged(Exception):
    """A baseline that says nothing: its figures left every bound; why, in words."""


@dataclass(slots=True, eq=False)
class Strengths:
    """Everybody's strength in one type, and how many games stand behind it; NaN: not met yet."""

    rating: Floats
    games: Whole
    start: float

    def begin(self, who: Whole, rating: Whole) -> Whole:
        """Gives who is met for the first time a rating to begin with; those."""
        new = np.flatnonzero(np.isnan(self.rating[who]))
        taken = np.where(rating[new] == UNKNOWN, self.start, rating[new])
        # Who plays several games in his first period begins as in the first of them.
        people, first = np.unique(who[new], return_index=True)
        self.rating[people] = taken[first]
        return people


def even(history: History) -> Model:
    """Half a point for everybody: what knows nothing."""
    size = len(history.games)
    return Model("even", "baseline", np.full((2, size), 0.5), np.full(size, np.nan), size)


def elo(history: History, k: int = USUAL_K) -> Model:
    """Elo's logistic curve, and one K for everybody."""

    def act(strengths: Strengths, white: Whole, black: Whole, score: Floats) -> tuple[Floats, Floats]:
        difference = strengths.rating[white] - strengths.rating[black]
        expected = 1 / (1 + 10 ** (-difference / SCALE))
        change = k * (score - expected)
        np.add.at(strengths.rating, white, change)
        np.add.at(strengths.rating, black, -change)
        if not (np.abs(strengths.rating[white]) < FURTHEST).all():
            raise Diverged(RAN_AWAY)
        return expected, difference

    return _through(history, f"elo-{k}", lambda: act)


def require_glicko2() -> ModuleType:
    """The library of Glicko-2; refused where it is not installed."""
    if (library := glicko2_library()) is None:
        raise refusal("no-glicko2", "--baseline glicko2", "the library glicko2-py", "none")
    return library


def glicko2_library() -> ModuleType | None:
    """The library of Glicko-2, None where it is not installed (another one has the same name)."""
    try:
        import glicko2.math as library
    except ImportError:
        return None
    return library


def glicko2(history: History, library: ModuleType) -> Model:
    """Glicko-2 with Glickman's values and a list as a rating period. The score expected of two players takes
    the uncertainty of both into account, as Glickman's formula for predictions does (1999, formula 16).

    An RD on the list before the history: what his rated games would have left of a newcomer's, each of them
    against an equal.
    """
    rating_to_mu, rd_to_phi = library.rating_to_mu, library.rd_to_phi

    def actor() -> "Act":
        phi: dict[int, float] = {}
        sigma: dict[int, float] = {}

        def act(strengths: Strengths, white: Whole, black: Whole, score: Floats) -> tuple[Floats, Floats]:
            mu = strengths.rating
            people = np.unique(np.concatenate((white, black))).tolist()
            for n in people:
                if n not in phi:
                    known = 1 / RD_NEW**2 + PER_GAME * int(strengths.games[n])
                    phi[n], sigma[n] = rd_to_phi(max(sqrt(1 / known), RD_LEAST)), VOLATILITY
            now = {n: (rating_to_mu(float(mu[n])), phi[n]) for n in people}
            met: dict[int, list[tuple[float, float, float]]] = {n: [] for n in people}
            expected = np.empty(score.size)
            for n, (w, b, s) in enumerate(zip(white.tolist(), black.tolist(), score.tolist(), strict=True)):
                expected[n] = library.win_probability(*now[w], *now[b])
                met[w].append((*now[b], s))
                met[b].append((*now[w], 1 - s))
            difference = mu[white] - mu[black]
            resting = [n for n in phi if n not in met]
            for n in (*people, *resting):
                try:
                    found = library.update_rating(
                        rating_to_mu(float(mu[n])), phi[n], sigma[n], met.get(n, [])
                    )
                except (ArithmeticError, ValueError, library.algorithm.ConvergenceError) as error:
                    raise Diverged(NO_ANSWER) from error
                mu[n] = library.mu_to_rating(found.mu)
                phi[n], sigma[n] = min(found.phi, rd_to_phi(RD_NEW)), found.sigma
                if not abs(mu[n]) < FURTHEST:
                    raise Diverged(RAN_AWAY)
            return expected, difference

        return act

    return _through(history, "glicko2", actor)


Act = Callable[[Strengths, Whole, Whole, Floats], tuple[Floats, Floats]]
"""Expects the games of a list in one type from the strengths before it, lets them act, and gives back what
White was to expect and the differences."""


def _through(history: History, name: str, actor: Callable[[], Act]) -> Model:
    """Goes through the lists, each type by itself."""
    games, size = history.games, len(history.games)
    expected, difference = np.full((2, size), np.nan), np.full(size, np.nan)
    try:
        for type_ in range(len(history.types)):
            strengths = _opening(history, history.types[type_])
            act = actor()
            for mine in _lists(games, type_):
                white, black = games.white[mine], games.black[mine]
                both = np.concatenate((white, black))
                strengths.begin(both, games.rating[:, mine].ravel())
                expected[0, mine], difference[mine] = act(strengths, white, black, games.score[mine])
                np.add.at(strengths.games, both, 1)
    except Diverged as error:
        nothing = np.full((2, size), np.nan)
        return Model(name, "baseline", nothing, nothing[0], 0, str(error))
    expected[1] = 1 - expected[0]
    return Model(name, "baseline", expected, difference, size)


def _opening(history: History, type_: str) -> Strengths:
    held = history.course.of(0, type_)
    size = len(history.people)
    rating, games = np.full(size, np.nan), np.zeros(size, np.int64)
    rating[held.who], games[held.who] = held.rating, held.games
    return Strengths(rating, games, float(held.rating.mean()) if held.rating.size else START)


def _lists(games: Games, type_: int) -> Iterator[Whole]:
    """The games of a type, list by list."""
    mine = np.flatnonzero(games.type == type_)
    for part in np.split(mine, np.flatnonzero(np.diff(games.list[mine])) + 1):
        if part.size:
            yield part
