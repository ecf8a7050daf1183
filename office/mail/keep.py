"""Mails kept: the bytes first, then one row for each different mail and each place it was seen at; and what
became of the mails that were seen."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from sqlalchemy import Engine, and_, or_
from sqlmodel import Session, col, select

from importer.apart import Budget
from importer.tables import EventRow, MessagePlaceRow, MessageRow, ReadingRow, ReportRow
from importer.view import REPLACED
from office.clock import Clock
from office.database.engine import look, transaction
from office.errors import refusal
from office.families import day_here
from office.intake.refused import as_json as as_stored_json
from office.intake.refused import problems_of as problems_of_report
from office.lists.chain import published_events
from office.mail.arrival import SEEN, Arrival
from office.mail.headers import one_line
from office.mail.limits import refused
from office.mail.read import Mail, read_mail
from office.mail.sources import Given
from office.mail.waiting import MANY, closed
from office.mail.waiting import SEEN as SEEN_ALSO
from office.mail.waiting import known as known_already
from office.notices.addresses import answer_problems, note_returned
from office.place import Place
from office.words import N_, _
from scraper.addresses import tournament_of
from scraper.archive import ArchiveError, Exchange, FileArchive
from scraper.records import Problem

WAITS, TAKEN, REPEATED, NOTHING, REFUSED = "waits", "taken", "repeated", "nothing", "refused"
DELETED, RETURNED = "deleted", "returned"
"""The states of a mail (`MessageRow.state`)."""

MOST_OF_ONE_ID = 20
"""So many mails of one Message-ID are read again for a further one: one that more have tells none from
another."""


@dataclass(frozen=True, slots=True)
class At:
    """Where a server holds a mail."""

    account: str
    folder: str
    uid_validity: int
    uid: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a mail that was seen: its row, and what it says. `new`: it had not been seen before.
    Without a row it is no mail, or too large: `mail` says so."""

    row: MessageRow | None
    mail: Mail
    new: bool


class Shelf:
    """The office's mails: the bytes below `mails/`, by their SHA-256, and the rows."""

    def __init__(
        self, place: Place, engine: Engine, clock: Clock, order: Sequence[str], *, forwarded_own: bool = True
    ) -> None:
        self._place, self._archive = place, FileArchive(place.mails)
        self._engine, self._clock, self._order, self._own = engine, clock, order, forwarded_own

    def keep(self, given: Given, at: At | None = None) -> Kept:
        """Keeps a mail whole, or says why not. `at`: where a server holds it; then also what is refused is
        remembered, so that it is not fetched again."""
        now = self._clock()
        problem = given.problem or refused(given.raw, given.origin)
        if problem is not None and (at is None or given.problem is not None):
            mail = Mail("", problems=(problem,))
            if at is None:
                return Kept(None, mail, new=True)
            with transaction(self._engine) as session:
                if (before := _untaken(session, given, at)) is not None:
                    _place(session, before, at)
                    return Kept(before, Mail(""), new=False)
                return Kept(_row(session, mail, given, at, now, REFUSED), mail, new=True)
        mail = self._read(given.raw, now, given.origin)
        with transaction(self._engine) as session:
            before = session.exec(select(MessageRow).where(MessageRow.sha256 == mail.sha256)).first()
            if before is None or before.state != DELETED:  # else a server has yet what is not to be kept
                name = f"mail:{mail.sha256}"
                self._archive.put(Exchange(name, given.origin, "received", 200, given.raw, now))
            if before is not None:
                _place(session, before, at)
                return Kept(before, mail, new=False)
            if mail.returned is not None and note_returned(session, mail.returned, now):
                # It holds the notice with its links: it is about a report, and is none.
                back = replace(mail, addresses=(), shown=(), files=(), problems=(), noted=())
                return Kept(_row(session, back, given, at, now, RETURNED), back, new=True)
            known = [p for p in mail.problems if known_already(session, p)]  # nothing is asked of it
            left = tuple(p for p in mail.problems if p not in known)
            noted = (*(replace(p, code=SEEN_ALSO) for p in known), *mail.noted)
            mail = replace(mail, problems=(*left, *answer_problems(session, mail, self._place)), noted=noted)
            repeats = self._repeated(session, mail)
            state = REFUSED if mail.arrived is None else WAITS if mail.reports else NOTHING
            row = _row(session, mail, given, at, now, REPEATED if repeats else state, repeats)
        return Kept(row, mail, new=True)

    def answering(self, kept: Kept) -> Kept:
        """The same with what is asked of it as an answer, where what it answers was kept after it."""
        if kept.row is None or not kept.new or kept.row.state != NOTHING or not kept.mail.named:
            return kept
        with transaction(self._engine) as session:
            asked = answer_problems(session, kept.mail, self._place)
            more = tuple(p for p in asked if p not in kept.mail.problems)
            mail = replace(kept.mail, problems=(*kept.mail.problems, *more))
            row = session.get_one(MessageRow, kept.row.id)
            row.problems = as_json((*mail.problems, *mail.noted))
        return Kept(row, mail, new=True)

    def mail(self, row: MessageRow, budget: Budget | None = None) -> Mail:
        """A kept mail, read again; an ArchiveError if its bytes are not there any more. `budget`: what it
        with all its files may take."""
        return self._read(self.raw(row), row.seen_at, f"M{row.id}", budget)

    def raw(self, row: MessageRow) -> bytes:
        """The bytes of a kept mail as they came; none where they were never fetched. Refused where they were
        deleted since."""
        if row.state == DELETED:
            raise refusal("mail-deleted", f"M{row.id}", "a mail that is kept", "one that was deleted")
        return self._archive.body(row.sha256) if row.sha256 else b""

    def known(self, account: str, folder: str, uid_validity: int) -> set[int]:
        """The numbers of the mails in a server's folder that were seen."""
        with look(self._engine) as session:
            here = {"account": account, "folder": folder, "uid_validity": uid_validity}
            return set(session.exec(select(MessagePlaceRow.uid).filter_by(**here)))

    def _read(self, raw: bytes, now: datetime, place: str, budget: Budget | None = None) -> Mail:
        return read_mail(raw, now, place, self._order, forwarded_own=self._own, budget=budget)

    def _repeated(self, session: Session, mail: Mail) -> int | None:
        """The mail of the same Message-ID that reported all that this one does. One that says more than the
        other is none: anybody can write an identifier that was used before. Nor is one of an earlier day
        than another that waits, or whose events no published list holds: its day counts."""
        if mail.message_id is None or mail.arrived is None:
            return None
        same = select(MessageRow).where(
            MessageRow.message_id == mail.message_id, col(MessageRow.state).in_((WAITS, TAKEN, NOTHING))
        )
        arrived_on = day_here(session, mail.arrived.moment)
        for row in session.exec(same.order_by(col(MessageRow.id)).limit(MOST_OF_ONE_ID)):
            if arrived_on < row.arrived_on and (row.state == WAITS or _unpublished(session, row)):
                continue
            with suppress(ArchiveError):  # without its bytes nobody knows what it said
                if mail.says <= self.mail(row).says:
                    return row.id
        return None


def _unpublished(session: Session, row: MessageRow) -> bool:
    """Whether a mail reported an event that no published list holds, or that could not be read yet."""
    events = [(report, event_of(session, report)) for report in reports_of(session, row)]
    held = published_events(session)
    return any(
        report.state == "failed" if event is None else event.key not in held for report, event in events
    )


def _row(
    session: Session,
    mail: Mail,
    given: Given,
    at: At | None,
    now: datetime,
    state: str,
    repeats: int | None = None,
) -> MessageRow:
    arrived = mail.arrived or Arrival(now, SEEN)
    row = MessageRow(
        sha256=mail.sha256 or None, message_id=mail.message_id, subject=mail.subject,
        sender=mail.sender, sender_name=mail.sender_name,
        arrived_at=arrived.moment, arrived_by=arrived.by, arrived_on=day_here(session, arrived.moment),
        origin=one_line(given.origin), size=given.untaken or len(given.raw), seen_at=now, state=state,
        problems=as_json((*mail.problems, *mail.noted)), repeats=repeats,
    )  # fmt: skip
    session.add(row)
    session.flush()
    _place(session, row, at)
    return row


def _untaken(session: Session, given: Given, at: At) -> MessageRow | None:
    """The mail without bytes that this one was before the server gave its mails other numbers: of the same
    folder and size, and under none of the present numbers."""
    if not given.untaken:
        return None
    here = select(MessagePlaceRow.message_row_id).filter_by(account=at.account, folder=at.folder)
    now = here.where(MessagePlaceRow.uid_validity == at.uid_validity)
    number = col(MessageRow.id)
    before = select(MessageRow).where(col(MessageRow.sha256).is_(None), MessageRow.size == given.untaken)
    return session.exec(before.where(number.in_(here), number.not_in(now)).order_by(number)).first()


def _place(session: Session, row: MessageRow, at: At | None) -> None:
    if at is None or session.exec(select(MessagePlaceRow).filter_by(**asdict(at))).first() is not None:
        return
    session.add(MessagePlaceRow(message_row_id=row.id or 0, **asdict(at)))


def as_json(problems: Sequence[Problem]) -> str:
    """Problems as a row keeps them."""
    return as_stored_json([asdict(p) for p in problems])


WORDS = {
    WAITS: N_("waits for the next run: banzuke inbox"),
    TAKEN: N_("taken"),
    NOTHING: N_("nothing was taken"),
    REFUSED: N_("refused"),
    DELETED: N_("deleted: mails are not kept for ever"),
    RETURNED: N_("what a mail server says of a notice: banzuke notices sent"),
}


@dataclass(frozen=True, slots=True)
class SeenMail:
    """A mail, its state in words, and a line for each of its reports; of one that was closed, why."""

    row: MessageRow
    state: str
    reports: tuple[str, ...]
    closed: str | None = None


def seen_mails(session: Session, last: int) -> list[SeenMail]:
    """The newest mails by arrival, oldest of them first."""
    return became(session, newest_mails(session, last)[::-1])


def newest_mails(session: Session, last: int, newer: int = 0) -> list[MessageRow]:
    """So many mails by arrival, the newest first; without those that are `newer`."""
    newest = select(MessageRow).order_by(col(MessageRow.arrived_at).desc(), col(MessageRow.id).desc())
    return list(session.exec(newest.offset(newer).limit(last)))


def became(session: Session, rows: Iterable[MessageRow], told: Callable[[str], str] = str) -> list[SeenMail]:
    """What became of mails. `told`: how the code of what was wrong with a report is told."""
    why = closed(session)
    return [replace(_seen(session, row, told), closed=why.get(row.sha256 or "")) for row in rows]


def left_mails(session: Session) -> list[MessageRow]:
    """Mails that the next run takes, in the order in which they arrived; also one of many links that was
    closed or imported from, where that was taken back."""
    of_many = col(MessageRow.problems).contains(f'"{MANY}"')
    open_again = and_(col(MessageRow.state).in_((NOTHING, TAKEN)), of_many)
    rows = select(MessageRow).where(or_(col(MessageRow.state) == WAITS, open_again))
    found = session.exec(rows.order_by(col(MessageRow.arrived_at), col(MessageRow.id))).all()
    done = closed(session) if any(row.state != WAITS for row in found) else {}
    return [row for row in found if row.state == WAITS or row.sha256 not in done]


def mail_row(session: Session, name: str) -> MessageRow:
    """The mail of a number, `M3` or `3`; refused where there is none."""
    number = re.fullmatch("[Mm]?([0-9]{1,9})", unicodedata.normalize("NFKC", name.strip()))
    row = session.get(MessageRow, int(number[1])) if number else None
    if row is None:
        raise refusal("no-such-mail", name, "the number of a mail, e.g. M3", "none")
    return row


def reports_of(session: Session, row: MessageRow) -> Sequence[ReportRow]:
    """The reports that came with a mail; of a repeated one those of the mail it repeats."""
    query = select(ReportRow).where(col(ReportRow.message_id).in_({row.id, row.repeats or row.id}))
    return session.exec(query.order_by(col(ReportRow.id))).all()


def event_of(session: Session, report: ReportRow) -> EventRow | None:
    """The event that a report is of, also where another report of the same brought it first."""
    number = tournament_of(report.reference)
    key = f"chess-results:{number}" if number is not None else None
    if key is None:
        query = select(ReadingRow.event_key).join(ReportRow, col(ReportRow.id) == col(ReadingRow.report_id))
        same = query.where(ReportRow.reference == report.reference)
        key = session.exec(same.order_by(col(ReadingRow.id).desc()).limit(1)).first()
    return session.exec(select(EventRow).where(EventRow.key == key)).first() if key else None


def _another_counts(session: Session, report: ReportRow, event: EventRow) -> bool:
    """Whether a file was read and its event is read from another one."""
    newest = session.get_one(ReadingRow, event.newer_reading_id or event.reading_id)
    counts = session.get_one(ReportRow, newest.report_id).reference
    return event.tournament is None and report.state == "read" and report.reference != counts


def _seen(session: Session, row: MessageRow, told: Callable[[str], str]) -> SeenMail:
    if row.state == REPEATED:
        return SeenMail(row, _("repeats M{mail}", mail=row.repeats), ())
    lines = []
    for report in reports_of(session, row):
        event = event_of(session, report)
        words = f"E{event.id} {event.called}" if event is not None else report.text or report.reference
        if event is not None and _another_counts(session, report, event):
            words = _("{event}: another report of it counts", event=words)
        if report.state in ("failed", REPLACED):
            name, why = report.text or report.reference, told(problems_of_report(report)[0].code)
            words = _("{report}: not read, {why}", report=name, why=why)
            words += _("; its correction came") if report.state == REPLACED else ""
        elif report.state == "received":
            words = _("{report}: not asked for yet", report=report.text or report.reference)
        lines.append(words)
    nothing = row.state == NOTHING and row.problems == "[]"
    return SeenMail(row, _("reports nothing") if nothing else _(WORDS[row.state]), tuple(lines))
