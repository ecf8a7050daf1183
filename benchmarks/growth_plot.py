"""The figures of growth as a picture: seconds of each command by members, and by games.

    python -m benchmarks.growth_plot PICTURE.svg FIGURES.json…

The figures are those that `growth` and `growth_games` keep; several runs of the first make one line. Both
axes grow by tens; a dashed line grows as its work does. The same figures, the same bytes. Needs matplotlib.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "growth"

from matplotlib.figure import Figure  # noqa: E402  how it draws has to be said first

SHOWN = {
    "members import": "members import", "import a month": "import, a month", "rate": "rate",
    "publish": "publish", "rebuild": "rebuild", "bundle": "bundle", "verify": "verify", "site": "site",
    "status": "status", "explain": "explain",
}  # fmt: skip
"""Of some twenty commands; the others lie between these."""

APART = 1.28
"""Two names stand so many times the seconds apart at least, so that each can be read."""

Points = dict[str, dict[int, float]]
"""Seconds by command and size."""


def points(files: list[Path], what: str) -> Points:
    """The figures of these files that are by this size: `members` or `games`."""
    found: Points = defaultdict(dict)
    for file in files:
        told = json.loads(file.read_text("utf-8"))
        sizes = told["games"] if "games" in told else told["members"]
        if ("games" in told) == (what == "games"):
            for row in told["commands"]:
                if row["command"] in SHOWN:
                    found[SHOWN[row["command"]]].update(zip(sizes, row["seconds"], strict=True))
    return found


def drawn(axes: Any, told: Points, what: str) -> None:
    """One half of the picture."""
    last = 0.0
    for name, seconds in sorted(told.items(), key=lambda one: one[1][max(one[1])]):
        sizes = sorted(seconds)
        (line,) = axes.plot(sizes, [seconds[size] for size in sizes], marker="o", markersize=3, linewidth=1)
        last = max(seconds[sizes[-1]], last * APART)
        axes.annotate(
            name, (sizes[-1] * 1.15, last), va="center", fontsize=7, color=line.get_color()
        )  # fmt: skip
    sizes = sorted({size for seconds in told.values() for size in seconds})
    least = 0.1
    axes.plot(sizes, [least * size / sizes[0] for size in sizes], "--", color="grey", linewidth=1)
    axes.set(xscale="log", yscale="log", xlabel=what, ylabel="processor seconds")
    axes.set_xlim(sizes[0] / 3, sizes[-1] * ROOM)
    axes.grid(visible=True, which="major", linewidth=0.3)


ROOM = 15
"""Times the largest size, for the names behind it."""


def main(words: list[str]) -> int:
    """Draws it."""
    picture, files = Path(words[0]), [Path(word) for word in words[1:]]
    figure = Figure(figsize=(9, 4.2), layout="constrained")
    for axes, what in zip(figure.subplots(1, 2), ("members", "games"), strict=True):
        drawn(axes, points(files, what), what)
    figure.savefig(picture, format="svg", metadata={"Date": None})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
