"""The report of an assessment as one page: both languages, no script, nothing fetched from anywhere."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from importer.plain_text import written
from office.assess.assessment import Assessment
from office.assess.drift import Point
from office.assess.scores import DIMENSIONS
from office.words import LANGUAGES, _, language, n_, speaking
from office.words.formats import day, month, number
from publication.assess import pictures, text, words
from publication.assess.inline import drawing, key
from publication.design.styles import SHARED, stylesheet

SHOWN = 10
"""So many people stand in a table of the page; all are in the files."""
COLUMNS = 6
"""So many lists stand side by side: the first, the last, and some between."""


def page(told: Assessment, title: str) -> bytes:
    """The page; `title`: whose lists they are. The language spoken comes first."""
    environment = Environment(
        loader=PackageLoader("publication.assess", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
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
