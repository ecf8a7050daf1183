"""What every event on the desk is looked at with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, text
from sqlalchemy import select as columns
from sqlmodel import Session

from importer.guests import Guests
from importer.merged import Merged, merged
from importer.rulings import Kind, Rulings
from importer.view import ReadAs
from office.families import family_of
from office.lists.chain import latest_published, published_events, standing
from office.rules.standing import rating_gap

if TYPE_CHECKING:
    from importer.matching import Register
    from importer.merged import Spans
    from importer.tables import EventRow
    from office.families.family import Family
    from office.rules.payers import ByName
    from office.tables import ListVersionRow
    from rating.interpretations import Interpretations

ENDED = ("member_name", "membership", "organizer_name", "organizer_span", "organizer_person", "application")
"""Tables whose rows are added and ended, and never changed otherwise."""


def register_state(session: Session) -> tuple[Any, ...]:
    """Another one after any change of the register, of organizers and of applications. Every change of a
    member is a fact that is added. Asked without the mapped tables: building them takes longer."""
    facts = "SELECT 'register_fact', max(id), 0, 0 FROM register_fact"
    last = session.execute(text(" UNION ALL ".join([facts, *_LAST]))).all()
    organizers = session.execute(text("SELECT id, name, kind FROM organizer")).all()
    # A copy of before that was put back and went on may have as many facts: not of the same moment.
    newest = session.execute(text("SELECT known_since FROM register_fact ORDER BY id DESC LIMIT 1")).scalar()
    rows = sorted([*map(tuple, last[:1]), *_ended(session, last)])
    return (*rows, *sorted(map(tuple, organizers)), newest)


_LAST = [f"SELECT '{name}', max(id), 0, 0 FROM {name}" for name in ENDED]
_COUNTS = " UNION ALL ".join(
    f"SELECT '{name}', max(id), count(*), count(known_until) FROM {name}" for name in ENDED
)


def _ended(session: Session, last: Sequence[Any]) -> Sequence[tuple[Any, ...]]:
    """How many rows each of these tables has, and how many have ended. Every row has to be asked for that;
    while the register is kept, only after a transaction that ended one: the journal names those."""
    kept = _kept(session)
    if kept is None:
        return list(map(tuple, session.execute(text(_COUNTS)).all()))
    newest = session.execute(text("SELECT max(id) FROM journal")).scalar()
    if kept.counts is None or kept.last != last or _some_ended(session, kept.newest):
        kept.counts, kept.last = list(map(tuple, session.execute(text(_COUNTS)).all())), last
    kept.newest = newest
    return kept.counts


def _some_ended(session: Session, after: int | None) -> bool:
    from office.chain.noted import BEGAN
    from office.journal.note import ROWS

    began = session.info.get(BEGAN)
    if began is not None and not began.ended.keys().isdisjoint(ENDED):
        return True  # by this very transaction, which has no entry yet
    query = text("SELECT now FROM journal WHERE id > :after AND kind = :kind")
    told = session.execute(query, {"after": after or 0, "kind": ROWS}).scalars()
    return any(f'"{name} ended"' in rows for rows in told for name in ENDED)


@dataclass(slots=True)
class MembersOf:
    """The memberships of the members of one event after the other: asked for event by event, and from the
    third event on, of everybody at once."""

    session: Session
    merged: Merged
    asked: int = 0
    everybody: Spans | None = None

    def __call__(self, members: set[int]) -> Spans:
        """By the row id of each of these members, and perhaps of others."""
        from importer.merged import spans_by_member

        if self.everybody is not None:
            return self.everybody
        self.asked += 1
        if self.asked <= SINGLY:
            return spans_by_member(self.session, self.merged, members)
        self.everybody = spans_by_member(self.session, self.merged)
        return self.everybody


SINGLY = 2


@dataclass(frozen=True, slots=True)
class Beside:
    """What the office knows beside its events: the members; `held`, their ratings on the last list; who is
    merged into whom; the organizers by the key of each name; whether any application and whether any person
    of an organizer is entered at all."""

    register: Register
    held: Mapping[int, Sequence[int]]
    merged: Merged
    organizers: ByName
    applications: bool
    people: bool


@dataclass(slots=True)
class _Kept:
    """What stands while events are stored: what is beside them, what that hangs on and the newest entry of
    the journal then, with its head; the office as it was `seen` and by whom; the counts of `register_state`,
    and the newest entry of the journal when these were asked for."""

    beside: tuple[Any, tuple[int, str], Beside] | None = None
    seen: tuple[Any, Sight] | None = None
    counts: Sequence[tuple[Any, ...]] | None = None
    last: Sequence[Any] = ()
    newest: int | None = None


def _untouched(session: Session, switches: Interpretations) -> tuple[Any, ...] | None:
    """Another one when another connection has stored anything; None where the database does not say."""
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        return None
    number = connection.exec_driver_sql("PRAGMA data_version").scalar()
    return connection.connection.dbapi_connection, number, switches


MOST_KEPT = 50_000
"""Members of a register that is kept beyond one import; of a larger one the memory is worth more."""

_keeping: ContextVar[bool] = ContextVar("keeping", default=False)
_of_office: WeakKeyDictionary[Engine, _Kept] = WeakKeyDictionary()


def _kept(session: Session) -> _Kept | None:
    return _of_office.setdefault(session.get_bind().engine, _Kept()) if _keeping.get() else None


@contextmanager
def register_kept() -> Iterator[None]:
    """While events are stored, register and organizers are those with which this process stored the last one
    of this office, as long as nothing in them changes. Nobody else believes it: a list is made of what is
    read anew."""
    for kept in list(_of_office.values()):
        kept.counts = None
    before = _keeping.set(True)
    try:
        yield
    finally:
        _keeping.reset(before)
        for engine, kept in list(_of_office.items()):
            kept.seen = None
            if kept.beside is not None and len(kept.beside[-1].register.members) > MOST_KEPT:
                _of_office.pop(engine, None)


@dataclass(frozen=True)
class Sight:
    """The office as it stands when somebody looks. `standing`: the rows of the versions that stand;
    `published`: the events of published lists, each with the date of its list; `reopened`: those taken up
    again; `reread`: the readings that today's reader reads otherwise; `guests`: None where R69 is read so
    that they are asked about."""

    session: Session
    switches: Interpretations
    rulings: Rulings
    last: ListVersionRow | None
    family: Family
    standing: tuple[int, ...]
    published: Mapping[str, date]
    reopened: frozenset[str | None]
    reread: frozenset[int]
    guests: Guests | None
    state: tuple[Any, ...]

    @classmethod
    def of(cls, session: Session, switches: Interpretations) -> Sight:
        """As everything stands now. While events are stored, of which nothing is seen here, it is asked once,
        until another connection stores anything."""
        session.flush()
        kept = _kept(session)
        by = None if kept is None else _untouched(session, switches)
        if kept is not None and kept.seen is not None and by == kept.seen[0]:
            rulings = Rulings(kept.seen[1].rulings.in_order())  # what was met of them is of one look
            guests = Guests(rulings) if switches.r69 == "stays" else None
            return replace(kept.seen[1], session=session, rulings=rulings, guests=guests)
        rulings, dates = Rulings.in_force(session), standing(session)
        found = cls(
            session,
            switches,
            rulings,
            latest_published(session),
            family_of(session),
            tuple(dates),
            published_events(session, dates),
            frozenset(ruling.event_key for ruling in rulings.of_kind(Kind.REOPEN)),
            frozenset(session.execute(text("SELECT reading_id FROM reread")).scalars()),
            Guests(rulings) if switches.r69 == "stays" else None,
            register_state(session),
        )
        if kept is not None and by is not None:
            kept.seen = by, found
        return found

    def stands(self, event: EventRow) -> bool:
        """Whether a published list holds it, and nobody takes it up again."""
        return event.key in self.published and event.key not in self.reopened

    @property
    def version(self) -> int | None:
        """The version of the last list."""
        return self.last.id if self.last else None

    @property
    def read_as(self) -> ReadAs:
        """How R16 and R25 are read."""
        return ReadAs(self.switches.r16 == "arrival", self.switches.r25 == "first-arrival")

    @cached_property
    def gap(self) -> int:
        """Points that a printed rating may lie from the member's."""
        return rating_gap(self.rulings)

    @cached_property
    def spans(self) -> MembersOf:
        """Who was a member when; only where an event is looked at anew."""
        return MembersOf(self.session, self.beside.merged)

    @cached_property
    def merged(self) -> Merged:
        """Who is merged into whom."""
        if "beside" in self.__dict__:
            return self.beside.merged
        known = _known(self)[1] if _keeping.get() else None  # else matching would be loaded for nothing
        return merged(self.session) if known is None else known.merged

    @cached_property
    def beside(self) -> Beside:
        """The register, organizers and applications; only where an event is looked at anew."""
        return _beside(self)


def _beside(seen: Sight) -> Beside:
    hangs_on, found = _known(seen)
    if found is None:
        found = _beside_anew(seen)
        newest = _entries(seen.session, "ORDER BY id DESC LIMIT 1")
        if (kept := _kept(seen.session)) is not None and newest is not None:
            kept.beside = hangs_on, newest, found
    return replace(found, people=found.people or bool(seen.rulings.of_kind(Kind.PERSON)))


def _known(seen: Sight) -> tuple[Any, Beside | None]:
    """What this hangs on, and what is kept of it, if nothing of that has changed."""
    hangs_on = (seen.state, seen.version, seen.switches.as_dict(), seen.gap, seen.family.name)
    kept = _kept(seen.session)
    if kept is None or kept.beside is None or kept.beside[0] != hangs_on:
        return hangs_on, None
    # What was so is so in this database alone: in another one, or a copy that went on, the entry is another.
    _hung_on, entry, found = kept.beside
    return hangs_on, found if _entries(seen.session, f"WHERE id = {entry[0]}") == entry else None


def _entries(session: Session, which: str) -> tuple[int, str] | None:
    found = session.connection().exec_driver_sql(f"SELECT id, head FROM journal {which}").first()
    return None if found is None else (found[0], found[1])


def _beside_anew(seen: Sight) -> Beside:
    from importer.applications import applications
    from importer.known import known_members
    from office.rules.payers import by_name

    session = seen.session
    members = known_members(session, _ratings(session, seen.version))
    register = seen.family.register(members, seen.switches.as_dict(), seen.gap)
    held = {member.member_id: member.ratings for member in register.members if member.ratings}
    found = by_name(session)
    people = any(any(o.people.values()) for of_name in found.values() for o in of_name)
    applied = bool(applications(session))
    return Beside(register, held, merged(session), found, applied, people)


def _ratings(session: Session, version: int | None) -> dict[str, list[int]]:
    """Every member's ratings on the last published list, of whatever type: what lies far off speaks
    against a match."""
    found: dict[str, list[int]] = defaultdict(list)
    if version is not None:
        from office.lists.columns import table_of
        from office.tables import ListRatingRow

        own = table_of(ListRatingRow).c
        query = columns(own.federation_id, own.rating).where(own.version_id == version)
        session.flush()
        for number, rating in session.connection().execute(query).all():
            found[number].append(rating)
    return found
