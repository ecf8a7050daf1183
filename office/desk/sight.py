"""What every event on the desk is looked at with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy import text
from sqlmodel import Session

from importer.guests import Guests
from importer.rulings import Kind, Rulings
from office.families import family_of
from office.lists.chain import latest_published, published_events
from office.rules.standing import rating_gap

if TYPE_CHECKING:
    from importer.spans import Spans
    from importer.tables import EventRow
    from office.desk.asked import Beside
    from office.families.family import Family
    from office.tables import ListVersionRow
    from rating.interpretations import Interpretations

ENDED = ("member_name", "membership", "organizer_name", "organizer_span", "organizer_person", "application")
"""Tables whose rows are added and ended, and never changed otherwise."""


def register_state(session: Session) -> tuple[Any, ...]:
    """Another one after any change of the register, of organizers and of applications. Every change of a
    member is a fact that is added. Asked without the mapped tables: building them takes longer."""
    ended = [f"SELECT '{name}', max(id), count(*), count(known_until) FROM {name}" for name in ENDED]
    facts = "SELECT 'register_fact', max(id), 0, 0 FROM register_fact"
    rows = session.execute(text(" UNION ALL ".join([facts, *ended]))).all()
    organizers = session.execute(text("SELECT id, name, kind FROM organizer")).all()
    return (*sorted(map(tuple, rows)), *sorted(map(tuple, organizers)))


@dataclass(slots=True)
class MembersOf:
    """The memberships of the members of one event after the other: asked for event by event, and from the
    third event on, of everybody at once."""

    session: Session
    asked: int = 0
    everybody: Spans | None = None

    def __call__(self, members: set[int]) -> Spans:
        """By the row id of each of these members, and perhaps of others."""
        from importer.spans import spans_by_member

        if self.everybody is not None:
            return self.everybody
        self.asked += 1
        if self.asked <= SINGLY:
            return spans_by_member(self.session, members)
        self.everybody = spans_by_member(self.session)
        return self.everybody


SINGLY = 2


@dataclass(frozen=True)
class Sight:
    """The office as it stands when somebody looks. `published`: the events of published lists, each with the
    date of its list; `reopened`: those taken up again; `reread`: the readings that today's reader reads
    otherwise; `guests`: None where R69 is read so that they are asked about."""

    session: Session
    switches: Interpretations
    rulings: Rulings
    last: ListVersionRow | None
    family: Family
    published: Mapping[str, date]
    reopened: frozenset[str | None]
    reread: frozenset[int]
    guests: Guests | None
    state: tuple[Any, ...]

    @classmethod
    def of(cls, session: Session, switches: Interpretations) -> Self:
        """As everything stands now."""
        session.flush()
        rulings = Rulings.in_force(session)
        return cls(
            session,
            switches,
            rulings,
            latest_published(session),
            family_of(session),
            published_events(session),
            frozenset(ruling.event_key for ruling in rulings.of_kind(Kind.REOPEN)),
            frozenset(session.execute(text("SELECT reading_id FROM reread")).scalars()),
            Guests(rulings) if switches.r69 == "stays" else None,
            register_state(session),
        )

    def stands(self, event: EventRow) -> bool:
        """Whether a published list holds it, and nobody takes it up again."""
        return event.key in self.published and event.key not in self.reopened

    @property
    def version(self) -> int | None:
        """The version of the last list."""
        return self.last.id if self.last else None

    @cached_property
    def gap(self) -> int:
        """Points that a printed rating may lie from the member's."""
        return rating_gap(self.rulings)

    @cached_property
    def spans(self) -> MembersOf:
        """Who was a member when; only where an event is looked at anew."""
        return MembersOf(self.session)

    @cached_property
    def beside(self) -> Beside:
        """The register, organizers and applications; only where an event is looked at anew."""
        from office.desk.asked import beside

        return beside(self)
