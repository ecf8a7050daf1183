"""How good expectations were: logarithmic score, Brier score, accuracy, calibration.

A draw is half a win and half a loss: with the expected score p and the score s the log-likelihood of a game
is s ln p + (1 - s) ln (1 - p), as Glickman has it (Parameter estimation in large dynamic paired comparison
experiments, Applied Statistics 48, 1999) and as the Deloitte/FIDE Chess Rating Challenge of 2011 judged its
entries. The Brier score is the mean of (s - p)² (Monthly Weather Review 78, 1950).

Error bars are 1.96 standard errors either way: in nineteen cases of twenty the true figure lies within. The
two sides of a game are one observation; games are taken to be independent of each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from office.assess.columns import Flags, Floats, Games, Model, Whole

LEAST = 0.005
"""What is certain by a table of whole hundredths is less than half a hundredth from it: p is held to 0.005 to
0.995 for the log-likelihood, of every model alike."""
SURE = 1.96
ENOUGH = 30
"""Games below which a mean has no error bar worth drawing."""
BIN, LAST_BIN = 50, 600
"""Width of a class of rating differences; the last one has no upper end."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of one model: `games` it is judged on; `likelihood` in all, `logarithmic` the mean loss of a game
    (lower is better), `brier`, `accuracy` among the `decided` games (even chances are half right; None of
    none).

    `worse`: how much more it loses a game than the published lists, with its error; None for these themselves
    and where there are too few games. `beyond`: of so many `classes` of differences so many lie further from
    the expected score than their error bars.
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


def judged_on(models: Sequence[Model]) -> Flags:
    """The games of which every model says something; one that says nothing at all does not count."""
    found: Flags = ~np.any([np.isnan(m.whites) for m in models if m.why is None], axis=0)
    return found


def loss(expected: Floats, score: Floats) -> Floats:
    """The negative log-likelihood of each game."""
    p = np.clip(expected, LEAST, 1 - LEAST)
    found: Floats = -(score * np.log(p) + (1 - score) * np.log1p(-p))
    return found


def score(model: Model, games: Games, on: Flags, reference: Model) -> Score:
    """The scores of a model on these games."""
    p, s = model.whites[on], games.score[on]
    if model.why is not None or not s.size:
        return Score(model.name, model.kind, 0, model.counted, why=model.why)
    losses = loss(p, s)
    decided = s != 0.5
    right = np.where(p == 0.5, 0.5, (p > 0.5) == (s > 0.5))[decided]
    worse = None
    if model is not reference and s.size >= ENOUGH:
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
    observation)."""
    if not group.size:
        return
    size = int(group.max()) + 1
    count = np.bincount(group, minlength=size)
    sums = [np.bincount(group, values, size) for values in (expected, score, residual, residual**2)]
    scores2 = np.bincount(group, score**2, size)
    beside = np.zeros(size) if pairs is None else np.bincount(group, residual * pairs, size)
    for n in np.flatnonzero(count).tolist():
        many, mean = int(count[n]), float(sums[2][n]) / int(count[n])
        # Sum of squares about the mean; a game with both sides in the group is one observation of two.
        about = float(sums[3][n] + beside[n]) - many * mean**2
        alike = float(scores2[n]) * many - float(sums[1][n]) ** 2 < 1e-9
        error = None
        if many >= ENOUGH and about > 1e-9 and not alike:
            error = SURE * float(np.sqrt(about / (many - 1) / many))
        yield n, (many, float(sums[0][n]) / many, float(sums[1][n]) / many, error)
