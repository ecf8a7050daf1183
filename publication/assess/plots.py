"""The plots as files, SVG and PNG, by matplotlib; in English, whose letters every machine has."""

from pathlib import Path
from typing import Any

from office.assess.assessment import Assessment
from office.simulate.report import drawn, require_plots
from office.words import speaking
from publication.assess.pictures import Plot, calibrations, courses, parts

COLOURS = ("#1a5196", "#a85b00", "#17692d", "#7a3b8f", "#59626d")
MARKS = ("o", "s", "D", "^", "v")
LINES = ("-", "--", "-.", ":", "-")


def every(told: Assessment) -> list[Plot]:
    """All plots, in the order of the report, in the language spoken."""
    found = [*calibrations(told), *courses(told)]
    return [groups, *found] if (groups := parts(told)) is not None else found


def draw(told: Assessment, folder: Path) -> list[Path]:
    """Writes each plot as SVG and PNG; the same assessment, the same SVG. Refused without matplotlib."""
    require_plots()
    folder.mkdir(parents=True, exist_ok=True)
    with speaking("en"):
        plots = [(plot, max(4.5, 0.4 * len(plot.rows) + 1.5)) for plot in every(told)]
    return [path for plot, height in plots for path in drawn(folder / plot.name, height, _paint, plot)]


def _paint(axes: Any, plot: Plot) -> None:
    for series in plot.series:
        n = (series.style - 1) % len(COLOURS)
        x = [p[0] for p in series.points]
        y = [float("nan") if p[1] is None else p[1] for p in series.points]
        errors = None if all(p[2] is None for p in series.points) else [p[2] or 0 for p in series.points]
        axes.errorbar(
            x,
            y,
            color=COLOURS[n],
            label=series.label,
            capsize=3,
            marker=MARKS[n] if series.marked else "",
            markersize=5 if n or not series.joined else 9,
            linewidth=2 if n or not series.joined else 4,
            linestyle=LINES[n] if series.joined else "",
            **{"xerr" if plot.rows else "yerr": errors},
        )
    if plot.zero is not None:
        (axes.axvline if plot.rows else axes.axhline)(plot.zero, color="#59626d", linewidth=1)
    axes.set_title(plot.title)
    axes.set_xlabel(plot.x.title)
    axes.set_xticks(*zip(*plot.x.ticks, strict=True)) if plot.x.ticks else axes.set_xticks([])
    room = (plot.x.high - plot.x.low) * 0.02  # beside the first and the last mark
    axes.set_xlim(plot.x.low - room, plot.x.high + room)
    if plot.rows:
        axes.set_yticks(range(len(plot.rows)), plot.rows)
        axes.set_ylim(plot.y.high, plot.y.low)
    else:
        axes.set_yticks(*zip(*plot.y.ticks, strict=True))
        axes.set_ylim(plot.y.low, plot.y.high)
    axes.grid(axis="x" if plot.rows else "y", color="#d4d9df")
    axes.set_axisbelow(True)
    if len(plot.series) > 1:
        axes.legend()
