"""Every number of an assessment, as CSV and as one JSON document. Words in them are those of the program;
names of people come as they are on the list."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from importer.spreadsheet import cell, csv_text
from office.assess.assessment import Assessment
from office.assess.drift import Part, Point
from office.assess.scores import Mean

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
