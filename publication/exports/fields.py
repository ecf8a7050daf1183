"""Who gets which field of a member: the table of docs/exports.md, once, for every export.

An export never decides for itself what it may show. It takes `facts` of a member for its audience, or asks
`may_show`; what the table does not grant is not there to be written.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, partial
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Row, func, literal
from sqlmodel import Session, col, select

from importer.merged import merged
from importer.names import name_key
from importer.tables import MemberRow
from office.lists.columns import Once
from office.lists.erased import Erased, erased
from publication.exports.files import AT_ONCE
from publication.exports.guests import guest_places


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


More = Mapping[str, Any]
"""What only entries that were merged with a member's know of him, by the register's field."""

_OF_NAME = ("surname", "given")


def of_merged(session: Session) -> Mapping[str, More]:
    """By ID of who is kept what only the entries merged with his have, of several the first by ID that says
    it; nothing of one that was erased. The parts of a name belong to the name they were entered with, kana to
    its kanji."""
    into = merged(session).ids
    if not into:
        return {}
    asked = col(MemberRow.federation_id).in_({*into, *into.values()})
    rows = session.exec(select(MemberRow).where(asked).order_by(col(MemberRow.federation_id))).all()
    own, gone = {row.federation_id: row for row in rows}, erased(session)
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for entry in rows:
        if (number := into.get(entry.federation_id)) is None or entry.federation_id in gone:
            continue
        kept, told = own[number], found[number]
        other = set() if name_key(entry.name) == name_key(kept.name) else {*_OF_NAME}
        if entry.kanji and (kept.kanji or told.get("kanji", entry.kanji)) != entry.kanji:
            other.add("kana")
        for name in (*COLUMNS, "born"):
            if not getattr(kept, name) and name not in other and (value := getattr(entry, name)):
                told.setdefault(name, value)
    return {number: told for number, told in found.items() if told}


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
    more = of_merged(session)
    for row in chain.from_iterable(session.connection().execute(query).partitions(AT_ONCE)):
        number, born = row[:2]
        if dated or number in wishes.withheld or number in wishes.birth or number in more:
            mine, hidden = more.get(number, {}), birth_hidden(row, audience, wishes)
            born = born or mine.get("born")
            if (told := facts(row, audience, wishes, mine)) is not None:
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


def facts(
    member: MemberRow | Row[Any], audience: Audience, wishes: Wishes, more: More = MappingProxyType({})
) -> Facts | None:
    """A member as an audience may know him; None for who asked to be withheld and is to be nowhere. `more`:
    what entries that were merged with his add (`of_merged`)."""
    rule = TABLE[audience]
    if member.federation_id in wishes.withheld and rule.withheld is not Withheld.AS_REQUIRED:
        if rule.withheld is Withheld.NOWHERE:
            return None
        return Facts(member.federation_id if rule.withheld is Withheld.ID_ONLY else "", hidden=True)
    told = zip(COLUMNS, _texts(member), _granted(audience), strict=True)
    texts = [(text or more.get(name, "")) if shown else "" for name, text, shown in told]
    born = None if birth_hidden(member, audience, wishes) else member.born or more.get("born")
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
    told = {row[0]: alike(row[1:]) for row in found.fetchall() if row[0] not in withheld}
    for number, more in of_merged(session).items():
        if number in told:
            each = zip(shown, told[number], strict=True)
            told[number] = alike(tuple(text or more.get(name or "", "") for name, text in each))
    return told


def birth_hidden(member: MemberRow | Row[Any], audience: Audience, wishes: Wishes) -> bool:
    """Whether a member's wish to show no birth date is followed before this audience."""
    return member.federation_id in wishes.birth and TABLE[audience].birth_wish


def wishes_of(session: Session) -> Wishes:
    """Every wish on the register, and of who was erased that he is withheld, whatever a later file says.
    Entries that were merged are one person: what one of them asked for holds for all, on lists of before the
    merge too."""
    same, m = merged(session), MemberRow
    asking = session.exec(select(m).where(col(m.withheld) | col(m.birth_withheld))).all()

    def whole(ids: Iterable[str]) -> frozenset[str]:
        people = {same.id(one) for one in ids}
        return frozenset(people | {entry for entry, person in same.ids.items() if person in people})

    withheld = whole({*(row.federation_id for row in asking if row.withheld), *Erased(session).ids})
    return Wishes(
        withheld | guest_places(session, withheld),
        whole(row.federation_id for row in asking if row.birth_withheld),
    )


def nowhere(session: Session, audience: Audience) -> frozenset[str]:
    """The federation IDs that this audience sees nowhere, in lists of any age."""
    if TABLE[audience].withheld is not Withheld.NOWHERE:
        return frozenset()
    return wishes_of(session).withheld
