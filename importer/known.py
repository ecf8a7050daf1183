"""The members as matching sees them, from the register's tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlmodel import Session, col

from importer.matching import Known
from importer.tables import MemberNameRow, MemberRow

FORMER = "former"
"""The kind of a name that a member had before; every other kind is a spelling of the name he has."""


def known_members(session: Session, ratings: Mapping[str, Sequence[int]]) -> list[Known]:
    """Every member once; an entry merged into another is that other's further ID and names. `ratings`: by
    federation ID, those of the last list."""
    member = MemberRow
    rows = session.execute(
        select(
            col(member.id),
            col(member.federation_id),
            col(member.name),
            col(member.kanji),
            col(member.kana),
            col(member.fide_id),
            col(member.federation),
            col(member.sex),
            col(member.born),
            col(member.club),
            col(member.surname),
            col(member.merged_into),
        ).order_by(col(member.id))
    ).all()
    into = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    spellings: dict[int, list[str]] = defaultdict(list)
    former: dict[int, list[str]] = defaultdict(list)
    ids: dict[int, list[str]] = defaultdict(list)
    entries: dict[int, list[str]] = defaultdict(list)
    fide_ids: dict[int, str] = {}
    for name in session.execute(
        select(col(MemberNameRow.member_id), col(MemberNameRow.kind), col(MemberNameRow.name)).where(
            col(MemberNameRow.known_until).is_(None)
        )
    ):
        (former if name.kind == FORMER else spellings)[_last(into, name.member_id)].append(name.name)
    for row in rows:
        if row.id in into:
            last = _last(into, row.id)
            ids[last].append(row.federation_id)
            entries[last].append(row.name)
            if row.fide_id:
                fide_ids.setdefault(last, row.fide_id)
            spellings[last] += [n for n in (row.name, row.kanji, row.kana) if n]
    return [
        Known(
            row.id,
            row.federation_id,
            row.name,
            row.kanji,
            row.fide_id or fide_ids.get(row.id),
            row.federation,
            row.sex,
            row.born,
            row.club,
            row.kana,
            tuple(spellings.get(row.id, ())),
            tuple(former.get(row.id, ())),
            tuple(ids.get(row.id, ())),
            tuple(ratings.get(row.federation_id, ())),
            tuple(entries.get(row.id, ())),
            row.surname,
        )
        for row in rows
        if row.id not in into
    ]


def _last(into: Mapping[int, int], number: int) -> int:
    """The member that an entry was merged into, at the end of every merge."""
    met = set()
    while number in into and number not in met:
        met.add(number)
        number = into[number]
    return number
