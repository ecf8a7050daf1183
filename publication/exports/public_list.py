"""A published list as the public may see it: what every file of the list is written from.

Names, kanji and figures are those that are frozen with the version; who asked to be withheld is not in it,
however old the list. Whom a list keeps without listing is not in it either.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Row
from sqlmodel import Session

from office.lists.rows import member_rows, provisional, rating_rows, unseen
from office.tables import ListVersionRow
from publication.exports.fields import Audience, facts, nowhere, plain_members, wishes_of


class ListedRating(NamedTuple):
    """A rating on the list; a plain tuple, since a site's lists have a million of them. `previous` is that of
    the list before; `change` the points since, None where there was none to change; `marks` what the list
    prints beside it."""

    type: str
    rating: int
    rank: int | None
    games: int
    period_games: int
    k: int | None
    previous: int | None
    change: int | None
    how: str
    marks: tuple[str, ...]


class ListedMember(NamedTuple):
    """A person on the list. `owner` names him in a message, whatever of him is written; `sex` and
    `federation` are what the register says today, for the formats that have such a column."""

    id: str
    owner: str
    name: str
    kanji: str
    active: bool
    member: bool
    sex: str
    federation: str
    ratings: dict[str, ListedRating]


@dataclass(frozen=True, slots=True)
class PublicList:
    """A version of a list. `types` are its rating types, the first one first; `members` are in the order of
    the published file: by that rating downwards, then rapid, then ID."""

    list_date: date
    version: int
    edition: str | None
    sha256: str
    interpretations: dict[str, str]
    previous_list: date | None
    types: tuple[str, ...]
    members: tuple[ListedMember, ...]

    def file_name(self, ending: str, what: str) -> str:
        """`what-2026-11-01.ending`; later versions of a list stand beside the first."""
        suffix = "" if self.version == 1 else f"-v{self.version}"
        return f"{what}-{self.list_date}{suffix}.{ending}"

    def of_type(self, type_: str) -> list[tuple[ListedMember, ListedRating]]:
        """Who has a rating of this type, highest first; who has the same by ID."""
        found = [(m, m.ratings[type_]) for m in self.members if type_ in m.ratings]
        return sorted(found, key=lambda one: (-one[1].rating, one[0].owner))


def public_list(session: Session, version: ListVersionRow) -> PublicList:
    """The list of a version, for everybody."""
    hidden, wishes = nowhere(session, Audience.PUBLIC), wishes_of(session)
    kept = unseen(session, version)
    register = {
        m.federation_id: known
        for m in plain_members(session)
        if (known := facts(m, Audience.PUBLIC, wishes)) is not None
    }
    marked = provisional(session, version)
    ratings: dict[str, dict[str, ListedRating]] = {}
    for row in rating_rows(session, version.id):
        if row.federation_id not in hidden and row.federation_id not in kept:
            ratings.setdefault(row.federation_id, {})[row.type] = _rating(row, marked)
    types = sorted({t for mine in ratings.values() for t in mine}, key=lambda t: (t == "rapid", t))
    members = []
    for person in member_rows(session, version.id):
        if person.federation_id in ratings:
            known = register.get(person.federation_id)
            members.append(
                ListedMember(
                    id=person.federation_id,
                    owner=f"{person.federation_id} {person.name}",
                    name=person.name,
                    kanji=person.kanji or "",
                    active=person.active,
                    member=person.member_on_day,
                    sex=known.sex if known else "",
                    federation=known.federation if known else "",
                    ratings=ratings[person.federation_id],
                )
            )
    previous = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    return PublicList(
        list_date=version.list_date,
        version=version.version,
        edition=version.edition,
        sha256=version.text_sha256,
        interpretations=json.loads(version.interpretations),
        previous_list=previous.list_date if previous else None,
        types=tuple(types),
        members=tuple(ordered(members)),
    )


def without_ids(listing: PublicList) -> PublicList:
    """The list with every ID left empty; the order stays."""
    return replace(listing, members=tuple(m._replace(id="") for m in listing.members))


def ordered(members: Sequence[ListedMember]) -> list[ListedMember]:
    """The order of the published file: by the first rating downwards, then rapid, then ID."""

    def order(m: ListedMember) -> tuple[int, int, str]:
        first = next((r for t, r in m.ratings.items() if t != "rapid"), None)
        rapid = m.ratings.get("rapid")
        return (-first.rating if first else 1, -rapid.rating if rapid else 1, m.id)

    return sorted(members, key=order)


def _rating(row: Row[Any], marked: frozenset[str]) -> ListedRating:
    marks = (row.marks or "").split() + (["provisional"] if row.federation_id in marked else [])
    held = row.previous_from in ("list", None) and row.how not in ("initial", "opening")
    names = ("type", "rating", "rank", "games", "period_games", "k", "how")
    return ListedRating(
        **{n: getattr(row, n) for n in names},
        previous=row.previous if held else None,
        change=row.rating - row.previous if held and row.previous is not None else None,
        marks=tuple(marks),
    )
