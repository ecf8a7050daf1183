"""Which published lists an error can still change: those not closed on the day it was reported (JCF 7(3),
NCS 2022 3(7)); and what waits for a correction of one, with how long it is still open: events taken up, those
that read otherwise than their list has them, and those that came after their list."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.rulings import Kind
from importer.tables import ReadingRow, ReportRow, RulingRow
from office.errors import refusal
from office.families import day_here
from office.lists.chain import LATER, standing_versions
from office.lists.law import switches_of
from office.tables import ListVersionRow
from office.words import N_, _, n_, p_
from office.words.formats import day
from rating.editions import load

if TYPE_CHECKING:
    from office.desk.desk import DeskEvent

SILENT_TEXT_DAYS = 90
"""Days after which a list is closed, where the office reads a text that says nothing so (R48)."""


def is_open(version: ListVersionRow, error_reported: date) -> bool:
    """Whether a list is recalculated for an error reported on this day. The day that counts is that of the
    publication of the version that closes it, as the edition says it; a list taken over from before this
    office is not reckoned here and so is never recalculated."""
    if version.how != "run" or version.edition is None or version.published_at is None:
        return False
    law = load(version.edition)
    published = law.shapes.report_day(law, version.published_at)
    if not law.has("is_open"):  # R48
        closes = switches_of(version).r48 == "ninety-days"
        return not closes or published > error_reported - timedelta(days=SILENT_TEXT_DAYS)
    return bool(law.shapes.is_open(law, published, error_reported))


LOOKED_AHEAD = 366
"""Days; no text closes a list later than that."""


def last_open_day(version: ListVersionRow) -> date | None:
    """The last day on which an error can be reported that the list is recalculated for; None of a list that
    nothing closes. `version`: the one that closes a list which this office reckoned."""
    assert version.edition is not None and version.published_at is not None
    law = load(version.edition)
    published = law.shapes.report_day(law, version.published_at)
    for days in range(LOOKED_AHEAD):
        if not is_open(version, published + timedelta(days=days)):
            return published + timedelta(days=days - 1)
    return None


def closing_article(version: ListVersionRow) -> str:
    """The article that says how long a list is open, in brackets; "" where its edition has none."""
    law = load(version.edition) if version.edition else None
    return f" ({law.article_of_role('is_open')})" if law and law.has("is_open") else ""


def version_that_closes(session: Session, list_date: date) -> ListVersionRow:
    """The version of a list from whose day on it is open (R120): the first one, so that a correction does not
    open its list for ninety days more, or the newest."""
    published = select(ListVersionRow).where(ListVersionRow.state == "published")
    query = published.where(ListVersionRow.list_date == list_date).order_by(col(ListVersionRow.version))
    versions = session.exec(query.options(LATER)).all()
    if not versions:
        expected, remedy = "a published list", "see: banzuke lists"
        raise refusal("no-such-list", f"list of {list_date}", expected, "none", remedy)
    return versions[-1 if switches_of(versions[0]).r120 == "newest-version" else 0]


def require_open(session: Session, list_date: date, error_reported: date) -> None:
    """Refuses an error in a closed list: nothing of it is recalculated."""
    version = version_that_closes(session, list_date)
    if is_open(version, error_reported):
        return
    closed_by = "taken over from before this office"
    if version.published_at is not None and version.how == "run":
        closed_by = f"published on {day_here(session, version.published_at)}"
    expected = f"a list that is open to an error reported on {error_reported}{closing_article(version)}"
    raise refusal("list-closed", f"list of {list_date}", expected, f"one {closed_by}")


def chain(session: Session, today: date) -> list[ListVersionRow]:
    """The standing versions that a correction made today goes through, oldest first: those that are open
    today, or were when an error in one of their events or of a list before was reported. One that its text
    has closed stays as it is, also where an older one is open, whose text closes none."""
    reported, days, found = _reported_errors(session), {today}, []
    for version in (v for v in standing_versions(session) if v.how == "run"):
        days |= {*reported.get(version.list_date, ())}
        counts = version_that_closes(session, version.list_date)
        if any(is_open(counts, day) for day in days):
            found.append(version)
    return found


def under_correction(session: Session, today: date) -> set[date]:
    """The lists that a correction which is under way goes through, however long it takes."""
    reported = _reported_errors(session)
    if not reported:
        return set()
    return {v.list_date for v in chain(session, today) if v.list_date >= min(reported)}


def _reported_errors(session: Session) -> dict[date, list[date]]:
    """For each list, the days on which errors in its events were reported that are not corrected yet."""
    found: dict[date, list[date]] = defaultdict(list)
    for row in session.exec(of_corrections()):
        list_date, reported = days_of(row)
        found[list_date].append(reported)
    return found


def of_corrections() -> SelectOfScalar[RulingRow]:
    """The rulings in force that take an event up again, or put a late one into a list that is out."""
    row, kinds = RulingRow, [Kind.REOPEN.value, Kind.INTO.value]
    return select(row).where(col(row.kind).in_(kinds), col(row.taken_back_at).is_(None))


def days_of(ruling: RulingRow) -> tuple[date, date]:
    """Of such a ruling the list, and the day the error was reported."""
    told = json.loads(ruling.value or "{}")
    return date.fromisoformat(told["list"]), date.fromisoformat(told["reported"])


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
        return f"{closed}{p_('problem', '; ')}{in_time}" if self.in_time else closed

    def line(self) -> str:
        """The same with the event and its list."""
        of_list = _("list of {day}", day=day(self.list_date))
        return f"{self.event.named}{p_('punctuation', ': ')}{of_list}{_(', ')}{self.words()}"

    def words(self) -> str:
        """What it waits for and how long."""
        return f"{_(WHY[self.why])}{p_('problem', '; ')}{self.time_left()}"


def waiting(session: Session, events: Iterable[DeskEvent], today: date) -> list[Waits]:
    """Everything that waits, what has the least time first. `today`: the day where the office is."""
    reckoned = {v.list_date for v in standing_versions(session) if v.how == "run"}
    found = []
    for event in events:
        at = _why(session, event)
        if at is None or at[1] not in reckoned:
            continue
        last = last_open_day(version_that_closes(session, at[1]))
        left = (last - today).days if last is not None else 0
        found.append(Waits(event, *at, last, left))
    return sorted(found, key=lambda w: (w.last_day or date.max, w.event.view.event.id or 0))


def _why(session: Session, event: DeskEvent) -> tuple[str, date, date] | None:
    """Why an event waits, for which list, and the day of the error."""
    ruling = event.view.taken_up() if event.reopened or event.into is not None else None
    if ruling is not None:  # one that no longer fits what it was made on is a question of its own
        return TAKEN_UP, *days_of(ruling)
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
