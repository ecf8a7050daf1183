"""A register file into the register: what is created, what changes field by field, what was known before."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy import ColumnElement, insert
from sqlmodel import Session, col, select

from importer.register_cells import FIDE_COLUMNS, FIELDS, NAME_COLUMNS, Entry, Held
from importer.register_history import FIDE_FIELDS, Known, fact_text, note_facts
from importer.register_noted import noted
from importer.register_replay import AT_ONCE, columns_of, replay
from importer.register_spans import Span
from importer.standing import restated
from importer.tables import FideRatingRow, MemberNameRow, MemberRow, MembershipRow

R = TypeVar("R", MembershipRow, FideRatingRow, MemberNameRow)
S = TypeVar("S", MemberRow, MembershipRow, FideRatingRow, MemberNameRow)


@dataclass(frozen=True, slots=True)
class Change:
    """One field of one member that is other than before; `field` is its heading, `old` and `new` as shown."""

    federation_id: str
    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Counts:
    """What an import did, by federation ID; every change; and what is not known of whom (listed, never
    filled in). `not_in_file`: without entries that were merged, which an export leaves out. `same_fide_id`:
    FIDE IDs that several members hold, who may be one person entered twice."""

    created: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    without_birth_date: tuple[str, ...]
    not_in_file: tuple[str, ...]
    changes: tuple[Change, ...]
    same_fide_id: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def newly_withheld(self) -> tuple[str, ...]:
        """Of whom something that could be seen is to be seen no longer."""
        fields = (FIELDS["withheld"], FIELDS["birth_withheld"])
        who = (c.federation_id for c in self.changes if c.field in fields and c.new == shown(True))
        return tuple(dict.fromkeys(who))


@dataclass(slots=True)
class Current:
    """A member as the office knows him now."""

    row: MemberRow
    spans: list[MembershipRow] = field(default_factory=list)
    fide: list[FideRatingRow] = field(default_factory=list)
    names: list[MemberNameRow] = field(default_factory=list)


@dataclass(slots=True)
class _Work:
    """What is to be stored when every entry was looked at."""

    now: datetime
    facts: list[Known] = field(default_factory=list)
    first_facts: list[Known] = field(default_factory=list)
    spans: list[dict[str, object]] = field(default_factory=list)
    names: list[dict[str, object]] = field(default_factory=list)


def apply_register(session: Session, entries: Sequence[Entry], now: datetime, source: str) -> Counts:
    """Creates and changes members as the entries say, inside the caller's transaction.

    Who is not in the file stays as he is. An empty cell takes nothing away that is known already. `source` is
    noted with every fact whose line names none.
    """
    from importer.merged import end_of  # with the table of decisions, for which who shows a member has no use

    held, numbers = _everyone(session), [e.federation_id for e in entries]
    mine = [held[number].id for number in dict.fromkeys(numbers) if number in held]
    known = current_register(session, mine if len(mine) <= AT_ONCE else None, mapped=True)
    fresh = [e for e in entries if e.federation_id not in held]
    new = _create(session, fresh, now)
    everyone = known | new
    work = _Work(now)
    changes: list[Change] = []
    changed: list[str] = []
    unchanged: list[str] = []
    for entry in entries:
        created = entry.federation_id in new
        made = _apply(session, everyone[entry.federation_id], entry, created, entry.source or source, work)
        if not created:
            changes += made
            (changed if made else unchanged).append(entry.federation_id)
    _store(session, work, source)
    others = {*new, *changed}
    if others:
        noted(session, now, source, (everyone[one].row.id or 0 for one in others))
    joined = (f for f in work.first_facts if f.field in FIDE_FIELDS.values())
    touched = {f.member_id for f in (*work.facts, *joined)}
    replay(session, (c.row for c in everyone.values() if c.row.id in touched))
    after = _everyone(session)
    into = {one.id: one.merged_into for one in after.values() if one.merged_into is not None}
    member = {number: end_of(into, one.id) for number, one in after.items()}
    born = {member[number] for number, one in after.items() if one.born is not None}
    alone = (number for number, one in after.items() if one.merged_into is None and number in held)
    return Counts(
        created=tuple(e.federation_id for e in fresh),
        changed=tuple(changed),
        unchanged=tuple(unchanged),
        without_birth_date=tuple(n for n in numbers if member[n] not in born),
        not_in_file=tuple(sorted({*alone} - set(numbers))),
        changes=tuple(changes),
        same_fide_id=_same_fide_id(after[number] for number in (*held, *new)),
    )


class _One(NamedTuple):
    """What is asked of everyone on the register, also where one member alone is changed."""

    federation_id: str
    id: int
    merged_into: int | None
    born: date | None
    fide_id: str | None


def _everyone(session: Session) -> dict[str, _One]:
    """Everyone by federation ID, in the order of the IDs; by column, since a mapped object of each takes a
    second of 10,000."""
    session.flush()
    query = sa.select(*(col(getattr(MemberRow, name)) for name in _One._fields))
    rows = session.execute(query.order_by(col(MemberRow.federation_id)))
    return {row[0]: _One(*row) for row in rows}


def current_register(
    session: Session, only: Collection[int] | None = None, *, mapped: bool = False
) -> dict[str, Current]:
    """Everyone on the register by federation ID, in the order of the IDs, with everything that stands in the
    order it was entered; of these members `only` where their rows are named. `mapped`: with rows that can be
    changed; to read plain ones takes a fifth less."""

    def rows(table: type[S], order: str, *stands: ColumnElement[bool]) -> Iterable[S]:
        of: Any = table
        query = sa.select(of) if mapped else sa.select(*(getattr(of, name) for name in table.model_fields))
        if only is not None:
            query = query.where(getattr(of, "id" if table is MemberRow else "member_id").in_(only))
        found: Any = session.execute(query.where(*stands).order_by(getattr(of, order)))
        return found.scalars() if mapped else found  # type: ignore[no-any-return]

    def by_member(table: type[R], *stands: ColumnElement[bool]) -> dict[int, list[R]]:
        found: dict[int, list[R]] = defaultdict(list)
        for row in rows(table, "id", *stands):
            found[row.member_id].append(row)
        return found

    spans = by_member(MembershipRow, col(MembershipRow.known_until).is_(None))
    fide = by_member(FideRatingRow)
    names = by_member(MemberNameRow, col(MemberNameRow.known_until).is_(None))
    return {
        m.federation_id: Current(m, spans[m.id or 0], fide[m.id or 0], names[m.id or 0])
        for m in rows(MemberRow, "federation_id")
    }


def held_already(session: Session) -> dict[str, Held]:
    """Of everyone on the register, by federation ID, what a line of a file need not say again."""
    row, fide = MemberRow, defaultdict[int, set[str]](set)
    for member, type_ in session.execute(sa.select(col(FideRatingRow.member_id), col(FideRatingRow.type))):
        fide[member].add(type_)
    said = (row.joined, row.surname, row.given, row.fide_id)
    told = sa.select(*map(col, (row.id, row.federation_id, *said)))
    return {
        number: Held(joined, surname, given, fide_id, fide.get(member, frozenset()))
        for member, number, joined, surname, given, fide_id in session.execute(told)
    }


def span_of(row: MembershipRow) -> Span:
    """A stored membership as a file states it."""
    paid = row.paid_on.isoformat() if row.paid_on else ""
    return Span(row.first_day, row.last_day, row.kind, row.event_key or "", paid)


def shown(value: object) -> str:
    """A value as a file and a report show it; what is not known is empty."""
    if value is None:
        return ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _create(session: Session, entries: Sequence[Entry], now: datetime) -> dict[str, Current]:
    if not entries:
        return {}
    rows = []
    for e in entries:
        facts = columns_of({name: fact_text(value) for name, value in e.facts.items()})
        rows.append({**facts, "federation_id": e.federation_id, "known_since": now})
    session.connection().execute(insert(MemberRow), rows)
    wanted, query = {e.federation_id for e in entries}, select(MemberRow)
    if len(wanted) <= AT_ONCE:
        query = query.where(col(MemberRow.federation_id).in_(wanted))
    return {m.federation_id: Current(m) for m in session.exec(query) if m.federation_id in wanted}


def _apply(
    session: Session, current: Current, entry: Entry, created: bool, source: str, work: _Work
) -> list[Change]:
    """Brings one member in line with his entry; a created one has his facts already."""
    row = current.row
    assert row.id is not None
    changes: list[Change] = []
    for name, value in entry.facts.items():
        if created:
            if value not in (None, False):
                work.first_facts.append(Known(row.id, name, value, source, entry.since))
        elif (old := getattr(row, name)) != value:
            changes.append(Change(entry.federation_id, FIELDS[name], shown(old), shown(value)))
            work.facts.append(Known(row.id, name, value, source, entry.since))
    changes += _fide(current, entry, work.first_facts if created else work.facts)
    changes += _names(session, current, entry, source, work)
    changes += _spans(session, current, entry, work)
    return changes


def _fide(current: Current, entry: Entry, facts: list[Known]) -> list[Change]:
    held = {row.type: row for row in current.fide}
    member = current.row.id or 0
    changes = []
    for type_, told in entry.fide.items():
        old = held.get(type_)
        if told == ((old.rating, old.source) if old else None):
            continue
        before = f"{old.rating} ({old.source})" if old else ""
        after = f"{told[0]} ({told[1]})" if told else ""
        changes.append(Change(entry.federation_id, FIDE_COLUMNS[type_], before, after))
        rating, source = told or (None, entry.source or "register file")
        facts.append(Known(member, FIDE_FIELDS[type_], rating, source, entry.since))
    return changes


def _names(session: Session, current: Current, entry: Entry, source: str, work: _Work) -> list[Change]:
    changes = []
    for kind, names in entry.names.items():
        held = [row for row in current.names if row.kind == kind]
        if {row.name for row in held} == set(names):
            continue
        before = "; ".join(row.name for row in held)
        changes.append(Change(entry.federation_id, NAME_COLUMNS[kind], before, "; ".join(names)))
        told = {"member_id": current.row.id, "kind": kind, "source": source, "known_since": work.now}
        fresh = restated(session, {row.name: row for row in held}, names, work.now)
        work.names += [{**told, "name": name} for name in fresh]
    return changes


def _spans(session: Session, current: Current, entry: Entry, work: _Work) -> list[Change]:
    """Makes the memberships those of the entry; what stood before keeps the time it was known."""
    held = {span_of(row): row for row in current.spans}
    if entry.memberships is None or held.keys() == set(entry.memberships):
        return []
    work.spans += [
        {
            "member_id": current.row.id,
            "first_day": span.first,
            "last_day": span.last,
            "kind": span.kind,
            "event_key": span.event_key or None,
            "paid_on": span.paid_day,
            "known_since": work.now,
        }
        for span in restated(session, held, entry.memberships, work.now)
    ]
    before, after = ("; ".join(s.text() for s in sorted(spans)) for spans in (held, entry.memberships))
    return [Change(entry.federation_id, "Memberships", before, after)]


def _store(session: Session, work: _Work, source: str) -> None:
    session.flush()
    note_facts(session, work.first_facts, work.now, first=True, told=source)
    note_facts(session, work.facts, work.now, told=source)
    for table, rows in ((MembershipRow, work.spans), (MemberNameRow, work.names)):
        if rows:
            session.connection().execute(insert(table), rows)


def _same_fide_id(members: Iterable[_One]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    holders: dict[str, list[str]] = defaultdict(list)
    for member in members:
        if member.fide_id and member.merged_into is None:
            holders[member.fide_id].append(member.federation_id)
    return tuple((fide_id, tuple(ids)) for fide_id, ids in sorted(holders.items()) if len(ids) > 1)
