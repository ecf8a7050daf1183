"""Mails of somebody else than who reported an event, which bring nothing new of it (R127).

A link is a report. But a player who writes that his result is wrong links the event, too: the page has not
changed, so that nothing would come of his mail and nobody would read it. A mail that only links what others
reported before, of which nothing has changed, waits for the officer, unless it says what one of their mails
says; then its sender is nobody's reporter. What arrived before it decides, not what was taken before it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from sqlmodel import Session, and_, col, func, or_, select

from importer.organizers_people import address_of
from importer.tables import MessageRow, ReadingRow, ReportRow
from office.errors import OfficeError, problem_of
from office.intake.take_in import Taken
from office.mail.keep import TAKEN, Shelf, as_json, event_of
from office.mail.quoted import forwarding_subject, plain_subject
from office.mail.read import LONGEST_SHOWN, Mail
from office.mail.waiting import COPY, NOTHING_NEW, closed, kept_problems
from office.notices.addresses import of_the_office
from office.place import Place
from office.words import _
from office.words.formats import day
from office.words.problems import place as place_told
from scraper.archive import ArchiveError
from scraper.records import Problem

Before = tuple[ReportRow, MessageRow | None]


@dataclass(slots=True)
class Weighing:
    """Mails that link the same, weighed in the order in which they arrived. `read`: mails read already, by
    their numbers; `said`: what is to be said of each that was weighed, None of a report; `ours`: addresses of
    the office, once they are asked for."""

    session: Session
    shelf: Shelf
    place: Place
    read: dict[int, Mail]
    said: dict[int, Problem | None] = field(default_factory=dict)
    ours: set[str] | None = None

    def of(self, row: MessageRow) -> Mapping[int, Problem | None]:
        """What is to be said of a mail of which every report was gone through, and of those that arrived
        after it and of which now something else is to be said; by their numbers."""
        left, rows, found = [_arrived(row)], {row.id or 0: row}, {}
        while left:
            number = heappop(left)[1]
            if number in self.said:
                continue
            one = rows[number]
            self.said[number] = told = self._weighed(one)
            if one is row or (told and told.code) != _code(one):
                found[number] = told
                after = self._after(one)
                done = closed(self.session) if after else {}
                for later in after:
                    if later.sha256 not in done:  # somebody has dealt with it
                        rows[later.id or 0] = later
                        heappush(left, _arrived(later))
        return found

    def _weighed(self, row: MessageRow) -> Problem | None:
        reports = self.session.exec(
            select(ReportRow).where(ReportRow.message_id == row.id).order_by(col(ReportRow.id))
        ).all()
        his = _sender(row)
        came = [
            (one, [b for b in others(self.session, one) if self._is_before(b, one, row)]) for one in reports
        ]
        if any(brought(self.session, one, before) for one, before in came):
            return None
        before = known_before(his, [before for _report, before in came])
        if not before or self._is_ours(row, his):
            return None
        same = next((b for b in _mails(before) if self._says_all_of(b, row)), None)
        if same is not None:
            expected, found = "words of its own", "the words of that mail once more"
            return problem_of("mail-copy", f"M{same.id}", expected, found)
        return nothing_new(self.session, reports, before)

    def _is_ours(self, row: MessageRow, his: str) -> bool:
        """Whether the office wrote a mail itself, and did not forward what somebody wrote to it elsewhere."""
        if self.ours is None:
            self.ours = of_the_office(self.session, self.place)
        return his in self.ours and not forwarding_subject(row.subject)

    def _is_before(self, one: Before, report: ReportRow, row: MessageRow) -> bool:
        """Whether a report came before a mail's, from somebody who counts as its reporter."""
        other, mail = one
        if mail is None:
            return (other.id or 0) < (report.id or 0)
        if _arrived(mail) >= _arrived(row):
            return False
        if self._is_ours(mail, _sender(mail)) and brought_nothing(self.session, other):
            return False
        number = mail.id or 0
        return self.said[number] is None if number in self.said else _code(mail) is None

    def _after(self, row: MessageRow) -> Sequence[MessageRow]:
        """The mails that were taken, arrived after this one and link an event that it links."""
        mine = select(ReportRow.reference).where(ReportRow.message_id == row.id)
        theirs = select(ReportRow.message_id).where(
            col(ReportRow.reference).in_(mine), ReportRow.state == "read"
        )
        at, number = col(MessageRow.arrived_at), col(MessageRow.id)
        later = or_(at > row.arrived_at, and_(at == row.arrived_at, number > row.id))
        query = select(MessageRow).where(number.in_(theirs), MessageRow.state == TAKEN, later)
        return self.session.exec(query).all()

    def _says_all_of(self, before: MessageRow, row: MessageRow) -> bool:
        """Whether an earlier mail says all that this one says. Without their bytes nobody knows."""
        try:
            was, now = self._mail(before), self._mail(row)
        except (ArchiveError, OfficeError):
            return False
        whole = max(len(was.words), len(now.words)) < LONGEST_SHOWN
        return whole and now.words in was.words and plain_subject(now.subject) == plain_subject(was.subject)

    def _mail(self, row: MessageRow) -> Mail:
        number = row.id or 0
        if number not in self.read:
            self.read[number] = self.shelf.mail(row)
        return self.read[number]


def others(session: Session, report: ReportRow) -> list[Before]:
    """The other reports of the same that were read; without pasted mails that brought nothing new of what
    somebody had reported before: their senders are nobody's reporters either."""
    query = (
        select(ReportRow, MessageRow)
        .outerjoin(MessageRow, col(MessageRow.id) == col(ReportRow.message_id))
        .where(ReportRow.reference == report.reference, ReportRow.state == "read")
        .order_by(col(ReportRow.id))
    )
    read: Sequence[Before] = list(session.exec(query).all())
    found: list[Before] = []
    for one, mail in read:
        by_hand = mail is None and address_of(one.reporter or "") is not None
        if not (by_hand and any(map(_reporter, found)) and brought_nothing(session, one)):
            found.append((one, mail))
    return [one for one in found if one[0].id != report.id]


def brought_nothing(session: Session, report: ReportRow) -> bool:
    """Whether a report that was read was of an event as the office had it."""
    return session.exec(select(ReadingRow.id).where(ReadingRow.report_id == report.id)).first() is None


def brought(session: Session, report: ReportRow, before: Sequence[Before]) -> bool:
    """Whether a report is one of its own: of a file, or not read, or of an event that was not there or was
    otherwise `before`. What was read first of an event is none if another report of it arrived before."""
    if report.reference.startswith("file:") or report.state != "read":
        return True
    reading = session.exec(select(ReadingRow).where(ReadingRow.report_id == report.id)).first()
    if reading is None:
        return False
    key, number = col(ReadingRow.event_key), col(ReadingRow.id)
    first = session.exec(select(number).where(key == reading.event_key, number < reading.id)).first() is None
    return not (first and before)


def known_before(his: str, before: Iterable[Sequence[Before]]) -> list[Before]:
    """Of what came before each report: what somebody else reported, where it is known of somebody, and `his`
    is not among them. What the office took in without a name names no reporter."""
    found: list[Before] = []
    for came in before:
        known = [one for one in came if _reporter(one)]
        if known and his not in map(_reporter, known):
            found += known
    return found


def newest_report(session: Session) -> int:
    """The number of the newest report; 0 before the first."""
    return session.exec(select(func.max(col(ReportRow.id)))).one() or 0


def of_pasted(
    session: Session, name: str, sender: str, references: Sequence[str], last: int
) -> Problem | None:
    """What is to be said of a mail that was pasted and is not kept, once its links were taken in; None where
    it is a report. `last`: the newest report before it; one of these links can have been taken in as that of
    another mail that was pasted with it."""
    his = address_of(sender) or sender.casefold()
    query = select(ReportRow).where(col(ReportRow.reference).in_(references), col(ReportRow.id) > last)
    reports = session.exec(query.order_by(col(ReportRow.id))).all()
    if len(reports) < len(references):
        return None
    came: list[list[Before]] = []
    for one in reports:
        came.append([b for b in others(session, one) if (b[0].id or 0) <= last and not _is_said(b)])
        if _reporter((one, None)) not in ("", his):
            came[-1].append((one, None))
        elif brought(session, one, came[-1]):
            return None
    before = known_before(his, came)
    if not before:
        return None
    told = nothing_new(session, reports, before)
    remedy = (
        "read what it says; what is wrong is decided on the event (banzuke resolve E…), or put right as a"
        " correction where a list has it (banzuke correction open)"
    )
    return Problem(NOTHING_NEW, f"{name}, {told.place}", told.expected, told.found, remedy)


def nothing_new(session: Session, reports: Sequence[ReportRow], before: Sequence[Before]) -> Problem:
    """What the officer is told of a mail's reports that somebody else had made before."""
    events = {e.id: f"E{e.id} {e.called}" for one in reports if (e := event_of(session, one)) is not None}
    numbers = ", ".join(f"M{mail.id}" for mail in _mails(before))
    expected = "an event that is new, or that has changed"
    found = "reported before by somebody else; nothing has changed since"
    if numbers:
        found = f"reported before by the sender of {numbers}; nothing has changed since"
    return problem_of("mail-nothing-new", ", ".join(events.values()), expected, found)


def keep_said(session: Session, said: Mapping[int, Problem | None]) -> list[tuple[MessageRow, Problem]]:
    """Keeps with mails what is to be said of each, in the caller's transaction; those that now ask, each with
    its problem."""
    asks = []
    for number, told in said.items():
        row = session.get_one(MessageRow, number)
        rest = [p for p in kept_problems(row) if p.code not in (NOTHING_NEW, COPY)]
        row.problems = as_json([*rest, told] if told is not None else rest)
        if told is not None and told.code == NOTHING_NEW:
            asks.append((row, told))
    return asks


def came_before(session: Session, row: MessageRow, reports: Sequence[Taken]) -> list[str]:
    """What of a mail came before: by which mail, or given by hand, and when."""
    found = []
    for one in reports:
        reference = session.get_one(ReportRow, one.report_id).reference
        before = session.exec(
            select(ReportRow)
            .where(ReportRow.reference == reference)
            .where(col(ReportRow.message_id).is_distinct_from(row.id))
            .order_by(col(ReportRow.arrived_on), col(ReportRow.id))
        ).first()
        if before is not None:
            facts = {"report": place_told(one.name), "day": day(before.arrived_on), "mail": before.message_id}
            found.append(
                _("{report} came before, with mail M{mail}, on {day}", **facts)
                if before.message_id
                else _("{report} came before, by an import, on {day}", **facts)
            )
    return found


def _is_said(one: Before) -> bool:
    return one[1] is not None and _code(one[1]) is not None


def _arrived(row: MessageRow) -> tuple[Any, int]:
    return row.arrived_at, row.id or 0


def _code(row: MessageRow) -> str | None:
    return next((p.code for p in kept_problems(row) if p.code in (NOTHING_NEW, COPY)), None)


def _mails(before: Iterable[Before]) -> list[MessageRow]:
    """The mails among reports, each once, in the order in which they arrived."""
    return sorted({mail.id: mail for _report, mail in before if mail is not None}.values(), key=_arrived)


def _sender(row: MessageRow) -> str:
    """By what two senders are told apart: the address, or the name where a list hides that; "" of nobody."""
    return address_of(row.sender) or row.sender.casefold() or row.sender_name.casefold()


def _reporter(one: Before) -> str:
    """By whom a report is, as senders are told apart; "" where nothing says so."""
    report, mail = one
    if mail is not None:
        return _sender(mail)
    return address_of(report.reporter or "") or (report.reporter or "").casefold()
