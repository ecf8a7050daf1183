"""What stands around the figures: styles, the way in, the form for corrections, feeds, and for robots."""

from datetime import timedelta
from importlib.resources import files

from markupsafe import Markup

from importer.plain_text import written
from publication.design.styles import mark, stylesheet
from publication.site import data, feeds
from publication.site.builder import Site
from publication.site.calendar import calendar
from publication.site.pages_downloads import download_pages
from publication.site.pages_pictures import shared_picture
from publication.site.render import template
from publication.site.rules import law_in_short
from publication.site.schemas import KINDS, address, schema
from publication.site.settings import LANGUAGES
from publication.site.sitemap import sitemap_pages
from publication.site.words import LANGUAGES as WORDS
from rating.editions import load

STATIC = ("site.js", "calculator.js", "compare.js", "found.js", "graph.js")


def fixed_pages(site: Site) -> None:
    """Everything that hangs on no single list; last, since the sitemap names all pages."""
    folder = files("publication.site") / "static"
    for name in STATIC:
        site.write(f"static/{name}", (folder / name).read_bytes())
    site.write("static/site.css", written(stylesheet()))
    site.write("static/icon.svg", mark())
    shared_picture(site)
    site.write("index.html", written(template("landing.html").render(site=site.settings, **WORDS)))
    css = Markup(stylesheet("tokens", "base", "frame"))  # escaped quotes would be no CSS
    lost = template("404.html").render(
        site=site.settings, base=site.settings.address or "/", css=css, **WORDS
    )
    site.write("404.html", written(lost))
    days, within = _closed_after(site)
    laws = [law_in_short(e) for e in dict.fromkeys(v.edition for v in reversed(site.versions)) if e]
    _summarize(site)
    told = {"days": days, "within": within, "laws": laws, "key": site.proof.key, "archive": site.archive}
    for name in ("corrections", "about"):
        site.write_both(f"{name}.html", f"{name}.html", name, data="data/index.json", **told)
    for lang in LANGUAGES:
        summaries = {mark: said[lang] for mark, said in site.state.summaries.items()}
        feed = feeds.lists_feed(lang, site.versions, site.settings, summaries)
        site.write(f"feeds/lists-{lang}.xml", feed)
        site.write(f"feeds/lists-{lang}.ics", calendar(lang, site.versions, site.settings))
        site.write(f"feeds/events-{lang}.xml", feeds.events_feed(lang, site.rated, site.settings))
    site.write("data/index.json", _index(site))
    for kind in KINDS.values():
        site.write(f"data/{address(kind)}", schema(kind))
    download_pages(site)
    site.write("robots.txt", feeds.robots(site.settings))
    sitemap_pages(site)


def _summarize(site: Site) -> None:
    """What the feed says of each version that it tells of: worked out once, for versions do not change."""
    for version in feeds.newest_first(site.versions):
        if (said := site.before.summaries.get(version.mark)) is None:
            rows = site.shelf.held(version).rows(site.withheld)
            said = {lang: feeds.summary(lang, version, rows) for lang in LANGUAGES}
        site.state.summaries[version.mark] = said


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


def _index(site: Site) -> bytes:
    """Where the figures are: every version of every list, and how members' and events' files are named."""
    return data.text(
        {
            "key": site.proof.key and site.proof.key.text,
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
                    "statement": site.proof.of(v),
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
    )
