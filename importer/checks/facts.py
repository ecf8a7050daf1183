"""What a check may look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from importer.findings import Finding
from importer.rulings import Kind, Subject

if TYPE_CHECKING:
    from importer.view import EventView
    from scraper.records import EventRecord


@dataclass(frozen=True, slots=True)
class Facts:
    """The event, the reading it was stored from, and the memberships of its members by row id.

    `changes` says what a newer reading has otherwise, where a published list keeps it from being stored.
    """

    view: EventView
    record: EventRecord
    memberships: dict[int, list[tuple[date, date]]]
    changes: tuple[str, ...] = ()

    def finding(
        self,
        code: str,
        subject: Subject,
        place: str,
        expected: str,
        found: str,
        remedy: str,
        *,
        blocks: bool = True,
        settled_by: int | None = None,
    ) -> Finding:
        """A finding on this event, already answered if the officer accepted exactly this one."""
        where = f"{self.view.label}, {place}" if place else self.view.label
        finding = Finding(self.view.key, code, subject, where, expected, found, remedy, blocks, settled_by)
        if settled_by is None:
            accepted = self.view.rulings.find(Kind.ACCEPT, self.view.key, subject, finding.facts, code)
            if accepted is not None:
                return Finding(
                    self.view.key, code, subject, where, expected, found, remedy, blocks, accepted.id
                )
        return finding
