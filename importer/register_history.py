"""What the office knew of its members, and when: every value stays, with the time it stood.

`known_since` and `known_until` say when the office knew a value; `valid_from` says since when it is so. A
question about a day takes the rows known then, whatever became known later.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, and_, bindparam, insert, or_, update
from sqlmodel import Session, col, select

from importer.register_noted import noted
from importer.tables import FideRatingRow, MemberRow, MembershipRow, RegisterFactRow

ERASED = "erased"
"""The source of a fact that was erased: nobody says it any more."""

ANNUAL, COLLEGIATE, ONE_TIME = "annual", "collegiate", "one-time"
"""Kinds of memberships; a one-time membership holds for its event alone (NCS 2(2))."""

FIDE_FIELDS = {"standard": "fide-standard", "rapid": "fide-rapid", "blitz": "fide-blitz"}
"""The fields of FIDE ratings at joining, by rating type."""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact of a member that became known: `value` None takes back what was known before."""

    member_id: int
    field: str
    value: str | date | bool | int | None
    source: str
    valid_from: date | None = None


def fact_text(value: str | date | bool | int | None) -> str | None:
    """A value as it is stored: days as YYYY-MM-DD, yes as `yes`; a wish that nobody made is no fact."""
    if value is None or value is False:
        return None
    return "yes" if value is True else str(value)


AT_ONCE = 10_000
"""Facts that are stored with one call: a large register has a million."""


def note_facts(
    session: Session, facts: Iterable[Known], now: datetime, *, first: bool = False, told: str | None = None
) -> None:
    """Stores what became known `now`; what it replaces stays, with the moment it ended. `first`: of members
    of whom nothing was known; `told`: where all of it comes from, else each fact's own source."""
    given = list(facts)
    if not given:
        return
    session.flush()
    table = RegisterFactRow.__table__  # type: ignore[attr-defined]
    connection, of = session.connection(), table.c
    if not first:
        named = and_(of.member_id == bindparam("of_member"), of.field == bindparam("of_field"))
        ended = update(table).where(named, of.known_until.is_(None)).values(known_until=now)
        connection.execute(ended, [{"of_member": f.member_id, "of_field": f.field} for f in given])
    for at in range(0, len(given), AT_ONCE):
        rows = [
            {
                "member_id": f.member_id,
                "field": f.field,
                "value": fact_text(f.value),
                "valid_from": f.valid_from,
                "known_since": now,
                "known_until": None,
                "source": f.source,
            }
            for f in given[at : at + AT_ONCE]
        ]
        connection.execute(insert(table), rows)
    by_source: dict[str, set[int]] = {}
    for f in given:
        by_source.setdefault(told or f.source, set()).add(f.member_id)
    for source, members in by_source.items():
        noted(session, now, source, members)


def known_facts(
    session: Session, fields: Sequence[str], before: datetime | None
) -> dict[int, dict[str, str]]:
    """The values known just before a moment (None: now) by member and field; what was not known is left
    out."""
    row = RegisterFactRow
    query = sa.select(col(row.member_id), col(row.field), col(row.value)).where(
        col(row.field).in_(fields), col(row.value).is_not(None), _known(row, before)
    )
    found: dict[int, dict[str, str]] = {}
    for member, field, value in session.execute(query.order_by(col(row.id))):
        found.setdefault(member, {})[field] = value or ""
    return found


class Joining(NamedTuple):
    """What a run wants to know of a member: `fide` are the ratings held when first joining, by type."""

    born: date | None
    joined: date | None
    fide: dict[str, int]


def joining_facts(session: Session, before: datetime | None) -> dict[int, Joining]:
    """These facts of every member by row id, as known just before a moment; None: as they stand now."""
    if before is not None:
        told = known_facts(session, ("born", "joined", *FIDE_FIELDS.values()), before)
        members = session.exec(select(col(MemberRow.id)))
        return {m: _joining(told.get(m, {})) for m in members if m is not None}
    fide: dict[int, dict[str, int]] = {}
    row, member = FideRatingRow, MemberRow
    held = sa.select(*map(col, (row.member_id, row.type, row.rating))).order_by(col(row.type))
    for holder, type_, rating in session.execute(held):
        fide.setdefault(holder, {})[type_] = rating
    rows = session.execute(sa.select(*map(col, (member.id, member.born, member.joined)))).all()
    return {number: Joining(born, joined, fide.get(number) or {}) for number, born, joined in rows}


def _joining(facts: dict[str, str]) -> Joining:
    born, joined = (date.fromisoformat(facts[f]) if f in facts else None for f in ("born", "joined"))
    return Joining(born, joined, {t: int(facts[f]) for t, f in sorted(FIDE_FIELDS.items()) if f in facts})


class Membership(NamedTuple):
    """What a run wants to know of a membership; `member` is a row id."""

    member: int
    kind: str
    event_key: str | None
    first_day: date
    last_day: date


def membership_days(
    session: Session, before: datetime | None, kind: str | None = None
) -> Iterator[Membership]:
    """The memberships known just before a moment (None: now), in the order of their days; of one kind."""
    row = MembershipRow
    query = sa.select(*map(col, (row.member_id, row.kind, row.event_key, row.first_day, row.last_day)))
    if kind is not None:
        query = query.where(col(row.kind) == kind)
    known = session.execute(query.where(_known(row, before)).order_by(col(row.id))).all()
    yield from sorted(map(Membership._make, known), key=attrgetter("first_day"))


def _known(table: type[MembershipRow | RegisterFactRow], before: datetime | None) -> ColumnElement[bool]:
    """That a row stood just before a moment; None: that it stands now."""
    stands = col(table.known_until).is_(None)
    if before is None:
        return stands
    return and_(col(table.known_since) < before, or_(stands, col(table.known_until) >= before))


def history(session: Session, member_id: int) -> list[RegisterFactRow]:
    """Everything the office ever knew of a member, in the order it became known."""
    row = RegisterFactRow
    query = select(row).where(row.member_id == member_id)
    return list(session.exec(query.order_by(col(row.known_since), col(row.id))))
