"""What stands around the figures: styles, the way in, the form for corrections, feeds, and for robots."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from markupsafe import Markup

from publication.site import data, feeds
from publication.site.builder import Site
from publication.site.render import page, template
from publication.site.rules import law_in_short
from publication.site.settings import LANGUAGES
from publication.site.words import LANGUAGES as WORDS
from rating.editions import load

STATIC = ("site.css", "site.js", "icon.svg")


def fixed_pages(site: Site) -> None:
    """Everything that hangs on no single list; last, since the sitemap names all pages."""
    folder = files("publication.site") / "static"
    for name in STATIC:
        site.write(f"static/{name}", (folder / name).read_bytes())
    site.write("index.html", template("landing.html").render(site=site.settings, **WORDS).encode())
    css = Markup((folder / "site.css").read_text("utf-8"))  # escaped quotes would be no CSS
    lost = template("404.html").render(
        site=site.settings, base=site.settings.address or "/", css=css, **WORDS
    )
    site.write("404.html", lost.encode())
    days = _closed_after(site)
    laws = [law_in_short(e) for e in dict.fromkeys(v.edition for v in reversed(site.versions)) if e]
    for lang in LANGUAGES:
        for name in ("corrections", "about"):
            path = f"{lang}/{name}.html"
            facts: dict[str, Any] = {"days": days, "laws": laws}
            site.write(path, page(f"{name}.html", path, WORDS[lang][name], site.settings, **facts))
        site.write(f"feeds/lists-{lang}.xml", feeds.lists_feed(lang, site.versions, site.settings))
        site.write(f"feeds/events-{lang}.xml", feeds.events_feed(lang, site.heads, site.settings))
    site.write("data/index.json", _index(site))
    site.write("robots.txt", feeds.robots(site.settings))
    if site.settings.address:
        site.write("sitemap.xml", feeds.sitemap(site.for_people, site.settings))


def _closed_after(site: Site) -> int | None:
    """Days after which a list is closed to corrections, as the text of the newest list says it."""
    if site.newest is None or site.newest.edition is None:
        return None
    law = load(site.newest.edition)
    return law.number("closed_after_days") if "closed_after_days" in law.values else None


def _index(site: Site) -> bytes:
    """Where the figures are: every version of every list, and how members' and events' files are named."""
    return data.text(
        {
            "lists": [
                {
                    "list": str(v.list_date),
                    "version": v.version,
                    "stands": v.newest,
                    "edition": v.edition,
                    "sha256": v.sha256,
                    "csv": f"lists/{v.slug}.csv",
                    "json": f"lists/{v.slug}.json",
                }
                for v in site.versions
            ],
            "members": "members/{id}.json",
            "events": [{"event": h.key, "name": h.name, "json": f"events/{h.slug}.json"} for h in site.heads],
        }
    )
