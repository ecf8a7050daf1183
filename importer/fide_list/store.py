"""What is kept of FIDE's list, in the tables: all of a list or nothing; the same file again is no second."""

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import insert
from sqlmodel import Session, col, delete, select

from importer.fide_list.players import Wanted
from importer.fide_list.read import Contents
from importer.tables import FideListRow, FidePlayerRow, MemberRow

HOME = "JPN"
"""The office's own federation, all of whose players are kept."""


@dataclass(frozen=True, slots=True)
class StoredList:
    """The list as stored; `again`: the same file was imported before, and its players are stored anew, since
    the register may name more of them now."""

    list_id: int
    kept: int
    again: bool


def wanted_by(session: Session) -> Wanted:
    """Whom the office keeps: its federation's players, and whoever's FIDE ID is on the register."""
    ids = session.exec(select(MemberRow.fide_id).where(col(MemberRow.fide_id).is_not(None)))
    return Wanted(frozenset({HOME}), frozenset(str(i).lstrip("0") for i in ids))


def store_list(session: Session, contents: Contents, file: str, now: datetime) -> StoredList:
    """Stores the list in the caller's transaction."""
    same = select(FideListRow).where(
        FideListRow.month == contents.month,
        FideListRow.kind == contents.kind,
        FideListRow.sha256 == contents.sha256,
    )
    row = session.exec(same).one_or_none()
    again = row is not None
    if row is None:
        row = FideListRow(
            month=contents.month,
            kind=contents.kind,
            file=file,
            sha256=contents.sha256,
            players=contents.players,
            kept=len(contents.kept),
            imported_at=now,
        )
    row.kept, row.imported_at = len(contents.kept), now
    session.add(row)
    session.flush()
    assert row.id is not None
    session.exec(delete(FidePlayerRow).where(col(FidePlayerRow.list_id) == row.id))
    if contents.kept:
        rows = [{"list_id": row.id, **asdict(player)} for player in contents.kept]
        session.connection().execute(insert(FidePlayerRow), rows)
    return StoredList(row.id, len(contents.kept), again)
