"""What every event on the desk is looked at with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Self

from sqlmodel import Session, select

from importer.guests import Guests
from importer.rulings import Kind, Rulings
from importer.tables import EventRow
from office.desk.known import Asking, Beside, beside, register_state
from office.desk.looks import Looks
from office.families import family_of
from office.families.family import Family
from office.lists.chain import latest_published, published_events
from office.rules.standing import rating_gap
from office.tables import ListVersionRow, RereadRow
from rating.interpretations import Interpretations


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
            frozenset(session.exec(select(RereadRow.reading_id))),
            Guests(rulings) if switches.r69 == "stays" else None,
            register_state(session),
        )

    def stands(self, event: EventRow) -> bool:
        """Whether a published list holds it, and nobody takes it up again."""
        return event.key in self.published and event.key not in self.reopened

    def looks(self, events: Sequence[EventRow]) -> Looks:
        """The looks that are kept of these events."""
        everywhere = (
            self.state,
            self.last.id if self.last else None,
            self.switches.as_dict(),
            self.family.name,
        )
        return Looks(self.session, events, self.rulings, self.guests, everywhere)

    @cached_property
    def gap(self) -> int:
        """Points that a printed rating may lie from the member's."""
        return rating_gap(self.rulings)

    @cached_property
    def beside(self) -> Beside:
        """The register, organizers and applications; only where an event is looked at anew."""
        asking = Asking(self.session, self.family, self.rulings, self.last, self.switches, self.gap)
        return beside(asking, self.state)
