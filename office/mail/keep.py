"""Mails kept: the bytes first, then one row for each different mail and each place it was seen at."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import Session, select

from importer.tables import MessagePlaceRow, MessageRow
from office.clock import Clock
from office.database.engine import look, transaction
from office.families import day_here
from office.mail.arrival import SEEN
from office.mail.headers import one_line
from office.mail.limits import refused
from office.mail.read import Mail, read_mail
from office.mail.sources import Given
from office.place import Place
from scraper.archive import Exchange, FileArchive
from scraper.records import Problem

WAITS, TAKEN, REPEATED, NOTHING, REFUSED = "waits", "taken", "repeated", "nothing", "refused"
"""The states of a mail (`MessageRow.state`)."""


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

    def __init__(self, place: Place, engine: Engine, clock: Clock, order: Sequence[str]) -> None:
        place.mails.mkdir(parents=True, exist_ok=True)
        self._archive = FileArchive(place.mails)
        self._engine, self._clock, self._order = engine, clock, order

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
                return Kept(_row(session, mail, None, given, at, now, REFUSED, None), mail, new=True)
        mail = read_mail(given.raw, now, given.origin, self._order)
        self._archive.put(Exchange(f"mail:{mail.sha256}", given.origin, "received", 200, given.raw, now))
        with transaction(self._engine) as session:
            before = session.exec(select(MessageRow).where(MessageRow.sha256 == mail.sha256)).first()
            if before is not None:
                _place(session, before, at)
                return Kept(before, mail, new=False)
            repeats = self._repeated(session, mail)
            state = REFUSED if mail.arrived is None else WAITS if mail.reports else NOTHING
            row = _row(session, mail, mail.sha256, given, at, now, REPEATED if repeats else state, repeats)
        return Kept(row, mail, new=True)

    def mail(self, row: MessageRow) -> Mail:
        """A kept mail, read again; an ArchiveError if its bytes are not there any more."""
        return read_mail(self.raw(row), row.seen_at, f"M{row.id}", self._order)

    def raw(self, row: MessageRow) -> bytes:
        """The bytes of a kept mail as they came; none where they were never fetched."""
        return self._archive.body(row.sha256) if row.sha256 else b""

    def known(self, account: str, folder: str, uid_validity: int) -> set[int]:
        """The numbers of the mails in a server's folder that were seen."""
        with look(self._engine) as session:
            return set(
                session.exec(
                    select(MessagePlaceRow.uid).where(
                        MessagePlaceRow.account == account,
                        MessagePlaceRow.folder == folder,
                        MessagePlaceRow.uid_validity == uid_validity,
                    )
                )
            )

    def _repeated(self, session: Session, mail: Mail) -> int | None:
        """The mail of the same Message-ID that reported all that this one does. One that says more than the
        other is none: anybody can write an identifier that was used before."""
        if mail.message_id is None or mail.arrived is None:
            return None
        same = select(MessageRow).where(MessageRow.message_id == mail.message_id)
        for row in session.exec(same.order_by(MessageRow.id)):  # type: ignore[arg-type]
            if row.state in (WAITS, TAKEN, NOTHING) and mail.reports <= self.mail(row).reports:
                return row.id
        return None


def _row(
    session: Session,
    mail: Mail,
    sha256: str | None,
    given: Given,
    at: At | None,
    now: datetime,
    state: str,
    repeats: int | None,
) -> MessageRow:
    row = MessageRow(
        sha256=sha256,
        message_id=mail.message_id,
        sender=mail.sender,
        sender_name=mail.sender_name,
        subject=mail.subject,
        arrived_at=mail.arrived.moment if mail.arrived else now,
        arrived_by=mail.arrived.by if mail.arrived else SEEN,
        arrived_on=day_here(session, mail.arrived.moment if mail.arrived else now),
        origin=one_line(given.origin),
        size=len(given.raw),
        seen_at=now,
        state=state,
        problems=as_json(mail.problems),
        repeats=repeats,
    )
    session.add(row)
    session.flush()
    _place(session, row, at)
    return row


def _place(session: Session, row: MessageRow, at: At | None) -> None:
    if at is None:
        return
    assert row.id is not None
    here = MessagePlaceRow(message_row_id=row.id, **asdict(at))
    seen = select(MessagePlaceRow).where(
        MessagePlaceRow.account == at.account,
        MessagePlaceRow.folder == at.folder,
        MessagePlaceRow.uid_validity == at.uid_validity,
        MessagePlaceRow.uid == at.uid,
    )
    if session.exec(seen).first() is None:
        session.add(here)


def as_json(problems: Sequence[Problem]) -> str:
    """Problems as a row keeps them."""
    return json.dumps([asdict(p) for p in problems], ensure_ascii=False)


def problems_of(row: MessageRow) -> list[Problem]:
    """The problems a row keeps."""
    return [Problem(**p) for p in json.loads(row.problems)]
