"""Entries of the register that turned out to be one person: which is which, by the rulings in force.

`MemberRow.merged_into` only says what the rulings of `Kind.MERGE` say, by way of the facts. Nothing else is
moved: players, aliases, memberships and rows of lists keep the entry they were stored under; who looks them
up asks here whose they are, and on which days they were members. So a merge that is taken back leaves
everything as it was.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlmodel import Session, col, or_, select

from importer.rulings import Kind, Rulings, Subject

if TYPE_CHECKING:
    from importer.tables import MemberRow, RulingRow


@dataclass(frozen=True, slots=True)
class Merged:
    """Every merged entry with the member he is, at the end of every merge: `rows` by row id, `ids` by
    federation ID."""

    rows: Mapping[int, int]
    ids: Mapping[str, str]

    def row(self, number: int) -> int:
        """The row of the member that this row stands for."""
        return self.rows.get(number, number)

    def id(self, federation_id: str) -> str:
        """The ID of the member that this ID stands for."""
        return self.ids.get(federation_id, federation_id)


def merged(session: Session) -> Merged:
    """Who is merged into whom now."""
    session.flush()
    into = {number: (own, kept) for number, own, kept in session.connection().execute(_concerned())}
    direct = {number: kept for number, (_own, kept) in into.items() if kept is not None}
    rows = {number: end_of(direct, number) for number in direct}
    return Merged(rows, {into[number][0]: into[end][0] for number, end in rows.items()})


@cache
def _concerned() -> sa.Select[Any]:
    from importer.tables import MemberRow

    own = MemberRow.__table__.c  # type: ignore[attr-defined]
    into = sa.select(own.merged_into).where(own.merged_into.is_not(None))
    told = sa.select(own.id, own.federation_id, own.merged_into)
    return told.where(or_(own.merged_into.is_not(None), own.id.in_(into)))


def entries_of(session: Session, federation_id: str) -> list[str]:
    """The IDs under which a member stands: his own first, then those of entries that were merged into his."""
    gone = (one for one, kept in merged(session).ids.items() if kept == federation_id)
    return [federation_id, *sorted(gone)]


def end_of(into: Mapping[int, int], number: int) -> int:
    """The member that an entry was merged into, at the end of every merge; all by their rows."""
    met = set()
    while number in into and number not in met:
        met.add(number)
        number = into[number]
    return number


def stands_for(session: Session, member: MemberRow) -> MemberRow:
    """The member himself, or the one that his entry was merged into."""
    from importer.tables import MemberRow

    met: set[int | None] = set()
    while member.merged_into is not None and member.id not in met:
        met.add(member.id)
        member = session.get_one(MemberRow, member.merged_into)
    return member


def merge_subject(federation_id: str) -> Subject:
    """How a ruling names the entry that is merged; its value is the ID of the member who is kept."""
    return {"member": federation_id}


def apart_subject(one: str, other: str) -> Subject:
    """How a ruling names two entries that are two persons."""
    first, second = sorted((one, other))
    return {"member": first, "other": second}


def ruled_apart(session: Session) -> dict[frozenset[str], RulingRow]:
    """The rulings in force that two entries are two persons, by the IDs of the members they stand for now."""
    found, one = Rulings.in_force(session).of_kind(Kind.APART), merged(session)
    return {frozenset(map(one.id, json.loads(row.subject).values())): row for row in found}


def apply_merges(session: Session, now: datetime) -> None:
    """Brings the register in line with the rulings in force; what changes is noted in its history."""
    from importer.register_history import Known, note_facts  # with the register's whole history of tables
    from importer.register_replay import MERGED, replay
    from importer.tables import MemberRow

    rulings = Rulings.in_force(session).of_kind(Kind.MERGE)
    wanted = {json.loads(row.subject)["member"]: row for row in rulings}
    named = {*wanted, *(row.value for row in wanted.values())}
    concerned = select(MemberRow).where(
        or_(col(MemberRow.merged_into).is_not(None), col(MemberRow.federation_id).in_(named))
    )
    members = {m.federation_id: m for m in session.exec(concerned)}
    facts = []
    for member in members.values():
        ruling = wanted.get(member.federation_id)
        into = members.get(ruling.value or "") if ruling else None
        if member.merged_into == (into.id if into else None):
            continue
        source = f"ruling {ruling.id}" if ruling and into else "a ruling taken back"
        facts.append(Known(member.id or 0, MERGED, into.federation_id if into else None, source))
    note_facts(session, facts, now)
    told = {fact.member_id for fact in facts}
    replay(session, (member for member in members.values() if member.id in told))


Spans = dict[int, list[tuple[date, date]]]
"""Memberships by the row id of each member: first and last day."""


def spans_by_member(
    session: Session, one: Merged, members: Collection[int] | None = None, *, annual: bool = False
) -> Spans:
    """The memberships that stand and hold for whatever he plays in, by row id; of these members alone, if
    they are named. `one`: who is merged into whom. `annual`: annual ones alone (R39)."""
    named = members if members is None else {*members, *(r for r, end in one.rows.items() if end in members)}
    of = {} if named is None else {"members": sorted(named)}
    spans: Spans = {}
    session.flush()
    for member, first, last in session.connection().execute(_standing(named is None, annual), of).all():
        spans.setdefault(one.row(member), []).append((first, last))
    return spans


@cache
def _standing(everybody: bool, annual: bool) -> sa.Select[Any]:
    from importer.register_history import ANNUAL, ONE_TIME  # with the register's whole history of tables
    from importer.tables import MembershipRow

    own = MembershipRow.__table__.c  # type: ignore[attr-defined]
    told = sa.select(own.member_id, own.first_day, own.last_day)
    holds = own.kind == ANNUAL if annual else own.kind != ONE_TIME
    told = told.where(own.known_until.is_(None), holds).order_by(own.first_day, own.id)
    return told if everybody else told.where(own.member_id.in_(sa.bindparam("members", expanding=True)))
