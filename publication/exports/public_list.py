"""A published list as the public may see it: what every file of the list is written from. And the list as
JSON, as docs/schemas/list.schema.json describes it.

Names, kanji and figures are those that are frozen with the version; who asked to be withheld is not in it,
however old the list. Whom a list keeps without listing is not in it either.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from itertools import repeat
from json.encoder import encode_basestring as _text
from typing import Any

from sqlmodel import Session

from importer.plain_text import written
from office.lists.columns import Once
from office.tables import ListVersionRow
from publication.exports.fields import Audience, nowhere, texts_of
from publication.exports.files import gathered, some
from publication.site.columns import Columns, Picked, Places, Tables, numbers
from publication.site.held import Shelf, marks_of
from publication.site.versions import Version, published_versions

Register = Callable[[], Mapping[str, Sequence[str]]]
OF_REGISTER = ("sex", "federation", "name", "kana")
"""What files of a list have of the register of the day."""
NOTHING = ("",) * len(OF_REGISTER)
"""The same of whom the register says none."""
NOWHERE = -1
"""The place of the rating that somebody has not got."""


@dataclass(frozen=True, slots=True)
class PublicList:
    """A version of a list: its `tables`, of the types alone of which somebody has a rating, the first one
    first. `members`: their places among the people, in the order of the published file: by the first rating
    downwards, then rapid, then ID. `register` says `OF_REGISTER` by ID, for the formats that have such a
    column; `with_ids`: whether IDs are shown."""

    of: Version
    previous_list: date | None
    tables: Tables
    members: Places
    register: Register = dict
    with_ids: bool = True

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(self.tables.ratings)

    def file_name(self, ending: str, what: str) -> str:
        """`what-2026-11-01.ending`; later versions of a list stand beside the first."""
        suffix = "" if self.of.version == 1 else f"-v{self.of.version}"
        return f"{what}-{self.of.list_date}{suffix}.{ending}"

    def shown(self, name: str) -> Sequence[Any]:
        """A column of the members as files have it."""
        if name == "id" and not self.with_ids:
            return [""] * len(self.members)
        return Picked(self.tables.people[name], self.members)

    def table(self, type_: str) -> Columns:
        """The ratings of a type, with whose they are, as files have them."""
        found = self.tables.of(type_)
        return found if self.with_ids else found | {"id": [""] * len(found["id"])}

    def places(self, type_: str) -> Places:
        """Where the ratings of this type stand, member by member."""
        found = [NOWHERE] * len(self.tables.people["id"])
        if type_ in self.types:
            for place, one in enumerate(self.tables.ratings[type_]["person"]):
                found[one] = place
        return numbers(Picked(found, self.members))

    def beside(self, type_: str, *names: str) -> list[Sequence[Any]]:
        """Columns of these ratings member by member; None where one has none."""
        places, ratings = self.places(type_), self.tables.ratings.get(type_, {})
        return [Picked([*ratings.get(name, ()), None], places) for name in names]

    def part(self, first: int, most: int) -> "PublicList":
        """So many of the members alone."""
        return replace(self, members=self.members[first : first + most])


def owners(tables: Tables, members: Places) -> Iterator[str]:
    """How messages name members, whatever of them is shown."""
    cells = (Picked(tables.people[name], members) for name in ("id", "name"))
    return map(" ".join, zip(*cells, strict=True))


def public_list(session: Session, version: ListVersionRow) -> PublicList:
    """The list of a version, for everybody."""
    (known,) = published_versions(session, only=version.id)
    tables = Shelf(session).tables(known, nowhere(session, Audience.PUBLIC))
    before = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    register = cache(partial(texts_of, session, Audience.PUBLIC, OF_REGISTER))
    return replace(listed(known, tables, before.list_date if before else None), register=register)


def listed(version: Version, tables: Tables, previous_list: date | None) -> PublicList:
    """The list from its tables. What only the register says is left empty."""
    held = Tables(tables.people, {type_: of for type_, of in tables.ratings.items() if of["rating"]})
    first, rapid = ([UNRATED] * len(tables.people["id"]) for _ in range(2))
    for type_, of in reversed([*held.ratings.items()]):
        into = rapid if type_ == "rapid" else first
        for person, rating in zip(of["person"], of["rating"], strict=True):
            into[person] = rating
    keys = [(one << RAPID) + other for one, other in zip(first, rapid, strict=True)]
    members = [person for person, key in enumerate(keys) if key != NO_RATING]
    members.sort(key=keys.__getitem__, reverse=True)
    return PublicList(version, previous_list, held, numbers(members))


UNRATED, RAPID = -(1 << 19), 20
NO_RATING = (UNRATED << RAPID) + UNRATED
"""Members are sorted by one number, of whose bits so many are the rapid rating."""

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
    return gathered(map(written, _json_parts(f'{_encode(head)[:-1]},"members":[', listing)))


def _json_parts(head: str, listing: PublicList) -> Iterator[str]:
    yield f"{head}\n"
    for n, lines in enumerate(some(_member_lines(listing))):
        yield (",\n" if n else "") + ",\n".join(lines)
    yield "\n]}\n"


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _member_lines(listing: PublicList) -> Iterator[str]:
    """Each member's line. Put together by hand, each figure that differs told once: a site's lists have half
    a million of them, and the library takes several times as long."""
    ratings: Iterable[str] = repeat("", len(listing.members))
    for type_ in sorted(listing.types):
        ratings = _with_rating(ratings, type_, listing)
    ids, names, kanji, active, member = map(listing.shown, ("id", "name", "kanji", "active", "member"))
    signs = map(Once(_signs).__getitem__, zip(active, member, strict=True))
    for number, name, script, sign, rated in zip(ids, names, kanji, signs, ratings, strict=True):
        yield (
            f'{{"id":{_text(number) if number else "null"},"name":{_text(name)},'
            f'"kanji":{_text(script) if script else "null"},{sign},"ratings":{{{rated}}}}}'
        )


def _signs(of: tuple[int, int]) -> str:
    active, member = map(bool, of)
    return _encode({"active": active, "member": member})[1:-1]


def _with_rating(before: Iterable[str], type_: str, listing: PublicList) -> Iterator[str]:
    """What is told of each member's ratings `before`, and of the one of this type."""
    of, places, named = listing.tables.ratings[type_], listing.places(type_), _text(type_)
    held = numbers(place for place in places if place != NOWHERE)
    ways, marks = (Once(_encode), Once(_marks))
    told = (
        f'"rating":{rating},"rank":{_null(rank)},"games":{games},"period_games":{played},"k":{_null(k)},'
        f'"previous":{_null(was)},"change":{_null(change)},"how":{ways[how]},"marks":{marks[signs]}'
        for rating, rank, games, played, k, was, change, how, signs in zip(
            *(Picked(of[name], held) for name in FIGURES), strict=True
        )
    )
    for was, place in zip(before, places, strict=True):
        yield was if place == NOWHERE else f"{was}{was and ','}{named}:{{{next(told)}}}"


FIGURES = ("rating", "rank", "games", "period_games", "k", "previous", "change", "how", "signs")


def _null(figure: int | None) -> int | str:
    return "null" if figure is None else figure


def _marks(signs: str) -> str:
    return _encode(marks_of(signs))
