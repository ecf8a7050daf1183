"""A plot as a drawing within the page: its words are the reader's own, its colours those of the page."""

from markupsafe import Markup, escape

from publication.assess.pictures import Plot, Series
from publication.site.charts import WIDTH

TOP, BOTTOM, RIGHT, LEFT, BESIDE = 14, 46, 48, 76, 230
HEIGHT, ROW, LEAST_ROWS = 320, 34, 3
MARK = 5


class _Frame:
    """From values to whole units of the drawing."""

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self.left = BESIDE if plot.rows else LEFT
        self.height = TOP + BOTTOM + ROW * max(len(plot.rows), LEAST_ROWS) if plot.rows else HEIGHT

    def x(self, value: float) -> int:
        axis = self.plot.x
        room = WIDTH - self.left - RIGHT
        return self.left + round(room * (value - axis.low) / (axis.high - axis.low))

    def y(self, value: float) -> int:
        axis, room = self.plot.y, self.height - TOP - BOTTOM
        share = (value - axis.low) / (axis.high - axis.low)
        return TOP + round(room * (share if self.plot.rows else 1 - share))


def drawing(plot: Plot) -> Markup:
    """The whole drawing, with its title for who does not see it."""
    frame = _Frame(plot)
    parts, y = _levels(plot, frame), frame.height - 8
    for value, label in plot.x.ticks:
        parts.append(f'<text x="{frame.x(value)}" y="{y}" text-anchor="middle">{escape(label)}</text>')
    for series in plot.series:
        parts += _series(plot, series, frame)
    box = f'class="graph" viewBox="0 0 {WIDTH} {frame.height}" role="img" aria-label="{escape(plot.title)}"'
    return Markup(f"<svg {box}>{''.join(parts)}</svg>")


def key(series: Series) -> Markup:
    """A short piece of a series, to stand before its name."""
    line = f'<path class="line-{series.style}" d="M1 8H35"/>' if series.joined else ""
    mark = f'<path class="mark-{series.style}" d="{_mark(series.style, 18, 8)}"/>' if series.marked else ""
    return Markup(f'<svg class="sample" viewBox="0 0 36 16" aria-hidden="true">{line}{mark}</svg>')


def _levels(plot: Plot, frame: _Frame) -> list[str]:
    edge = WIDTH - RIGHT
    named = [*plot.y.ticks] if not plot.rows else [*enumerate(plot.rows)]
    parts = []
    for value, label in named:
        y = frame.y(value)
        parts.append(f'<path class="grid" d="M{frame.left} {y}H{edge}"/>')
        parts.append(f'<text x="{frame.left - 8}" y="{y + 5}" text-anchor="end">{escape(label)}</text>')
    if plot.zero is not None:
        bottom = frame.height - BOTTOM
        d = f"M{frame.x(0)} {TOP}V{bottom}" if plot.rows else f"M{frame.left} {frame.y(0)}H{edge}"
        parts.append(f'<path class="zero" d="{d}"/>')
    return parts


def _series(plot: Plot, series: Series, frame: _Frame) -> list[str]:
    parts, path, pen = [], [], "M"
    for x, y, error in series.points:
        if y is None:
            pen = "M"
            continue
        at = frame.x(x), frame.y(y)
        path.append(f"{pen}{at[0]} {at[1]}")
        pen = "L"
        if error is not None and plot.rows:
            ends = frame.x(max(x - error, plot.x.low)), frame.x(min(x + error, plot.x.high))
            parts.append(f'<path class="bar-{series.style}" d="M{ends[0]} {at[1]}H{ends[1]}"/>')
        elif error is not None:
            ends = frame.y(max(y - error, plot.y.low)), frame.y(min(y + error, plot.y.high))
            parts.append(f'<path class="bar-{series.style}" d="M{at[0]} {ends[0]}V{ends[1]}"/>')
        if series.marked:
            parts.append(f'<path class="mark-{series.style}" d="{_mark(series.style, *at)}"/>')
    line = [f'<path class="line-{series.style}" d="{"".join(path)}"/>'] if series.joined else []
    return [*line, *parts]


def _mark(style: int, x: int, y: int) -> str:
    """A disc, a square, a diamond, a triangle: not told apart by colour alone."""
    r = MARK
    match (style - 1) % 4:
        case 0:
            return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
        case 1:
            return f"M{x - r + 1} {y - r + 1}h{2 * r - 2}v{2 * r - 2}h{2 - 2 * r}z"
        case 2:
            return f"M{x} {y - r - 1}l{r + 1} {r + 1}l{-r - 1} {r + 1}l{-r - 1} {-r - 1}z"
        case _:
            return f"M{x} {y - r - 1}l{r + 1} {2 * r}h{-2 * r - 2}z"
