"""The sitemap: every page for people with the day on which what it tells last changed."""

from collections.abc import Mapping
from datetime import datetime

from importer.plain_text import written
from publication.site.addresses import event_page, list_overview, member_page
from publication.site.builder import Site
from publication.site.render import template
from publication.site.settings import LANGUAGES

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
        site.write(name, written(made))
    if len(parts) > 1:
        made = template("sitemap_index.xml").render(names=names, base=site.settings.address)
        site.write("sitemap.xml", written(made))


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
            for number in site.state.touching.get(version.mark, ()):
                note(member_page(lang, number), moment)
    for head in site.heads:
        for lang in LANGUAGES:
            note(event_page(lang, head.key), head.version.published_at)
    tables = {f"{v.list_date}/v{v.version}-": v.published_at for v in site.versions}
    for path in site.for_people:
        folder, _, name = path.rpartition("/")
        note(path, tables.get(f"{folder.rpartition('/')[2]}/{name.partition('-')[0]}-"))
    return {path: f"{moment:%Y-%m-%d}" for path, moment in found.items()}
