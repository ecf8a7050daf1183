"""What lies on the desk: every event with its questions, and the list it is for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from importer.findings import Finding
from importer.meetings import Meetings
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
    def named(self) -> str:
        """The event for people: its number and name."""
        return f"E{self.view.event.id} {self.view.event.called}"

    @property
    def open(self) -> list[Finding]:
        """Questions that nobody has answered."""
        return [f for f in self.findings if f.settled_by is None]

    def asked_too(self, more: Iterable[Finding]) -> "DeskEvent":
        """The same with more findings."""
        return replace(self, findings=(*self.findings, *more))

    @property
    def blocking(self) -> list[Finding]:
        """Open questions that its list waits for."""
        return [f for f in self.open if f.blocks]


@dataclass(frozen=True)
class Desk:
    """Everything at once. `last`: the newest published list, None before the opening balance; `current`: the
    events that no published list holds, or that are taken up again, or of which something came in since, as
    they were stored; `meetings`: who met whom in one of them; `others`: what gives the rest, of which nothing
    is told."""

    last: ListVersionRow | None
    current: tuple[DeskEvent, ...]
    rulings: Rulings
    meetings: Meetings
    others: Callable[[], Sequence[DeskEvent]]

    @cached_property
    def events(self) -> tuple[DeskEvent, ...]:
        """Every event there is, as they were stored; a history of years takes its time."""
        return tuple(sorted((*self.current, *self.others()), key=lambda e: e.view.event.id or 0))

    def event(self, key: str) -> DeskEvent:
        """The event of this key, which is there."""
        found = next((e for e in self.current if e.view.key == key), None)
        return found or next(e for e in self.events if e.view.key == key)

    def for_list(self, list_date: date) -> list[DeskEvent]:
        """The events that a list takes, in the order they were stored."""
        return [e for e in self.current if e.list_date == list_date and e.published is None]

    def left_behind(self, list_date: date) -> list[DeskEvent]:
        """Events for lists before this one that no published list holds: each waits for a decision."""
        return [e for e in self.current if e.published is None and e.list_date and e.list_date < list_date]
