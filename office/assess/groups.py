"""The same scores for parts of the games: by K, age, games played, colour, type and edition.

By K, age, games and colour each side of a game is looked at for itself: who of the group scored more than was
expected of him was taken for too weak. A game between two of one group says nothing of that, and only widens
no error bar. By type and edition it is the side of the higher rated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from office.assess.columns import UNKNOWN, Flags, Floats, Games, History, Model, Whole
from office.assess.scores import Mean, higher, loss, means

AGES = (0, 12, 16, 20, 40, 60)
GAMES = (0, 30, 100, 300)
DIMENSIONS = ("k", "age", "games", "colour", "type", "edition")


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
    for dimension, code, labels in (
        ("type", games.type, list(history.types)),
        ("edition", of_list[games.list], names),
    ):
        _, score, expected = higher(model, games, on)
        yield from _parts(model, dimension, labels, code[on], expected, score)


def _of_sides(games: Games) -> Iterator[tuple[str, Whole, list[str]]]:
    """By dimension the group of each side, and what the groups are called; `UNKNOWN` belongs to the last."""
    factors = sorted({int(k) for k in np.unique(games.k)} - {UNKNOWN}, reverse=True)
    by_k = np.full(games.k.shape, UNKNOWN, np.int64)
    for n, k in enumerate(factors):
        by_k[games.k == k] = n
    yield "k", by_k, [str(k) for k in factors]
    for dimension, values, bounds in (("age", games.age, AGES), ("games", games.before, GAMES)):
        code = np.searchsorted(bounds, values, side="right") - 1
        yield dimension, np.where(values == UNKNOWN, UNKNOWN, code), labels_of(bounds)
    white = np.where(games.colours, 0, UNKNOWN)
    yield "colour", np.stack((white, np.where(games.colours, 1, UNKNOWN))), ["white", "black"]


def labels_of(bounds: Sequence[int]) -> list[str]:
    """`0-11`, `12-15`, and the last without an end."""
    return [f"{low}-{high - 1}" for low, high in pairwise(bounds)] + [f"{bounds[-1]}-"]


def _sides(
    model: Model, games: Games, on: Flags, dimension: str, codes: Whole, labels: list[str]
) -> Iterator[Group]:
    code = np.where(codes == UNKNOWN, len(labels), codes)[:, on]
    expected = model.expected[:, on]
    score = np.stack((games.score[on], 1 - games.score[on]))
    residual = score - expected
    both = (code[0] == code[1]) & ~np.isnan(expected).any(axis=0)
    other = np.where(both, residual[::-1], 0.0)
    said = ~np.isnan(expected)
    yield from _parts(
        model, dimension, [*labels, "unknown"], code[said], expected[said], score[said], other[said]
    )


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
