"""The plots of the statistics page: bars, a course, and what was scored beside what was expected; drawn like
the members' graphs."""

from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 36, 22, 26
WIDEST_BAR = 48
MOST_COUNTED = 18
"""Bars that have room for their counts above them."""


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
    for n, (label, count) in enumerate(values):
        x, right = LEFT + room * n // len(values), LEFT + room * (n + 1) // len(values)
        height = (HEIGHT - TOP - BOTTOM) * count // top
        middle, width = (x + right) // 2, min(WIDEST_BAR, max(1, right - x - 2))
        if count:
            y = HEIGHT - BOTTOM - height
            left = middle - width // 2
            parts.append(f'<rect class="bar" x="{left}" y="{y}" width="{width}" height="{height}"/>')
            if len(values) <= MOST_COUNTED:
                parts.append(
                    f'<text class="count" x="{middle}" y="{y - 5}" text-anchor="middle">{count}</text>'
                )
        if n % every == 0:
            parts.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{label}</text>')
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
            parts.append(f'<text x="{x}" y="{HEIGHT - 6}" text-anchor="middle">{label}</text>')
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
        parts.append(f'<text x="{x}" y="{HEIGHT - 6}" text-anchor="middle">{label.partition("–")[0]}</text>')
        path.append(f"{'L' if path else 'M'}{x} {y(expected)}")
        if error is not None:
            dots.append(f'<path class="error" d="M{x} {y(actual - error)}V{y(actual + error)}"/>')
        dots.append(f'<circle class="dot-1" cx="{x}" cy="{y(actual)}" r="5"/>')
    line = f'<path class="curve curve-2" d="{"".join(path)}"/>'
    return Markup("".join([*parts, line, *dots]))


def _every(values: Sequence[tuple[str, object]]) -> int:
    """Every how manieth label stands under the plot: short ones a dozen at most, long ones six."""
    most = 12 if all(len(label) <= 4 for label, _ in values) else 6
    return -(-len(values) // most)


def _levels(low: int, high: int, step: int) -> list[str]:
    return [
        f'<path class="grid" d="M{LEFT} {_y(v, low, high)}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT - 6}" y="{_y(v, low, high) + 4}" text-anchor="end">{v}</text>'
        for v in range(low, high + 1, step)
    ]


def _y(value: int, low: int, high: int) -> int:
    return HEIGHT - BOTTOM - (value - low) * (HEIGHT - TOP - BOTTOM) // (high - low)


def round_step(span: int) -> int:
    """1, 2 or 5 with noughts, so that a span has at most six steps."""
    unit = 1
    while True:
        for digit in (1, 2, 5):
            if span <= digit * unit * 6:
                return digit * unit
        unit *= 10
