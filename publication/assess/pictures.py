"""What is drawn of an assessment, before anybody draws it: axes, ticks and points, in the language spoken.

Nothing is drawn that would mean nothing: a class or group without an error bar, a course of fewer than three
lists, a model that says nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from math import ceil, floor
from operator import attrgetter

from office.assess.assessment import Assessment
from office.assess.drift import Point
from office.assess.scores import BIN, LAST_BIN, Mean, Score
from office.lists.rows import type_name
from office.words import _
from office.words.formats import listed
from publication.assess import words
from publication.site.graph import named_times, round_step

SIMULATIONS = 2
"""So many simulations stand beside the published lists in one plot; all are in the tables."""
MANY = 24
"""Lists of which each has a mark of its own; of more there is a line."""
MOST_YEARS, MOST_MONTHS = 6, 4
"""So many times are named under a plot, as a phone has room for them."""
COURSE = 3
"""Lists that make a course."""
DRAWN = ("k", "age", "games", "colour")


@dataclass(frozen=True, slots=True)
class Axis:
    """`low` to `high`, with what stands at which value."""

    title: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Points in order, each with half the length of its error bar or None; a value of None breaks the line.
    `style`: 1 and more, each with a colour and a mark of its own. `joined` by a line, `marked` one by one."""

    label: str
    style: int
    points: tuple[tuple[float, float | None, float | None], ...]
    joined: bool = True
    marked: bool = True


@dataclass(frozen=True, slots=True)
class Plot:
    """`name`: of its file. `rows`: what stands beside the rows, from above, where y counts them; their points
    then have their error bars along x. `note`: what is said of it."""

    name: str
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    rows: tuple[str, ...] = ()
    zero: float | None = None
    note: str = ""


def calibrations(told: Assessment) -> Iterator[Plot]:
    """For each model what the higher rated scored beside what he was to expect."""
    names: list[str] = []
    for score, classes in told.calibration:
        name = "".join(c if c.isascii() and c.isalnum() else "-" for c in score.name).strip("-") or "model"
        if (plot := _calibration(score, classes, name, names.count(name))) is not None:
            names.append(name)
            yield plot


def _calibration(score: Score, classes: Sequence[Mean], file: str, before: int) -> Plot | None:
    drawn = [c for c in classes if c.error is not None]
    if len(drawn) < 2:
        return None
    low = min(min(c.expected, c.score - (c.error or 0)) for c in drawn)
    high = max(max(c.expected, c.score + (c.error or 0)) for c in drawn)
    bottom, top = floor(low * 10) * 10, ceil(high * 10) * 10
    expected = tuple((c.low + BIN // 2, c.expected * 100, None) for c in drawn)
    actual = tuple((c.low + BIN // 2, c.score * 100, (c.error or 0) * 100) for c in drawn)
    name = words.model(score.name, score.kind)
    last = drawn[-1].low + BIN
    ticks = tuple((n, str(n)) for n in range(0, last + 1, 100) if n < LAST_BIN)
    if drawn[-1].high is None:
        ticks += ((actual[-1][0], f"{LAST_BIN}+"),)
    return Plot(
        f"calibration-{file}" + (f"-{before + 1}" if before else ""),
        _("{model}: score of the higher rated player", model=name),
        Axis(_("rating difference"), 0, last, ticks),
        Axis("%", bottom, top, tuple((n, _("{n} %", n=n)) for n in range(bottom, top + 1, 10))),
        (
            Series(_("expected score"), 2, expected, marked=False),
            Series(_("actual score"), 1, actual, joined=False),
        ),
        note=_(
            "{beyond} of {classes} classes lie further from what was expected than their error bars; by"
            " chance one in twenty does.",
            beyond=score.beyond,
            classes=score.classes,
        ),
    )


def parts(told: Assessment) -> Plot | None:
    """Which groups score more or less than is expected of them; None where nothing has an error bar."""
    drawn_too = _simulations(told)[:SIMULATIONS]
    sources = [s for s in told.scores if s.kind == "published" and s.why is None]
    sources += [s for s in told.scores if s.kind == "simulated" and s.name in drawn_too and s.why is None]
    drawn = [
        g for g in told.groups if g.mean.error is not None and g.label != "unknown" and g.dimension in DRAWN
    ]
    held = [
        {
            (DRAWN.index(g.dimension), g.mean.low, g.label): g
            for g in drawn
            if (g.model, g.kind) == (s.name, s.kind)
        }
        for s in sources
    ]
    rows = {at: words.label(g) for mine in held for at, g in mine.items()}
    if not rows:
        return None
    series = []
    for n, (source, mine) in enumerate(zip(sources, held, strict=True)):
        shift = (n - (len(sources) - 1) / 2) * 0.25
        points = tuple(
            ((g.mean.score - g.mean.expected) * 100, row + shift, (g.mean.error or 0) * 100)
            for row, at in enumerate(sorted(rows))
            if (g := mine.get(at)) is not None
        )
        series.append(Series(words.model(source.name, source.kind), n + 1, points, joined=False))
    reach = max(abs(x) + (e or 0) for s in series for x, _y, e in s.points)
    step = round_step(max(ceil(2 * reach), 2))
    edge = ceil(reach / step) * step
    ticks = tuple((n, f"{words.signed(n, 0)}") for n in range(-edge, edge + 1, step))
    return Plot(
        "groups",
        _("Scored more or less than expected, in points of 100 games"),
        Axis("", -edge, edge, ticks),
        Axis("", -0.6, len(rows) - 0.4, ()),
        tuple(series),
        tuple(rows[at] for at in sorted(rows)),
        zero=0,
        note=_left_out(told),
    )


def _simulations(told: Assessment) -> list[str]:
    """Those assessed, in the order in which they were asked for."""
    return list(dict.fromkeys(p.source for p in told.points if p.kind == "simulated"))


def _left_out(told: Assessment) -> str:
    """Which simulations a plot of several leaves to the tables; empty where it has all."""
    gone = _simulations(told)[SIMULATIONS:]
    return _("Not drawn here, but in the tables: {models}.", models=listed(gone)) if gone else ""


def courses(told: Assessment) -> Iterator[Plot]:
    """How the ratings of each type move from list to list: none of fewer than three lists."""
    for type_ in told.types:
        published = [p for p in told.points if p.kind == "published" and p.type == type_]
        simulated: dict[str, list[Point]] = {}
        for p in told.points:
            if p.kind == "simulated":
                simulated.setdefault(p.source, []).extend([p] if p.type == type_ else ())
        others, note = dict(islice(simulated.items(), SIMULATIONS)), _left_out(told)
        if len({p.list_date for p in published if p.everybody.players}) < COURSE:
            continue
        kind = _(type_name(type_))
        cohort, everybody, spread = map(attrgetter, ("cohort.mean", "everybody.mean", "spread"))
        lines: list[tuple[str, Sequence[Point], Value]] = [(_("cohort"), published, cohort)]
        if told.junior_below is not None:
            lines += [(_("juniors"), published, attrgetter("juniors.mean"))]
            lines += [(_("adults"), published, attrgetter("adults.mean"))]
        lines += [(_("cohort, {model}", model=n), p, cohort) for n, p in others.items()]
        title = _("{type}: points gained by the cohort since the first list", type=kind)
        yield from _course(f"cohort-{type_}", title, lines, zero=0, note=note)
        newcomers = attrgetter("newcomers.mean")
        lines = [(_("everybody"), published, everybody), (_("newcomers"), published, newcomers)]
        lines += [(_("everybody, {model}", model=n), p, everybody) for n, p in others.items()]
        yield from _course(f"means-{type_}", _("{type}: mean rating", type=kind), lines, note=note)
        lines = [(name, p, spread) for name, p in ((_("published"), published), *others.items())]
        title = _("{type}: spread (standard deviation)", type=kind)
        yield from _course(f"spread-{type_}", title, lines, note=note)
        lines = [
            (_("without a rating"), published, lambda p: 100 * p.unrated / p.played if p.played else None)
        ]
        title = _("{type}: players without a rating among those who played, in %", type=kind)
        yield from _course(f"unrated-{type_}", title, lines, least=10)


Value = Callable[[Point], float | None]


def _course(
    name: str,
    title: str,
    lines: Sequence[tuple[str, Sequence[Point], Value]],
    zero: float | None = None,
    least: int = 50,
    note: str = "",
) -> Iterator[Plot]:
    """`least`: what the axis spans at the least, so that what hardly moves looks so."""
    values = [v for _label, points, value in lines for p in points if (v := value(p)) is not None]
    days = sorted({p.list_date for _label, points, value in lines for p in points if value(p) is not None})
    if len(days) < 2:
        return
    bottom, top = min(values), max(values)
    if zero is not None:
        bottom, top = min(bottom, zero), max(top, zero)
    wanted = max(0.0, least - (top - bottom)) / 2
    bottom, top = bottom - wanted, top + wanted
    if zero is None and min(values) >= 0:
        bottom = max(bottom, 0.0)
    step = round_step(max(ceil(top - bottom), least))
    low, high = floor(bottom / step) * step, ceil(top / step) * step
    series = tuple(
        Series(
            label,
            n,
            tuple((p.list_date.toordinal(), value(p), None) for p in points),
            marked=len(days) <= MANY,
        )
        for n, (label, points, value) in enumerate(lines, start=1)
        if any(value(p) is not None for p in points)
    )
    ticks = tuple((n, f"{n:,}".replace("-", "−")) for n in range(low, high + 1, step))
    yield Plot(name, title, _time(days), Axis("", low, high, ticks), series, zero=zero, note=note)


def _time(days: Sequence[date]) -> Axis:
    named = tuple((day.toordinal(), label) for label, day in named_times(days[0], days[-1]))
    most = MOST_YEARS if all(len(label) <= len("2026") for _value, label in named) else MOST_MONTHS
    return Axis("", days[0].toordinal(), days[-1].toordinal(), named[:: -(-len(named) // most) or 1])
