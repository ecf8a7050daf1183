"""Every number of an assessment, as CSV and as one JSON document. Words in them are those of the program;
names of people come as they are on the list."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from importer.spreadsheet import cell
from office.assess.assessment import Assessment
from office.assess.drift import Part, Point
from office.assess.scores import Mean

PLACES = 6
"""Decimals of a statistic: more than any sample of games knows."""

Rows = list[dict[str, Any]]


def tables(told: Assessment) -> Mapping[str, Rows]:
    """The rows of each table by its name; an empty value where a figure would mean nothing."""
    return {
        "scores": [
            {
                "model": s.name,
                "kind": s.kind,
                "rank": n if s.logarithmic is not None else None,
                "games": s.games,
                "games_of_its_own": s.counted,
                "log_likelihood": s.likelihood,
                "logarithmic_loss": s.logarithmic,
                "brier": s.brier,
                "decided_games": s.decided,
                "accuracy": s.accuracy,
                "loss_beyond_published": s.worse and s.worse[0],
                "loss_beyond_published_error": s.worse and s.worse[1],
                "classes": s.classes,
                "classes_beyond_error": s.beyond,
                "remark": s.why,
            }
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
        "trends": [
            {
                "source": t.source,
                "kind": t.kind,
                "type": t.type,
                "lists": t.lists,
                "points_a_year": t.per_year,
            }
            for t in told.trends
        ],
        "gains": [
            {
                "source": g.source,
                "kind": g.kind,
                "type": g.type,
                "year": g.year,
                "group": g.group,
                "players_and_lists": g.lists,
                "points": g.points,
            }
            for g in told.gains
        ],
        "crossings": [
            {
                "source": c.source,
                "kind": c.kind,
                "type": c.type,
                "list": c.list_date.isoformat(),
                "mark": c.mark,
                "id": c.id,
                "name": c.name,
                "before": c.before,
                "after": c.after,
            }
            for c in told.crossings
        ],
        "places": [
            {
                "source": s.source,
                "kind": s.kind,
                "type": s.type,
                "id": s.id,
                "name": s.name,
                "place_before": s.place_before,
                "place": s.place,
                "before": s.before,
                "after": s.after,
            }
            for s in told.shifts
        ],
    }


def files(told: Assessment) -> Iterator[tuple[str, bytes]]:
    """The files by name: one CSV a table, and assess.json with all of them."""
    found = tables(told)
    for name, rows in found.items():
        yield f"{name}.csv", _csv(name, rows)
    about = {
        "lists": [day.isoformat() for day in told.dates],
        "types": list(told.types),
        "rated_games": told.games,
        "judged_games": told.judged,
        "players": told.players,
        "left_out": told.left_out,
        "junior_below": told.junior_below,
    }
    document = {"about": about} | {name: [_rounded(row) for row in rows] for name, rows in found.items()}
    yield "assess.json", (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


HEADINGS = {
    "places": ("source", "kind", "type", "id", "name", "place_before", "place", "before", "after"),
    "crossings": ("source", "kind", "type", "list", "mark", "id", "name", "before", "after"),
}
"""Of the tables that can be empty: nobody need cross a mark or change places."""


def _csv(name: str, rows: Rows) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    headings: Iterable[str] = rows[0] if rows else HEADINGS.get(name, ())
    writer.writerow(headings)
    for row in rows:
        writer.writerow(cell(v) if k in ("name", "model", "source") else v for k, v in _rounded(row).items())
    return text.getvalue().encode()


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: round(v, PLACES) if isinstance(v, float) else v for key, v in row.items()}


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
