"""The graph on a member's page: both ratings over time as one drawing, worked in whole units.

The same drawing serves both languages: it holds figures and years alone; its words stand around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 36, 14, 30
EDGES = {"left": LEFT, "right": WIDTH - RIGHT, "top": TOP, "bottom": HEIGHT - BOTTOM}
STEPS = (50, 100, 200, 250, 500)
MOST_LINES = 6
MOST_TIMES = 6


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time: `path` for SVG, stepping on list dates; `last` is where its final dot goes."""

    type: str
    path: str
    last: tuple[int, int]
    rating: int


@dataclass(frozen=True, slots=True)
class Graph:
    """Curves with the lines behind them: `levels` (rating, y) and `times` (year or month, x)."""

    curves: tuple[Curve, ...]
    levels: tuple[tuple[int, int], ...]
    times: tuple[tuple[str, int], ...]


def graph(courses: Sequence[tuple[str, Sequence[tuple[date, int]]]]) -> Graph | None:
    """The graph of a member's courses; None where no rating ever moved."""
    points = [p for _, course in courses for p in course]
    if len({day for day, _ in points}) < 2:
        return None
    first, last = min(d for d, _ in points), max(d for d, _ in points)
    step, low, high = _scale([r for _, r in points])
    days = (last - first).days

    def x(day: date) -> int:
        return LEFT + (day - first).days * (WIDTH - LEFT - RIGHT) // days

    def y(rating: int) -> int:
        return HEIGHT - BOTTOM - (rating - low) * (HEIGHT - TOP - BOTTOM) // (high - low)

    curves = []
    for type_, course in courses:
        path = [f"M{x(course[0][0])} {y(course[0][1])}"]
        path += [f"H{x(day)}V{y(rating)}" for day, rating in course[1:]]
        path.append(f"H{x(last)}")
        curves.append(Curve(type_, "".join(path), (x(last), y(course[-1][1])), course[-1][1]))
    times = tuple((label, x(day)) for label, day in named_times(first, last))
    levels = tuple((level, y(level)) for level in range(low, high + 1, step))
    return Graph(tuple(curves), levels, times)


def named_times(first: date, last: date) -> list[tuple[str, date]]:
    """The beginnings of years in a span, each with its label; of months where hardly two years have begun
    meanwhile."""
    years = [date(y, 1, 1) for y in range(first.year, last.year + 1) if first <= date(y, 1, 1) <= last]
    if len(years) > 1:
        return [(str(day.year), day) for day in _thinned(years)]
    span = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    months = [date(n // 12, n % 12 + 1, 1) for n in span]
    return [(f"{day:%Y-%m}", day) for day in _thinned([m for m in months if first <= m <= last])]


def _scale(ratings: Sequence[int]) -> tuple[int, int, int]:
    """Step, lowest and highest line: round figures that hold all ratings with few lines."""
    for step in STEPS:
        low = min(ratings) // step * step
        high = -(-max(ratings) // step) * step
        high += step if high == low else 0
        if (high - low) // step <= MOST_LINES:
            break
    return step, low, high


def _thinned(days: Sequence[date]) -> Sequence[date]:
    """At most eight named."""
    return days[:: -(-len(days) // MOST_TIMES) or 1]
