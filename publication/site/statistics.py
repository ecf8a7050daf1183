"""Figures about the lists: how ratings are spread, how much is played, whether ratings drift; and, as
calibration, what the higher rated of two scored, beside what was expected of him.

That is counted from the rated games of lists that reckon game by game, from the side of the higher rated (of
equals White's), by how many points the two were apart. These are statistics: floats, and no rating rests on
them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt
from statistics import median_high
from typing import Any

from sqlalchemy import and_, func, or_
from sqlmodel import Session, col, select

from office.tables import GameLineRow
from publication.site.held import Shown
from publication.site.versions import Version

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


BAND = 100
"""Width of a band of the distribution, in points."""


@dataclass(frozen=True, slots=True)
class Month:
    """One list and type: ratings on it, who played, games, and the median rating of the active members
    (a median does not move with who joins at the ends)."""

    list_date: date
    rated: int
    players: int
    games: int
    median: int | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of one type: `bands` (from, how many) and `ages` (class, how many, median rating) on the newest list,
    `months` over all lists, and how the games of all of them went (`apart`)."""

    type: str
    bands: tuple[tuple[int, int], ...]
    ages: tuple[tuple[str, int, int], ...]
    months: tuple[Month, ...]
    apart: tuple[Apart, ...]

    @property
    def year(self) -> int:
        """Games on the lists of the twelve months up to the newest."""
        last = self.months[-1].list_date
        since = last.replace(year=last.year - 1)
        return sum(m.games for m in self.months if m.list_date > since)


def statistics(
    versions: Sequence[Version],
    known: Mapping[str, Mapping[str, Any]],
    newest: Mapping[str, Sequence[Shown]],
    ages: Mapping[str, Mapping[str, Sequence[int]]],
) -> list[Statistics]:
    """The statistics of each type of the newest list. `known`: of each version that stands, by its mark, its
    figures (`months`) and how its games went (`calibration`); `newest`: the ratings on the newest list,
    `ages`: those by type and age class, the youngest first."""
    standing = [v for v in versions if v.newest]
    if not standing:
        return []
    ratings: dict[str, Counter[int]] = {type_: Counter() for type_ in standing[-1].types}
    for mine in newest.values():
        for one in mine:
            ratings[one.type][one.rating // BAND * BAND] += 1
    found = []
    for type_, bands in ratings.items():
        course = tuple(
            Month(v.list_date, row[0] or 0, row[1] or 0, row[2] or 0, row[3])
            for v in standing
            if (row := known[v.mark]["months"].get(type_)) is not None
        )
        filled = range(min(bands), max(bands) + BAND, BAND) if bands else ()
        spread = tuple((b, bands.get(b, 0)) for b in filled)
        classes = tuple((name, len(rs), median_high(rs)) for name, rs in ages.get(type_, {}).items())
        apart = together((known[v.mark]["calibration"] for v in standing), type_)
        found.append(Statistics(type_, spread, classes, course, apart))
    return found
