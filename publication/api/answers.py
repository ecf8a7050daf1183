"""Published lists and their rows, members, the account of each rating, rated events, and the next list as it
would be now, for whoever asks from outside: as the website tells of them."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict
from datetime import date
from functools import partial
from itertools import chain
from typing import Any

from sqlmodel import Session, select

from importer.merged import merged
from importer.tables import MemberRow
from office.errors import refusal
from office.lists.rows import unseen
from office.runs.coming import foreseen
from office.tables import ListMemberRow, ListVersionRow
from publication.account.document import document
from publication.account.gather import account
from publication.exports.public_list import PublicList, json_list
from publication.site.data import Values, event_values, member_values, some
from publication.site.events import Head, event_stories, heads, inputs_of
from publication.site.people import People, met_merged, some_people
from publication.site.stories import stories
from publication.site.versions import Version, published_versions

OF_AGE = frozenset({"k_reason", "k_article"})
"""Why K was what it was can say how old a player is: only an office that shows age classes tells it, as on
its site."""


def lists(session: Session) -> Values:
    """Every published version, the newest list first."""
    return {"lists": [version_values(v) for v in reversed(published_versions(session))]}


def version_values(v: Version) -> Values:
    """One version. `newest`: the one that stands for its list."""
    return {
        "list": str(v.list_date),
        **some(v, "version", "newest", "how", "edition"),
        "published_at": v.published_at and v.published_at.isoformat(),
        "sha256": v.sha256,
        "types": list(v.types),
        "interpretations": dict(v.interpretations),
    }


def version_of(session: Session, list_date: date | None, number: int | None) -> Version:
    """A published version; of the newest list where no date is given, the one that stands where no number is.
    Refused where there is none: of a draft nothing is said."""
    known = published_versions(session)
    for v in reversed(known):
        if list_date in (None, v.list_date) and number in (None, v.version):
            return v
    asked = f"{list_date}" + (f", version {number}" if number is not None else "")
    expected, remedy = "a published list", "look under /api/v1/lists"
    raise refusal("no-such-list", "list" if list_date is None else f"list {asked}", expected, "none", remedy)


def rows(listing: PublicList, first: int, most: int) -> Values:
    """Some rows of a list in the order of the published file, as the export in JSON has them. `first`: from
    0; `total`: how many there are."""
    return {**json.loads(json_list(listing.part(first, most))), "total": len(listing.members), "first": first}


def one_person(session: Session, number: str) -> tuple[People, list[Version]]:
    """Who has a page under this ID, and the versions; refused, in the same words, where nobody has one and
    where somebody asked to be shown nowhere."""
    versions = published_versions(session)
    found = some_people(session, versions, [number])
    if number not in found.shown:
        expected, remedy = "the ID of somebody on a published list", "look at the rows of a list"
        raise refusal("no-such-member", number, expected, "nobody", remedy)
    return found, versions


def member(session: Session, number: str) -> Values:
    """What the website's file of a member says, without what the next list would bring; and what the index of
    names says of him."""
    people, versions = one_person(session, number)
    if met := met_merged(session, merged(session).ids, number).get(number):
        people = some_people(session, versions, {number, *chain(*met)})
    (story,) = stories(session, [number], versions, people)
    told = member_values(story, story.career())
    del told["next_list"]
    person = people.shown[number]
    return {**told, "active": person.active, "member": person.member}


def account_values(session: Session, version: Version, number: str) -> Values:
    """Everything behind the ratings of a member on a version: the account that `explain` prints as JSON, as
    the public may read it. Refused where he has no page, or the list does not show him."""
    people, _ = one_person(session, number)  # refuses whom the site does not show
    row = session.get_one(ListVersionRow, version.id)
    member = session.exec(select(MemberRow).where(MemberRow.federation_id == number)).one_or_none()
    if member is None:  # his entry is gone from the register; what is frozen with the list stays
        raise _nowhere(number, version)
    made, p = account(session, member, row, public=True), ListMemberRow
    query = select(p.id).where(p.version_id == version.id, p.federation_id == number)
    played = any(part.games or part.beside.events for part in made.parts)
    if number in unseen(session, row) or not (played or session.exec(query).first() is not None):
        raise _nowhere(number, version)
    told = document(made)
    return told if people.shown[number].of_age else _without(told, OF_AGE)


def _nowhere(number: str, version: Version) -> Exception:
    expected = f"somebody whom the list of {version.list_date} shows"
    return refusal("no-such-member", number, expected, "nobody", "look at the rows of the list")


def _without(told: Any, names: frozenset[str]) -> Any:
    if isinstance(told, dict):
        return {name: _without(value, names) for name, value in told.items() if name not in names}
    return [_without(one, names) for one in told] if isinstance(told, list) else told


def _shown(session: Session, ids: Collection[str]) -> People:
    """Of these IDs those who have a page."""
    return some_people(session, published_versions(session), ids)


def events(session: Session, first: int, most: int) -> Values:
    """Some of the events that published lists hold, the newest first. `total`: how many there are."""
    found = heads(session, published_versions(session))
    some = [_head(head) for head in found[first : first + most]]
    return {"events": some, "total": len(found), "first": first}


def _head(h: Head) -> Values:
    return {
        "event": h.key,
        **some(h, "slug", "name"),
        "first_day": h.first_day and str(h.first_day),
        "last_day": h.last_day and str(h.last_day),
        **some(h, "organizer", "time_control"),
        "list": str(h.version.list_date),
        "version": h.version.version,
        "rated": h.rated,
    }


def event(session: Session, slug: str) -> Values:
    """An event's crosstable and what it did, as its file on the website says. Refused where no published list
    holds such an event."""
    found = heads(session, published_versions(session))
    head = next((one for one in found if one.slug == slug), None)
    if head is None:
        expected, remedy = "an event that a published list holds", "look under /api/v1/events"
        raise refusal("no-such-event", slug[:100], expected, "none", remedy)
    (story,) = event_stories(session, [head], partial(_shown, session), partial(inputs_of, session))
    return event_values(story)


def next_list(session: Session) -> Values:
    """What the next list would bring to those who have a page, if it were made now. It is not official, and
    says so; `list` is null where nothing is known of it yet."""
    ahead = foreseen(session)
    if ahead is None:
        return {"list": None, "official": False, "waiting_for_events": 0, "members": []}
    people = _shown(session, list(ahead.ratings))
    members = [
        {
            "id": number,
            "name": person.name,
            "ratings": list(map(asdict, ahead.ratings[number])),
        }
        for number, person in people.shown.items()
    ]
    head = {"list": str(ahead.list_date), "official": False, "waiting_for_events": ahead.waiting}
    return {**head, "members": members}
