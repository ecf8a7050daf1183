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
    """Every member once; an entry merged into another is that other's further ID and names. `ratings`: by
    federation ID, those of the last list."""
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
    fide_ids: dict[int, str] = {}
    names = select(col(MemberNameRow.member_id), col(MemberNameRow.kind), col(MemberNameRow.name))
    for number, kind, name in connection.execute(names.where(col(MemberNameRow.known_until).is_(None))):
        (former if kind == FORMER else spellings)[end_of(into, number)].append(name)
    if into:
        for number, federation_id, name, kanji, kana, fide_id, *_ in rows:
            if number in into:
                last = end_of(into, number)
                ids[last].append(federation_id)
                entries[last].append(name)
                if fide_id:
                    fide_ids.setdefault(last, fide_id)
                spellings[last] += [n for n in (name, kanji, kana) if n]
    made: Any = tuple.__new__  # a named tuple's own is written in Python
    return [
        made(
            Known,
            (
                number,
                federation_id,
                name,
                kanji,
                fide_id or fide_ids.get(number),
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
