"""Pages of lists: every version since the first, cut into pages, with its files."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from office.families import day_here
from office.words.formats import day_in
from publication.account.words import SIGNS
from publication.site import data
from publication.site.addresses import list_overview, list_table
from publication.site.builder import Site
from publication.site.events import Head
from publication.site.list_files import list_files
from publication.site.list_pages import Row, cut
from publication.site.pages_pictures import list_picture, list_pictures
from publication.site.settings import LANGUAGES
from publication.site.state import signature
from publication.site.versions import Version
from publication.site.words import LANGUAGES as WORDS

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
        replaced = versions[-1] if len(versions) > 1 else None
        for version in versions:
            _version(site, version, None if version.newest else replaced)
            site.learn(version)
    rated_on: dict[date, list[Head]] = {}
    for head in site.heads:
        rated_on.setdefault(head.version.list_date, []).append(head)
    list_pictures(site)
    for list_date, versions in by_date.items():
        _overview(site, list_date, versions, rated_on.get(list_date, []))
    newest_first = [v for v in reversed(site.versions) if v.newest]
    site.write_both(
        "lists.html", "lists/index.html", "rating_lists", data="data/index.json", lists=newest_first
    )


def _version(site: Site, version: Version, replaced_by: Version | None) -> None:
    """The tables and files of one version: all from the same frozen rows, so all or none are made."""
    counts = site.before.tables.get(version.mark)
    mark = signature(site.state.base, version.mark, replaced_by and (replaced_by.version, replaced_by.types))
    if counts is not None:
        site.state.tables[version.mark] = counts
        if site.kept(_paths(version, counts), mark):
            return
    rows = site.shelf.held(version).rows(site.withheld)
    counts = {type_: len(mine) for type_, mine in rows.items()}
    site.state.tables[version.mark] = counts
    if counts is not site.before.tables.get(version.mark):
        site.kept(_paths(version, counts), mark)
    shown = {type_: shown_columns(mine) for type_, mine in rows.items()}
    texts = {type_: site.texts.of(mine, shown[type_]) for type_, mine in rows.items()}
    as_csv, as_json = list_files(site, version, rows)
    site.make(f"data/lists/{version.slug}.json", as_json)
    site.make(f"data/lists/{version.slug}.csv", as_csv)
    for type_, mine in rows.items():
        site.make(f"data/lists/{version.slug}-{type_}.js", data.list_script(version, type_, texts[type_]))
        _tables(site, version, type_, mine, texts[type_].page, shown[type_], replaced_by)


def shown_columns(rows: Sequence[Row]) -> tuple[str, ...]:
    """The columns of a table that have something in them on this list."""
    return tuple(name for name, at in (("kanji", 3), ("k", 9)) if any(r[at] for r in rows))


def _tables(
    site: Site,
    version: Version,
    type_: str,
    rows: Sequence[Row],
    texts: Sequence[str],
    shown: Sequence[str],
    replaced_by: Version | None,
) -> None:
    pages, done = cut(rows), 0
    for number, part in enumerate(pages, 1):
        found = {r.signs for r in part}
        unranked = [r for r in part if r.rank is None]
        body = Markup("".join(texts[done : done + len(part)]))  # the same in both languages
        done += len(part)
        for lang in LANGUAGES:
            w = WORDS[lang]
            title = w["table_title"].format(type=w[type_], day=day_in(version.list_date, lang))
            if len(pages) > 1:
                title += f", {w['page_of'].format(page=number, pages=len(pages))}"
            path = list_table(lang, version.list_date, version.version, type_, number)
            site.make_page(
                "list_table.html", path, title, version=version, type=type_, replaced_by=replaced_by,
                count=len(rows), body=body, page=number, pages=len(pages), shown=shown,
                visitors=unranked and not any(r.member for r in unranked),
                marks=[mark for mark, sign in SIGNS.items() if any(sign in signs for signs in found)],
                data=f"data/lists/{version.slug}.json", asked=f"?list={version.list_date}",
                picture=list_picture(site, version),
            )  # fmt: skip


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
        [(v.mark, v.newest, v.published_at, site.state.tables[v.mark], site.proof.of(v)) for v in versions],
        [(h.slug, h.name, h.rated, h.last_day) for h in events],
        site.archive,
    )
    paths = [list_overview(lang, list_date) for lang in LANGUAGES]
    if site.kept(paths, mark):
        return
    shown = [
        {
            "version": v,
            "statement": site.proof.of(v),
            "published": v.published_at and day_here(site.session, v.published_at),
            "counts": list(site.state.tables[v.mark].items()),
            "difference": _differences(site, versions[n - 1], v) if n else [],
        }
        for n, v in enumerate(versions)
    ]
    for lang, path in zip(LANGUAGES, paths, strict=True):
        title = WORDS[lang]["list_of"].format(day=day_in(list_date, lang))
        told = {"versions": shown[::-1], "newest": versions[-1], "events": events, "most": SHOWN_DIFFERENCES}
        told |= {"archive": site.archive, "data": f"data/lists/{versions[-1].slug}.json"}
        told["picture"] = list_picture(site, versions[-1])
        site.make_page("list.html", path, title, **told)


def _differences(site: Site, before: Version, after: Version) -> list[Difference]:
    old = site.shelf.held(before).rows(site.withheld)
    new = site.shelf.held(after).rows(site.withheld)
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
    return found
