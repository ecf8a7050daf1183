"""Who gets which field of a member: the table of docs/exports.md, once, for every export.

An export never decides for itself what it may show. It takes `facts` of a member for its audience, or asks
`may_show`; what the table does not grant is not there to be written.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, partial
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Row, func, literal
from sqlmodel import Session, col, select

from importer.merged import merged
from importer.names import name_key
from importer.tables import EventPlayerRow, EventRow, MemberRow, ReadingRow
from office.lists.columns import Once
from publication.exports.files import AT_ONCE


class Audience(StrEnum):
    """Who an export is for: the columns of the table."""

    PUBLIC = "public list and site (Japan)"
    JUNIORS = "list of juniors"
    PAIRING = "pairing-program files"
    FIDE = "FIDE (TRF)"
    BUNDLE = "public bundle"


class Field(StrEnum):
    """What is known of a member: the rows of the table. `CONTACT` is e-mail, address and notes, which the
    register does not even hold; no audience is given them."""

    ID = "id"
    NAME = "name"
    KANJI = "kanji"
    KANA = "kana"
    RATINGS = "ratings, games, K"
    SEX = "sex"
    CLUB = "club"
    FEDERATION = "federation"
    SCHOOL = "school"
    LEVEL = "level"
    LOCATION = "location"
    FIDE_ID = "FIDE ID"
    BIRTH_DATE = "birth date"
    BIRTH_YEAR = "year of birth"
    AGE_CLASS = "age class, where the office turned it on"
    CONTACT = "e-mail, address, notes"


class Withheld(StrEnum):
    """How a member who asked to be withheld stands in an export."""

    NOWHERE = "nowhere"
    ID_ONLY = "by the ID alone"
    AS_REQUIRED = "like everyone: FIDE requires it"
    BY_NUMBER = "by a number of the export's own"


@dataclass(frozen=True, slots=True)
class Rule:
    """A column of the table. `birth_wish`: whether a wish to show no birth date is followed."""

    fields: frozenset[Field]
    withheld: Withheld
    birth_wish: bool = True


_PRINTED = frozenset({Field.ID, Field.NAME, Field.KANJI, Field.KANA, Field.RATINGS})
_ABOUT = frozenset({Field.SEX, Field.CLUB, Field.FEDERATION})
_SCHOOL = frozenset({Field.SCHOOL, Field.LEVEL, Field.LOCATION})

TABLE: Mapping[Audience, Rule] = {
    Audience.PUBLIC: Rule(_PRINTED | _ABOUT | {Field.AGE_CLASS}, Withheld.NOWHERE),
    Audience.JUNIORS: Rule(
        _PRINTED | _ABOUT | _SCHOOL | {Field.BIRTH_DATE, Field.BIRTH_YEAR}, Withheld.NOWHERE
    ),
    Audience.PAIRING: Rule(_PRINTED | _ABOUT | {Field.FIDE_ID, Field.BIRTH_YEAR}, Withheld.ID_ONLY),
    Audience.FIDE: Rule(
        _PRINTED | _ABOUT | {Field.FIDE_ID, Field.BIRTH_DATE, Field.BIRTH_YEAR}, Withheld.AS_REQUIRED, False
    ),
    Audience.BUNDLE: Rule(_PRINTED, Withheld.BY_NUMBER),
}

COLUMNS: Mapping[str, Field] = {
    **dict.fromkeys(("name", "surname", "given"), Field.NAME),
    **{name: Field(name) for name in ("kanji", "kana", "sex", "club", "federation", "school", "level")},
    "location": Field.LOCATION,
    "fide_id": Field.FIDE_ID,
}
"""The texts of the register and the row of the table each belongs to, in the order of `Facts`."""


class Facts(NamedTuple):
    """What one audience may know of a member; "" and None where there is nothing or it may not. `hidden`:
    the member asked to be withheld, and no more than the ID stands here."""

    id: str
    hidden: bool = False
    name: str = ""
    surname: str = ""
    given: str = ""
    kanji: str = ""
    kana: str = ""
    sex: str = ""
    club: str = ""
    federation: str = ""
    school: str = ""
    level: str = ""
    location: str = ""
    fide_id: str = ""
    born: date | None = None
    born_year: int | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """The federation IDs of who asked to be withheld, and of who asked that no birth date be shown; each with
    every entry that was merged with theirs. `withheld` has also the places (`guest_place`) of who was a guest
    on a list, though he is known to be one of them now."""

    withheld: frozenset[str] = frozenset()
    birth: frozenset[str] = frozenset()


def may_show(audience: Audience, field: Field) -> bool:
    return field in TABLE[audience].fields


def facts_of_all(
    session: Session, audience: Audience, wishes: Wishes, only: Collection[str] | None = None
) -> Iterator[tuple[str, Facts, date | None, bool]]:
    """By ID the `facts` of every member (`only`: of these) whom the audience may know of, each with his birth
    date, and whether that is hidden from it; None where it is. What the table does not grant is not read: an
    office has ten thousand members, of whom it takes three times as long one by one."""
    texts = [
        func.coalesce(getattr(MemberRow, name), "").label(name) if shown else literal("").label(name)
        for name, shown in zip(COLUMNS, _granted(audience), strict=True)
    ]
    query = select(*(getattr(MemberRow, name) for name in ("federation_id", "born")), *texts)
    if only is not None:
        query = query.where(col(MemberRow.federation_id).in_(only))
    session.flush()
    dated = not TABLE[audience].fields.isdisjoint({Field.BIRTH_DATE, Field.BIRTH_YEAR})
    for row in chain.from_iterable(session.connection().execute(query).partitions(AT_ONCE)):
        number, born = row[:2]
        if dated or number in wishes.withheld or number in wishes.birth:
            hidden = birth_hidden(row, audience, wishes)
            if (told := facts(row, audience, wishes)) is not None:
                yield number, told, None if hidden else born, hidden
        else:
            yield number, _facts((number, False, *row[2:], None, None)), born, False


_facts: Callable[[Iterable[object]], Facts] = partial(tuple.__new__, Facts)
"""Facts from what they are, by the shortest way there is."""

_texts: Callable[[Any], Sequence[str | None]] = attrgetter(*COLUMNS)


@cache
def _granted(audience: Audience) -> Sequence[bool]:
    """Of each text of the register whether the table grants it to an audience."""
    return [may_show(audience, field) for field in COLUMNS.values()]


def facts(member: MemberRow | Row[Any], audience: Audience, wishes: Wishes) -> Facts | None:
    """A member as an audience may know him; None for who asked to be withheld and is to be nowhere."""
    rule = TABLE[audience]
    if member.federation_id in wishes.withheld and rule.withheld is not Withheld.AS_REQUIRED:
        if rule.withheld is Withheld.NOWHERE:
            return None
        return Facts(member.federation_id if rule.withheld is Withheld.ID_ONLY else "", hidden=True)
    texts = [
        text if shown and text else "" for text, shown in zip(_texts(member), _granted(audience), strict=True)
    ]
    born = None if birth_hidden(member, audience, wishes) else member.born
    day = born if Field.BIRTH_DATE in rule.fields else None
    year = born.year if born is not None and Field.BIRTH_YEAR in rule.fields else None
    return Facts._make((member.federation_id, False, *texts, day, year))


def texts_of(session: Session, audience: Audience, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """These texts of the register by federation ID, "" where there is nothing or the audience may not know
    it; nothing of who asked to be withheld."""
    required = TABLE[audience].withheld is Withheld.AS_REQUIRED
    withheld = frozenset() if required else wishes_of(session).withheld
    shown = [name if may_show(audience, COLUMNS[name]) else None for name in names]
    texts = (func.coalesce(getattr(MemberRow, name), "") if name else literal("") for name in shown)
    session.flush()
    found = session.connection().execute(select(MemberRow.federation_id, *texts)).cursor
    assert found is not None
    alike = Once(tuple).__getitem__  # few texts differ
    return {row[0]: alike(row[1:]) for row in found.fetchall() if row[0] not in withheld}


def birth_hidden(member: MemberRow | Row[Any], audience: Audience, wishes: Wishes) -> bool:
    """Whether a member's wish to show no birth date is followed before this audience."""
    return member.federation_id in wishes.birth and TABLE[audience].birth_wish


def wishes_of(session: Session) -> Wishes:
    """Every wish on the register. Entries that were merged are one person: what one of them asked for holds
    for all, on lists of before the merge too."""
    same, m = merged(session), MemberRow
    asking = session.exec(select(m).where(col(m.withheld) | col(m.birth_withheld))).all()

    def whole(ids: Iterable[str]) -> frozenset[str]:
        people = {same.id(one) for one in ids}
        return frozenset(people | {entry for entry, person in same.ids.items() if person in people})

    withheld = whole(row.federation_id for row in asking if row.withheld)
    return Wishes(
        withheld | _guest_places(session, withheld),
        whole(row.federation_id for row in asking if row.birth_withheld),
    )


def guest_place(event_key: str | None, name: str | None) -> str:
    """What a guest is known by in the lists: his event, and his name there."""
    return f"{event_key}#{name}"


def hides(withheld: Collection[str], number: str | None, event_key: str | None, name: str | None) -> bool:
    """Whether nobody is to be named who is a list's `number`: an ID, or None or a place for a guest. Where
    somebody withheld plays under this name now, the list may have taken him for another member."""
    return bool(withheld) and (number in withheld or guest_place(event_key, name) in withheld)


def _guest_places(session: Session, withheld: Collection[str]) -> frozenset[str]:
    """Where these members play by what is known now; a list of before may have each as a guest there, or as
    somebody else. Also as readings of before have him: with his number, his FIDE ID or his name's words,
    and a name that nobody has there now."""
    if not withheld:
        return frozenset()
    p = EventPlayerRow
    rows = select(MemberRow.id).where(col(MemberRow.federation_id).in_(withheld))
    query = select(EventRow.key, EventRow.reading_id, p.number, p.name, p.fide_id)  # type: ignore[call-overload]
    found = session.exec(
        query.join(p, col(p.event_id) == EventRow.id).where(col(p.member_id).in_(rows))
    ).all()
    places, by_event = set(), defaultdict[str, list[tuple[int, str, str | None]]](list)
    for key, _reading_id, *his in found:
        places.add(guest_place(key, his[1]))
        by_event[key].append(tuple(his))
    current = {reading_id for _key, reading_id, *_his in found}
    r = ReadingRow
    earlier = select(r.event_key, r.record).where(col(r.event_key).in_(by_event), col(r.id).not_in(current))
    for key, text in session.exec(earlier):
        now = {name for _number, name, _fide in by_event[key]}
        for player in json.loads(text).get("players", ()):
            for number, name, fide_id in by_event[key]:
                same = player["number"] == number or name_key(player["name"]) == name_key(name)
                if player["name"] not in now and (same or (fide_id and player.get("fide_id") == fide_id)):
                    places.add(guest_place(key, player["name"]))
    return frozenset(places)


def nowhere(session: Session, audience: Audience) -> frozenset[str]:
    """The federation IDs that this audience sees nowhere, in lists of any age."""
    if TABLE[audience].withheld is not Withheld.NOWHERE:
        return frozenset()
    return wishes_of(session).withheld
