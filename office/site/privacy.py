"""Who is not to be seen: members who asked the office to be withheld."""

from __future__ import annotations

from sqlmodel import Session, select

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
