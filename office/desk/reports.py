"""Reports that came in and could not be read: which still wait, and how one is closed by hand.

A report is closed by a ruling on its link (with reason, who and when; it can be taken back). It is about what
the officer saw: when the same link comes in again, and again cannot be read, it waits again.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields

from sqlmodel import Session, col, select

from importer.rulings import Kind, Made, Rulings, Subject, fingerprint, record
from importer.tables import EventRow, MessageRow, ReadingRow, ReportRow, RulingRow
from office.desk.seen import answered_meanwhile
from office.errors import refusal
from office.words import _, p_
from office.words.problems import in_language
from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Waiting:
    """A link whose last report was not read. `times`: how often it came in."""

    report: ReportRow
    times: int

    @property
    def name(self) -> str:
        """A link as it is, files by their names: what names them for the office says nothing to people."""
        report = self.report
        return report.text or report.reference if report.reference.startswith("file:") else report.reference

    @property
    def why(self) -> str:
        """What stopped it, in a line; of what came in a zip, also in which of its files."""
        if self.report.state == "received" and self.report.message_id is not None:
            return _("mail M{id} was cut off; banzuke inbox takes it again", id=self.report.message_id)
        if self.problem is None:
            return _("the import was cut off; import the link again")
        told = in_language(self.problem)
        inside = any(told.place.startswith(f"{file}/") for file in self.name.split(", "))
        return p_("punctuation", ": ").join((*([told.place] if inside else []), told.code, told.found))

    @property
    def problem(self) -> Problem | None:
        """What stopped it, which says how much else did; None where its import was cut off."""
        if self.report.state == "received" or not self.report.problem:
            return None
        told = json.loads(self.report.problem)
        return Problem(**{part.name: told[part.name] for part in fields(Problem)})

    @property
    def subject(self) -> Subject:
        """How a ruling names it."""
        return {"report": self.report.reference}

    @property
    def facts(self) -> str:
        """What a ruling on it stands on."""
        code = json.loads(self.report.problem)["code"] if self.report.problem else self.report.state
        return fingerprint(self.times, code)


def waiting_reports(session: Session) -> list[Waiting]:
    """Reports that could not be read, were not read later either, and that nobody closed."""
    return [one for one, closed in _unread(session) if closed is None]


def closed_reports(session: Session) -> list[ReportRow]:
    """Reports that could not be read and that the officer closed."""
    return [one.report for one, closed in _unread(session) if closed]


def close_report(session: Session, number: int, *, made: Made) -> RulingRow:
    """Closes the report of this number: nothing is to be read of it any more. Refused if none such waits."""
    for one, closed in _unread(session):
        if one.report.id == number:
            if closed is not None:
                raise answered_meanwhile(session, f"report {number}", "a report that waits", closed)
            return record(session, Kind.CLOSE, subject=one.subject, facts=one.facts, made=made)
    numbers = ", ".join(str(w.report.id) for w in waiting_reports(session)) or "none waits"
    place, expected = f"report {number}", f"a report that was received, but not read: {numbers}"
    raise refusal("no-such-report", place, expected, "none of this number")


def close_reports(session: Session, text: str, *, made: Made) -> list[tuple[int, RulingRow]]:
    """Closes the reports whose numbers are typed (3, or 3-5,8), each with its ruling; a range stands for
    those of it that wait. Refused if there is none."""
    waiting = [one.report.id or 0 for one in waiting_reports(session)]
    found: list[int] = []
    if (typed := ranges(text)) is None:
        remedy = "write them as 3 or 3-5,8, the lower number first; see: banzuke status"
        raise refusal("no-such-report", "--close", "numbers of reports", f"“{text}”", remedy)
    for first, last in typed:
        found += [n for n in waiting if first <= n <= last] or [first]
    return [(n, close_report(session, n, made=made)) for n in dict.fromkeys(found)]


def ranges(text: str) -> list[tuple[int, int]] | None:
    """The first and last number of each range that is typed, as 3 or 3-5,8; None where it is no such text."""
    parts = unicodedata.normalize("NFKC", text).split(",")
    typed = [re.fullmatch("([0-9]{1,9})(?:-([0-9]{1,9}))?", part.strip()) for part in parts]
    found = [(int(one[1]), int(one[2] or one[1])) for one in typed if one is not None]
    return found if len(found) == len(typed) and all(first <= last for first, last in found) else None


def sent_since(session: Session, report: ReportRow) -> list[EventRow]:
    """The events that came by mail from the sender of this report, after it."""
    if report.message_id is None:
        return []
    sender = session.get_one(MessageRow, report.message_id).sender
    keys = (
        select(ReadingRow.event_key)
        .join(ReportRow, col(ReportRow.id) == col(ReadingRow.report_id))
        .join(MessageRow, col(MessageRow.id) == col(ReportRow.message_id))
        .where(MessageRow.sender == sender, col(ReportRow.id) > report.id)
    )
    found = select(EventRow).where(col(EventRow.key).in_(keys)).order_by(col(EventRow.id))
    return list(session.exec(found)) if sender else []


def reports_behind(session: Session, reading_id: int) -> list[tuple[ReportRow, MessageRow | None]]:
    """Every report of what the event was read from, each with its mail: of a link every one that named it,
    of a file every one that brought these bytes."""
    own = session.get_one(ReportRow, session.get_one(ReadingRow, reading_id).report_id)
    query = (
        select(ReportRow, MessageRow)
        .outerjoin(MessageRow, col(MessageRow.id) == col(ReportRow.message_id))
        .where(ReportRow.reference == own.reference, ReportRow.state == "read")
        .order_by(col(ReportRow.arrived_on), col(ReportRow.id))
    )
    return list(session.exec(query).all())


def _unread(session: Session) -> Iterator[tuple[Waiting, RulingRow | None]]:
    """Each with the ruling that closed it."""
    rulings, times, last = Rulings.in_force(session), Counter[str](), dict[str, ReportRow]()
    for row in session.exec(select(ReportRow).order_by(col(ReportRow.id))):
        last[row.reference] = row
        times[row.reference] += 1
    for reference, row in last.items():
        if row.state in ("failed", "received"):
            one = Waiting(row, times[reference])
            yield one, rulings.find(Kind.CLOSE, None, one.subject, one.facts)
