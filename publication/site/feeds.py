"""Atom feeds of lists and events, the sitemap and the rules for robots."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from importer.plain_text import written
from office.words import speaking
from office.words.formats import day_in, listed
from publication.account.figures import plus
from publication.site.addresses import event_page, list_overview
from publication.site.events import Head
from publication.site.list_pages import Row
from publication.site.render import template
from publication.site.settings import SiteSettings
from publication.site.versions import Version
from publication.site.words import LANGUAGES

ENTRIES = 50
MOVED = 10
"""So many of each kind are named in an entry."""

BEGINNING = "2000-01-01T00:00:00Z"
"""The moment of a feed in which nothing has happened yet."""


def newest_first(versions: Sequence[Version]) -> list[Version]:
    """The versions that a feed tells of."""
    return sorted(versions, key=lambda v: (_moment(v), v.list_date, v.version), reverse=True)[:ENTRIES]


def lists_feed(
    lang: str,
    versions: Sequence[Version],
    site: SiteSettings,
    summaries: Mapping[str, str],
) -> bytes:
    """A feed of the versions of lists, newest first, each with who moved most and who is new. `summaries`: by
    the marks of versions, what `summary` says of them."""
    w = LANGUAGES[lang]
    entries = [
        {
            "title": w["comma"].join(
                (w["list_of"].format(day=day_in(v.list_date, lang)), w["version"].format(number=v.version))
            ),
            "id": name_for_ever(site, f"list {v.list_date} version {v.version}"),
            "updated": _moment(v),
            "path": list_overview(lang, v.list_date),
            "summary": summaries[v.mark],
        }
        for v in newest_first(versions)
    ]
    return _feed("lists", lang, w["rating_lists"], "lists/index.html", entries, site)


def summary(lang: str, version: Version, rows: Mapping[str, Sequence[Row]]) -> str:
    """What the feed says of a version. `rows`: by type, of members that may be shown."""
    return " ".join(moved(lang, rows)) or ", ".join(LANGUAGES[lang][t] for t in version.types)


def moved(lang: str, rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """What a list says of each type: how many are rated and changed, who gained most, who is new."""
    w = LANGUAGES[lang]
    with speaking(lang):
        for type_, mine in rows.items():
            changed = [row for row in mine if row.change]
            most = sorted(((row.change or 0, row) for row in changed), key=lambda at: (-at[0], at[1].id))
            gained = [f"{row.name} {plus(points)}" for points, row in most[:MOVED] if points > 0]
            new = [row for row in mine if row.how == "initial"]
            yield w["feed_counts"].format(type=w[type_], rated=len(mine), changed=len(changed))
            if gained:
                yield w["feed_up"].format(who=listed(gained))
            if new:
                yield w["feed_new"].format(who=listed(f"{r.name} {r.rating}" for r in new[:MOVED]))


def events_feed(lang: str, heads: Sequence[Head], site: SiteSettings) -> bytes:
    """A feed of rated events, those of the newest list first."""
    w = LANGUAGES[lang]
    ordered = sorted(
        heads,
        key=lambda h: (_moment(h.version), h.last_day is not None, h.last_day or 0, h.key),
        reverse=True,
    )
    entries = [
        {
            "title": h.name,
            "id": name_for_ever(site, f"event {h.key}"),
            "updated": _moment(h.version),
            "path": event_page(lang, h.key),
            "summary": w["list_of"].format(day=day_in(h.version.list_date, lang)),
        }
        for h in ordered[:ENTRIES]
    ]
    return _feed("events", lang, w["events"], "events/index.html", entries, site)


def _feed(
    name: str, lang: str, title: str, page: str, entries: list[dict[str, Any]], site: SiteSettings
) -> bytes:
    path = f"feeds/{name}-{lang}.xml"
    return written(
        template("feed.xml").render(
            lang=lang,
            site=site,
            title=title,
            id=name_for_ever(site, f"feed {name} {lang}"),
            updated=max((e["updated"] for e in entries), default=BEGINNING),
            base=site.address or "../",
            path=path,
            page=page,
            entries=entries,
        )
    )


def robots(site: SiteSettings) -> bytes:
    """Everybody may read everything; where the sitemap is, if there is one."""
    lines = ["User-agent: *", "Disallow:"]
    if site.address:
        lines.append(f"Sitemap: {site.address}sitemap.xml")
    return ("\n".join(lines) + "\n").encode()


def _moment(version: Version) -> str:
    moment = version.published_at
    return BEGINNING if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def name_for_ever(site: SiteSettings, what: str) -> str:
    """A name that stays the same for ever, wherever the site stands."""
    return "urn:sha256:" + hashlib.sha256(f"{site.name}\n{what}".encode()).hexdigest()
