"""Top players and statistics: what the newest list says in short."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from office.words.formats import day_in
from publication.site import data
from publication.site.builder import Site
from publication.site.calibration import ENOUGH, LAST, WIDTH, Apart
from publication.site.charts import bars, beside, course
from publication.site.list_pages import Row
from publication.site.pages_rankings import YOUNG, groups
from publication.site.people import AGE_CLASSES
from publication.site.settings import LANGUAGES
from publication.site.statistics import BAND, Statistics, statistics
from publication.site.words import LANGUAGES as WORDS
from publication.site.words import Words

SHORT_ROWS, TOP_ROWS = 10, 50


def figure_pages(site: Site) -> None:
    """The pages that sum the newest list up."""
    newest = site.newest
    held = site.shelf.held(newest) if newest else None
    rows = held.rows(site.withheld) if held else {}
    ranked = {type_: [r for r in mine if r.rank is not None] for type_, mine in rows.items()}
    rated = held.shown() if held else {}
    known = (site.state.months, rated, site.state.calibration, _ages(site))
    figures = statistics(site.versions, *known)
    types = [(type_, mine[:TOP_ROWS], _improved(mine)) for type_, mine in ranked.items()]
    young = {type_: _juniors(site, mine) for type_, mine in ranked.items()}
    site.write("data/top.json", data.top_json(newest, [(*t, young[t[0]]) for t in types]))
    named, homes = list(groups(site)), any(p.home for p in site.people.shown.values())
    site.write("data/statistics.json", data.statistics_json(figures))
    told: dict[str, Any] = {"newest": newest, "types": types, "groups": named, "clubs": homes}
    site.write_both("top.html", "top.html", "top", data="data/top.json", **told)
    for lang in LANGUAGES:
        w = WORDS[lang]
        plots = [{"type": s.type, "of": s, "plots": _plots(s, w, lang)} for s in figures]
        told = {"data": "data/statistics.json", "types": plots}
        site.write_page("statistics.html", f"{lang}/statistics.html", w["statistics"], **told)


def _improved(rows: list[Row]) -> list[Row]:
    gains = [r for r in rows if r.change is not None and r.change > 0]
    return sorted(gains, key=lambda r: (-(r.change or 0), -r.rating, r.id))[:SHORT_ROWS]


def _juniors(site: Site, rows: list[Row]) -> list[Row]:
    """Only where the office shows age classes: otherwise nobody has one."""
    if not site.settings.ages:
        return []
    young = [r for r in rows if (p := site.people.shown.get(r.id)) is not None and p.age_class in YOUNG]
    return young[:SHORT_ROWS]


def _ages(site: Site) -> dict[str, dict[str, list[int]]]:
    """The ratings of the newest list by type and age class; nothing where the office shows no ages."""
    found: dict[str, dict[str, list[int]]] = {}
    if site.settings.ages:
        order = [*(name for _, name in AGE_CLASSES), "", "senior"]
        for person in sorted(site.people.shown.values(), key=lambda p: order.index(p.age_class or "")):
            for type_, rating in person.ratings:
                found.setdefault(type_, {}).setdefault(person.age_class or "", []).append(rating)
    return found


def _plots(s: Statistics, w: Words, lang: str) -> list[dict[str, Any]]:
    played = [m for m in s.months if m.games]
    known = [m for m in s.months if m.median is not None]
    found: list[dict[str, Any]] = []

    def plot(text: str, drawing: Markup, headings: tuple[str, ...], rows: Sequence[object]) -> None:
        told = {"type": w[s.type], "day": day_in(s.months[-1].list_date, lang), "band": BAND}
        words = tuple(w[heading] for heading in headings)
        caption = w[text].format(**told)
        found.append({"caption": caption, "drawing": drawing, "headings": words, "rows": rows, "note": ""})

    drawing = bars([(str(low), count) for low, count in s.bands])
    plot("distribution_text", drawing, ("band", "players"), s.bands)
    if s.ages:
        ages = [(w[name or "other_ages"], count, median) for name, count, median in s.ages]
        drawing = bars([at[:2] for at in ages])
        plot("ages_text", drawing, ("age_class", "players", "median"), ages)
    if len(known) > 1:
        since = s.months[s.months.index(known[0]) :]
        drawing = course([(f"{m.list_date:%Y-%m}", m.median) for m in since])
        rows = [(m.list_date, m.rated, m.median) for m in s.months]
        plot("inflation_text", drawing, ("list", "rated_players", "median"), rows)
    if played:
        drawing = bars([(f"{m.list_date:%Y-%m}", m.games) for m in played])
        rows = [(m.list_date, m.players, m.games) for m in played]
        plot("activity_text", drawing, ("list", "played", "games"), rows)
    if s.apart:
        drawn = [(_apart(x), x.mean_expected, x.mean_score, x.error) for x in s.apart if x.games >= ENOUGH]
        headings = ("points_apart", "games_short", "was_expected", "was_scored", "chance")
        plot("calibration_text", beside(drawn), headings, [_figures(x) for x in s.apart])
        found[-1]["note"] = w["calibration_note"].format(count=ENOUGH)
    return found


def _apart(x: Apart) -> str:
    return f"{x.low}+" if x.low == LAST else f"{x.low}–{x.low + WIDTH - 1}"


def _figures(x: Apart) -> tuple[object, ...]:
    percent = (x.mean_expected, x.mean_score, x.error)
    return (_apart(x), x.games, *(None if v is None else f"{v:.1f}" for v in percent))
