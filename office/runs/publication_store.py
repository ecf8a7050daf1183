"""The publication report of a version as it is kept, and which draft the officer has looked at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, select

from importer.rulings import Rulings
from office.runs.publication import publication
from office.runs.publication_alarms import Alarm, alarms, still_open, unseen
from office.runs.publication_report import report_text
from office.tables import ListVersionRow, PublicationRow
from office.words import speaking


@dataclass(frozen=True, slots=True)
class Looked:
    """A version looked at: its report as it is kept and as it is shown, in the language spoken; every alarm,
    and those that are not answered yet."""

    report: str
    shown: str
    alarms: tuple[Alarm, ...]
    open: tuple[Alarm, ...]


def look_at(
    session: Session, version: ListVersionRow, accepting: Callable[[Sequence[Alarm]], None] | None = None
) -> Looked:
    """The report of a version as things stand now. Of a draft that was made anew with other figures since
    it was previewed, that is an alarm too. `accepting` is handed the alarms before the report is written."""
    found = publication(session, version)
    row = kept(session, version)
    raised = alarms(session, found)
    if version.state != "published":
        raised += unseen(str(version.list_date), row.seen_sha256 if row else None, version.text_sha256)
    if accepting is not None:
        accepting(raised)
    open_ = tuple(still_open(session, raised))
    rulings = Rulings.in_force(session)
    shown = report_text(found, raised, rulings)
    with speaking("en"):  # what is kept stays in one language
        report = report_text(found, raised, rulings)
    return Looked(report, shown, tuple(raised), open_)


def kept(session: Session, version: ListVersionRow) -> PublicationRow | None:
    """What is kept of a version's publication, if anything."""
    return session.exec(select(PublicationRow).where(PublicationRow.version_id == version.id)).one_or_none()


def note_seen(session: Session, version: ListVersionRow, *, officer: str | None, now: datetime) -> None:
    """The officer has looked at this draft: it is `previewed`."""
    row = _row(session, version)
    row.seen_sha256, row.seen_at, row.seen_by = version.text_sha256, now, officer
    version.state = "previewed"
    session.add(row)
    session.add(version)
    session.flush()


def note_report(session: Session, version: ListVersionRow, report: str) -> None:
    """Keeps the report with the version; to be called before it is published, which freezes both."""
    row = _row(session, version)
    row.report = report
    session.add(row)
    session.flush()


def take_off(session: Session, draft: ListVersionRow) -> PublicationRow | None:
    """Takes what is kept of a draft off it, before the draft is made anew."""
    row = kept(session, draft)
    if row is not None:
        session.delete(row)
        session.flush()
    return row


def put_on(session: Session, draft: ListVersionRow, of_old: PublicationRow | None) -> None:
    """Remembers with a draft made anew which one the officer saw; the same figures stay seen."""
    if of_old is None or of_old.seen_sha256 is None:
        return
    row = _row(session, draft)
    row.seen_sha256, row.seen_at, row.seen_by = of_old.seen_sha256, of_old.seen_at, of_old.seen_by
    session.add(row)
    if row.seen_sha256 == draft.text_sha256:
        draft.state = "previewed"
        session.add(draft)
    session.flush()


def _row(session: Session, version: ListVersionRow) -> PublicationRow:
    assert version.id is not None
    return kept(session, version) or PublicationRow(version_id=version.id)
