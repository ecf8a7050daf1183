"""Pages of events, and the state of every report."""

from urllib.parse import urlencode

from publication.site import data
from publication.site.addresses import event_page
from publication.site.arrived import STATES, arrivals
from publication.site.builder import Site
from publication.site.events import Head, event_stories
from publication.site.performances import FEWEST_GAMES
from publication.site.settings import LANGUAGES
from publication.site.state import signature
from publication.site.words import LANGUAGES as WORDS


def event_pages(site: Site) -> None:
    """Three files for each rated event, and the events by year."""
    wanted = []
    for head in site.heads:
        paths = [*(event_page(lang, head.key) for lang in LANGUAGES), f"data/events/{head.slug}.json"]
        if not site.kept(paths, signature(site.state.base, head)):
            wanted.append(head)
    for story in event_stories(site.session, wanted, site.people):
        figures = f"data/events/{story.head.slug}.json"
        asked = "?" + urlencode({"event": story.head.name, "list": story.head.version.list_date})
        for lang in LANGUAGES:
            path = event_page(lang, story.head.key)
            site.make_page(
                "event.html", path, story.head.name, data=figures, asked=asked, e=story, fewest=FEWEST_GAMES
            )
        site.make(figures, data.event_json(story))
    years: dict[str, list[Head]] = {}
    for head in site.heads:
        years.setdefault(str(head.last_day.year) if head.last_day else "–", []).append(head)
    told = {"data": "data/index.json", "years": list(years.items())}
    site.write_both("events.html", "events/index.html", "events", **told)


def arrival_page(site: Site) -> None:
    """Has my event arrived?"""
    found = arrivals(site.session, {h.key for h in site.heads if not h.rated})
    figures = "data/arrived.json"
    site.write(figures, data.arrived_json(found))
    held = {a.state for a in found}
    months = sorted({f"{a.arrived_on:%Y-%m}" for a in found}, reverse=True)
    for lang in LANGUAGES:
        w = WORDS[lang]
        choices = {
            "states": [("", w["all"]), *((s, w[f"only_{s}"]) for s in STATES if s in held)],
            "months": [("", w["all"]), *((month, month) for month in months)],
        }
        path, title = f"{lang}/arrived.html", w["arrived"]
        site.write_page("arrived.html", path, title, data=figures, arrivals=found, **choices)
