"""The site of an office, all of it; and what stands around its figures: styles, the way in, the form for
corrections, feeds, what robots read, and the sitemap: every page for people with the day on which what it
tells last changed."""

from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from importlib.resources import files
from itertools import chain, islice

from markupsafe import Markup

from importer.plain_text import written
from publication.design.styles import mark, script, stylesheet
from publication.site import data, feeds
from publication.site.addresses import event_page, list_overview, member_page
from publication.site.articles import law_in_short
from publication.site.builder import Part, Site, build_site
from publication.site.feeds import calendar
from publication.site.gains import gains
from publication.site.held import differences
from publication.site.pages_downloads import archive_pages, download_pages, proof_pages
from publication.site.pages_events import arrival_page, event_pages
from publication.site.pages_figures import club_pages, figure_pages, group_pages
from publication.site.pages_home import home_page, lists_to_come
from publication.site.pages_lists import list_pages
from publication.site.pages_members import compare_page, index_pages, member_pages
from publication.site.pages_rules import calculator_page, rules_pages
from publication.site.pictures import shared_picture
from publication.site.render import landing, template
from publication.site.settings import LANGUAGES, WORDS
from publication.site.versions import Version
from rating.editions import load

STATIC = ("search.js", "site.js", "calculator.js", "compare.js", "found.js", "graph.js", "speech.js")


def fixed_pages(site: Site) -> None:
    """Everything that hangs on no single list; last, since the sitemap names all pages."""
    for name in STATIC:
        site.put(f"static/{name}", script("publication.site", name))
    site.put("static/site.css", written(stylesheet()))
    site.put("static/icon.svg", mark())
    shared_picture(site)
    site.put("index.html", landing(site.settings))
    css = Markup(stylesheet("tokens", "base", "frame"))  # escaped quotes would be no CSS
    styled = f"sha256-{b64encode(sha256(css.encode()).digest()).decode()}"
    lost = template("404.html").render(
        site=site.settings, base=site.settings.address or "/", css=css, styled=styled, **WORDS
    )
    site.put("404.html", written(lost))
    days, within = _closed_after(site)
    laws = [law_in_short(e) for e in dict.fromkeys(v.edition for v in reversed(site.versions)) if e]
    told = {"days": days, "within": within, "laws": laws, "key": site.key, "archive": site.archive}
    for name in ("corrections", "about"):
        site.both(f"{name}.html", f"{name}.html", name, data="data/index.json", **told)
    said = {
        v.mark: site.fact(v, "summaries", partial(_summaries, site, v)) for v in feeds.told(site.versions)
    }
    coming = [*islice(lists_to_come(site), feeds.AHEAD)]
    for lang in LANGUAGES:
        summaries = {mark: of[lang] for mark, of in said.items()}
        feed = feeds.lists_feed(lang, site.versions, site.settings, summaries)
        site.put(f"feeds/lists-{lang}.xml", feed)
        site.put(f"feeds/lists-{lang}.ics", calendar(lang, site.versions, coming, site.settings))
        site.put(f"feeds/events-{lang}.xml", feeds.events_feed(lang, site.rated, site.settings))
    site.values("data/index.json", _index(site))
    for kind in KINDS.values():
        site.put(f"data/{address(kind)}", schema(kind))
    download_pages(site)
    site.put("robots.txt", feeds.robots(site.settings))
    sitemap_pages(site)


def _summaries(site: Site, version: Version) -> dict[str, str]:
    """What the feed of each language says of a version: worked out once, for versions do not change."""
    rows, before = site.rows(version), site.ratings_before(version)
    most = gains(site.session, version, rows)
    of_list = [v for v in site.versions if v.list_date == version.list_date and v.version < version.version]
    other = differences(site.rows(of_list[-1]), rows) if of_list else []
    return {lang: feeds.summary(lang, version, rows, most, before, other) for lang in LANGUAGES}


def _closed_after(site: Site) -> tuple[int | None, bool]:
    """Days after which a list is closed to corrections, as the text of the newest list says it, and whether
    it is still open on the last of them."""
    if site.newest is None or site.newest.edition is None:
        return None, False
    law = load(site.newest.edition)
    if "closed_after_days" not in law.values:
        return None, False
    days, published = law.number("closed_after_days"), site.newest.list_date
    return days, law.shapes.is_open(law, published, published + timedelta(days=days))


def _index(site: Site) -> data.Values:
    """Where the figures are: every version of every list, and how members' and events' files are named."""
    return {
        "key": site.key and site.key.text,
        "archive": site.archive,
        "lists": [
            {
                "list": str(v.list_date),
                "version": v.version,
                "stands": v.newest,
                "edition": v.edition,
                "sha256": v.sha256,
                "csv": f"lists/{v.slug}.csv",
                "json": f"lists/{v.slug}.json",
                "statement": site.statement(v),
            }
            for v in site.versions
        ],
        "members": "members/{id}.json",
        "events": [
            {"event": h.key, "name": h.name, "rated": h.rated, "json": f"events/{h.slug}.json"}
            for h in site.heads
        ],
        "schemas": {path: address(kind) for path, kind in KINDS.items()},
    }


MOST = 50_000
"""So many addresses may stand in one file (sitemaps.org)."""

OF_THE_NEWEST = ("index.html", "lists/index.html", "top.html", "statistics.html", "downloads.html")
"""Pages that tell of the newest list."""


def sitemap_pages(site: Site) -> None:
    """`sitemap.xml`, or where one file cannot hold all, that as an index of several; nothing without the
    site's address."""
    if not site.settings.address:
        return
    changed, paths = _changed(site), sorted(site.for_people)
    parts = [paths[n : n + MOST] for n in range(0, len(paths), MOST)]
    names = ["sitemap.xml"] if len(parts) < 2 else [f"sitemap-{n}.xml" for n in range(1, len(parts) + 1)]
    for name, part in zip(names, parts, strict=True):
        pages = [(path, changed.get(path)) for path in part]
        made = template("sitemap.xml").render(pages=pages, base=site.settings.address)
        site.put(name, written(made))
    if len(parts) > 1:
        made = template("sitemap_index.xml").render(names=names, base=site.settings.address)
        site.put("sitemap.xml", written(made))


def _changed(site: Site) -> Mapping[str, str]:
    """By path the day (UTC) of the newest version that a page tells of; of others nothing is known."""
    found: dict[str, datetime] = {}

    def note(path: str, moment: datetime | None) -> None:
        if moment is not None and (path not in found or found[path] < moment):
            found[path] = moment

    for version in site.versions:
        moment = version.published_at
        for lang in LANGUAGES:
            note(list_overview(lang, version.list_date), moment)
            for name in OF_THE_NEWEST:
                note(f"{lang}/{name}", moment)
            for number in chain(*site.touching(version)):
                note(member_page(lang, number), moment)
    for head in site.heads:
        for lang in LANGUAGES:
            note(event_page(lang, head.key), head.version.published_at)
    tables = {f"{v.list_date}/v{v.version}-": v.published_at for v in site.versions}
    events = {f"events/{head.slug}": head.version.published_at for head in site.heads}
    for path in site.for_people:
        folder, _, name = path.rpartition("/")
        below = folder.rpartition("/")[2]
        note(path, tables.get(f"{below}/{name.partition('-')[0]}-"))
        note(path, events.get(f"{below}/{name.rpartition('-')[0]}"))  # a further page of an event
    return {path: f"{moment:%Y-%m-%d}" for path, moment in found.items()}


PARTS: tuple[Part, ...] = (
    proof_pages,
    archive_pages,
    list_pages,
    member_pages,
    index_pages,
    event_pages,
    arrival_page,
    home_page,
    figure_pages,
    group_pages,
    club_pages,
    compare_page,
    calculator_page,
    rules_pages,
    fixed_pages,
)


write_site = partial(build_site, PARTS)
"""Writes all of the site."""


KINDS: Mapping[str, str] = {
    "index.json": "index",
    "people.json": "people",
    "statistics.json": "statistics",
    "arrived.json": "arrived",
    "top.json": "top",
    "top-{group}.json": "group",
    "lists/{list}-v{version}.json": "list",
    "members/{id}.json": "member",
    "events/{event}.json": "event",
    "clubs/{club}.json": "club",
    "rules/{edition}.json": "rules",
}
"""By the address below `data/` of a kind of file: its schema."""


def address(kind: str) -> str:
    """Where a schema stands below `data/`."""
    return f"schemas/{kind}.schema.json"


def schema(kind: str) -> bytes:
    """A schema by the name of its kind."""
    return (files("publication.site") / "schemas" / f"{kind}.schema.json").read_bytes()
