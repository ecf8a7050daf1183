"""Plots of a simulation, SVG and PNG: the means list by list, and the last list's distribution."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from office.errors import refusal
from office.lists.rows import type_name
from office.simulate.report import holding, mean, types_of
from office.simulate.run import SimulatedList

BIN = 100
COLOURS = {"published": "#1f4e79", "simulated": "#c55a11"}
# Where both are the same, both are still to be seen.
LINES: dict[str, dict[str, Any]] = {
    "published": {"marker": "o", "markersize": 9, "linewidth": 4},
    "simulated": {"marker": "o", "markersize": 4, "linestyle": "--"},
}
MOST_DAYS = 24


def draw(lists: Sequence[SimulatedList], folder: Path) -> list[Path]:
    """Two plots a rating type, each as SVG and PNG; the same simulation, the same SVG. Refused without
    matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        remedy = "pip install 'banzuke[plots]', or leave --plots out"
        raise refusal("no-plots", "--plots", "matplotlib", f"no {error.name}", remedy) from None
    mpl.rcParams["svg.hashsalt"] = "banzuke"
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for type_ in types_of(lists):
        for name, paint in (("means", _means), ("distribution", _distribution)):
            figure = Figure(figsize=(8, 4.5), layout="constrained")
            paint(figure.add_subplot(), holding(lists, type_), type_)
            for suffix, metadata in (("svg", {"Date": None}), ("png", {"Software": None})):
                path = folder / f"{type_}-{name}.{suffix}"
                figure.savefig(path, metadata=metadata, dpi=150)
                written.append(path)
    return written


def _means(axes: Any, lists: Sequence[SimulatedList], type_: str) -> None:
    days = [str(one.list_date) for one in lists]
    for name in COLOURS:
        values = [mean([r.rating for r in getattr(one, name).get(type_, {}).values()]) for one in lists]
        shown = [None if v is None else float(v) for v in values]
        axes.plot(days, shown, color=COLOURS[name], label=name, **LINES[name])
    axes.set_title(f"Mean {type_name(type_)} rating, list by list")
    axes.set_xticks(range(0, len(days), -(-len(days) // MOST_DAYS)))
    axes.set_ylabel("rating")
    axes.tick_params(axis="x", rotation=45)
    axes.legend()


def _distribution(axes: Any, lists: Sequence[SimulatedList], type_: str) -> None:
    last = lists[-1]
    ratings = {name: [r.rating for r in getattr(last, name).get(type_, {}).values()] for name in COLOURS}
    every = [r for of in ratings.values() for r in of]
    if every:
        low, high = min(every) // BIN * BIN, max(every) // BIN * BIN + BIN
        axes.hist(
            list(ratings.values()),
            bins=range(low, high + 1, BIN),
            label=list(ratings),
            color=list(COLOURS.values()),
        )
        axes.legend()
    axes.set_title(f"{type_name(type_)} ratings on the list of {last.list_date}")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("rating")
    axes.set_ylabel("players")
