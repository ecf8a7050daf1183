"""The people of the site: what the public may know of each, from lists and register, and nothing else.

What may be shown of the register says publication/exports/fields.py; the birth date is read for an age class
alone, where the office shows them. Who asked to be withheld has no page and no name anywhere.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from sqlmodel import Session, col, select

from importer.merged import merged
from office.lists.rows import type_order
from office.tables import EventLineRow, GameLineRow, ListMemberRow
from publication.exports.fields import (
    Audience,
    Facts,
    Field,
    facts_of_all,
    may_show,
    wishes_of,
)
from publication.families import family_named
from publication.site.held import Held, Printed, Shelf, Shown
from publication.site.settings import SiteSettings, load_settings
from publication.site.versions import Version

AGE_CLASSES = ((8, "u8"), (10, "u10"), (12, "u12"), (14, "u14"), (16, "u16"), (18, "u18"), (20, "u20"))
"""The usual classes: younger than so many years on 1 January of the list's year."""

SENIOR_FROM = 50

_AGE = {Audience.PUBLIC: Field.AGE_CLASS, Audience.JUNIORS: Field.BIRTH_DATE}
"""What the table of fields has to grant for an age class: a list of juniors prints the very dates."""

CHUNK = 400


class Person(NamedTuple):
    """A member as the public sees him. `name` and `kanji` are those of the newest list he is on; on none yet,
    the name of his last game and the register's kanji;
    `age_class` is None unless the office shows age classes. `merged_into`: the ID under which he stands
    since it turned out that he was entered twice; `held`: his ratings on the newest list; `about`: what the
    register has of him that the public may know; `of_age`: whether anything may say how old he is, as why K
    was what it was does; `ratings`: type and rating of each that he holds; `home`: what the lists are
    filtered by, his school, where readers may know it, else his club."""

    id: str
    name: str
    kanji: str
    about: Facts
    age_class: str | None
    merged_into: str | None
    active: bool
    member: bool
    held: tuple[Shown, ...]
    of_age: bool
    ratings: tuple[tuple[str, int], ...]
    home: str

    @property
    def on_page(self) -> tuple[object, ...]:
        """Everything his own page shows of him."""
        of = self.about
        about = (of.club, of.school, of.level, of.location, of.federation, self.age_class)
        return (self.name, self.kanji, self.merged_into, *about, [*map(tuple, self.held)])


@dataclass(frozen=True)
class People:
    """Everyone with a page, by ID, and the IDs of those who are withheld."""

    shown: dict[str, Person]
    withheld: frozenset[str]

    @cached_property
    def entries(self) -> dict[str, tuple[Person, ...]]:
        """By the ID under which somebody stands, the entries that were merged with his."""
        found: dict[str, tuple[Person, ...]] = {}
        for person in self.shown.values():
            if person.merged_into:
                found[person.merged_into] = (*found.get(person.merged_into, ()), person)
        return found

    @cached_property
    def same(self) -> dict[str, str]:
        """By the ID of an entry that was merged, the ID under which he stands, where that has a page."""
        return {p.id: kept for kept in self.entries.keys() & self.shown.keys() for p in self.entries[kept]}


def people(
    session: Session,
    shelf: Shelf,
    versions: Sequence[Version],
    touched: Collection[str],
    settings: SiteSettings,
    only: Collection[str] | None = None,
) -> People:
    """Everybody who is or was on a published list, as the newest list that has him prints him, and of those
    `touched` by one also who has no rating yet. `only`: of these IDs alone."""
    standing = [v for v in versions if v.newest]
    wishes = wishes_of(session)
    withheld = wishes.withheld
    printed = _printed(session, shelf, standing, only, touched)
    unrated = _unrated(session, sorted(set(touched) - printed.keys()))
    printed |= unrated
    audience = family_named(settings.family).audience
    known = {
        number: (told, settings.ages and not hidden, born)
        for number, told, born, hidden in facts_of_all(session, audience, wishes, only)
    }
    same = merged(session).ids
    rated = _newest(shelf, standing, only).shown if standing else {}
    on = standing[-1].list_date if standing else date.min
    ages, shown = may_show(audience, _AGE[audience]), {}
    for number, (name, kanji, active, member) in printed.items():
        if number in withheld:
            continue
        told, of_age, born = known.get(number, (Facts(number), settings.ages, None))
        mine = rated.get(number, ())
        if len(mine) > 1:
            mine = sorted(mine, key=_type)
        shown[number] = Person(
            number, name, told.kanji if number in unrated else kanji, told,
            age_class(born, on) if ages and of_age else None, same.get(number), bool(active), bool(member),
            tuple(mine), of_age, tuple([one[:2] for one in mine]), told.school or told.club,
        )  # fmt: skip
    return People({number: shown[number] for number in sorted(shown)}, withheld)


def _type(rating: Shown) -> tuple[int, str]:
    return type_order(rating.type)


def age_class(born: date | None, on: date) -> str | None:
    """The class of a person on 1 January of a list's year (as R3 takes ages); None where unknown or adult."""
    if born is None:
        return None
    years = on.year - born.year - (0 if (born.month, born.day) == (1, 1) else 1)
    for below, name in AGE_CLASSES:
        if years < below:
            return name
    return "senior" if years >= SENIOR_FROM else None


def some_people(session: Session, versions: Sequence[Version], ids: Collection[str]) -> People:
    """Of these IDs those who have a page, as `people` has them; without reading whole lists."""
    published = [version.id for version in versions]
    played: set[str] = set()
    for table in (GameLineRow, EventLineRow):
        number = col(table.federation_id)
        query = select(number).where(number.in_(ids), col(table.version_id).in_(published)).distinct()
        played.update(one for one in session.exec(query) if one is not None)
    return people(session, Shelf(session), versions, played, load_settings(session), frozenset(ids))


def met_merged(
    session: Session, same: Mapping[str, str], only: str | None = None
) -> dict[str, list[tuple[str, str]]]:
    """By the ID of each player (`only`: of this one) the merged entries against which lists have games of
    his, each with the ID under which it stands. `same`: of merged entries the IDs under which they stand."""
    found: dict[str, list[tuple[str, str]]] = {}
    entries = sorted(same)
    for n in range(0, len(entries), CHUNK):
        entry, opponent = col(GameLineRow.federation_id), col(GameLineRow.opponent_id)
        query = select(entry, opponent).where(entry.in_(entries[n : n + CHUNK]), opponent.is_not(None))
        for number, other in session.exec(query.distinct()):
            if number and other and only in (None, other):
                found.setdefault(other, []).append((number, same[number]))
    return {other: sorted(his) for other, his in found.items()}


def _newest(shelf: Shelf, standing: Sequence[Version], only: Collection[str] | None) -> Held:
    return shelf.held(standing[-1]) if only is None else shelf.read(standing[-1], only)


def _printed(
    session: Session,
    shelf: Shelf,
    standing: Sequence[Version],
    only: Collection[str] | None,
    touched: Collection[str],
) -> dict[str, Printed]:
    """Name, kanji, activity and membership as the newest list that has the person prints them. Whoever was
    ever on a list was new to one, which touched him."""
    if not standing:
        return {}
    newest = _newest(shelf, standing, only).people
    m = ListMemberRow
    gone = sorted(set(touched if only is None else only) - newest.keys())
    place = {version.id: n for n, version in enumerate(standing)}
    last: dict[str, tuple[int, Printed]] = {}
    for n in range(0, len(gone), CHUNK):
        query = select(m.version_id, m.federation_id, m.name, m.kanji, m.active, m.member_on_day)  # type: ignore[call-overload]
        for row in session.execute(query.where(col(m.federation_id).in_(gone[n : n + CHUNK]))):
            at = place.get(row[0], -1)
            if at > last.get(row[1], (-1,))[0]:
                last[row[1]] = (at, (row[2], row[3] or "", int(row[4]), int(row[5])))
    return {number: printed for number, (_, printed) in last.items()} | dict(newest)


def _unrated(session: Session, ids: Sequence[str]) -> dict[str, Printed]:
    """Who played in rated events and has no rating yet, by the name of his last game there."""
    found: dict[str, Printed] = {}
    for n in range(0, len(ids), CHUNK):
        query = (
            select(GameLineRow.federation_id, GameLineRow.player_name)
            .where(col(GameLineRow.federation_id).in_(ids[n : n + CHUNK]))
            .order_by(col(GameLineRow.id))
        )
        for number, name in session.exec(query):
            if number is not None:
                found[number] = (name, "", 0, 0)
    return found
