"""Which reports are still needed: while a list with the event can be corrected (7(3)), or nobody has read the
report, what came in is looked up."""

from collections.abc import Sequence
from datetime import date, timedelta

from sqlmodel import Session

from importer.tables import ReportRow
from office.corrections.open_lists import (
    SILENT_TEXT_DAYS,
    last_open_day,
    under_correction,
    version_that_closes,
)
from office.desk.reports import waiting_reports
from office.families import day_here
from office.lists.chain import published_events, standing_versions
from office.mail.keep import event_of
from office.tables import ListVersionRow


class Needed:
    """Reports that are still needed on a day."""

    def __init__(self, session: Session, today: date) -> None:
        self._session = session
        self._unread = {one.report.id for one in waiting_reports(session)}
        self._done = _done(session, today)

    def by_report(self, report: ReportRow) -> bool:
        """Whether it was not read, or its event is not on a list that can be corrected no more."""
        if report.id in self._unread:
            return True
        event = event_of(self._session, report)
        return event is not None and event.key not in self._done

    def any(self, reports: Sequence[ReportRow]) -> bool:
        """Whether one of them is."""
        return any(map(self.by_report, reports))


def last_open(session: Session, version: ListVersionRow) -> date | None:
    """The last day on which an error in a list can be reported; of a list that nothing closes the ninetieth
    after it was published, as R48 has it otherwise."""
    counts = version_that_closes(session, version.list_date)
    last = last_open_day(counts)
    if last is None and counts.published_at is not None:
        return day_here(session, counts.published_at) + timedelta(days=SILENT_TEXT_DAYS)
    return last


def _done(session: Session, today: date) -> set[str]:
    """The events on lists that can be corrected no more, and through which no correction goes."""
    closed, corrected = set(), under_correction(session, today)
    for version in standing_versions(session):
        last = last_open(session, version) if version.how == "run" else None
        if (last is None or last < today) and version.list_date not in corrected:
            closed.add(version.list_date)
    return {key for key, list_date in published_events(session).items() if list_date in closed}
