"""A simulation and an assessment as somebody asks for them, by either door: which rules, which lists, and
what is told of them; every number of an assessment, as CSV and as one JSON document. Words in these are those
of the program; names of people come as they are on the list."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from sqlmodel import Session

from importer.spreadsheet import cell, csv_text
from office.assess.assessment import Assessment, assess
from office.assess.baselines import USUAL_K
from office.assess.drift import Part, Point
from office.assess.scores import Mean
from office.errors import OfficeError
from office.runs.rate import chosen_from
from office.simulate.report import drawn, report, require_plots
from office.simulate.run import Rules, SimulatedList, rules_from, simulate
from office.words import _, speaking
from publication.assess.pictures import Plot, calibrations, courses, parts
from publication.assess.report import page
from publication.assess.text import predictions
from publication.exports.fields import wishes_of
from publication.site.settings import load_settings


def simulated(
    session: Session,
    edition: str | None,
    amended: Path | None,
    interpretation: Sequence[str],
    *,
    first: date | None,
    last: date | None,
) -> tuple[Sequence[SimulatedList], str]:
    """Published lists under other rules, and what is told of them; of an amended edition also whether it
    predicts better than the published lists did, on the same games. Refused as `office/simulate/run.py`
    says."""
    rules = rules_from(edition, amended, chosen_from([*interpretation]))
    changed = [edition or (amended.name if amended else ""), *interpretation]
    lists = simulate(session, rules, first=first, last=last)
    what = _(", ").join(filter(None, changed)) or _("the rules each list was made with")
    told = [report(lists, what, rules).rstrip()]
    if amended is not None:
        told += _predicted(session, amended.name, rules, lists)
    return lists, "\n".join(told)


def _predicted(session: Session, name: str, rules: Rules, lists: Sequence[SimulatedList]) -> list[str]:
    days = [one.list_date for one in lists]
    heading = _("Does it predict better?")
    try:
        told = assess(session, [(name, rules)], first=min(days), last=max(days), baseline=("even",))
    except OfficeError as error:
        if [problem.code for problem in error.problems] != ["assess-no-games"]:
            raise
        return ["", heading, "  " + _("no game between rated players on these lists: nothing can be said")]
    lines = "\n".join(predictions(told)).split("\n")  # its table is one text of several lines
    return ["", heading, *(f"  {line}".rstrip() for line in lines)]


def assessed(
    session: Session,
    editions: Sequence[str],
    amended: Sequence[Path],
    interpretation: Sequence[str],
    *,
    first: date | None,
    last: date | None,
    baseline: Sequence[str] = (),
    k: int = USUAL_K,
) -> Assessment:
    """Published lists beside these editions, these amended files, these readings (all of them together) and
    baselines; nobody who asked to be withheld is named."""
    contenders = [(name, rules_from(name, None, {})) for name in dict.fromkeys(editions)]
    alike = Counter(path.name for path in dict.fromkeys(amended))
    for path in dict.fromkeys(amended):
        contenders.append((path.name if alike[path.name] == 1 else str(path), rules_from(None, path, {})))
    if interpretation:
        chosen = chosen_from([*interpretation])
        contenders.append((", ".join(interpretation), rules_from(None, None, chosen)))
    told = assess(session, contenders, first=first, last=last, baseline=baseline, k=k)
    withheld = wishes_of(session).withheld  # they count in the figures all the same
    return replace(
        told,
        crossings=[one for one in told.crossings if one.id not in withheld],
        shifts=[one for one in told.shifts if one.id not in withheld],
    )


def written(session: Session, told: Assessment) -> list[tuple[str, bytes]]:
    """The files of an assessment, by name: its tables, and the report as a page."""
    return [*files(told), ("report.html", page(told, load_settings(session).name))]


PLACES = 6
"""Decimals of a statistic: more than any sample of games knows."""

Rows = list[dict[str, Any]]

BEYOND = ("loss_beyond_published", "loss_beyond_published_error")
COLUMNS = {
    "scores": (
        *(
            "model",
            "kind",
            "rank",
            "games",
            "games_of_its_own",
            "log_likelihood",
            "logarithmic_loss",
            "brier",
        ),
        *("decided_games", "accuracy", *BEYOND, "classes", "classes_beyond_error", "remark"),
    ),
    "trends": ("source", "kind", "type", "lists", "points_a_year"),
    "gains": ("source", "kind", "type", "year", "group", "players_and_lists", "points"),
    "crossings": ("source", "kind", "type", "list", "mark", "id", "name", "before", "after"),
    "places": ("source", "kind", "type", "id", "name", "place_before", "place", "before", "after"),
}
STORED = {
    "model": "name", "rank": "logarithmic", "games_of_its_own": "counted", "log_likelihood": "likelihood",
    "logarithmic_loss": "logarithmic", "decided_games": "decided", **dict.fromkeys(BEYOND, "worse"),
    "classes_beyond_error": "beyond", "remark": "why", "points_a_year": "per_year",
    "players_and_lists": "lists", "list": "list_date",
}  # fmt: skip
"""What an assessment calls what these columns call otherwise."""
CAN_BE_EMPTY = ("crossings", "places")
"""Nobody need cross a mark or change places: these have headings all the same."""


def tables(told: Assessment) -> Mapping[str, Rows]:
    """The rows of each table by its name; an empty value where a figure would mean nothing."""
    return {
        "scores": [
            _row("scores", s)
            | {"rank": n if s.logarithmic is not None else None}
            | dict(zip(BEYOND, s.worse or (s.worse, s.worse), strict=True))
            for n, s in enumerate(told.scores, start=1)
        ],
        "calibration": [
            {"model": s.name, "kind": s.kind, "difference_from": m.low, "difference_to": m.high} | _mean(m)
            for s, classes in told.calibration
            for m in classes
        ],
        "groups": [
            {"model": g.model, "kind": g.kind, "dimension": g.dimension, "group": g.label}
            | _mean(g.mean)
            | {"logarithmic_loss": g.logarithmic, "brier": g.brier}
            for g in told.groups
        ],
        "lists": [_point(p) for p in told.points],
        "trends": [_row("trends", one) for one in told.trends],
        "gains": [_row("gains", one) for one in told.gains],
        "crossings": [_row("crossings", one) for one in told.crossings],
        "places": [_row("places", one) for one in told.shifts],
    }


def _row(table: str, one: object) -> dict[str, Any]:
    return {name: getattr(one, STORED.get(name, name)) for name in COLUMNS[table]}


def files(told: Assessment) -> Iterator[tuple[str, bytes]]:
    """The files by name: one CSV a table, and assess.json with all of them."""
    found = tables(told)
    for name, rows in found.items():
        yield f"{name}.csv", _csv(name, rows)
    about = {
        "lists": [day.isoformat() for day in told.dates], "types": list(told.types),
        "rated_games": told.games, "judged_games": told.judged, "players": told.players,
        "left_out": told.left_out, "junior_below": told.junior_below,
    }  # fmt: skip
    document = {"about": about} | {name: [_rounded(row) for row in rows] for name, rows in found.items()}
    yield "assess.json", (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _csv(name: str, rows: Rows) -> bytes:
    headings: Iterable[str] = rows[0] if rows else COLUMNS[name] if name in CAN_BE_EMPTY else ()
    told = (
        [cell(v) if k in ("name", "model", "source") else v for k, v in _rounded(row).items()] for row in rows
    )
    return csv_text([headings, *told], "\n").encode()


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    def plain(value: Any) -> Any:
        if isinstance(value, date):
            return value.isoformat()
        return round(value, PLACES) if isinstance(value, float) else value

    return {key: plain(value) for key, value in row.items()}


def _mean(mean: Mean) -> dict[str, Any]:
    return {"games": mean.games, "expected": mean.expected, "scored": mean.score, "error": mean.error}


def _point(p: Point) -> dict[str, Any]:
    told = {"source": p.source, "kind": p.kind, "type": p.type, "list": p.list_date.isoformat()}
    told |= _part("players", "mean", p.everybody) | {"median": p.median, "spread": p.spread}
    for name in ("cohort", "stayed", "left", "juniors", "adults"):
        told |= _part(name, f"{name}_change", getattr(p, name))
    return (
        told | _part("newcomers", "newcomers_mean", p.newcomers) | {"played": p.played, "unrated": p.unrated}
    )


def _part(name: str, mean: str, part: Part) -> dict[str, Any]:
    return {name: part.players, mean: part.mean}


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
