"""Who is not to be seen: members who asked the office to be withheld."""

from __future__ import annotations

from sqlmodel import Session, col, select

from importer.tables import MemberRow


def withheld_members(session: Session) -> frozenset[str]:
    """The federation IDs of those who asked for it; they appear nowhere on the site, old lists included.
    An entry that was merged with one of theirs is the same person."""
    m = MemberRow
    rows = session.exec(select(m.id, m.federation_id, m.withheld, m.merged_into)).all()
    hidden = {row[0] for row in rows if row[2]}
    merged = [(row[0], row[3]) for row in rows if row[3] is not None]
    more = True
    while more:
        more = False
        for one, other in merged:
            if (one in hidden) != (other in hidden):
                hidden |= {one, other}
                more = True
    return frozenset(row[1] for row in rows if row[0] in hidden)


def merged_members(session: Session) -> dict[str, str]:
    """Entries that turned out to be another member, and under which ID that one stands now."""
    m = MemberRow
    found = session.exec(select(m.id, m.federation_id, m.merged_into).where(col(m.merged_into).is_not(None)))
    merged = {row[0]: (row[1], row[2]) for row in found}
    ids: dict[int | None, str] = {
        row[0]: row[1]
        for row in session.exec(
            select(m.id, m.federation_id).where(col(m.id).in_({row[1] for row in merged.values()}))
        )
    }
    into = {}
    for number, other in merged.values():
        seen = set()
        while other in merged and other not in seen:
            seen.add(other)
            other = merged[other][1]
        into[number] = ids[other]
    return into
