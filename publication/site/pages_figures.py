"""Home, top players and statistics: what the newest list says in short."""

from __future__ import annotations

from typing import Any

from office.words.formats import day_in
from publication.site import data_pages
from publication.site.builder import Site
from publication.site.charts import bars, course
from publication.site.list_pages import Row
from publication.site.render import page
from publication.site.settings import LANGUAGES
from publication.site.statistics import BAND, Statistics, statistics
from publication.site.words import LANGUAGES as WORDS
from publication.site.words import Words

HOME_ROWS, TOP_ROWS = 10, 50
JUNIORS = ("u10", "u12", "u14", "u16", "u18", "u20")


def figure_pages(site: Site) -> None:
    """The pages that sum the newest list up."""
    newest = site.newest
    held = site.shelf.held(newest) if newest else None
    rows = held.rows(site.withheld) if held else {}
    ranked = {type_: [r for r in mine if r.rank is not None] for type_, mine in rows.items()}
    figures = statistics(site.versions, site.state.months, held.shown() if held else {})
    types = [
        (type_, mine[:TOP_ROWS], _improved(mine), _juniors(site, mine)) for type_, mine in ranked.items()
    ]
    site.write("data/top.json", data_pages.top_json(newest, types))
    site.write("data/statistics.json", data_pages.statistics_json(figures))
    for lang in LANGUAGES:
        w = WORDS[lang]
        path = f"{lang}/index.html"
        top = [(type_, mine[:HOME_ROWS]) for type_, mine in ranked.items()]
        site.write(
            path,
            page(
                "home.html",
                path,
                w["rating_list"],
                site.settings,
                data="data/index.json",
                newest=newest,
                top=top,
                events=site.heads[:HOME_ROWS],
            ),
        )
        path = f"{lang}/top.html"
        facts: dict[str, Any] = {"newest": newest, "types": types}
        site.write(path, page("top.html", path, w["top"], site.settings, data="data/top.json", **facts))
        path = f"{lang}/statistics.html"
        plots = [{"type": s.type, "plots": _plots(s, w, lang)} for s in figures]
        told: dict[str, Any] = {"data": "data/statistics.json", "types": plots}
        site.write(path, page("statistics.html", path, w["statistics"], site.settings, **told))


def _improved(rows: list[Row]) -> list[Row]:
    gains = [r for r in rows if r.change is not None and r.change > 0]
    return sorted(gains, key=lambda r: (-(r.change or 0), -r.rating, r.id))[:HOME_ROWS]


def _juniors(site: Site, rows: list[Row]) -> list[Row]:
    """Only where the office shows age classes: otherwise nobody has one."""
    if not site.settings.ages:
        return []
    young = [r for r in rows if (p := site.people.shown.get(r.id)) is not None and p.age_class in JUNIORS]
    return young[:HOME_ROWS]


def _plots(s: Statistics, w: Words, lang: str) -> list[dict[str, Any]]:
    name = w[s.type]
    newest = s.months[-1].list_date
    played = [m for m in s.months if m.games]
    known = [m for m in s.months if m.median is not None]
    found: list[dict[str, Any]] = [
        {
            "caption": w["distribution_text"].format(type=name, day=day_in(newest, lang), band=BAND),
            "drawing": bars([(str(low), count) for low, count in s.bands]),
            "headings": (w["band"], w["players"]),
            "rows": s.bands,
        }
    ]
    if len(known) > 1:
        since = s.months[s.months.index(known[0]) :]
        found.append(
            {
                "caption": w["inflation_text"].format(type=name),
                "drawing": course([(f"{m.list_date:%Y-%m}", m.median) for m in since]),
                "headings": (w["list"], w["rated_players"], w["median"]),
                "rows": [(m.list_date, m.rated, m.median) for m in s.months],
            }
        )
    if played:
        found.append(
            {
                "caption": w["activity_text"].format(type=name),
                "drawing": bars([(f"{m.list_date:%Y-%m}", m.games) for m in played]),
                "headings": (w["list"], w["played"], w["games"]),
                "rows": [(m.list_date, m.players, m.games) for m in played],
            }
        )
    return found
