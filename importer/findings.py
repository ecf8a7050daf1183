"""What a check may look at, and what it finds: a problem value with the subject a ruling can be made on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from importer.rulings import Kind, Subject, fingerprint, subject_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importer.view import EventView
    from scraper.records import EventRecord

INDEXED = 2000
"""Bytes of a text by which rows are found; PostgreSQL's indexes end at 2704."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of one event. `subject` names what it is about as the source does; `blocks` tells
    whether a list waits for it, or of a published event whether it has to be decided (otherwise it is
    shown, and `remedy` says what is done without an answer); `settled_by` is the id of the ruling that
    answers it."""

    event_key: str | None
    code: str
    subject: Subject
    place: str
    expected: str
    found: str
    remedy: str
    blocks: bool = True
    settled_by: int | None = None

    @property
    def key(self) -> str:
        """Event, code and subject: the same question keeps the same number. A subject with names longer than
        an index of PostgreSQL holds stands there as its SHA-256."""
        subject = subject_text(self.subject)
        if len(told := subject.encode("utf-8", "surrogatepass")) > INDEXED:
            subject = sha256(told).hexdigest()
        return f"{self.event_key or ''}|{self.code}|{subject}"

    @property
    def facts(self) -> str:
        """The fingerprint that a decision on this very finding carries."""
        return fingerprint(self.code, self.expected, self.found)


def within(place: str, event_key: str) -> str:
    """The place of a finding without the event that it begins with; "" of one on the whole event."""
    _event, named, there = place.partition(f"({event_key})")
    return there.removeprefix(", ") if named else place


@dataclass(frozen=True, slots=True)
class OnEvent:
    """Who asks about an event."""

    view: EventView

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
        view = self.view
        where = f"{view.label}, {place}" if place else view.label
        made = Finding(view.key, code, subject, where, expected, found, remedy, blocks, settled_by)
        if settled_by is not None:
            return made
        accepted = view.rulings.find(Kind.ACCEPT, view.key, subject, made.facts, code)
        return made if accepted is None else replace(made, settled_by=accepted.id)


@dataclass(frozen=True, slots=True)
class Facts(OnEvent):
    """The event, the reading it was stored from, and the memberships of its members by row id.

    `changes` says what a newer reading has otherwise, where a published list keeps it from being stored.
    """

    record: EventRecord
    memberships: dict[int, list[tuple[date, date]]]
    changes: tuple[str, ...] = ()


def covered(spans: Sequence[tuple[date, date]], first: date, last: date) -> bool:
    """Whether one of the intervals holds on every day, also one that goes on where another ends: what the
    articles on membership ask, which the importer does not know (3(5))."""
    day = first
    for begins, ends in sorted(spans):
        if begins <= day <= ends:
            if ends >= last:
                return True
            day = ends + timedelta(days=1)
    return False
