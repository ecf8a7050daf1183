"""What waits for a correction of a published list, and how long that list is still open to errors: events
taken up, events that read otherwise than their list has them, and events that came after their list."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from importer.tables import ReadingRow, ReportRow
from office.corrections.open_lists import first_published, last_open_day
from office.lists.chain import standing_versions
from office.words import N_, _, n_
from office.words.formats import day

if TYPE_CHECKING:
    from sqlmodel import Session

    from office.desk.desk import DeskEvent

TAKEN_UP, CHANGED, CAME_AFTER = "taken-up", "changed-after-publication", "list-already-published"
"""Why an event waits: the officer took it up, or a question that one answer to is taking it up."""

WHY = {
    TAKEN_UP: N_("taken up"),
    CHANGED: N_("changed since; to decide"),
    CAME_AFTER: N_("came after its list; to decide"),
}


@dataclass(frozen=True, slots=True)
class Waits:
    """An event that waits. `reported`: the day the error was reported, of what is still to decide the day the
    report came that shows it; `last_day`: the last on which an error in the list can be reported, None where
    nothing closes it; `left`: days from today to it, less than zero when it is past."""

    event: DeskEvent
    why: str
    list_date: date
    reported: date
    last_day: date | None
    left: int

    @property
    def in_time(self) -> bool:
        """Whether the list is recalculated for it, however long the officer takes from here."""
        return self.last_day is None or self.reported <= self.last_day

    def time_left(self) -> str:
        """How long its list is open, in words."""
        if self.last_day is None:
            return _("its list is never closed")
        if self.left >= 0:
            days = n_("{n} day left", "{n} days left", self.left)
            return _("its list is open until {day}, {days}", day=day(self.last_day), days=days)
        closed = _("its list was closed after {day}", day=day(self.last_day))
        in_time = _("the error was reported in time, on {day}", day=day(self.reported))
        return f"{closed}; {in_time}" if self.in_time else closed

    def line(self) -> str:
        """The same with the event and its list."""
        event = f"E{self.event.view.event.id} {self.event.view.event.name}"
        of_list = _("list of {day}", day=day(self.list_date))
        return f"{event}: {of_list}, {self.words()}"

    def words(self) -> str:
        """What it waits for and how long."""
        return f"{_(WHY[self.why])}; {self.time_left()}"


def waiting(session: Session, events: Iterable[DeskEvent], today: date) -> list[Waits]:
    """Everything that waits, what has the least time first. `today`: the day where the office is."""
    reckoned = {v.list_date for v in standing_versions(session) if v.how == "run"}
    found = []
    for event in events:
        at = _why(session, event)
        if at is None or at[1] not in reckoned:
            continue
        last = last_open_day(first_published(session, at[1]))
        left = (last - today).days if last is not None else 0
        found.append(Waits(event, *at, last, left))
    return sorted(found, key=lambda w: (w.last_day or date.max, w.event.view.event.id or 0))


def _why(session: Session, event: DeskEvent) -> tuple[str, date, date] | None:
    """Why an event waits, for which list, and the day of the error."""
    ruling = event.view.taken_up() if event.reopened or event.into is not None else None
    if ruling is not None:  # one that no longer fits what it was made on is a question of its own
        told = json.loads(ruling.value or "{}")
        return TAKEN_UP, date.fromisoformat(told["list"]), date.fromisoformat(told["reported"])
    asked = {finding.code for finding in event.open}
    row = event.view.event
    if event.published is not None and CHANGED in asked:
        return CHANGED, event.published, _arrived(session, row.newer_reading_id)
    if event.list_date is not None and CAME_AFTER in asked:
        return CAME_AFTER, event.list_date, _arrived(session, row.reading_id)
    return None


def _arrived(session: Session, reading_id: int | None) -> date:
    """The day on which the report arrived that a reading is of."""
    return session.get_one(ReportRow, session.get_one(ReadingRow, reading_id).report_id).arrived_on


def waiting_lines(session: Session, events: Iterable[DeskEvent], today: date) -> list[str]:
    """The same under a heading; nothing where nothing waits."""
    found = waiting(session, events, today)
    return [_("Corrections of published lists:"), *(f"  {one.line()}" for one in found)] if found else []
