"""What waits today, as values: what `banzuke status` says in lines, for a door that shows it otherwise; days
by which something has to be there; and how far a new office is set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, func, select

from importer.rulings import Rulings
from importer.tables import MemberRow, MessageRow
from office.accounts.programs import ending
from office.corrections.open_lists import Waits, is_open, last_open_day, version_that_closes, waiting
from office.desk.assumed import missing_lines
from office.desk.desk import DeskEvent
from office.desk.groups import Group, open_questions
from office.desk.lapsed import Lapsed, lapsed
from office.desk.next_step import step_of
from office.desk.refresh import refresh
from office.desk.reports import Waiting, waiting_reports
from office.desk.status import event_state, lost_sight, next_list, not_for, not_known_who
from office.errors import OfficeError
from office.lists.chain import draft, latest_published, list_after, standing_versions
from office.lists.law import law_of
from office.mail.keep import left_mails
from office.mail.settings import mailbox_settings
from office.mail.waiting import WaitingMail, waiting_mails
from office.merge.due import merged_lines
from office.place import Place
from office.sendings.outcome import Outcome, doubts, to_look_at
from office.sendings.receive import State
from office.tables import ListVersionRow
from office.words import _, n_
from office.words.formats import day
from rating.errors import RatingError

LAST = 5
"""So many of what organizers and reporters handed in are named."""


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
    headings; `questions`: that a list waits for, `shown`: how many are only shown; `merged`: that a
    correction is due for a merge; `left`: mails that the next run takes; `lost`: events whose page was not
    what it was at the last look; `deadlines`: days by which reports and errors have to be there; `doubts`
    that nobody dealt with; `sendings`: not read to their end, and the newest of others than officers;
    `tokens` of programs that run out; `next`: what is done next (`step_of`)."""

    last: ListVersionRow | None
    coming: date | None
    about: str
    mine: Sequence[EventLine]
    others: Sequence[tuple[str, Sequence[EventLine]]]
    questions: Sequence[Group]
    shown: int
    corrections: Sequence[Waits]
    merged: Sequence[str]
    lapsed: Sequence[Lapsed]
    unread: Sequence[Waiting]
    mails: Sequence[WaitingMail]
    left: Sequence[MessageRow]
    lost: Sequence[str]
    organizers: Sequence[str]
    missing: Sequence[str]
    deadlines: Sequence[Deadline]
    doubts: Sequence[Outcome]
    sendings: Sequence[Outcome]
    tokens: Sequence[str]
    draft: ListVersionRow | None
    next: str

    @property
    def nothing(self) -> bool:
        """Whether nothing waits for anybody."""
        return not (
            self.questions
            or self.corrections
            or self.merged
            or self.unread
            or self.mails
            or self.left
            or self.lost
            or self.lapsed
            or self.doubts
            or self.tokens
            or any(one.row.state != State.READ for one in self.sendings)
        )


def today(session: Session, day: date) -> Today:
    """What waits. `day`: the day where the office is."""
    desk = refresh(session)
    groups = open_questions(session)
    asked = [group for group in groups if group.first.blocks]
    last = desk.last
    coming = list_after(last) if last is not None else None
    mine = desk.for_list(coming) if coming is not None else list(desk.current)
    others = not_for(desk, coming) if coming is not None else []
    merged = merged_lines(session, day)
    return Today(
        last,
        coming,
        next_list(session, desk, coming, day) if coming is not None else "",
        [_line(e) for e in mine],
        [(title, [_line(e) for e in events]) for title, events in others if events],
        asked,
        len(groups) - len(asked),
        waiting(session, desk.current, day),
        merged,
        lapsed(session, desk, day),
        waiting_reports(session),
        waiting_mails(session, day),
        left_mails(session),
        lost_sight(session, desk)[1:],
        not_known_who(desk)[1:],
        missing_lines(session, last.id, list_after(last), desk.rulings, everything=False) if last else [],
        deadlines(session, coming, desk.rulings, day),
        doubts(session),
        to_look_at(session, LAST),
        ending(session, day),
        draft(session, coming) if coming is not None else None,
        step_of(session, desk, day, merged),
    )


def _line(event: DeskEvent) -> EventLine:
    row = event.view.event
    return EventLine(row.id or 0, row.called, event.list_date, event_state(event), bool(event.blocking))


@dataclass(frozen=True, slots=True)
class Deadline:
    """`list_date`: of which list; `reports`: whether it is for its reports, else for errors in it (7(3));
    `left`: days from today to the last day, less than zero when it is past."""

    list_date: date
    reports: bool
    last_day: date
    left: int

    def words(self) -> str:
        """The same for people."""
        facts = {"list": day(self.list_date), "day": day(self.last_day)}
        told = _("errors in the list of {list} until {day}", **facts)
        if self.reports:
            told = _("reports for the list of {list} until {day}", **facts)
        return _("{what}: {value}", what=told, value=self.time_left())

    def time_left(self) -> str:
        """How long it is to the day."""
        if self.left < 0:
            return _("past")
        return n_("{n} day left", "{n} days left", self.left)


def deadlines(session: Session, coming: date | None, rulings: Rulings, today: date) -> list[Deadline]:
    """The last day of the coming list's period, also when it is past; and of each published list the last on
    which an error in it can be reported, while it is open. What has the least time first."""
    found = []
    if coming is not None:
        try:
            law = law_of(coming, rulings)
        except RatingError:
            pass  # the page says what is missing
        else:
            last = law.shapes.period(law, coming).last
            found.append(Deadline(coming, True, last, (last - today).days))
    for version in reversed(standing_versions(session)):
        if version.how != "run":
            break  # what was taken over is not recalculated
        if not is_open(version, today):
            continue  # closed by its newest version, and so by each
        closes = last_open_day(version_that_closes(session, version.list_date))
        if closes is None or closes < today:
            continue
        found.append(Deadline(version.list_date, False, closes, (closes - today).days))
    return sorted(found, key=lambda one: (one.last_day, one.list_date))


@dataclass(frozen=True, slots=True)
class Begun:
    """`members` on the register, `last` published list, `mails` seen; `mailbox` that is looked into, "" where
    its settings lack something."""

    members: int
    last: ListVersionRow | None
    mails: int
    mailbox: str

    @property
    def next(self) -> str:
        """What comes next: `register`, `opening`, `mailbox`."""
        if not self.members:
            return "register"
        return "opening" if self.last is None else "mailbox"


def begun(session: Session, place: Place, environment: Mapping[str, str]) -> Begun:
    """How far the office is. `environment`: where the mailbox can stand beside `banzuke.toml`."""
    members, mails = (
        session.exec(select(func.count()).select_from(table)).one() for table in (MemberRow, MessageRow)
    )
    mailbox = ""
    with suppress(OfficeError):
        found = mailbox_settings(place, {}, environment)
        mailbox = f"{found.account}, {found.folder}"
    return Begun(members, latest_published(session), mails, mailbox)
