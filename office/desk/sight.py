"""What every event on the desk is looked at with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from importer.guests import Guests
from importer.merged import Merged, merged
from importer.rulings import Kind, Rulings
from importer.view import ReadAs
from office.desk.keeping import kept, register_state, untouched
from office.families import family_of
from office.lists.chain import latest_published, published_events, standing
from office.rules.standing import rating_gap

if TYPE_CHECKING:
    from importer.applications import Applied
    from importer.matching import Register
    from importer.merged import Spans
    from importer.tables import EventRow
    from office.families.family import Family
    from office.rules.payers import ByName
    from office.tables import ListVersionRow
    from rating.interpretations import Interpretations


@dataclass(slots=True)
class MembersOf:
    """The memberships of the members of one event after the other: asked for event by event, and from the
    third event on, of everybody at once. `annual`: annual ones alone (R39)."""

    merged: Merged
    annual: bool
    asked: int = 0
    everybody: Spans | None = None

    def of(self, session: Session, members: set[int]) -> Spans:
        """By the row id of each of these members, and perhaps of others."""
        from importer.merged import spans_by_member

        if self.everybody is not None:
            return self.everybody
        self.asked += 1
        if self.asked <= SINGLY:
            return spans_by_member(session, self.merged, members, annual=self.annual)
        self.everybody = spans_by_member(session, self.merged, annual=self.annual)
        return self.everybody


SINGLY = 2


@dataclass(frozen=True, slots=True)
class Beside:
    """What the office knows beside its events: the members; `held`, their ratings on the last list; who is
    merged into whom; when they were members; the organizers by the key of each name; whether any application
    and whether any person of an organizer is entered at all."""

    register: Register
    held: Mapping[int, Sequence[int]]
    merged: Merged
    spans: MembersOf
    organizers: ByName
    applications: bool
    people: bool


HELD = ("gap", "beside")
"""What was worked out for one look and holds for the next one, while nobody else stores anything."""


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
        held = kept(session)
        by = None if held is None else untouched(session, switches)
        last = None if held is None else held.seen  # once: whoever answers at the desk may let go of it
        if last is not None and by == last[0]:
            before: Sight = last[1]
            rulings = Rulings(before.rulings.in_order())  # what was met of them is of one look
            guests = Guests(rulings) if switches.r69 == "stays" else None
            again = replace(before, session=session, rulings=rulings, guests=guests)
            again.__dict__.update({name: before.__dict__[name] for name in HELD if name in before.__dict__})
            return again
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
            frozenset(session.connection().exec_driver_sql("SELECT reading_id FROM reread").scalars()),
            Guests(rulings) if switches.r69 == "stays" else None,
            register_state(session),
        )
        if held is not None and by is not None:
            held.seen = by, found
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
        """How R16, R25 and R119 are read."""
        switches = self.switches
        return ReadAs(
            on_arrival=switches.r16 == "arrival",
            from_first_link=switches.r25 == "first-arrival",
            from_refused=switches.r119 == "first-file",
        )

    @cached_property
    def gap(self) -> int:
        """Points that a printed rating may lie from the member's."""
        return rating_gap(self.rulings)

    @cached_property
    def spans(self) -> Callable[[set[int]], Spans]:
        """Who was a member when; only where an event is looked at anew."""
        return partial(self.beside.spans.of, self.session)

    @cached_property
    def merged(self) -> Merged:
        """Who is merged into whom."""
        if "beside" in self.__dict__:
            return self.beside.merged
        known = _known(self)[1] if kept(self.session) else None  # else matching would be loaded for nothing
        return merged(self.session) if known is None else known.merged

    @cached_property
    def applied(self) -> Applied:
        """The applications that stand; only where an event is looked at anew."""
        from importer.applications import Applied, applications

        return Applied.of(applications(self.session))

    @cached_property
    def beside(self) -> Beside:
        """The register, organizers and applications; only where an event is looked at anew."""
        return _beside(self)


def _beside(seen: Sight) -> Beside:
    hangs_on, found = _known(seen)
    if found is None:
        found = _beside_anew(seen)
        newest = _entries(seen.session, "ORDER BY id DESC LIMIT 1")
        if (held := kept(seen.session)) is not None and newest is not None:
            held.beside = hangs_on, newest, found
    return replace(found, people=found.people or bool(seen.rulings.of_kind(Kind.PERSON)))


def _known(seen: Sight) -> tuple[Any, Beside | None]:
    """What this hangs on, and what is kept of it, if nothing of that has changed."""
    hangs_on = (seen.state, seen.version, seen.switches.as_dict(), seen.gap, seen.family.name)
    held = kept(seen.session)
    last = None if held is None else held.beside
    if last is None or last[0] != hangs_on:
        return hangs_on, None
    # What was so is so in this database alone: in another one, or a copy that went on, the entry is another.
    entry: tuple[int, str] = last[1]
    found: Beside = last[2]
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
    one = merged(session)
    spans = MembersOf(one, seen.switches.r39 == "annual-only")
    return Beside(register, held, one, spans, found, applied, people)


def _ratings(session: Session, version: int | None) -> dict[str, list[int]]:
    """Every member's ratings on the last published list, of whatever type: what lies far off speaks
    against a match."""
    found: dict[str, list[int]] = defaultdict(list)
    if version is not None:
        from office.lists.columns import read_rows
        from office.tables import ListRatingRow

        for number, rating in read_rows(session, ListRatingRow, version, ("federation_id", "rating")):
            found[number].append(rating)
    return found
