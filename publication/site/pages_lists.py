"""Pages of lists: every version since the first, cut into pages, with its files: the very bytes that `banzuke
export list` writes, from the rows at hand."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter

from markupsafe import Markup

from office.families import day_here
from office.words.formats import day_in
from publication.account.words import SIGNS
from publication.exports.cells import Writing
from publication.exports.formats import csv_table
from publication.exports.public_list import PublicList, json_list, listed
from publication.families import family_named
from publication.site import data
from publication.site.addresses import list_overview, list_table
from publication.site.builder import Site
from publication.site.events import Head
from publication.site.held import Row, cut, differences
from publication.site.pictures import list_picture, list_pictures
from publication.site.row_texts import row_texts
from publication.site.settings import LANGUAGES, WORDS
from publication.site.versions import Version

SHOWN_DIFFERENCES = 500


def list_pages(site: Site) -> None:
    """The tables, files and overviews of all lists, and the list of lists."""
    by_date = {day: [*of] for day, of in groupby(site.versions, attrgetter("list_date"))}
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
    site.both("lists.html", "lists/index.html", "rating_lists", data="data/index.json", lists=newest_first)


def _version(site: Site, version: Version, replaced_by: Version | None) -> None:
    """The tables and files of one version: all from the same frozen rows, so all or none are made."""
    replaced = replaced_by and (replaced_by.version, replaced_by.types)
    if not (mark := site.anew("list", version.mark, replaced)):
        return
    as_csv, as_json = list_files(site, version)
    site.put(f"data/lists/{version.slug}.json", as_json, mark)
    site.put(f"data/lists/{version.slug}.csv", as_csv, mark)
    for type_, rows in site.rows(version).items():
        _table(site, mark, version, type_, rows, replaced_by)


def shown_columns(rows: Sequence[Row]) -> tuple[str, ...]:
    """The columns of a table that have something in them on this list."""
    return tuple(name for name, at in (("kanji", 3), ("k", 9)) if any(r[at] for r in rows))


def _table(
    site: Site, mark: str, version: Version, type_: str, rows: Sequence[Row], replaced_by: Version | None
) -> None:
    """The table of one type, page by page, and its rows as a script."""
    shown = shown_columns(rows)
    texts = row_texts(rows, shown)
    script = data.script(f"{version.slug}-{type_}", data.plain([*map(tuple, rows)]))
    site.put(f"data/lists/{version.slug}-{type_}.js", script, mark)
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
                title += w["comma"] + w["page_of"].format(page=number, pages=len(pages))
            path = list_table(lang, version.list_date, version.version, type_, number)
            site.page(
                "list_table.html", path, title, mark, version=version, type=type_, replaced_by=replaced_by,
                count=len(rows), body=body, page=number, pages=len(pages), shown=shown,
                visitors=unranked and not any(r.member for r in unranked),
                marks=[of for of, sign in SIGNS.items() if any(sign in signs for signs in found)],
                data=f"data/lists/{version.slug}.json", asked=f"?list={version.list_date}",
                picture=list_picture(site, version),
            )  # fmt: skip


def _overview(site: Site, list_date: date, versions: list[Version], events: list[Head]) -> None:
    made_from = [(v.mark, v.newest, v.published_at, site.tables(v), site.statement(v)) for v in versions]
    rated = [(h.slug, h.name, h.rated, h.last_day) for h in events]
    if not (mark := site.anew(f"list of {list_date}", made_from, rated, site.archive)):
        return
    shown = [
        {
            "version": v,
            "statement": site.statement(v),
            "published": v.published_at and day_here(site.session, v.published_at),
            "counts": list(site.tables(v).items()),
            "difference": differences(site.rows(versions[n - 1]), site.rows(v)) if n else [],
        }
        for n, v in enumerate(versions)
    ]
    for lang in LANGUAGES:
        title = WORDS[lang]["list_of"].format(day=day_in(list_date, lang))
        told = {"versions": shown[::-1], "newest": versions[-1], "events": events, "most": SHOWN_DIFFERENCES}
        told |= {"archive": site.archive, "data": f"data/lists/{versions[-1].slug}.json"}
        told["picture"] = list_picture(site, versions[-1])
        site.page("list.html", list_overview(lang, list_date), title, mark, **told)


def list_files(site: Site, version: Version) -> tuple[bytes, bytes]:
    """The list as CSV, in the columns of the office's regulations where they name a CSV, and as JSON."""
    listing = listing_of(site, version)
    own = next((f for f in family_named(site.settings.family).formats.values() if f.table), None)
    if own is None:
        return csv_table(listing, Writing()), json_list(listing)
    return own.write(site.session, listing, Writing(), "").data, json_list(listing)


def listing_of(site: Site, version: Version) -> PublicList:
    """The public list, as publication/exports/public_list.py has it. What only the register says is left
    empty: hardly any of the site's files tells it. The last one is kept at hand."""
    if site.listing is None or site.listing[0] != version.id:
        before = next((v.list_date for v in site.versions if v.id == version.previous_id), None)
        site.listing = (version.id, listed(version, site.columns(version), before))
    return site.listing[1]
