"""Decisions: what the officer says to a numbered problem or to an event becomes a ruling."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, col, select

from importer.checks.people import CODES, player_facts
from importer.findings import Finding
from importer.names import federation_id
from importer.review import NO_MEMBER
from importer.rulings import Kind, Subject, fingerprint, record, subject_text, take_back
from importer.tables import EventPlayerRow, EventRow, MemberRow, ProblemRow, RulingRow
from importer.view import EventView
from office.desk.refresh import DeskEvent, deferral_facts, deferral_subject, refresh
from office.errors import OfficeError
from office.time_controls import officer_minutes
from scraper.records import Problem

UNACCEPTABLE = frozenset(
    {
        "event-without-days",
        "time-control-missing",
        "time-control-unreadable",
        "report-day-open",
        "list-already-published",
        "no-edition",
    }
)
"""Questions that want their own answer: accepted as they are, the event would be rated nowhere, unseen."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided: the kind of ruling, its value, and for a single game or player which one.

    `value`: a federation ID or `no-member`, a day, a time control; None where the kind needs none.
    """

    kind: Kind
    value: str | None = None
    round: int | None = None
    board: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling made: its row, the words it is shown in, and whether its problem is settled by it."""

    ruling: RulingRow
    about: str
    settled: bool


def resolve(
    session: Session, target: str, decision: Decision, *, reason: str, who: str, now: datetime
) -> Ruled:
    """Records the decision on problem `P12`, or on event `E3` (also by tournament number).

    Refused, with what would be taken, if there is no such target, if the decision does not fit it, or
    if its value cannot be read.
    """
    desk = refresh(session)
    if target[:1] in "Pp" and target[1:].isdigit():
        row, event, finding = _problem(session, desk.events, int(target[1:]))
        about = f"P{row.id} {finding.code}, {finding.place}"
    else:
        event, finding, row = _event(desk.events, target), None, None
        about = f"E{event.view.event.id} {event.view.label}"
    if event.published is not None and (finding is None or decision.kind is not Kind.ACCEPT):
        raise OfficeError(
            Problem(
                "event-published",
                event.view.label,
                "an event that no published list holds",
                f"the list of {event.published}, which does not change",
                "report it as an error: a correction under 7(3)",
            )
        )
    kind, subject, facts, value = _ruling(session, event, finding, decision, target)
    ruling = record(
        session,
        kind,
        event_key=None if kind is Kind.ALIAS else event.view.key,
        subject=subject,
        facts=facts,
        code=finding.code if kind is Kind.ACCEPT and finding else None,
        value=value,
        reason=reason,
        who=who,
        now=now,
    )
    refresh(session)
    settled = row is None or session.get_one(ProblemRow, row.id).state != "open"
    return Ruled(ruling, about, settled)


def withdraw(session: Session, number: int, *, reason: str, who: str, now: datetime) -> RulingRow:
    """Takes ruling `number` back; what it answered is open again."""
    row = session.get(RulingRow, number)
    if row is None or row.taken_back_at is not None:
        found = "no such ruling" if row is None else f"one taken back on {row.taken_back_at:%Y-%m-%d}"
        remedy = "see: banzuke rulings"
        raise OfficeError(Problem("no-such-ruling", f"ruling {number}", "a ruling in force", found, remedy))
    take_back(session, row, who=who, why=reason, now=now)
    refresh(session)
    return row


def _problem(
    session: Session, events: tuple[DeskEvent, ...], number: int
) -> tuple[ProblemRow, DeskEvent, Finding]:
    row = session.get(ProblemRow, number)
    for event in events:
        for finding in event.findings:
            if row is not None and finding.key == row.key:
                return row, event, finding
    found = "no problem of this number" if row is None else "one that is no longer there"
    raise OfficeError(
        Problem("no-such-problem", f"P{number}", "a problem that is there", found, "see: banzuke problems")
    )


def _event(events: tuple[DeskEvent, ...], target: str) -> DeskEvent:
    for event in events:
        row = event.view.event
        if target.upper() == f"E{row.id}" or target in (row.key, str(row.tournament)):
            return event
    remedy = "name a problem (P12) or an event (E3, or its tournament number); see: banzuke events"
    raise OfficeError(Problem("no-such-event", target, "a problem or an event", "neither", remedy))


def _ruling(
    session: Session, event: DeskEvent, finding: Finding | None, decision: Decision, target: str
) -> tuple[Kind, Subject, str, str | None]:
    """Kind, subject, fingerprint and value of the ruling that says this decision."""
    view = event.view
    days = fingerprint(view.event.first_day, view.event.last_day)
    match decision.kind:
        case Kind.MATCH | Kind.ALIAS:
            player = _player(view, finding, decision)
            subject = view.subject_of(player)
            return decision.kind, subject, player_facts(player), _member(session, decision.value)
        case Kind.ROUND_DATE:
            number = decision.round or (finding.subject.get("round") if finding else None)
            if not isinstance(number, int) or number not in {p.round for p in view.pairings}:
                raise _unfit("a problem about a round, or --round N", finding, "name the round")
            row = view.rounds.get(number)
            facts = fingerprint(row.played_on if row else None, view.event.first_day, view.event.last_day)
            return Kind.ROUND_DATE, {"round": number}, facts, _day(decision.value)
        case Kind.TIME_CONTROL:
            facts = fingerprint(view.event.time_control, view.event.printed_kind)
            return Kind.TIME_CONTROL, {}, facts, _time_control(decision.value or "")
        case Kind.REPORTED:
            return Kind.REPORTED, {}, days, _day(decision.value)
        case Kind.ACCEPT_LATE:
            facts = fingerprint(view.event.last_day, view.reported_on())
            return Kind.ACCEPT_LATE, {}, facts, None
        case Kind.EXCLUDE if decision.round is not None:
            return _excluded_game(view, decision)
        case Kind.EXCLUDE:
            return Kind.EXCLUDE, {}, days, None
        case Kind.DEFER:
            if event.list_date is None:
                raise _unfit("an event that a list waits for", finding, "an incomplete event waits by itself")
            return Kind.DEFER, deferral_subject(event.list_date), deferral_facts(), None
        case Kind.ACCEPT:
            if finding is None:
                raise _unfit("a problem, P12", None, "name the problem that is accepted")
            if finding.code in UNACCEPTABLE:
                remedy = finding.remedy.replace("PROBLEM", target)
                raise _unfit("an answer; without one the event is rated on no list", finding, remedy)
            return Kind.ACCEPT, finding.subject, finding.facts, None
        case _:
            raise _unfit("a decision on an event", finding, "see: banzuke resolve --help")


def _player(view: EventView, finding: Finding | None, decision: Decision) -> EventPlayerRow:
    for player in view.players.values():
        seen = view.subject_of(player)
        if decision.player == player.number or (
            decision.player is None
            and finding is not None
            and finding.code in CODES.values()
            and subject_text(seen) == subject_text(finding.subject)
        ):
            return player
    raise _unfit("a problem about a player, or --player NUMBER", finding, "name the player")


def _excluded_game(view: EventView, decision: Decision) -> tuple[Kind, Subject, str, str | None]:
    for pairing in view.pairings:
        if pairing.round == decision.round and pairing.board == decision.board and pairing.black is not None:
            return Kind.EXCLUDE, view.game(pairing), fingerprint(pairing.kind, pairing.result), None
    boards = sorted({p.board for p in view.pairings if p.round == decision.round and p.board is not None})
    expected = (
        f"a board of round {decision.round}: {boards[0]} to {boards[-1]}" if boards else "a round played"
    )
    raise OfficeError(
        Problem("no-such-game", view.label, expected, f"board {decision.board}", "name --round and --board")
    )


def _member(session: Session, value: str | None) -> str:
    if value == NO_MEMBER:
        return NO_MEMBER
    number = federation_id(value or "")
    row = session.exec(select(MemberRow).where(col(MemberRow.federation_id) == (number or ""))).one_or_none()
    if row is None:
        remedy = "give an ID on the register, or import the member first"
        raise OfficeError(Problem("no-such-member", "--match", "a federation ID", f"“{value}”", remedy))
    return row.federation_id


def _day(value: str | None) -> str:
    try:
        return date.fromisoformat(value or "").isoformat()
    except ValueError:
        raise OfficeError(
            Problem("not-a-day", "the day given", "a day, YYYY-MM-DD", f"“{value}”", "correct it")
        ) from None


def _time_control(text: str) -> str:
    minutes = officer_minutes(text)
    if minutes is None:
        remedy = "write it as minutes + seconds a move, e.g. 45+30"
        raise OfficeError(
            Problem("time-control-unreadable", "--time-control", "a time control", f"“{text}”", remedy)
        )
    return text


def _unfit(expected: str, finding: Finding | None, remedy: str) -> OfficeError:
    found = f"the problem {finding.code}" if finding else "an event without that"
    return OfficeError(Problem("decision-does-not-fit", "banzuke resolve", expected, found, remedy))


def rulings_of(session: Session, *, taken_back: bool) -> list[tuple[RulingRow, str]]:
    """Every ruling, oldest first, each with the name of its event ("" for an alias or an edition)."""
    names = {e.key: e.name for e in session.exec(select(EventRow))}
    query = select(RulingRow).order_by(col(RulingRow.id))
    if not taken_back:
        query = query.where(col(RulingRow.taken_back_at).is_(None))
    return [(r, names.get(r.event_key or "", "")) for r in session.exec(query)]
