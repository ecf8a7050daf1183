"""What lies on the desk: every event with its questions, and the list it is for."""

from dataclasses import dataclass
from datetime import date

from importer.findings import Finding
from importer.rulings import Rulings
from importer.view import EventView
from office.tables import ListVersionRow


@dataclass(frozen=True, slots=True)
class DeskEvent:
    """An event on the desk. `list_date`: the list it is for, None while it is incomplete or excluded from
    all; `published`: the list that holds it already; `findings`: every question, answered or not.
    `reopened`: taken up again for a correction, `list_date` is then where it belongs by what is decided now;
    `into`: the published list that a late event is put into."""

    view: EventView
    list_date: date | None
    published: date | None
    findings: tuple[Finding, ...]
    reopened: bool = False
    into: date | None = None

    @property
    def open(self) -> list[Finding]:
        """Questions that nobody has answered."""
        return [f for f in self.findings if f.settled_by is None]

    @property
    def blocking(self) -> list[Finding]:
        """Open questions that its list waits for."""
        return [f for f in self.open if f.blocks]


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything at once. `last`: the newest published list, None before the opening balance."""

    last: ListVersionRow | None
    events: tuple[DeskEvent, ...]
    rulings: Rulings

    def for_list(self, list_date: date) -> list[DeskEvent]:
        """The events that a list takes, in the order they were stored."""
        return [e for e in self.events if e.list_date == list_date and e.published is None]

    def left_behind(self, list_date: date) -> list[DeskEvent]:
        """Events for lists before this one that no published list holds: each waits for a decision."""
        return [e for e in self.events if e.published is None and e.list_date and e.list_date < list_date]
