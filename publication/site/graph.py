"""The graph on a member's page: both ratings over time as one drawing, worked in whole units; and the plots
of the statistics page, drawn like it: bars, a course, and what was scored beside what was expected.

The same graph serves both languages: it holds figures, dates and names of events alone; its words stand
around it. Each list that moved a rating is a link to its account, and shows above the plot what it says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise

from markupsafe import Markup

from office.text_table import wide
from publication.account.figures import plus
from publication.site.render import unmarked

WIDTH, HEIGHT = 640, 290
LEFT, RIGHT, TOP, BOTTOM = 56, 36, 64, 30
EDGES = {"left": LEFT, "right": WIDTH - RIGHT, "top": TOP, "bottom": HEIGHT - BOTTOM}
STEPS = (50, 100, 200, 250, 500)
MOST_LINES = 6
MOST_TIMES = 6
ROOM = 56
"""Letters of a line above the plot, as wide as the largest type lets them be."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time: `path` for SVG, stepping on list dates; `last` is where its final dot goes."""

    type: str
    path: str
    last: tuple[int, int]
    rating: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A list that says something new, at `x`; it is pointed at from `begin` on, over so much `width`.
    `values`: the number of the curve, its y, and what is read there (rating and how far it moved);
    `events`: the names of the events behind it, as many as there is room for."""

    day: date
    x: int
    begin: int
    width: int
    values: Sequence[tuple[int, int, str]]
    events: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Curves with the lines behind them: `levels` (rating, y) and `times` (year or month, x)."""

    curves: tuple[Curve, ...]
    levels: tuple[tuple[int, int], ...]
    times: tuple[tuple[str, int], ...]
    moments: tuple[Moment, ...]


Courses = Sequence[tuple[str, Sequence[tuple[date, int]]]]


def graph(courses: Courses, events: Mapping[date, Sequence[str]]) -> Graph | None:
    """The graph of a member's courses; None where no rating ever moved. `events`: by the dates of lists, the
    names of the events that moved it."""
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
    places = {day: x(day) for day in sorted({day for day, _ in points})}
    read = _read(courses, y)
    names = {day: shortened(events.get(day, ())) for day in places}
    return Graph(tuple(curves), levels, times, _moments(places, read, names))


Read = Sequence[tuple[int, int, str]]


def _read(courses: Courses, y: Callable[[int], int]) -> Mapping[date, Read]:
    """What each curve says, by the dates of lists; one that a list left as it was is not read."""
    found: dict[date, list[tuple[int, int, str]]] = {}
    for number, (_, course) in enumerate(courses, 1):
        before = None
        for day, rating in course:
            moved = "" if before is None else f" ({plus(rating - before)})"
            found.setdefault(day, []).append((number, y(rating), f"{rating}{moved}"))
            before = rating
    return found


def _moments(
    places: Mapping[date, int], read: Mapping[date, Read], names: Mapping[date, str]
) -> tuple[Moment, ...]:
    """Each is pointed at up to half way to its neighbours."""
    xs = list(places.values())
    edges = [LEFT, *((a + b) // 2 for a, b in pairwise(xs)), WIDTH - RIGHT]
    return tuple(
        Moment(day, at, edges[n], max(1, edges[n + 1] - edges[n]), read[day], names[day])
        for n, (day, at) in enumerate(places.items())
    )


def shortened(names: Sequence[str]) -> str:
    """Names of events in the room above the plot; how many more there are, where there is none for all."""
    names = [unmarked(name) for name in names]
    if not names:
        return ""
    rest = f" +{len(names) - 1}" if len(names) > 1 else ""
    whole = " · ".join(names)
    return whole if wide(whole) <= ROOM else f"{_cut(names[0], ROOM - len(rest))}{rest}"


def _cut(text: str, room: int) -> str:
    if wide(text) <= room:
        return text
    while wide(text) > room - 1:
        text = text[:-1]
    return f"{text}…"


@lru_cache(maxsize=4096)
def named_times(first: date, last: date) -> Sequence[tuple[str, date]]:
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
    """At most `MOST_TIMES` of them, evenly taken."""
    return days[:: -(-len(days) // MOST_TIMES) or 1]


PLOT, OVER, UNDER = 240, 22, 26
"""The height of a plot of the statistics page, and what is above and below its lines."""
WIDEST_BAR = 48
FIGURE = 11
"""As wide as a figure of the largest type, that of phones."""


def bars(values: Sequence[tuple[str, int]]) -> Markup:
    """A bar for each (label, count), with a label under some of them."""
    if not values:
        return Markup("")
    highest = max(1, max(count for _, count in values))
    step = round_step(highest)
    top = -(-highest // step) * step
    parts = _levels(0, top, step)
    room = WIDTH - LEFT - RIGHT
    every = _every(values)
    counted = len(str(highest)) * FIGURE <= room // len(values) - 8
    for n, (label, count) in enumerate(values):
        x, right = LEFT + room * n // len(values), LEFT + room * (n + 1) // len(values)
        height = (PLOT - OVER - UNDER) * count // top
        middle, width = (x + right) // 2, min(WIDEST_BAR, max(1, right - x - 2))
        if count:
            y = PLOT - UNDER - height
            left = middle - width // 2
            parts.append(f'<rect class="bar" x="{left}" y="{y}" width="{width}" height="{height}"/>')
            if counted:
                parts.append(
                    f'<text class="count" x="{middle}" y="{y - 5}" text-anchor="middle">{count}</text>'
                )
        if n % every == 0:
            parts.append(f'<text x="{middle}" y="{PLOT - 6}" text-anchor="middle">{label}</text>')
    return Markup("".join(parts))


def course(values: Sequence[tuple[str, int | None]]) -> Markup:
    """A line through (label, value), broken where there is no value."""
    known = [v for _, v in values if v is not None]
    if len(known) < 2:
        return Markup("")  # a point is no course
    step = round_step(max(max(known) - min(known), 50))
    low, high = min(known) // step * step, -(-max(known) // step) * step
    high += step if high == low else 0
    parts = _levels(low, high, step)
    room = WIDTH - LEFT - RIGHT
    every = _every(values)
    path, pen = [], "M"
    for n, (label, value) in enumerate(values):
        x = LEFT + (room * n // (len(values) - 1) if len(values) > 1 else room // 2)
        if n % every == 0:
            parts.append(f'<text x="{x}" y="{PLOT - 6}" text-anchor="middle">{label}</text>')
        if value is None:
            pen = "M"
            continue
        y = _y(value, low, high)
        path.append(f"{pen}{x} {y}")
        parts.append(f'<circle class="dot-1" cx="{x}" cy="{y}" r="3"/>')
        pen = "L"
    return Markup("".join([*parts, f'<path class="curve curve-1" d="{"".join(path)}"/>']))


def beside(values: Sequence[tuple[str, float, float, float | None]]) -> Markup:
    """For each (label, expected, actual, error) in percent a point on a line, and a dot with its error beside
    it."""
    if len(values) < 2:
        return Markup("")
    ends = [(e, a - (error or 0), a + (error or 0)) for _, e, a, error in values]
    low = max(0, int(min(min(at) for at in ends)) // 10 * 10)
    high = min(100, -(-int(max(max(at) for at in ends) + 1) // 10) * 10)

    def y(value: float) -> int:
        return _y(round(min(high, max(low, value)) * 10), low * 10, high * 10)

    parts = _levels(low, high, 10)
    path: list[str] = []
    dots: list[str] = []
    room = (WIDTH - LEFT - RIGHT) / len(values)
    for n, (label, expected, actual, error) in enumerate(values):
        x = LEFT + round(room * (n + 0.5))
        parts.append(f'<text x="{x}" y="{PLOT - 6}" text-anchor="middle">{label.partition("–")[0]}</text>')
        path.append(f"{'L' if path else 'M'}{x} {y(expected)}")
        if error is not None:
            dots.append(f'<path class="error" d="M{x} {y(actual - error)}V{y(actual + error)}"/>')
        dots.append(f'<circle class="dot-1" cx="{x}" cy="{y(actual)}" r="5"/>')
    line = f'<path class="curve curve-2" d="{"".join(path)}"/>'
    return Markup("".join([*parts, line, *dots]))


def _every(values: Sequence[tuple[str, object]]) -> int:
    """Every how manieth label stands under the plot: short ones ten at most, long ones six."""
    most = 10 if all(len(label) <= 4 for label, _ in values) else 6
    return -(-len(values) // most)


def _levels(low: int, high: int, step: int) -> list[str]:
    return [
        f'<path class="grid" d="M{LEFT} {_y(v, low, high)}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{_y(v, low, high) + 4}" text-anchor="end">{v}</text>'
        for v in range(low, high + 1, step)
    ]


def _y(value: int, low: int, high: int) -> int:
    return PLOT - UNDER - (value - low) * (PLOT - OVER - UNDER) // (high - low)


def round_step(span: int) -> int:
    """1, 2 or 5 with noughts, so that a span has at most six steps."""
    unit = 1
    while True:
        for digit in (1, 2, 5):
            if span <= digit * unit * 6:
                return digit * unit
        unit *= 10
