"""Pages of events, and the one that answers “has my event arrived?”: the state of every report, without a
word about persons."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby, islice
from typing import Any
from urllib.parse import urlencode

from sqlmodel import Session

from importer.review import NAMELESS
from office.desk.desk import DeskEvent
from office.desk.refresh import refresh
from office.desk.reports import closed_reports, waiting_reports
from office.words.formats import natural
from publication.site import data
from publication.site.addresses import event_page, event_slug
from publication.site.builder import Site
from publication.site.crosstable import crosstables, cut, room
from publication.site.events import EventStory, Head, event_stories
from publication.site.performances import FEWEST_GAMES
from publication.site.settings import LANGUAGES, WORDS

STATES = ("rated", "ready", "questions", "incomplete", "excluded", "unread", "closed")
"""What can be of a report, in the order in which it is hoped for."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A report as its organizer asks for it. `state`: `rated`, `ready`, `questions`, `incomplete`,
    `excluded`, `unread` or `closed`; `list_date` the list that holds or will hold it; `questions` how many
    the office has to settle first; `slug` names the page of an event that a list took, rated or not. `name`
    is empty where only a file's name stands for it."""

    name: str
    link: str
    arrived_on: date
    state: str
    list_date: date | None
    questions: int
    slug: str | None


def arrivals(session: Session, heads: Iterable[Head]) -> list[Arrival]:
    """Every report, newest first, those of one day by their names. The session is left to be rolled back: the
    desk is looked at anew. `heads`: the events of lists, which are called as there."""
    named = {head.key: head.name for head in heads}
    unrated = {head.key for head in heads if not head.rated}
    found = []
    read: set[str] = set()
    for placed in refresh(session).events:
        view = placed.view
        link = f"https://chess-results.com/tnr{view.event.tournament}.aspx" if view.event.tournament else ""
        read.add(link)
        questions = len(placed.blocking)
        if placed.published:
            state = "excluded" if view.key in unrated else "rated"
        elif view.excluded():
            state = "excluded"
        elif view.reported_on() is None:
            state = "incomplete"
        else:
            state = "questions" if questions else "ready"
        found.append(
            Arrival(
                name=named[view.key] if placed.published else "" if _nameless(placed) else view.event.called,
                link=link,
                arrived_on=view.event.link_came_on,
                state=state,
                list_date=placed.published or placed.list_date,
                questions=questions,
                slug=event_slug(view.key) if placed.published else None,
            )
        )
    waiting = [(w.report, "unread") for w in waiting_reports(session)]
    for report, state in [*waiting, *((r, "closed") for r in closed_reports(session))]:
        if report.reference not in read:
            code = json.loads(report.problem or "{}").get("code", "")
            found.append(Arrival(code, report.reference, report.arrived_on, state, None, 0, None))
    found.sort(key=lambda a: natural(a.name))
    return sorted(found, key=lambda a: a.arrived_on, reverse=True)


def _nameless(placed: DeskEvent) -> bool:
    """Whether its report says no name and nobody gave it one: it is called as its file, whose name can be a
    person's. That an event is left out answers everything, but names nothing."""
    without = placed.view.excluded()
    unanswered = (None, without and without.id)
    return any(f.code == NAMELESS and f.settled_by in unanswered for f in placed.findings)


TOGETHER = 10
"""So many events at a time, each kind of work for all of them before the next (member_files.py)."""


def _figures(head: Head) -> str:
    return f"data/events/{head.slug}.json"


def event_pages(site: Site) -> None:
    """Three files for each rated event, of one with very many players some pages more; and the events by
    year."""
    marks = {head.slug: mark for head in site.heads if (mark := site.anew("event", head))}
    wanted = [head for head in site.heads if head.slug in marks]
    found = event_stories(site.session, wanted, lambda _ids: site.people, site.inputs)
    while some := [*islice(found, TOGETHER)]:
        for lang in LANGUAGES:
            for story in some:
                _event(site, story, lang, marks[story.head.slug])
        for story in some:
            site.values(_figures(story.head), data.event_values(story), marks[story.head.slug])
    by_year = groupby(site.heads, lambda head: str(head.last_day.year) if head.last_day else "–")
    years = [(year, [*of]) for year, of in by_year]
    site.both("events.html", "events/index.html", "events", data="data/index.json", years=years)


def _event(site: Site, story: EventStory, lang: str, mark: str) -> None:
    """An event in a language: one page, or several where it has very many players."""
    head, w, places = story.head, WORDS[lang], story.places
    parts = cut(places)
    paths = [event_page(lang, head.key, n) for n in range(1, len(parts) + 1)]
    names = [path.rpartition("/")[2] for path in paths]
    pages = [(name, f"{part.start + 1}–{part.stop}") for name, part in zip(names, parts, strict=True)]
    asked = "?" + urlencode({"event": head.name, "list": head.version.list_date})
    for n, (path, rows) in enumerate(zip(paths, crosstables(places, lang, names), strict=True), 1):
        which = w["page_of"].format(page=n, pages=len(pages)) if len(pages) > 1 else ""
        title = head.name + w["comma"] + which if n > 1 else head.name
        site.page(
            "event.html", path, title, mark, data=_figures(head), asked=asked, e=story, rows=rows,
            fewest=FEWEST_GAMES, pages=pages, page=n, which=which,
            room=room(len(places)),
        )  # fmt: skip


def arrival_page(site: Site) -> None:
    """Has my event arrived?"""
    found = arrivals(site.session, site.heads)
    figures = "data/arrived.json"
    site.values(figures, arrived_values(found))
    held = {a.state for a in found}
    months = sorted({f"{a.arrived_on:%Y-%m}" for a in found}, reverse=True)
    for lang in LANGUAGES:
        w = WORDS[lang]
        choices: dict[str, Any] = {
            "states": [("", w["all"]), *((s, w[f"only_{s}"]) for s in STATES if s in held)],
            "months": [("", w["all"]), *((month, month) for month in months)],
        }
        path, title = f"{lang}/arrived.html", w["arrived"]
        site.page("arrived.html", path, title, data=figures, arrivals=found, **choices)


def arrived_values(found: Iterable[Arrival]) -> list[data.Values]:
    """The state of every report, newest first; of one that could not be read nobody knows the event."""
    return [
        {
            "event": None if a.state in ("unread", "closed") else a.name or None,
            "link": None if a.link.startswith("file:") else a.link or None,
            "arrived_on": str(a.arrived_on),
            "state": a.state,
            "list": a.list_date and str(a.list_date),
            "questions": a.questions,
        }
        for a in found
    ]
