"""The members as matching sees them, from the register's tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from importer.matching import Known
from importer.merged import end_of
from importer.tables import MemberNameRow, MemberRow

FORMER = "former"
"""The kind of a name that a member had before; every other kind is a spelling of the name he has."""


def known_members(session: Session, ratings: Mapping[str, Sequence[int]]) -> list[Known]:
    """Every member once; an entry merged into another is that other's further ID and names, and what is known
    of it alone is known of the other. `ratings`: by federation ID, those of the last list."""
    session.flush()
    member, connection = MemberRow, session.connection()
    query = select(*map(col, (member.id, member.federation_id, member.name, member.kanji, member.kana)))
    query = query.add_columns(*map(col, (member.fide_id, member.federation, member.sex, member.born)))
    query = query.add_columns(*map(col, (member.club, member.surname, member.merged_into)))
    rows: Sequence[Sequence[Any]] = connection.execute(query.order_by(col(member.id))).all()
    into = {row[0]: row[-1] for row in rows if row[-1] is not None}
    spellings: dict[int, list[str]] = defaultdict(list)
    former: dict[int, list[str]] = defaultdict(list)
    ids: dict[int, list[str]] = defaultdict(list)
    entries: dict[int, list[str]] = defaultdict(list)
    lacking: dict[int, dict[str, Any]] = defaultdict(dict)
    names = select(col(MemberNameRow.member_id), col(MemberNameRow.kind), col(MemberNameRow.name))
    for number, kind, name in connection.execute(names.where(col(MemberNameRow.known_until).is_(None))):
        (former if kind == FORMER else spellings)[end_of(into, number)].append(name)
    if into:
        for number, federation_id, name, kanji, kana, *facts, _surname, _merged in rows:
            if number in into:
                last = end_of(into, number)
                ids[last].append(federation_id)
                entries[last].append(name)
                for fact, value in zip(_FACTS, facts, strict=True):
                    if value is not None:
                        lacking[last].setdefault(fact, value)
                spellings[last] += [n for n in (name, kanji, kana) if n]
    made: Any = tuple.__new__  # a named tuple's own is written in Python
    found = [
        made(
            Known,
            (
                number,
                federation_id,
                name,
                kanji,
                fide_id,
                land,
                sex,
                born,
                club,
                kana,
                tuple(spellings.get(number, ())),
                tuple(former.get(number, ())),
                tuple(ids.get(number, ())),
                tuple(ratings.get(federation_id, ())),
                tuple(entries.get(number, ())),
                surname,
            ),
        )
        for number, federation_id, name, kanji, kana, fide_id, land, sex, born, club, surname, merged in rows
        if merged is None
    ]
    if not lacking:
        return found
    return [_whole(one, lacking[one.member_id]) if one.member_id in lacking else one for one in found]


_FACTS = ("fide_id", "federation", "sex", "born", "club")
"""What an entry has beside its ID and names, in the order in which it is asked for."""


def _whole(member: Known, lacking: Mapping[str, Any]) -> Known:
    """The member with what his other entries have and his own has not."""
    return member._replace(**{fact: v for fact, v in lacking.items() if getattr(member, fact) is None})
