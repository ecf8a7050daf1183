"""Whether a correction is due since members were merged, or are two again."""

from __future__ import annotations

from datetime import date

from sqlmodel import Session, select

from importer.rulings import Kind
from importer.tables import RulingRow


def merged_lines(session: Session, today: date) -> list[str]:
    """That one is due, and for what; nothing where none is. `today`: the day where the office is."""
    if session.exec(select(RulingRow.id).where(RulingRow.kind == Kind.MERGE.value).limit(1)).first() is None:
        return []
    from office.merge.touched import due_lines  # with the tables of members and games

    return due_lines(session, today)
