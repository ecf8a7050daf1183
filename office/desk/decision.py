"""What a decision says as a ruling: its kind, what it is about, the facts it stands on, its value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from importer.organizers_people import REPORTS
from importer.review import days_facts
from importer.rulings import Kind, Subject, fingerprint, subject_text
from importer.unmatched import CODES, player_facts
from importer.view import EventView, reading
from office.desk.answers import (
    ANSWERS,
    LEAVE_OUT,
    LEFT_OUT,
    UNACCEPTABLE,
    day_of_event,
    day_until,
    days_of_event,
    event_class,
    member_id,
    time_control,
)
from office.desk.place import deferral_facts, deferral_subject
from office.errors import OfficeError, refusal
from office.rules.people import known_as, person_of_event, person_subject, person_value
from office.rules.standing import STANDING, event_facts, fee_answer

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.ahead import Entered
    from importer.findings import Finding
    from office.desk.desk import DeskEvent


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


def ruling_of(
    session: Session,
    events: tuple[DeskEvent, ...],
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
            return Kind.TIME_CONTROL, {}, view.control_facts(), time_control(decision.value or "")
        case Kind.EVENT_CLASS:
            return Kind.EVENT_CLASS, {}, view.control_facts(), event_class(session, decision.value)
        case Kind.DAYS:
            facts = days_facts(reading(session, view.event.reading_id))
            return Kind.DAYS, {}, facts, days_of_event(decision.value)
        case Kind.SAME_EVENT:
            return Kind.SAME_EVENT, {}, days, _other_report(events, event, decision.value or "").key
        case Kind.REPORTED:
            return Kind.REPORTED, {}, days, day_until(decision.value, today)
        case Kind.ORGANIZER | Kind.FORM | Kind.FIDE_OFFICIAL | Kind.REGIONAL:
            return decision.kind, {}, event_facts(view, decision.kind), decision.value
        case Kind.PERSON:
            if finding is None or finding.code != "reporter-not-authorised":
                remedy = "banzuke rule person enters somebody of an organizer"
                raise _unfit("a problem reporter-not-authorised", finding, remedy)
            organizer, key = str(finding.subject["organizer"]), str(finding.subject["person"])
            if not organizer:
                remedy = f"--reported-by says of this event who reported it: banzuke resolve {target}"
                raise _unfit("an event that names its organizer", finding, remedy)
            answer = known_as(session, key, decision.value)
            return Kind.PERSON, person_subject(organizer, REPORTS, key), STANDING, person_value(answer)
        case Kind.REPORTER | Kind.RUN_BY:
            return decision.kind, {}, days, person_of_event(session, decision.kind, decision.value)
        case Kind.FEE:
            return Kind.FEE, {}, event_facts(view, Kind.FEE), fee_answer(decision.value or "", today)
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
            leaves_out = decision.value == LEAVE_OUT
            if leaves_out and finding.code not in LEFT_OUT:
                remedy = f"see the answers that fit it: banzuke resolve {target}"
                raise _unfit("a question about what the reader left out", finding, remedy)
            if finding.blocks and finding.code in UNACCEPTABLE and not leaves_out:
                remedy = finding.remedy.replace("PROBLEM", target)
                expected = f"an answer, which --accept is not: {', '.join(ANSWERS[finding.code])}"
                raise _unfit(expected, finding, remedy)
            return Kind.ACCEPT, finding.subject, finding.facts, None
        case _:
            raise _unfit("a decision on an event", finding, "see: banzuke resolve --help")


def _other_report(events: tuple[DeskEvent, ...], event: DeskEvent, target: str) -> EventView:
    """The report that counts for an event that was reported twice."""
    other = event_named(events, target).view
    if other.key != event.view.key and other.set_aside() is None:
        return other
    found = "the event itself" if other.key == event.view.key else "one that is set aside for another report"
    remedy = "name the report that counts; see: banzuke events"
    raise refusal("no-such-event", "--same-as", "another report of the event", found, remedy)


def _player(view: EventView, finding: Finding | None, decision: Decision) -> Entered:
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
    found = f"round {decision.round}, board {decision.board or 'not named'}"
    raise refusal("no-such-game", view.label, expected, found, "name --round and --board")


def _unfit(expected: str, finding: Finding | None, remedy: str) -> OfficeError:
    found = f"the problem {finding.code}" if finding else "an event without that"
    return refusal("decision-does-not-fit", "banzuke resolve", expected, found, remedy)


def event_named(events: tuple[DeskEvent, ...], target: str) -> DeskEvent:
    for event in events:
        row = event.view.event
        if target.upper() == f"E{row.id}" or target in (row.key, str(row.tournament)):
            return event
    remedy = "name a problem (P12) or an event (E3, or its tournament number); see: banzuke events"
    raise refusal("no-such-event", target, "a problem or an event", "neither", remedy)
