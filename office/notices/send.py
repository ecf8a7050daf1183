"""Notices sent: noted before they leave, in a transaction of their own, then handed over, then noted as left.

Whoever is killed between the two leaves a notice of which nobody knows whether it left. It is not sent again
(R91): the officer is shown it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.errors import MessageError

from sqlmodel import Session, col, delete, select
from sqlmodel.sql.expression import SelectOfScalar

from office.clock import Clock
from office.database.engine import transaction
from office.desk.refresh import refresh
from office.errors import OfficeError
from office.families import day_here
from office.house import fact
from office.notices import smtp, webhook
from office.notices.addresses import key_of, silent
from office.notices.gather import due
from office.notices.kinds import WEBHOOK, Due, Left, State, line
from office.notices.settings import Ways, folder_of, password, sender_of, webhook_secret
from office.notices.tables import NoticeAboutRow, NoticeKindRow, NoticeRow
from office.notices.text import Written, mail, written
from office.opened import Office
from rating.interpretations import Interpretations, interpretations
from scraper.records import Problem
from scraper.unfinished import put

MAIL, FOLDER = "mail", "folder"
"""Ways (`NoticeRow.way`), beside the webhook."""

TRIES = 10
"""So often a notice that a server does not take yet is tried."""

PAUSES = tuple(timedelta(hours=hours) for hours in (0, 0, 1, 2, 4, 8, 16, 24, 24))
"""Until it is tried again, behind each try: with the next run where it may pass soon, and for three days in
all, as a provider that takes only so many mails a day takes the rest on the next."""

AFRESH = timedelta(days=3)
"""A notice that was not taken so long ago, with nothing due since, says nothing of one that is due now: its
tries are counted from the first."""

UNSURE = timedelta(minutes=15)
"""A notice that is noted as leaving for so long was cut off."""


@dataclass(slots=True)
class Sent:
    """What a run did: each notice with how it left. `waits`: whether the officer has to look at one."""

    notices: list[tuple[Due, Left]] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        return any(left.how in (State.REFUSED, State.SENDING) for _one, left in self.notices)


def send(
    office: Office,
    ways: Ways,
    *,
    clock: Clock,
    tell: Callable[[Due, Left], None] = lambda _one, _left: None,
    switches: Interpretations | None = None,
) -> Sent:
    """Sends every notice that is due. Before one is noted, the server is there and takes the login. What is
    refused by name keeps no other notice from leaving; it is raised at the end."""
    switches, now = switches or interpretations(), clock()
    with office.writing() as session:
        refresh(session)  # what waits has its number
        _believe(session, now)
        if switches.r91 == "at-least-once":
            _take_up(session, now)
    with office.reading() as session:
        today = day_here(session, now)
        found = due(session, now, today, webhook=bool(ways.webhook), own=ways.sender, switches=switches)
        failed = {(r.kind, r.recipient_sha256): r for r in session.exec(_untaken())}
        waiting = [one for one in found if not put_off(failed.get((one.kind, key_of(one.recipient))), now)]
        name = fact(session, "name")
    done, refused = Sent(), list[Problem]()
    with ExitStack() as stack:
        by_mail, by_hook = Mails(stack, ways, name, clock), Hook(ways, name, clock)
        stopped: set[tuple[str, str]] = set()
        for one in waiting:
            way = by_hook if one.recipient == WEBHOOK else by_mail
            if {(way.name, ""), (way.name, one.kind)} & stopped:
                continue
            lot = (way.name, "")
            try:
                way.ready()
                lot = (way.name, one.kind)
                words = written(office.place, name, one)
            except OfficeError as error:
                stopped.add(lot)
                refused += [p for p in error.problems if p not in refused]
                continue
            number = secrets.token_hex(16)
            with transaction(office.engine) as session:
                row = claim(session, one, way.name, number, clock())
            if row is None:  # another run was quicker, or its recipient wants none any more
                continue
            left = way(one, words, number)
            with transaction(office.engine) as session:
                note(session, row, left, clock())
            done.notices.append((one, left))
            tell(one, left)
    if refused:
        raise OfficeError(*refused)
    return done


def put_off(row: NoticeRow | None, now: datetime) -> bool:
    """Whether a notice is to be tried later: its recipient's server did not take it (`row`) a while ago."""
    pause = PAUSES[min(row.attempts, len(PAUSES)) - 1] if row is not None else timedelta(0)
    return row is not None and timedelta(0) <= now - row.claimed_at < pause  # else the clock was ahead


def _untaken() -> SelectOfScalar[NoticeRow]:
    """The notices that their recipients' servers did not take yet."""
    return select(NoticeRow).where(NoticeRow.state == State.FAILED.value)


def claim(session: Session, one: Due, way: str, number: str, now: datetime) -> int | None:
    """Notes a notice as leaving, in the caller's transaction, under an identifier; gives its row. None where
    any of it was told meanwhile, the kind was switched off, or its recipient wants none."""
    key, kind = key_of(one.recipient), session.get(NoticeKindRow, one.kind)
    if kind is None or not kind.switched_on or key in silent(session):
        return None
    about = NoticeAboutRow
    mine = select(about.id).where(about.kind == one.kind, about.recipient_sha256 == key)
    occasions = [a.occasion for a in one.abouts]
    if session.exec(mine.where(col(about.occasion).in_(occasions))).first() is not None:
        return None
    same = (NoticeRow.kind == one.kind, NoticeRow.recipient_sha256 == key)
    row = session.exec(_untaken().where(*same)).first()
    if row is None:
        row = NoticeRow(
            kind=one.kind, recipient=one.recipient, recipient_sha256=key, way=way, message_id=number,
            state=State.SENDING.value, attempts=0, claimed_at=now,
        )  # fmt: skip
    tried = row.attempts if now - row.claimed_at <= AFRESH else 0
    row.state, row.way, row.claimed_at = State.SENDING.value, way, now
    row.ended_at, row.attempts = None, tried + 1
    row.message_id, row.found = number, None
    session.add(row)
    session.flush()
    assert row.id is not None
    for occasion in occasions:
        session.add(about(notice_id=row.id, kind=one.kind, recipient_sha256=key, occasion=occasion))
    session.flush()
    return row.id


def note(session: Session, number: int, left: Left, now: datetime) -> None:
    """Notes how a notice left, in the caller's transaction. What is to be tried again can then be told by
    another run; what nobody knows stays noted as leaving."""
    row = session.get_one(NoticeRow, number)
    row.found, row.ended_at = left.said or None, now
    given_up = left.how is State.FAILED and row.attempts >= TRIES
    row.state = State.REFUSED if given_up else left.how
    if row.state == State.FAILED:
        session.exec(delete(NoticeAboutRow).where(col(NoticeAboutRow.notice_id) == number))


def _believe(session: Session, now: datetime) -> None:
    """A kind that was switched on by a clock that was ahead tells of what comes in from now on, and does not
    wait until that moment comes."""
    for row in session.exec(select(NoticeKindRow).where(col(NoticeKindRow.since) > now)).all():
        row.since = now


def _take_up(session: Session, now: datetime) -> None:
    """What was cut off can be told again (R91, the other reading); also what by its moment, of a clock that
    was ahead, leaves only later."""
    row = NoticeRow
    lately = col(row.claimed_at).between(now - UNSURE, now + UNSURE)
    cut = select(row).where(row.state == State.SENDING.value, ~lately)
    for one in session.exec(cut).all():
        note(session, one.id or 0, Left(State.FAILED, one.found or ""), now)


class Mails:
    """By mail: to the server, or into the folder where none is set."""

    def __init__(self, stack: ExitStack, ways: Ways, name: str, clock: Clock) -> None:
        self._stack, self._ways, self._office, self._clock = stack, ways, name, clock
        self._box: smtp.Opened | None = None
        self._closed: str | None = None
        self.name = FOLDER if ways.server is None else MAIL

    def ready(self) -> None:
        """The sender is known, and the server there, or the folder."""
        sender_of(self._ways)
        server = self._ways.server
        if server is None:
            folder_of(self._ways)
        elif self._closed is not None:
            raise smtp.closed(server, self._closed)
        elif self._box is None or not self._box.alive:
            self._box = self._stack.enter_context(smtp.opened(server, lambda: password(server)))

    def __call__(self, one: Due, words: Written, number: str) -> Left:
        sender, now = self._ways.sender, self._clock()
        message_id = f"<{number}@{sender.rpartition('@')[2]}>"
        try:
            data = mail(one, words, sender=sender, office_name=self._office, message_id=message_id, now=now)
        except (ValueError, MessageError, IndexError) as error:  # an address that is none after all
            return Left(State.REFUSED, line(str(error)))
        if self._box is not None:
            return self._hand_over(self._box, sender, one.recipient, data)
        try:
            put(self._ways.folder / f"{now:%Y%m%d-%H%M%S}-{number}.eml", data, mode=0o600)
        except OSError as error:
            return Left(State.FAILED, line(str(error)))
        return Left(State.SENT, self._ways.folder.name)

    def _hand_over(self, box: smtp.Opened, sender: str, recipient: str, data: bytes) -> Left:
        """Hands over a mail, where the server ended the connection before once more on a new one. One that
        ends that, too, is left until the next run."""
        left = box.hand_over(sender, recipient, data)
        if left.how is not State.FAILED or box.alive:
            return left
        try:
            self.ready()
        except OfficeError:
            return left  # the next notice says so
        again = self._box or box
        left = again.hand_over(sender, recipient, data)
        if left.how is State.FAILED and not again.alive:
            self._closed = left.said
        return left


class Hook:
    """By the webhook."""

    name = WEBHOOK

    def __init__(self, ways: Ways, name: str, clock: Clock) -> None:
        self._address, self._office, self._clock = ways.webhook, name, clock

    def ready(self) -> None:
        """There is a secret to sign with."""
        webhook_secret()

    def __call__(self, one: Due, words: Written, number: str) -> Left:
        now = self._clock()
        data = webhook.body(one, words, number=number, office_name=self._office, now=now)
        return webhook.post(self._address, webhook_secret(), data, now)
