"""Decisions: what the officer says to a numbered problem or to an event becomes a ruling."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, col, select

from importer.checks.people import CODES, player_facts
from importer.findings import Finding
from importer.rulings import Kind, Subject, fingerprint, record, subject_text, take_back
from importer.tables import EventPlayerRow, EventRow, ProblemRow, RulingRow
from importer.view import EventView
from office.clock import day_in_japan
from office.desk.answers import day_of_event, day_until, member_id, time_control, told
from office.desk.refresh import DeskEvent, deferral_facts, deferral_subject, published_events, refresh
from office.errors import OfficeError
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
        raise _published(event.view.label, event.published)
    today = day_in_japan(now)
    kind, subject, facts, value = _ruling(session, event, finding, decision, target, today)
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
    about += told(session, kind, subject, value)
    settled = row is None or session.get_one(ProblemRow, row.id).state != "open"
    return Ruled(ruling, about, settled)


def withdraw(session: Session, number: int, *, reason: str, who: str, now: datetime) -> RulingRow:
    """Takes ruling `number` back; what it answered is open again."""
    row = session.get(RulingRow, number)
    if row is None or row.taken_back_at is not None:
        found = "no such ruling" if row is None else f"one taken back on {row.taken_back_at:%Y-%m-%d}"
        remedy = "see: banzuke rulings"
        raise OfficeError(Problem("no-such-ruling", f"ruling {number}", "a ruling in force", found, remedy))
    held = published_events(session).get(row.event_key or "")
    if held is not None:
        raise _published(f"ruling {number}", held)
    take_back(session, row, who=who, why=reason, now=now)
    refresh(session)
    return row


def _published(place: str, list_date: date) -> OfficeError:
    return OfficeError(
        Problem(
            "event-published",
            place,
            "an event that no published list holds",
            f"the list of {list_date}, which does not change",
            "report it as an error: a correction under 7(3)",
        )
    )


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
    session: Session,
    event: DeskEvent,
    finding: Finding | None,
    decision: Decision,
    target: str,
    today: date,
) -> tuple[Kind, Subject, str, str | None]:
    """Kind, subject, fingerprint and value of the ruling that says this decision."""
    view = event.view
    days = fingerprint(view.event.first_day, view.event.last_day)
    match decision.kind:
        case Kind.MATCH | Kind.ALIAS:
            player = _player(view, finding, decision)
            subject = view.subject_of(player)
            return decision.kind, subject, player_facts(player), member_id(session, decision.value)
        case Kind.ROUND_DATE:
            number = decision.round or (finding.subject.get("round") if finding else None)
            if not isinstance(number, int) or number not in {p.round for p in view.pairings}:
                raise _unfit("a problem about a round, or --round N", finding, "name the round")
            row = view.rounds.get(number)
            facts = fingerprint(row.played_on if row else None, view.event.first_day, view.event.last_day)
            return Kind.ROUND_DATE, {"round": number}, facts, day_of_event(view, decision.value)
        case Kind.TIME_CONTROL:
            facts = fingerprint(view.event.time_control, view.event.printed_kind)
            return Kind.TIME_CONTROL, {}, facts, time_control(decision.value or "")
        case Kind.REPORTED:
            return Kind.REPORTED, {}, days, day_until(decision.value, today)
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
    numbers = sorted(view.players)
    expected = "a problem about a player, or --player NUMBER"
    if decision.player is not None and numbers:
        expected = f"a player of the event, {numbers[0]} to {numbers[-1]}; {decision.player} is none"
    raise _unfit(expected, finding, "name the player")


def _excluded_game(view: EventView, decision: Decision) -> tuple[Kind, Subject, str, str | None]:
    for pairing in view.pairings:
        if pairing.round == decision.round and pairing.board == decision.board and pairing.black is not None:
            return Kind.EXCLUDE, view.game(pairing), fingerprint(pairing.kind, pairing.result), None
    boards = sorted({p.board for p in view.pairings if p.round == decision.round and p.board is not None})
    expected = (
        f"a board of round {decision.round}: {boards[0]} to {boards[-1]}"
        if boards
        else f"a round that was played: {', '.join(str(n) for n in sorted({p.round for p in view.pairings}))}"
    )
    raise OfficeError(
        Problem(
            "no-such-game",
            view.label,
            expected,
            f"round {decision.round}, board {decision.board or 'not named'}",
            "name --round and --board",
        )
    )


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
