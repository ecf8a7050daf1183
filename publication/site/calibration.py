"""Calibration: what the higher rated of two scored, beside what was expected of him.

Counted from the rated games of lists that reckon game by game, from the side of the higher rated (of equals
White's), by how many points the two were apart. These are statistics: floats, and no rating rests on them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from sqlalchemy import and_, func, or_
from sqlmodel import Session, col, select

from office.tables import GameLineRow

WIDTH, LAST = 50, 400
"""Width of a class in points; the last one has no upper end: beyond 400 the difference counts as 400."""

ENOUGH = 30
"""Games below which a mean has no error worth telling."""

SURE = 1.96
"""Standard errors either way: in nineteen cases of twenty the true figure lies within."""

Counts = dict[str, list[list[int]]]
"""By rating type: rows of `low`, `games`, `halves`, `expected`, `squares`, as `Apart` has them."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Games between players who were `low` and more points apart. `halves`: what the higher rated scored, in
    half points; `expected`: in hundredths of points; `squares`: of the differences of the two in each game,
    in hundredths too."""

    low: int
    games: int
    halves: int
    expected: int
    squares: int

    @property
    def mean_expected(self) -> float:
        """Percent that were expected."""
        return self.expected / self.games

    @property
    def mean_score(self) -> float:
        """Percent that were scored."""
        return 50 * self.halves / self.games

    @property
    def error(self) -> float | None:
        """How far chance alone can set them apart, in percent; None of few games, or where all went alike."""
        mean = self.mean_score - self.mean_expected
        about = self.squares - self.games * mean**2
        if self.games < ENOUGH or about <= 1e-9:
            return None
        return SURE * sqrt(about / (self.games - 1) / self.games)


def counted(session: Session, version_id: int) -> Counts:
    """The counts of one version."""
    x = GameLineRow
    above = col(x.rating) - col(x.opponent_rating)  # D is kept without its sign
    of_higher = or_(above > 0, and_(above == 0, col(x.colour) == "white"))
    query = (
        select(x.type, x.d, x.pd, x.score, func.count())  # type: ignore[call-overload]
        .where(x.version_id == version_id, col(x.counts), col(x.pd).is_not(None), of_higher)
        .where(col(x.score).is_not(None))
        .group_by(col(x.type), col(x.d), col(x.pd), col(x.score))
    )
    found: dict[str, dict[int, list[int]]] = {}
    for type_, d, pd, score, games in session.execute(query):
        low = min(d // WIDTH * WIDTH, LAST)
        row = found.setdefault(type_ or "", {}).setdefault(low, [0, 0, 0, 0])
        for n, value in enumerate((1, score, pd, (50 * score - pd) ** 2)):
            row[n] += games * value
    return {type_: [[low, *rows[low]] for low in sorted(rows)] for type_, rows in found.items()}


def together(counts: Iterable[Mapping[str, Sequence[Sequence[int]]]], type_: str) -> tuple[Apart, ...]:
    """The classes of one type over several versions."""
    sums: dict[int, list[int]] = {}
    for of in counts:
        for low, *row in of.get(type_, ()):
            sums[low] = [a + b for a, b in zip(sums.get(low, [0] * len(row)), row, strict=True)]
    return tuple(Apart(low, *sums[low]) for low in sorted(sums))
