"""Members as the public knows them: the very figures that stand beside their pages on the website."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlmodel import Session

from office.errors import refusal
from publication.site.data import member_json
from publication.site.people import People, some_people
from publication.site.settings import load_settings
from publication.site.stories import stories
from publication.site.versions import Version, published_versions


def one_person(session: Session, number: str) -> tuple[People, list[Version]]:
    """Who has a page under this ID, and the versions; refused, in the same words, where nobody has one and
    where somebody asked to be shown nowhere."""
    versions = published_versions(session)
    found = some_people(session, versions, [number], load_settings(session))
    if number not in found.shown:
        expected, remedy = "the ID of somebody on a published list", "look at the rows of a list"
        raise refusal("no-such-member", number, expected, "nobody", remedy)
    return found, versions


def member(session: Session, number: str) -> dict[str, Any]:
    """What the website's file of a member says, without what the next list would bring; and what the index of
    names says of him."""
    people, versions = one_person(session, number)
    (story,) = stories(session, [number], versions, people)
    told = json.loads(member_json(story))
    del told["next_list"]
    person = people.shown[number]
    return {**told, "active": person.active, "member": person.member}


def shown(session: Session, ids: Collection[str]) -> People:
    """Of these IDs those who have a page."""
    return some_people(session, published_versions(session), ids, load_settings(session))
