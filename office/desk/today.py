"""What waits today, as values: what `banzuke status` says in lines, for a door that shows it otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import col, select

from importer.tables import ProblemRow
from office.corrections.waiting import waiting
from office.desk.assumed import missing_lines
from office.desk.deadlines import deadlines
from office.desk.groups import Group, grouped
from office.desk.lapsed import lapsed
from office.desk.refresh import refresh
from office.desk.reports import waiting_reports
from office.desk.status import event_state, next_list, not_for, not_known_who
from office.lists.chain import draft, latest_published, list_after
from office.mail.waiting import waiting_mails
from office.rules.decisions import open_questions
from office.sendings.outcome import doubts, to_look_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlmodel import Session

    from office.corrections.waiting import Waits
    from office.desk.deadlines import Deadline
    from office.desk.desk import DeskEvent
    from office.desk.lapsed import Lapsed
    from office.desk.reports import Waiting
    from office.mail.waiting import WaitingMail
    from office.sendings.outcome import Outcome
    from office.tables import ListVersionRow

LAST = 5
"""So many of what organizers and reporters handed in are named."""

DECIDE, RATE, PREVIEW, BEGIN = "decide", "rate", "preview", "begin"
"""What is done next: answer what the list waits for; work it out; look at it and publish; take over the last
list from before this office."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in one line: its number, name and state, and how many questions its list waits for."""

    id: int
    name: str
    list_date: date | None
    state: str
    waits: bool


@dataclass(frozen=True, slots=True)
class Today:
    """`last`: the newest published list, None before the opening balance; `coming`: the date of the next
    and `about` it in a sentence; `mine`: its events; `others`: the other events that no list holds, under
    headings; `questions`: that a list waits for, `shown`: how many are only shown; `deadlines`: days by which
    reports and errors have to be there; `doubts` that nobody dealt with; `sendings`: not read to their end,
    and the newest of others than officers; `next`: what is done next."""

    last: ListVersionRow | None
    coming: date | None
    about: str
    mine: Sequence[EventLine]
    others: Sequence[tuple[str, Sequence[EventLine]]]
    questions: Sequence[Group]
    shown: int
    corrections: Sequence[Waits]
    lapsed: Sequence[Lapsed]
    unread: Sequence[Waiting]
    mails: Sequence[WaitingMail]
    organizers: Sequence[str]
    missing: Sequence[str]
    deadlines: Sequence[Deadline]
    doubts: Sequence[Outcome]
    sendings: Sequence[Outcome]
    draft: ListVersionRow | None
    next: str

    @property
    def nothing(self) -> bool:
        """Whether nothing waits for anybody."""
        return not (
            self.questions or self.corrections or self.unread or self.mails or self.lapsed or self.doubts
        )


def today(session: Session, day: date) -> Today:
    """What waits. `day`: the day where the office is."""
    desk = refresh(session)
    rows = session.exec(select(ProblemRow).where(ProblemRow.state == "open").order_by(col(ProblemRow.id)))
    groups = grouped(rows)
    asked = [group for group in groups if group.first.blocks]
    last = latest_published(session)
    coming = list_after(last) if last is not None else None
    mine = desk.for_list(coming) if coming is not None else list(desk.current)
    made = draft(session, coming) if coming is not None else None
    if coming is None:
        step = BEGIN
    elif any(e.blocking for e in mine) or open_questions(session, coming):
        step = DECIDE
    else:
        step = RATE if made is None else PREVIEW
    others = not_for(desk, coming) if coming is not None else []
    return Today(
        last,
        coming,
        next_list(session, desk, coming, day) if coming is not None else "",
        [_line(e) for e in mine],
        [(title, [_line(e) for e in events]) for title, events in others if events],
        asked,
        len(groups) - len(asked),
        waiting(session, desk.current, day),
        lapsed(session, desk, day),
        waiting_reports(session),
        waiting_mails(session),
        not_known_who(desk)[1:],
        missing_lines(session, last.id, desk.rulings, everything=False) if last is not None else [],
        deadlines(session, coming, desk.rulings, day),
        doubts(session),
        to_look_at(session, LAST),
        made,
        step,
    )


def _line(event: DeskEvent) -> EventLine:
    row = event.view.event
    return EventLine(row.id or 0, row.name, event.list_date, event_state(event), bool(event.blocking))
