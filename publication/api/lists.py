"""Published lists, their rows, members as the site shows them, and the account of each rating, for whoever
asks from outside."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any

from sqlmodel import Session, select

from importer.tables import MemberRow
from office.errors import refusal
from office.lists.rows import unseen
from office.tables import ListMemberRow, ListVersionRow
from publication.account.document import document
from publication.account.gather import account
from publication.exports.json_list import json_list
from publication.exports.public_list import PublicList
from publication.site.data import member_json
from publication.site.people import People, some_people
from publication.site.settings import load_settings
from publication.site.stories import stories
from publication.site.versions import Version, published_versions

Values = dict[str, Any]

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
        "version": v.version,
        "newest": v.newest,
        "how": v.how,
        "edition": v.edition,
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
    some = replace(listing, members=listing.members[first : first + most])
    return {**json.loads(json_list(some)), "total": len(listing.members), "first": first}


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


def account_values(session: Session, version: Version, number: str) -> Values:
    """Everything behind the ratings of a member on a version: the account that `explain` prints as JSON, as
    the public may read it. Refused where he has no page, or the list does not show him."""
    one_person(session, number)  # refuses whom the site does not show
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
    return told if load_settings(session).ages else _without(told, OF_AGE)


def _nowhere(number: str, version: Version) -> Exception:
    expected = f"somebody whom the list of {version.list_date} shows"
    return refusal("no-such-member", number, expected, "nobody", "look at the rows of the list")


def _without(told: Any, names: frozenset[str]) -> Any:
    if isinstance(told, dict):
        return {name: _without(value, names) for name, value in told.items() if name not in names}
    return [_without(one, names) for one in told] if isinstance(told, list) else told
