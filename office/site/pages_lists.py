"""Pages of lists: every version since the first, cut into pages, with its files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from markupsafe import Markup

from office.family import day_here
from office.site import data
from office.site.addresses import list_overview, list_table
from office.site.builder import Site
from office.site.events import Head
from office.site.list_pages import SIGNS, Row, cut, rows_of
from office.site.render import page, template
from office.site.settings import LANGUAGES
from office.site.state import signature
from office.site.versions import Version
from office.site.words import LANGUAGES as WORDS

SHOWN_DIFFERENCES = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating that is other than in the version before; None where it is not on one of them."""

    id: str
    name: str
    type: str
    was: int | None
    now: int | None


def list_pages(site: Site) -> None:
    """The tables, files and overviews of all lists, and the list of lists."""
    by_date: dict[date, list[Version]] = {}
    for version in site.versions:
        by_date.setdefault(version.list_date, []).append(version)
    for versions in by_date.values():
        replaced = versions[-1].version if len(versions) > 1 else None
        for version in versions:
            _version(site, version, None if version.newest else replaced)
    rated_on: dict[date, list[Head]] = {}
    for head in site.heads:
        rated_on.setdefault(head.version.list_date, []).append(head)
    for list_date, versions in by_date.items():
        _overview(site, list_date, versions, rated_on.get(list_date, []))
    newest_first = [v for v in reversed(site.versions) if v.newest]
    for lang in LANGUAGES:
        path = f"{lang}/lists/index.html"
        site.write(
            path, page("lists.html", path, WORDS[lang]["rating_lists"], site.settings, lists=newest_first)
        )


def _version(site: Site, version: Version, replaced_by: int | None) -> None:
    """The tables and files of one version: all from the same frozen rows, so all or none are made."""
    counts = site.before.tables.get(version.mark)
    mark = signature(site.state.base, version.mark, replaced_by)
    if counts is not None:
        site.state.tables[version.mark] = counts
        if site.kept(_paths(version, counts), mark):
            return
    rows = rows_of(site.session, version, site.people.withheld)
    counts = {type_: len(mine) for type_, mine in rows.items()}
    site.state.tables[version.mark] = counts
    if counts is not site.before.tables.get(version.mark):
        site.kept(_paths(version, counts), mark)
    as_text = {type_: data.plain(mine) for type_, mine in rows.items()}
    site.make(f"data/lists/{version.slug}.json", data.list_json(version, as_text))
    site.make(f"data/lists/{version.slug}.csv", data.list_csv(rows))
    for type_, mine in rows.items():
        site.make(f"data/lists/{version.slug}-{type_}.js", data.list_script(version, type_, as_text[type_]))
        _tables(site, version, type_, mine, replaced_by)


def _tables(site: Site, version: Version, type_: str, rows: list[Row], replaced_by: int | None) -> None:
    pages = cut(rows)
    for number, part in enumerate(pages, 1):
        body = Markup(template("list_rows.html").render(rows=part))  # the same in both languages
        for lang in LANGUAGES:
            w = WORDS[lang]
            title = f"{w[type_]}, {w['list_of'].format(day=version.list_date)}"
            if len(pages) > 1:
                title += f", {w['page_of'].format(page=number, pages=len(pages))}"
            path = list_table(lang, version.list_date, version.version, type_, number)
            facts: dict[str, Any] = {
                "version": version,
                "type": type_,
                "replaced_by": replaced_by,
                "count": len(rows),
                "marks": [mark for mark, sign in SIGNS.items() if any(sign in r.signs for r in part)],
            }
            site.make(
                path,
                page(
                    "list_table.html",
                    path,
                    title,
                    site.settings,
                    body=body,
                    page=number,
                    pages=len(pages),
                    **facts,
                ),
            )


def _paths(version: Version, counts: dict[str, int]) -> list[str]:
    found = [f"data/lists/{version.slug}.json", f"data/lists/{version.slug}.csv"]
    for type_, count in counts.items():
        found.append(f"data/lists/{version.slug}-{type_}.js")
        pages = len(cut(range(count)))  # type: ignore[arg-type]
        found += [
            list_table(lang, version.list_date, version.version, type_, n)
            for lang in LANGUAGES
            for n in range(1, pages + 1)
        ]
    return found


def _overview(site: Site, list_date: date, versions: list[Version], events: list[Head]) -> None:
    mark = signature(
        site.state.base,
        [(v.mark, v.newest, v.published_at, site.state.tables[v.mark]) for v in versions],
        [(h.slug, h.name) for h in events],
    )
    paths = [list_overview(lang, list_date) for lang in LANGUAGES]
    if site.kept(paths, mark):
        return
    shown = [
        {
            "version": v,
            "published": v.published_at and day_here(site.session, v.published_at),
            "counts": list(site.state.tables[v.mark].items()),
            "difference": _differences(site, versions[n - 1], v) if n else [],
        }
        for n, v in enumerate(versions)
    ]
    for lang, path in zip(LANGUAGES, paths, strict=True):
        title = WORDS[lang]["list_of"].format(day=list_date)
        facts: dict[str, Any] = {"versions": shown[::-1], "newest": versions[-1], "events": events}
        site.make(path, page("list.html", path, title, site.settings, **facts))


def _differences(site: Site, before: Version, after: Version) -> list[Difference]:
    old = rows_of(site.session, before, site.people.withheld)
    new = rows_of(site.session, after, site.people.withheld)
    found = []
    for type_ in dict.fromkeys([*old, *new]):
        was = {r.id: r for r in old.get(type_, ())}
        now = {r.id: r for r in new.get(type_, ())}
        for number in sorted(was.keys() | now.keys()):
            a, b = was.get(number), now.get(number)
            if a is None or b is None or a.rating != b.rating:
                name = (b or a).name  # type: ignore[union-attr]
                found.append(
                    Difference(number, name, type_, a.rating if a else None, b.rating if b else None)
                )
    return found[:SHOWN_DIFFERENCES]
