"""Who changed the register: an entry for each moment and source, with how many members it concerns, written
in the transaction of the change. The values themselves stand in the register, which the chain covers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.register_noted import taken
from office.journal.note import JournalRow, entry, utc

KIND = "register"


def write_register(session: Session) -> None:
    """The entries of what this transaction changed in the register."""
    for (moment, source), members in taken(session).items():
        entry(session.connection(), KIND, source, {"members": len(members)}, moment)


def who_by_moment(session: Session, moments: list[datetime]) -> Mapping[datetime, str]:
    """Who changed the register at these moments; a moment before there were such entries is left out."""
    row = JournalRow
    query = select(row.at, row.who).where(row.kind == KIND, col(row.at).in_(moments))
    return {utc(at): who for at, who in session.exec(query)}


def moments_of(who: str) -> SelectOfScalar[datetime]:
    """When somebody changed it."""
    return select(JournalRow.at).where(JournalRow.kind == KIND, JournalRow.who == who)
