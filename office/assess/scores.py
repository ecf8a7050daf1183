"""How good expectations were: logarithmic score, Brier score, accuracy, calibration; of all games, and of
parts of them: by K, age, games played, colour, type and edition.

A draw is half a win and half a loss: with the expected score p and the score s the log-likelihood of a game
is s ln p + (1 - s) ln (1 - p), as Glickman has it (Parameter estimation in large dynamic paired comparison
experiments, Applied Statistics 48, 1999) and as the Deloitte/FIDE Chess Rating Challenge of 2011 judged its
entries. The Brier score is the mean of (s - p)² (Monthly Weather Review 78, 1950).

Error bars are 1.96 standard errors either way: in nineteen cases of twenty the true figure lies within. The
two sides of a game are one observation; games are taken to be independent of each other.

By K, age, games and colour each side of a game is looked at for itself: who of the group scored more than was
expected of him was taken for too weak. A game between two of one group says nothing of that. By type and
edition it is the side of the higher rated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from office.assess.columns import UNKNOWN, Flags, Floats, Games, History, Model, Whole

LEAST = 0.005
"""What is certain by a table of whole hundredths is less than half a hundredth from it: p is held to 0.005 to
0.995 for the log-likelihood, of every model alike."""
SURE = 1.96
ENOUGH = 30
"""Games below which a mean has no error bar worth drawing; of a group those against others alone."""
BIN, LAST_BIN = 50, 600
"""Width of a class of rating differences; the last one has no upper end."""
AGES = (0, 12, 16, 20, 40, 60)
GAMES = (0, 30, 100, 300)
DIMENSIONS = ("k", "age", "games", "colour", "type", "edition")


@dataclass(frozen=True, slots=True)
class Score:
    """Of one model: `games` it is judged on; `likelihood` in all, `logarithmic` the mean loss of a game
    (lower is better), `brier`, `accuracy` among the `decided` games (even chances are half right; None of
    none).

    `worse`: how much more it loses a game than the published lists, with its error; None for these
    themselves, and where there are too few games or all are drawn. `beyond`: of so many `classes` of
    differences so many lie further from the expected score than their error bars.
    """

    name: str
    kind: str
    games: int
    counted: int
    likelihood: float | None = None
    logarithmic: float | None = None
    brier: float | None = None
    accuracy: float | None = None
    decided: int = 0
    worse: tuple[float, float] | None = None
    classes: int = 0
    beyond: int = 0
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Mean:
    """A group of games or sides: the mean score beside the expected one. `error` of their difference; None
    where there are too few, or where all are the same."""

    low: int
    high: int | None
    games: int
    expected: float
    score: float
    error: float | None

    @property
    def beyond(self) -> bool:
        """Whether what was scored is further from what was expected than the error bar reaches."""
        return self.error is not None and abs(self.score - self.expected) > self.error


def loss(expected: Floats, score: Floats) -> Floats:
    """The negative log-likelihood of each game."""
    p = np.clip(expected, LEAST, 1 - LEAST)
    found: Floats = -(score * np.log(p) + (1 - score) * np.log1p(-p))
    return found


def score(model: Model, games: Games, on: Flags, reference: Model) -> Score:
    p, s = model.whites[on], games.score[on]
    if model.why is not None or not s.size:
        return Score(model.name, model.kind, 0, model.counted, why=model.why)
    losses = loss(p, s)
    decided = s != 0.5
    right = np.where(p == 0.5, 0.5, (p > 0.5) == (s > 0.5))[decided]
    worse = None
    if model is not reference and s.size >= ENOUGH and right.size:
        more = losses - loss(reference.whites[on], s)
        worse = float(more.mean()), SURE * float(more.std(ddof=1)) / float(np.sqrt(s.size))
    classes = [c for c in calibration(model, games, on) if c.error is not None]
    return Score(
        name=model.name,
        kind=model.kind,
        games=int(s.size),
        counted=model.counted,
        likelihood=-float(losses.sum()),
        logarithmic=float(losses.mean()),
        brier=float(((s - p) ** 2).mean()),
        accuracy=float(right.mean()) if right.size else None,
        decided=int(right.size),
        worse=worse,
        classes=len(classes),
        beyond=sum(c.beyond for c in classes),
    )


def calibration(model: Model, games: Games, on: Flags) -> list[Mean]:
    """What the higher rated scored beside what he was to expect, by the difference of the ratings."""
    known = on & ~np.isnan(model.difference)
    difference, score, expected = higher(model, games, known)
    classes = np.minimum(np.abs(difference).astype(np.int64) // BIN, LAST_BIN // BIN)
    found = []
    for n, mean in means(classes, score - expected, expected, score):
        high = None if n == LAST_BIN // BIN else (n + 1) * BIN - 1
        found.append(Mean(n * BIN, high, *mean))
    return found


def higher(model: Model, games: Games, on: Flags) -> tuple[Floats, Floats, Floats]:
    """Difference, score and expected score from the side of the higher rated; of equals White's. Where a
    model has no ratings, from White's."""
    difference = model.difference[on]
    turned = difference < 0
    score, expected = games.score[on], model.whites[on]
    return difference, np.where(turned, 1 - score, score), np.where(turned, 1 - expected, expected)


def means(
    group: Whole, residual: Floats, expected: Floats, score: Floats, pairs: Floats | None = None
) -> Iterator[tuple[int, tuple[int, float, float, float | None]]]:
    """By group: how many, the mean expected, the mean score, and the error of their difference. `pairs`: for
    each the residual of the other side of the same game, if it is of the same group (they are one
    observation, and say nothing of the group), else NaN."""
    if not group.size:
        return
    size = int(group.max()) + 1
    count = np.bincount(group, minlength=size)
    sums = [np.bincount(group, values, size) for values in (expected, score, residual, residual**2)]
    scores2 = np.bincount(group, score**2, size)
    other = np.full(group.size, np.nan) if pairs is None else pairs
    beside = np.bincount(group, residual * np.nan_to_num(other), size)
    telling = np.bincount(group, np.isnan(other), size)
    for n in np.flatnonzero(count).tolist():
        many, mean = int(count[n]), float(sums[2][n]) / int(count[n])
        # Sum of squares about the mean; a game with both sides in the group is one observation of two.
        about = float(sums[3][n] + beside[n]) - many * mean**2
        alike = float(scores2[n]) * many - float(sums[1][n]) ** 2 < 1e-9
        error = None
        if telling[n] >= ENOUGH and about > 1e-9 and not alike:
            error = SURE * float(np.sqrt(about / (many - 1) / many))
        yield n, (many, float(sums[0][n]) / many, float(sums[1][n]) / many, error)


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the games under one model. `label`: K, `12-15`, `300-`, `white`, the name of a type or
    edition, or `unknown`; `mean.games` counts sides by K, age, games and colour. `logarithmic` and `brier` as
    in `Score`."""

    dimension: str
    label: str
    model: str
    kind: str
    mean: Mean
    logarithmic: float
    brier: float


def groups(model: Model, history: History, on: Flags) -> Iterator[Group]:
    """Every part of the games that a model is judged on."""
    if model.why is not None or not on.any():
        return
    games = history.games
    for dimension, codes, labels in _of_sides(games):
        yield from _sides(model, games, on, dimension, codes, labels)
    editions = [edition or "" for edition in history.editions]
    names = list(dict.fromkeys(editions))
    of_list = np.array([names.index(edition) for edition in editions], np.int64)
    _, score, expected = higher(model, games, on)
    yield from _parts(model, "type", history.types, games.type[on], expected, score)
    yield from _parts(model, "edition", names, of_list[games.list][on], expected, score)


def _of_sides(games: Games) -> Iterator[tuple[str, Whole, list[str]]]:
    """By dimension the group of each side, and what the groups are called; `UNKNOWN` belongs to the last."""
    factors = sorted({int(k) for k in np.unique(games.k)} - {UNKNOWN}, reverse=True)
    by_k = np.full(games.k.shape, UNKNOWN, np.int64)
    for n, k in enumerate(factors):
        by_k[games.k == k] = n
    yield "k", by_k, [str(k) for k in factors]
    for dimension, values, bounds in (("age", games.age, AGES), ("games", games.before, GAMES)):
        code = np.searchsorted(bounds, values, side="right") - 1
        # `0-11`, `12-15`, and the last without an end
        labels = [f"{low}-{high - 1}" for low, high in pairwise(bounds)] + [f"{bounds[-1]}-"]
        yield dimension, np.where(values == UNKNOWN, UNKNOWN, code), labels
    white = np.where(games.colours, 0, UNKNOWN)
    yield "colour", np.stack((white, np.where(games.colours, 1, UNKNOWN))), ["white", "black"]


def _sides(
    model: Model, games: Games, on: Flags, dimension: str, codes: Whole, labels: list[str]
) -> Iterator[Group]:
    code = np.where(codes == UNKNOWN, len(labels), codes)[:, on]
    expected = model.expected[:, on]
    score = np.stack((games.score[on], 1 - games.score[on]))
    residual = score - expected
    both = (code[0] == code[1]) & ~np.isnan(expected).any(axis=0)
    other = np.where(both, residual[::-1], np.nan)
    said = ~np.isnan(expected)
    names, those = [*labels, "unknown"], (code[said], expected[said], score[said], other[said])
    yield from _parts(model, dimension, names, *those)


def _parts(
    model: Model,
    dimension: str,
    labels: Sequence[str],
    code: Whole,
    expected: Floats,
    score: Floats,
    pairs: Floats | None = None,
) -> Iterator[Group]:
    residual = score - expected
    losses = np.bincount(code, loss(expected, score), len(labels))
    squares = np.bincount(code, residual**2, len(labels))
    for n, mean in means(code, residual, expected, score, pairs):
        many = mean[0]
        yield Group(
            dimension, labels[n], model.name, model.kind, Mean(n, None, *mean),
            float(losses[n]) / many, float(squares[n]) / many,
        )  # fmt: skip
