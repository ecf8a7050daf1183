"""Decisions of the officer: recorded with reason, who and when; found again by what the officer saw.

A ruling's subject is what stood in the source (name, IDs, round, opponent), never a row id or a
starting number: those move when an event is renumbered. Its fingerprint is over the facts it was
decided on. A ruling whose fingerprint no longer fits does not act: the question is open again.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.errors import ImportRefused
from importer.lengths import bounded
from importer.tables import RulingRow

if TYPE_CHECKING:
    from importer.ahead import Entered


class Kind(StrEnum):
    """What can be ruled. The value that goes with each is in brackets."""

    MATCH = "match"  # [federation ID, or `no-member`] this player of this event
    ALIAS = "alias"  # [federation ID] this spelling, in every event
    ROUND_DATE = "round-date"  # [day] a round of an event
    TIME_CONTROL = "time-control"  # [time control] of an event
    REPORTED = "reported"  # [day] R16
    DAYS = "days"  # [first/last day] of an event whose source does not say them, or says them wrongly
    SAME_EVENT = "same-event"  # [event key] an event reported twice: the other one counts
    ACCEPT_LATE = "accept-late"  # an event, 3(7)
    EXCLUDE = "exclude"  # an event or one of its games, 3(8)
    DEFER = "defer"  # [list date] an event, not into this list but the next, R16
    ACCEPT = "accept"  # a problem, taken as it is; [the event's name] where that is what was missing
    REOPEN = "reopen"  # [JSON: list, reported] a published event, for a correction of its list, 7(3)
    INTO = "into-correction"  # [the same] an event that came after its list was published, R16
    CORRECTED = "corrected"  # [which versions] a list, when a correction of it was published
    ALARM = "accept-alarm"  # an alarm before a list was published, taken as it is
    CLOSE = "close"  # a report that cannot be read: nothing is to be read of it any more
    EDITION = "edition"  # [edition] for a list date, R0; for every list, where its text is undated
    EVENT_CLASS = "event-class"  # [lightning, open, short, club or junior] of an event, QJ 1
    DECIDED = "decided"  # [rating] a member's first rating of a type on a list, 2019 2(4)
    ADJUSTMENT = "adjustment"  # [JSON: points, reference, …] a member's rating on a list
    OUTSIDE = "outside-rating"  # [rating] a member's JCA or other country's rating, 2019 2(3)
    FEE = "fee"  # [paid and the day, unpaid, accepted] an event, or an organizer's events of a list
    ORGANIZER = "organizer"  # [accepted, refused] of an event, 3(3)
    PERSON = "organizer-person"  # [JSON: as, valid] who reports for an organizer, or runs his events
    REPORTER = "reporter"  # [federation ID, or `organizer`] who reported an event, 4(2)
    RUN_BY = "run-by"  # [federation ID] who ran an event, 3(3)
    FORM = "form"  # [tournament, meeting] of an event, 3(2)
    FIDE_OFFICIAL = "fide-official"  # [yes, no] an event, 2022 4(6)
    RATING_GAP = "rating-gap"  # [points] so far a printed rating may lie from the member's
    MERGE = "merge"  # [federation ID] an entry of the register is the same person as this member
    APART = "two-members"  # two entries of the register are two persons
    ERASURE = "erasure"  # [how much] what is known of a member, on request; never taken back, 7(1)
    KNOWN = "known"  # what the office knows that it does not know, and need not be told again
    REGIONAL = "regional"  # [yes, no] an event that qualifies for the championship, 2022 4(7)


def word(kind: str) -> str:
    """What a kind of decision is told as; the word of some stands for something else where problems are."""
    words = {Kind.FORM: "form of the event", Kind.KNOWN: "known to be missing"}
    return words.get(Kind(kind), kind)


IN_PARTS = (Kind.REOPEN, Kind.INTO, Kind.ADJUSTMENT, Kind.PERSON)
"""Kinds whose value is JSON."""

Subject = Mapping[str, str | int | None]


def subject_text(subject: Subject) -> str:
    """A subject as it is stored: the same subject, the same text."""
    return json.dumps(dict(sorted(subject.items())), ensure_ascii=False)


def fingerprint(*facts: object) -> str:
    """Sixteen hexadecimal digits over the facts a decision was made on."""
    text = json.dumps([str(f) if f is not None else None for f in facts], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def player_subject(name: str, national_id: str | None, fide_id: str | None) -> Subject:
    """How a player of an event is named in a ruling."""
    return {"name": name, "national_id": national_id, "fide_id": fide_id}


def player_facts(player: "Entered") -> str:
    """What a decision on a player was made on, beside his name and IDs."""
    return fingerprint(player.federation, player.sex)


CODES = {"unknown": "member-unknown", "ambiguous": "member-ambiguous"}
"""What is asked of players for whom no member is found."""

GUEST_SINCE = "guest since ruling "
"""How the rule begins of a player who was decided to be no member at another event (R69)."""

ABROAD = "; of another federation: "
"""How the rule goes on where a player of another federation is nobody, and no member is likely."""

DECIDED_ANEW = "decided anew"


@dataclass(frozen=True, slots=True)
class Made:
    """Why, by whom and when something is decided. `seen`: the numbers of the decisions that whoever decides
    has before his eyes; what he decides himself is added. None where nobody is asked. `zone`: the office's,
    in which he is told moments."""

    reason: str
    who: str
    now: datetime
    seen: set[int] | None = None
    zone: tzinfo = UTC


InForce = dict[tuple[str | None, str, str | None, str], list[RulingRow]]
"""The rulings in force by event, kind, code and subject, for who records many of them."""


def in_force(session: Session) -> InForce:
    """All rulings that were not taken back."""
    found: InForce = defaultdict(list)
    for row in session.exec(_in_force()):
        found[row.event_key, row.kind, row.code, row.subject].append(row)
    return found


def record(
    session: Session,
    kind: Kind,
    *,
    subject: Subject,
    facts: str,
    made: Made,
    event_key: str | None = None,
    code: str | None = None,
    value: str | None = None,
    among: InForce | None = None,
) -> RulingRow:
    """Stores a decision. `facts` is a `fingerprint`. Refused without a reason or a name to it; an
    earlier ruling of the same kind on the same subject is taken back by this one, or is this one already.
    `among`: all that are in force, kept up with; without it they are asked for."""
    _refuse_incomplete(made)
    text = subject_text(subject)
    bounded({"what it is about": text, "what is decided": value})
    same = select(RulingRow).filter_by(
        kind=kind.value, event_key=event_key, code=code, subject=text, taken_back_at=None
    )
    about = event_key, kind.value, code, text
    for earlier in session.exec(same) if among is None else among.get(about, ()):
        if made.seen is not None and earlier.id not in made.seen:
            _refuse_other(earlier, facts, value, made.zone)
        said = (earlier.fingerprint, earlier.value, earlier.reason, earlier.who)
        again = said == (facts, value, made.reason.strip(), made.who.strip())
        if again and kind is not Kind.ERASURE:  # a further one erases what came since
            if made.seen is not None:
                made.seen.add(earlier.id or 0)
            return earlier  # a command that was given twice
        take_back(session, earlier, replace(made, reason=DECIDED_ANEW))
    row = RulingRow(
        kind=kind.value,
        event_key=event_key,
        code=code,
        subject=text,
        fingerprint=facts,
        value=value,
        reason=made.reason.strip(),
        who=made.who.strip(),
        made_at=made.now,
    )
    session.add(row)
    session.flush()
    if among is not None:
        among[about] = [row]
    if made.seen is not None:
        made.seen.add(row.id or 0)
    return row


def replaced(session: Session, row: RulingRow) -> RulingRow | None:
    """The decision in whose place this one was made; None where there was none."""
    same = select(RulingRow).filter_by(
        kind=row.kind,
        event_key=row.event_key,
        code=row.code,
        subject=row.subject,
        taken_back_why=DECIDED_ANEW,
    )
    before = same.where(col(RulingRow.id) < row.id, col(RulingRow.taken_back_at) == row.made_at)
    return session.exec(before.order_by(col(RulingRow.id).desc())).first()


def answered(row: RulingRow, zone: tzinfo = UTC) -> str:
    """A decision as whoever did not know of it is told. `zone`: in which its moment is told."""
    what, made_at = _decided(row), f"{row.made_at.astimezone(zone):%Y-%m-%d %H:%M}"
    return f"{what}, by {row.who} on {made_at} ({zone}): {row.reason} (decision {row.id})"


def _decided(row: RulingRow) -> str:
    """What was decided; a value in parts, which is kept as JSON, in words."""
    told = json.loads(row.value) if row.value and row.kind in IN_PARTS else {}
    if row.kind in (Kind.REOPEN, Kind.INTO):
        return f"a correction of the list of {told['list']}, error reported on {told['reported']}, taken up"
    if row.kind == Kind.ADJUSTMENT:
        return f"“{told['reference']}”, an adjustment of {told['points']:+d} points"
    if row.kind == Kind.PERSON:
        days = f", {told['valid']}," if "valid" in told else ""
        return f"counts as {told['as']}{days} with this organizer"
    return f"decided as {word(row.kind)}" + (f": {row.value}" if row.value else "")


def _refuse_other(earlier: RulingRow, facts: str, value: str | None, zone: tzinfo) -> None:
    """Nobody replaces unknowingly what another one decided; the same decision again is no other."""
    if (earlier.fingerprint, earlier.value) == (facts, value):
        return
    remedy = f"see: banzuke rulings; then decide again, or first: banzuke resolve --take-back {earlier.id}"
    place, found = ", ".join(filter(None, (earlier.event_key, earlier.subject))), answered(earlier, zone)
    expected = "nothing decided yet that you did not see"
    raise ImportRefused.because("answered-meanwhile", place, expected, found, remedy)


def take_back(session: Session, row: RulingRow, made: Made) -> None:
    """Ends a ruling; the row stays, with who took it back, why and when. Refused without these."""
    _refuse_incomplete(made)
    row.taken_back_at, row.taken_back_by, row.taken_back_why = made.now, made.who, made.reason
    session.add(row)
    session.flush()


def _refuse_incomplete(made: Made) -> None:
    bounded({"--reason": made.reason, "--who": made.who})
    told = (("a reason", made.reason), ("who decides", made.who))
    missing = [what for what, text in told if not text.strip()]
    if missing:
        expected, remedy = " and ".join(missing), "give it; a command takes it as --reason and --who"
        raise ImportRefused.because("ruling-incomplete", "ruling", expected, "nothing", remedy)


class Rulings:
    """The rulings in force, looked up by event, kind and subject.

    `unfit` collects the ids of those met whose fingerprint no longer fits what they were made on, `met`
    of all that were looked up: a ruling that was not is about something that is no longer there.
    """

    def __init__(self, rows: Iterable[RulingRow]) -> None:
        self._rows = {(r.event_key, r.kind, r.code, r.subject): r for r in rows}
        self._of_kind: dict[str, list[RulingRow]] = defaultdict(list)
        self._of_event: dict[tuple[str | None, str], list[RulingRow]] = defaultdict(list)
        self._naming: dict[tuple[str, str | None], list[RulingRow]] = defaultdict(list)
        for row in self._rows.values():
            self._of_kind[row.kind].append(row)
            self._of_event[row.event_key, row.kind].append(row)
            self._naming[row.kind, row.value].append(row)
        self._on = {row.event_key for row in self._rows.values()}
        self.met: set[int] = set()
        self.unfit: set[int] = set()

    @classmethod
    def in_force(cls, session: Session) -> "Rulings":
        """All rulings that were not taken back, by number."""
        return cls(session.exec(_in_force()))

    def in_order(self) -> list[RulingRow]:
        """Every ruling in force, by number."""
        return sorted(self._rows.values(), key=lambda row: row.id or 0)

    def has(self, kind: Kind, event_key: str | None) -> bool:
        """Whether there is any ruling of this kind on this event (or, with None, on none)."""
        return (event_key, kind._value_) in self._of_event

    def any_on(self, event_key: str | None) -> bool:
        """Whether there is any ruling at all on this event."""
        return event_key in self._on

    def find(
        self, kind: Kind, event_key: str | None, subject: Subject, facts: str, code: str | None = None
    ) -> RulingRow | None:
        """The ruling on this subject if it fits `facts`; one that does not is noted in `unfit`."""
        if not self.has(kind, event_key):
            return None
        row = self._rows.get((event_key, kind.value, code, subject_text(subject)))
        if row is None:
            return None
        assert row.id is not None
        self.met.add(row.id)
        if row.fingerprint != facts:
            self.unfit.add(row.id)
            return None
        return row

    def of_event(self, event_key: str | None, kind: Kind) -> list[RulingRow]:
        """Every ruling of this kind on this event (or, with None, on none), fitting or not."""
        return list(self._of_event.get((event_key, kind.value), ()))

    def naming(self, kind: Kind, value: str) -> list[RulingRow]:
        """Every ruling of this kind with this value, fitting or not."""
        return list(self._naming.get((kind.value, value), ()))

    def of_kind(self, kind: Kind) -> list[RulingRow]:
        """Every ruling of this kind, whatever it is about."""
        return list(self._of_kind.get(kind.value, ()))

    def standing(self, kind: Kind, subject: Subject) -> RulingRow | None:
        """A ruling that belongs to no event (an alias, an edition)."""
        if not self.has(kind, None):
            return None
        return self._rows.get((None, kind.value, None, subject_text(subject)))


@cache
def _in_force() -> SelectOfScalar[RulingRow]:
    return select(RulingRow).where(col(RulingRow.taken_back_at).is_(None)).order_by(col(RulingRow.id))
