"""Histories whose true strengths are known: every game is drawn from them."""

from __future__ import annotations

from datetime import date

import numpy as np

from office.assess.baselines import elo
from office.assess.columns import UNKNOWN, Course, Games, History, Holders, Model
from rating.calendar import add_months

DRAWN = 0.6
"""So many of the games that the weaker could have won, or more, are drawn."""


def drawn_from(expected: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Scores with exactly these expected values, draws among them."""
    draw = DRAWN * np.minimum(expected, 1 - expected)
    at = random.random(expected.size)
    return np.where(at < draw, 0.5, np.where(at < draw / 2 + expected, 1.0, 0.0))


def logistic(difference: np.ndarray) -> np.ndarray:
    return 1 / (1 + 10 ** (-difference / 400))


class Invented:
    """A federation whose members' `strengths` never change; `error`: how far off their first ratings are."""

    def __init__(
        self, *, players: int = 300, lists: int = 24, games: int = 40, error: float = 80, seed: int = 17
    ) -> None:
        random = np.random.default_rng(seed)
        self.strengths = random.normal(1600, 250, players)
        first = np.rint(self.strengths + random.normal(0, error, players)).astype(np.int64)
        total = lists * games
        white = random.integers(0, players, total)
        black = (white + random.integers(1, players, total)) % players
        self.expected = logistic(self.strengths[white] - self.strengths[black])
        born = np.array([date(1940 + n % 75, 5, 5).toordinal() for n in range(players)], np.int64)
        dates = [add_months(date(2026, 10, 1), n) for n in range(lists + 1)]
        people = np.arange(players)
        opening = Holders(people, first, np.full(players, 50, np.int64), np.full(players, UNKNOWN, np.int64))
        self.games = Games(
            keys=[("E", n, None, str(w), str(b)) for n, (w, b) in enumerate(zip(white, black, strict=True))],
            list=np.repeat(np.arange(1, lists + 1), games),
            type=np.zeros(total, np.int64),
            white=white,
            black=black,
            score=drawn_from(self.expected, random),
            colours=np.ones(total, np.bool_),
            rating=first[np.stack((white, black))],
            k=np.where(np.stack((white, black)) % 3 == 0, 40, 20),
            before=np.full((2, total), 50, np.int64),
            age=2026 - 1940 - np.stack((white, black)) % 75,
        )
        self.history = History(
            dates=dates,
            editions=[None, *["jcf-2024-10"] * lists],
            types=("standard",),
            people=tuple(f"N{n:08d}" for n in range(players)),
            names={},
            games=self.games,
            published=nothing(total),
            course=Course(
                "published", "published", [{"standard": opening}] * (lists + 1), [{}] * (lists + 1)
            ),
            born=[born] * (lists + 1),
            left_out=0,
            junior_below=19,
        )

    def truth(self) -> Model:
        """What the true strengths expect."""
        white, black = self.games.white, self.games.black
        difference = self.strengths[white] - self.strengths[black]
        return Model(
            "truth", "baseline", np.stack((self.expected, 1 - self.expected)), difference, len(self.games)
        )

    def published(self, k: int = 20) -> Model:
        """A list of the usual kind: Elo with one K."""
        model = elo(self.history, k)
        return Model("published", "published", model.expected, model.difference, model.counted)


def nothing(size: int) -> Model:
    return Model("nothing", "published", np.full((2, size), np.nan), np.full(size, np.nan), 0, "says nothing")
