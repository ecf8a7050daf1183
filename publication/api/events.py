"""Rated events, and the next list as it would be now: as the website tells of them."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlmodel import Session, col, select

from importer.tables import EventPlayerRow, EventRow, MemberRow
from office.errors import refusal
from office.runs.unofficial import coming
from office.tables import EventLineRow, GameLineRow
from publication.site.data import event_json
from publication.site.events import Head, event_stories, heads
from publication.site.people import People, some_people
from publication.site.settings import load_settings
from publication.site.versions import published_versions


def events(session: Session, first: int, most: int) -> dict[str, Any]:
    """Some of the events that published lists hold, the newest first. `total`: how many there are."""
    found = heads(session, published_versions(session))
    some = [_head(head) for head in found[first : first + most]]
    return {"events": some, "total": len(found), "first": first}


def _head(h: Head) -> dict[str, Any]:
    return {
        "event": h.key,
        "slug": h.slug,
        "name": h.name,
        "first_day": h.first_day and str(h.first_day),
        "last_day": h.last_day and str(h.last_day),
        "organizer": h.organizer,
        "time_control": h.time_control,
        "list": str(h.version.list_date),
        "version": h.version.version,
        "rated": h.rated,
    }


def event(session: Session, slug: str) -> dict[str, Any]:
    """An event's crosstable and what it did, as its file on the website says. Refused where no published list
    rates such an event."""
    found = heads(session, published_versions(session))
    head = next((one for one in found if one.slug == slug and one.rated), None)
    if head is None:
        expected, remedy = "an event that a published list rates", "look under /api/v1/events"
        raise refusal("no-such-event", slug[:100], expected, "none", remedy)
    people = _shown(session, _players(session, head))
    (story,) = event_stories(session, [head], people)
    told: dict[str, Any] = json.loads(event_json(story))
    return told


def _shown(session: Session, ids: Collection[str]) -> People:
    """Of these IDs those who have a page."""
    return some_people(session, published_versions(session), ids, load_settings(session))


def _players(session: Session, head: Head) -> set[str]:
    """Everybody who can be meant by a line of its crosstable."""
    found: set[str | None] = set()
    for table in (GameLineRow, EventLineRow):
        here = (col(table.version_id) == head.version.id, col(table.event_key) == head.key)
        found |= {*session.exec(select(table.federation_id).where(*here))}
    g = GameLineRow
    met = select(g.opponent_id).where(g.version_id == head.version.id, g.event_key == head.key)
    found |= {*session.exec(met)}
    matched = (
        select(MemberRow.federation_id)
        .join(EventPlayerRow, col(EventPlayerRow.member_id) == MemberRow.id)
        .join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
        .where(EventRow.key == head.key)
    )
    found |= {*session.exec(matched)}
    return {number for number in found if number}


def next_list(session: Session) -> dict[str, Any]:
    """What the next list would bring to those who have a page, if it were made now. It is not official, and
    says so; `list` is null where nothing is known of it yet."""
    ahead = coming(session)
    if ahead is None:
        return {"list": None, "official": False, "waiting_for_events": 0, "members": []}
    people = _shown(session, list(ahead.ratings))
    members = [
        {
            "id": number,
            "name": person.name,
            "ratings": [
                {"type": a.type, "previous": a.previous, "rating": a.rating, "games": a.games,
                 "events": a.events}
                for a in ahead.ratings[number]
            ],
        }
        for number, person in people.shown.items()
    ]  # fmt: skip
    head = {"list": str(ahead.list_date), "official": False, "waiting_for_events": ahead.waiting}
    return {**head, "members": members}
