"""Notices as they stand: each kind with whether it is on, what was sent, and what the office knows of
addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, func, select

from importer.organizers_people import address_of
from importer.tables import MemberRow
from office.errors import refusal
from office.notices.addresses import pass_on, recipient
from office.notices.kinds import KINDS, LEFT, Kind, State, kind_named, kinds_of, to_members
from office.notices.send import UNSURE
from office.notices.settings import ADDRESS
from office.notices.tables import NoticeAboutRow, NoticeKindRow, NoticeRecipientRow, NoticeRow
from office.register.find import find_member
from office.words import LANGUAGES, N_, _

WORDS = {**LEFT, State.SENDING: N_("is leaving")}
UNKNOWN = LEFT[State.SENDING]
BACK = N_("came back")


@dataclass(frozen=True, slots=True)
class Stands:
    """A kind as it stands. `row`: None where nobody ever switched it; `sent`: how many notices left, and when
    the last."""

    kind: Kind
    row: NoticeKindRow | None
    sent: int
    last: datetime | None

    @property
    def on(self) -> bool:
        return self.row is not None and self.row.switched_on


@dataclass(frozen=True, slots=True)
class Told:
    """A notice that was noted, and of how many things it tells: of none while it is put off, as the next
    run gathers them anew. `words`: its state, to be translated."""

    row: NoticeRow
    abouts: int
    words: str

    @property
    def said(self) -> list[str]:
        """What servers said where it did not arrive."""
        not_there = self.asks or self.row.state == State.FAILED
        found = [self.row.found if not_there and self.words != BACK else None, self.row.bounced]
        return [text for text in found if text]

    @property
    def asks(self) -> bool:
        """Whether an officer should look at it."""
        return self.words in (UNKNOWN, BACK, WORDS[State.REFUSED])


def board(session: Session) -> list[Stands]:
    """Every kind that the office has, and what else was switched on before it was known to have none."""
    rows = {row.name: row for row in session.exec(select(NoticeKindRow))}
    n = NoticeRow
    query = select(n.kind, func.count(), func.max(n.ended_at)).where(n.state == State.SENT.value)
    sent = {kind: (count, last) for kind, count, last in session.exec(query.group_by(n.kind))}
    every = [Stands(kind, rows.get(kind.name), *sent.get(kind.name, (0, None))) for kind in KINDS.values()]
    own = kinds_of(session)
    return [one for one in every if one.kind.name in own or one.on]


def named(session: Session, name: str) -> Stands:
    """The kind of this name; refused where the office has none."""
    every = {one.kind.name: one for one in board(session)}
    kind_named(name, {known: one.kind for known, one in every.items()})
    return every[name]


def switch(session: Session, name: str, on: bool, *, who: str, now: datetime) -> NoticeKindRow:
    """Switches a kind on or off. One that is switched on tells of what comes in from then on, and of what
    waits."""
    kind_named(name, kinds_of(session) if on else KINDS)
    row = session.get(NoticeKindRow, name)
    if row is None:
        row = NoticeKindRow(name=name, since=now, changed_by=who, changed_at=now)
        session.add(row)
    if on and not row.switched_on:
        row.since = now
    row.switched_on, row.changed_by, row.changed_at = on, who, now
    return row


def told(session: Session, last: int, now: datetime) -> list[Told]:
    """The newest notices, the newest first."""
    rows = session.exec(select(NoticeRow).order_by(col(NoticeRow.id).desc()).limit(last)).all()
    about = NoticeAboutRow
    ids = [row.id for row in rows]
    query = select(about.notice_id, func.count()).where(col(about.notice_id).in_(ids))
    counts = dict(session.exec(query.group_by(about.notice_id)).all())  # type: ignore[arg-type]
    return [Told(row, counts.get(row.id or 0, 0), _words(row, now)) for row in rows]


def _words(row: NoticeRow, now: datetime) -> str:
    if row.bounced_at is not None:
        return BACK
    cut = row.ended_at is not None or abs(now - row.claimed_at) > UNSURE
    return UNKNOWN if row.state == State.SENDING and cut else WORDS[State(row.state)]


def recipients(session: Session) -> Sequence[NoticeRecipientRow]:
    """Every address of which something is known."""
    return session.exec(select(NoticeRecipientRow).order_by(col(NoticeRecipientRow.address))).all()


def told_officers(session: Session) -> Sequence[str]:
    """The addresses at which officers are told what waits. An address is nobody's account: it stays where one
    is closed."""
    row = NoticeRecipientRow
    query = select(row.address).where(col(row.officer), col(row.stopped_at).is_(None))
    return session.exec(query.where(col(row.bounced_at).is_(None)).order_by(row.address)).all()


def address_named(text: str) -> str:
    """An e-mail address as it is kept; refused where it is none that a mail can go to."""
    found = address_of(text)
    if found is None or not ADDRESS.fullmatch(found):
        expected, remedy = "an e-mail address", "write it as name@example.org"
        raise refusal("no-such-address", "the address", expected, f"“{text[:100]}”", remedy)
    return found


def set_recipient(
    session: Session, text: str, *, officer: bool, member: str, language: str, who: str, now: datetime
) -> NoticeRecipientRow:
    """Whose an address is: an officer's, a member's (ID or whole name), or both. `language`: en, ja, or
    nothing for both."""
    if language and language not in LANGUAGES:
        raise refusal("no-such-language", "--lang", ", ".join(LANGUAGES), f"“{language[:40]}”")
    if member and not to_members(session):
        expected = "an officer's address: no kind of notice of this office goes to members"
        raise refusal("no-such-notice", "the address", expected, "a member's", "name no member")
    member_id = find_member(session, member).id if member else None
    row = _changed(session, text, who, now)
    before = row.member_id
    row.officer, row.member_id, row.language = officer, member_id, language or None
    session.flush()
    pass_on(session, row.address, before, member_id)
    return row


def whose(session: Session, row: NoticeRecipientRow) -> str:
    """What is known of an address, in a line."""
    parts = [_("an officer")] if row.officer else []
    member = session.get(MemberRow, row.member_id) if row.member_id is not None else None
    if member is not None:
        parts.append(f"{member.federation_id} {member.name}")
    if row.language:
        parts.append(row.language)
    if row.stopped_at is not None:
        parts.append(_("wants none"))
    if row.bounced_at is not None:
        parts.append(_("one came back: {said}", said=row.bounced or "?"))
    return _(", ").join(parts) or _("nothing more is known")


def stop(session: Session, text: str, *, who: str, now: datetime) -> NoticeRecipientRow:
    """Nothing goes to this address any more."""
    row = _changed(session, text, who, now)
    row.stopped_at = row.stopped_at or now
    return row


def allow(session: Session, text: str, *, who: str, now: datetime) -> NoticeRecipientRow:
    """Notices go to this address again, also where one came back from it."""
    row = _changed(session, text, who, now)
    row.stopped_at = row.bounced_at = row.bounced = None
    return row


def _changed(session: Session, text: str, who: str, now: datetime) -> NoticeRecipientRow:
    row = recipient(session, address_named(text), who, now)
    row.changed_by, row.changed_at = who, now
    return row
