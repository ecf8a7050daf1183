"""The report of an assessment as one page: both languages, no script, nothing fetched from anywhere. Its
plots are drawings within the page: their words are the reader's own, their colours those of the page."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup, escape

from importer.plain_text import written
from office.assess.assessment import Assessment
from office.assess.drift import Point
from office.assess.scores import DIMENSIONS
from office.words import LANGUAGES, _, language, n_, speaking
from office.words.formats import day, month, number
from publication.assess import pictures, text, words
from publication.assess.pictures import Plot, Series
from publication.design.styles import SHARED, stylesheet, templates
from publication.site.graph import WIDTH

SHOWN = 10
"""So many people stand in a table of the page; all are in the files."""
COLUMNS = 6
"""So many lists stand side by side: the first, the last, and some between."""


def page(told: Assessment, title: str) -> bytes:
    """The page; `title`: whose lists they are. The language spoken comes first."""
    environment = templates("publication.assess", ".")
    environment.globals.update(_=_, n_=n_)
    environment.filters.update(signed=words.signed, plain=words.plain, percent=words.percent, number=number)
    order = sorted(LANGUAGES, key=lambda spoken: spoken != language())
    parts = []
    for spoken in order:
        with speaking(spoken):
            body = Markup(environment.get_template("part.html").render(**_facts(told, title)))
            parts.append({"lang": spoken, "title": _("How well do the ratings predict?"), "body": body})
    style = stylesheet(*SHARED, "figures", "print")
    names = {"en": "English", "ja": "日本語"}
    whole = environment.get_template("page.html")
    return written(whole.render(parts=parts, title=title, style=Markup(style), names=names))


def _facts(told: Assessment, title: str) -> dict[str, Any]:
    return {
        "told": told,
        "whose": title,
        "before": day(told.dates[0]),
        "words": words,
        "drawing": drawing,
        "key": key,
        "calibrations": list(pictures.calibrations(told)),
        "groups": pictures.parts(told),
        "courses": list(pictures.courses(told)),
        "remarks": text,
        "dimensions": [
            {"title": _(words.DIMENSIONS[dimension]), "rows": rows}
            for dimension in DIMENSIONS
            if (rows := [g for g in told.groups if g.dimension == dimension and g.kind != "baseline"])
        ],
        "lists": list(_lists(told)),
        "gains": list(_gains(told)),
        "people_moved": list(_people(told)),
    }


def _lists(told: Assessment) -> Iterator[dict[str, Any]]:
    """Of each source and type its figures on some lists, the first and the last among them."""
    for of, mine in _by_source(told.points).items():
        shown = _some([p for p in mine if p.everybody.players])
        if shown:
            yield {
                "title": words.titled(*of),
                "headings": [month(p.list_date) for p in shown],
                "rows": [(label, [_figure(p, name) for p in shown]) for label, name in _rows(told)],
            }


def _by_source(found: Iterable[Any]) -> dict[tuple[str, str, str], list[Any]]:
    """Points, gains, crossings or shifts by type, source and kind, as `words.titled` takes them."""
    held: dict[tuple[str, str, str], list[Any]] = {}
    for one in found:
        held.setdefault((one.type, one.source, one.kind), []).append(one)
    return held


def _some(points: Sequence[Point]) -> Sequence[Point]:
    if len(points) <= COLUMNS:
        return points
    step = (len(points) - 1) / (COLUMNS - 1)
    return [points[round(n * step)] for n in range(COLUMNS)]


def _rows(told: Assessment) -> list[tuple[str, str]]:
    found = [
        (_("players with a rating"), "everybody.players"),
        (_("mean"), "everybody.mean"),
        (_("median"), "median"),
        (_("spread"), "spread"),
        (_("cohort: players"), "cohort.players"),
        (_("cohort: points since the first list"), "cohort.change"),
        (_("who plays still"), "stayed.change"),
        (_("who has left"), "left.change"),
    ]
    if told.junior_below is not None:
        found += [
            (_("juniors of the first list"), "juniors.change"),
            (_("adults of the first list"), "adults.change"),
        ]
    return [
        *found,
        (_("newcomers"), "newcomers.players"),
        (_("newcomers: mean"), "newcomers.mean"),
        (_("played in the period"), "played"),
        (_("of these without a rating"), "unrated"),
    ]


def _figure(point: Point, name: str) -> str:
    first, _dot, second = name.partition(".")
    value = getattr(point, first)
    if second:
        value = getattr(value, "mean" if second == "change" else second)
    if name in ("played", "unrated") or second == "players":
        return number(value)
    if second == "change":
        return words.signed(value)
    return words.plain(value, 1)


def _gains(told: Assessment) -> Iterator[dict[str, Any]]:
    """Of each source and type what each group gained, year by year."""
    for of, mine in _by_source(told.gains).items():
        years = sorted({g.year for g in mine})
        by_group = {(g.group, g.year): g for g in mine}
        rows = []
        for group in sorted({g.group for g in mine}, key=_order):
            cells = [by_group.get((group, year)) for year in years]
            if group in ("newcomers", "leavers"):
                rows.append((words.gain(group), [number(g.lists) if g else "–" for g in cells]))
                means = [words.plain(g.points / g.lists, 1) if g else "–" for g in cells]
                rows.append((_("{group}: mean rating", group=words.gain(group)), means))
            else:
                rows.append((words.gain(group), [words.signed(g.points, 0) if g else "–" for g in cells]))
        yield {"title": words.titled(*of), "years": years, "rows": rows}


def _order(group: str) -> tuple[int, int]:
    """K-factors first, the highest above, then the others as they are named."""
    if group.startswith("k-"):
        return 0, -int(group.removeprefix("k-"))
    return 1, ("resting", "junior", "adult", "age-unknown", "newcomers", "leavers").index(group)


def _people(told: Assessment) -> Iterator[dict[str, Any]]:
    """Who crossed a mark last, and who changed most places, by source and type."""
    crossings, shifts = _by_source(told.crossings), _by_source(told.shifts)
    for of in _by_source(told.points):
        crossed, moved = crossings.get(of, []), shifts.get(of, [])
        if crossed or moved:
            yield {
                "title": words.titled(*of),
                "simulated": of[-1] == "simulated",
                "crossed": sorted(crossed, key=lambda c: c.list_date, reverse=True)[:SHOWN],
                "crossed_in_all": len(crossed),
                "moved": moved[:SHOWN],
                "moved_in_all": len(moved),
            }


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
