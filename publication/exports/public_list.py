"""A published list as the public may see it: what every file of the list is written from. And the list as
JSON, as docs/schemas/list.schema.json describes it.

Names, kanji and figures are those that are frozen with the version; who asked to be withheld is not in it,
however old the list. Whom a list keeps without listing is not in it either.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from json.encoder import encode_basestring as _text
from typing import Any, NamedTuple

from sqlmodel import Session

from importer.plain_text import written
from office.tables import ListVersionRow
from publication.exports.fields import Audience, nowhere, texts_of
from publication.site.held import Row, Shelf
from publication.site.versions import Version, published_versions


class ListedMember(NamedTuple):
    """A person on the list, with the row of each type. `owner` names him in a message, whatever of him is
    written; `sex` and `federation` are what the register says today, for the formats that have such a
    column."""

    id: str
    owner: str
    name: str
    kanji: str
    active: bool
    member: bool
    sex: str
    federation: str
    ratings: dict[str, Row]


@dataclass(frozen=True, slots=True)
class PublicList:
    """A version of a list. `types` are its rating types, the first one first; `members` are in the order of
    the published file: by that rating downwards, then rapid, then ID. `tables` keeps what the
    formats of it have in common."""

    of: Version
    previous_list: date | None
    types: tuple[str, ...]
    members: tuple[ListedMember, ...]
    tables: dict[str, tuple[Any, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def file_name(self, ending: str, what: str) -> str:
        """`what-2026-11-01.ending`; later versions of a list stand beside the first."""
        suffix = "" if self.of.version == 1 else f"-v{self.of.version}"
        return f"{what}-{self.of.list_date}{suffix}.{ending}"

    def of_type(self, type_: str) -> list[tuple[ListedMember, Row]]:
        """Who has a rating of this type, highest first; who has the same by ID."""
        found = [(m, row) for m in self.members if (row := m.ratings.get(type_)) is not None]
        found.sort(key=lambda one: one[0].owner)
        found.sort(key=lambda one: one[1].rating, reverse=True)
        return found


def public_list(session: Session, version: ListVersionRow) -> PublicList:
    """The list of a version, for everybody."""
    (known,) = published_versions(session, only=version.id)
    rows = Shelf(session).held(known).rows(nowhere(session, Audience.PUBLIC))
    before = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    listing = listed(known, rows, before.list_date if before else None)
    return with_register(listing, texts_of(session, Audience.PUBLIC, ("sex", "federation")))


def listed(version: Version, rows: Mapping[str, Sequence[Row]], previous_list: date | None) -> PublicList:
    """The list from its rows. What only the register says is left empty."""
    ratings: dict[str, dict[str, Row]] = {}
    people: dict[str, Row] = {}
    for type_, mine in rows.items():
        for row in mine:
            people[row.id] = row
            ratings.setdefault(row.id, {})[type_] = row
    members = [
        ListedMember(n, f"{n} {r.name}", r.name, r.kanji, bool(r.active), bool(r.member), "", "", ratings[n])
        for n, r in people.items()
    ]
    return PublicList(
        version,
        previous_list,
        types=tuple(type_ for type_ in version.types if rows.get(type_)),
        members=tuple(ordered(members)),
    )


def with_register(listing: PublicList, known: Mapping[str, tuple[str, ...]]) -> PublicList:
    """The list with what the register says today, sex and federation by ID."""
    members = (
        ListedMember(*m[:6], sex, federation, m.ratings)
        for m in listing.members
        for sex, federation in (known.get(m.id, ("", "")),)
    )
    return replace(listing, members=tuple(members))


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


FORMAT = "banzuke rating list"
FORMAT_VERSION = 1
"""Moves only when a reader of the files has to be changed."""


def json_list(listing: PublicList) -> bytes:
    """The list in UTF-8, a line for each member; the same list gives the same bytes. A hidden ID is null."""
    of = listing.of
    head = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "list": str(of.list_date),
        "version": of.version,
        "edition": of.edition,
        "sha256": of.sha256,
        "previous_list": str(listing.previous_list) if listing.previous_list else None,
        "types": list(listing.types),
    }
    members = ",\n".join(map(_member_json, listing.members))
    return written(f'{_encode(head)[:-1]},"members":[\n{members}\n]}}\n')


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _member_json(m: ListedMember) -> str:
    """A member's line. Put together by hand: a site's lists have half a million of them, and the library
    takes three times as long."""
    ratings = ",".join([f"{_text(type_)}:{_rating_json(r)}" for type_, r in sorted(m.ratings.items())])
    return (
        f'{{"id":{_text(m.id) if m.id else "null"},"name":{_text(m.name)},'
        f'"kanji":{_text(m.kanji) if m.kanji else "null"},"active":{_SIGNS[m.active]},'
        f'"member":{_SIGNS[m.member]},"ratings":{{{ratings}}}}}'
    )


def _rating_json(r: Row) -> str:
    return (
        f'{{"rating":{r.rating},"rank":{_number(r.rank)},"games":{r.games},"period_games":{r.period_games},'
        f'"k":{_number(r.k)},"previous":{_number(r.previous)},"change":{_number(r.change)},'
        f'"how":{_text(r.how)},"marks":{_encode(r.marks) if r.signs else "[]"}}}'
    )


def _number(n: int | None) -> str | int:
    return "null" if n is None else n


_SIGNS = {True: "true", False: "false"}
