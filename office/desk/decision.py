"""What a decision says as a ruling: its kind, what it is about, the facts it stands on, its value."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import Session

from importer.findings import Finding
from importer.organizers_people import REPORTS
from importer.review import NAMELESS, days_facts
from importer.rulings import CODES, Kind, Subject, fingerprint, player_facts
from importer.view import EventView, reading
from office.desk import answers
from office.desk.answers import ANSWERS, LEAVE_OUT, LEFT_OUT, SET_ASIDE, UNACCEPTABLE, Decision, member_id
from office.desk.possible import DEFERRED, deferral_subject, deferred_late
from office.desk.targets import event_named
from office.errors import OfficeError, refusal
from office.lists.chain import require_published
from office.lists.law import check_report_day, law_if_held
from office.rules.enter import refuse_without_effect, refuse_without_fees
from office.rules.people import known_as, person_of_event, person_subject, person_value
from office.rules.standing import STANDING, event_facts, fee_answer
from office.words.problems import said

if TYPE_CHECKING:
    from importer.ahead import Entered
    from office.desk.desk import DeskEvent


def ruling_of(
    session: Session,
    events: tuple[DeskEvent, ...],
    event: DeskEvent,
    finding: Finding | None,
    decision: Decision,
    target: str,
    today: date,
) -> tuple[Subject, str, str | None]:
    """Subject, fingerprint and value of the ruling that says this decision."""
    view = event.view
    of_list = event.published or event.list_date
    if of_list is not None and (law := law_if_held(of_list, view.rulings)) is not None:
        refuse_without_effect(decision.kind, law, of_list)
        if decision.kind is Kind.FEE:
            refuse_without_fees(law, of_list)
    days = fingerprint(view.event.first_day, view.event.last_day)
    match decision.kind:
        case Kind.MATCH | Kind.ALIAS:
            player = _player(view, finding, decision, target)
            option = "--match" if decision.kind is Kind.MATCH else "--alias"
            return view.subject_of(player), player_facts(player), member_id(session, decision.value, option)
        case Kind.ROUND_DATE:
            number = decision.round or (finding.subject.get("round") if finding else None)
            played = {p.round for p in view.pairings}
            if not isinstance(number, int) or number not in played:
                asked = "a problem about a round, or --round N"
                expected = f"{_rounds(played)}; {number} is none" if decision.round is not None else asked
                raise _unfit(target, expected, finding, "name the round")
            row = view.rounds.get(number)
            printed = row.played_on if row else None
            facts = fingerprint(printed, view.event.first_day, view.event.last_day)
            return {"round": number}, facts, answers.day_of_event(view, decision.value, printed)
        case Kind.TIME_CONTROL:
            if finding is not None and finding.code == "event-class-missing":
                remedy = f"of the event itself: banzuke resolve E{view.event.id} --time-control"
                expected = f"an answer, which --time-control is not: {', '.join(ANSWERS[finding.code])}"
                raise _unfit(target, expected, finding, remedy)
            return {}, view.control_facts(), answers.time_control(decision.value or "")
        case Kind.EVENT_CLASS:
            return {}, view.control_facts(), answers.event_class(session, decision.value)
        case Kind.DAYS:
            record = reading(session, view.event.reading_id)
            return {}, days_facts(record), answers.days_of_event(decision.value)
        case Kind.SAME_EVENT:
            return {}, days, _other_report(events, event, decision.value or "").key
        case Kind.REPORTED:
            reported = answers.day(decision.value)
            check_report_day(date.fromisoformat(reported), today, view.rulings, "--reported")
            return {}, days, reported
        case Kind.ORGANIZER | Kind.FORM | Kind.FIDE_OFFICIAL | Kind.REGIONAL:
            return {}, event_facts(view, decision.kind), decision.value
        case Kind.PERSON:
            if finding is None or finding.code != "reporter-not-authorised":
                remedy = "banzuke rule person enters somebody of an organizer"
                raise _unfit(target, "a problem reporter-not-authorised", finding, remedy)
            organizer, key = str(finding.subject["organizer"]), str(finding.subject["person"])
            if not organizer:
                remedy = f"--reported-by says of this event who reported it: banzuke resolve {target}"
                raise _unfit(target, "an event that names its organizer", finding, remedy)
            answer = known_as(session, key, decision.value)
            return person_subject(organizer, REPORTS, key), STANDING, person_value(answer)
        case Kind.REPORTER | Kind.RUN_BY:
            return {}, days, person_of_event(session, decision.kind, decision.value)
        case Kind.FEE:
            return {}, event_facts(view, Kind.FEE), fee_answer(decision.value or "", today)
        case Kind.ACCEPT_LATE:
            return {}, fingerprint(view.event.last_day, view.reported_on()), None
        case Kind.EXCLUDE if (
            finding is not None
            and finding.code == SET_ASIDE
            and "white" in finding.subject
            and decision.round is None
        ):
            return _game_asked_about(view, finding.subject)
        case Kind.EXCLUDE if decision.round is not None:
            return _excluded_game(view, decision)
        case Kind.EXCLUDE:
            return {}, days, None
        case Kind.DEFER:
            if event.list_date is None:
                remedy = "an incomplete event waits by itself"
                raise _unfit(target, "an event that a list waits for", finding, remedy)
            if any(found.code == "list-already-published" for found in event.findings):
                newest = require_published(session).list_date
                return deferral_subject(newest), deferred_late(view.reported_on()), None
            return deferral_subject(event.list_date), DEFERRED, None
        case Kind.ACCEPT:
            if finding is None:
                raise _unfit(target, "a problem, P12", None, "name the problem that is accepted")
            leaves_out = decision.value == LEAVE_OUT
            if leaves_out and finding.code not in LEFT_OUT:
                remedy = f"see the answers that fit it: banzuke resolve {target}"
                raise _unfit(target, "a question about what the reader left out", finding, remedy)
            if finding.blocks and finding.code in UNACCEPTABLE and not leaves_out:
                remedy = said(finding.remedy).replace("PROBLEM", target)
                expected = f"an answer, which --accept is not: {', '.join(ANSWERS[finding.code])}"
                raise _unfit(target, expected, finding, remedy)
            if decision.names and finding.code != NAMELESS:
                remedy = f"see the answers that fit it: banzuke resolve {target}"
                raise _unfit(target, f"a problem {NAMELESS}", finding, remedy)
            return finding.subject, finding.facts, decision.value if decision.names else None
        case _:
            raise _unfit(target, "a decision on an event", finding, "see: banzuke resolve --help")


def _other_report(events: tuple[DeskEvent, ...], event: DeskEvent, target: str) -> EventView:
    """The report that counts for an event that was reported twice."""
    other = event_named(events, target).view
    own = next(iter(other.rulings.of_event(other.key, Kind.SAME_EVENT)), None)
    if other.key != event.view.key and own is None:
        return other
    if own is not None and other.set_aside() is None:  # it can fit again: then neither would count
        found = f"one with the decision {own.id}, by which another report counts and which no longer fits"
        remedy = f"take that decision back first: banzuke resolve --take-back {own.id}"
        raise refusal("no-such-event", "--same-as", "another report of the event", found, remedy)
    found = "the event itself" if other.key == event.view.key else "one that is set aside for another report"
    remedy = "name the report that counts; see: banzuke events"
    raise refusal("no-such-event", "--same-as", "another report of the event", found, remedy)


def _player(view: EventView, finding: Finding | None, decision: Decision, target: str) -> Entered:
    player = None
    if decision.player is not None:
        player = view.players.get(decision.player)
    elif finding is not None and finding.code in CODES.values():
        player = view.player_of(finding.subject)
    if player is not None:
        return player
    numbers = sorted(view.players)
    expected, remedy = "a problem about a player, or --player NUMBER", "name the player"
    if decision.player is not None and numbers:
        expected = f"a player of the event, {numbers[0]} to {numbers[-1]}; {decision.player} is none"
    elif finding is not None:
        remedy = f"see the answers that fit it: banzuke resolve {target}"
    raise _unfit(target, expected, finding, remedy)


def _excluded_game(view: EventView, decision: Decision) -> tuple[Subject, str, str | None]:
    of_round = [p for p in view.pairings if p.round == decision.round and p.black is not None]
    meant = [p for p in of_round if p.board == decision.board]
    if len(meant) == 1 or (meant and decision.board is not None):
        return view.game(meant[0]), fingerprint(meant[0].kind, meant[0].result), None
    found = f"round {decision.round}, board {decision.board or 'not named'}"
    boards = sorted({p.board for p in of_round if p.board is not None})
    if of_round and not boards:  # of a grid
        expected = f"a game with a board; the source numbers none in round {decision.round}"
        remedy = "import the event again with its rounds; or leave all of it out: --exclude alone"
        raise refusal("no-such-game", view.label, expected, found, remedy)
    expected = (
        f"a board of round {decision.round}: {boards[0]} to {boards[-1]}"
        if boards
        else _rounds({p.round for p in view.pairings})
    )
    raise refusal("no-such-game", view.label, expected, found)


def _game_asked_about(view: EventView, subject: Subject) -> tuple[Subject, str, str | None]:
    """The game of a question whether one is left out here too."""
    meant = next(p for p in view.pairings if p.black is not None and view.game(p).items() <= subject.items())
    return view.game(meant), fingerprint(meant.kind, meant.result), None


def _rounds(played: set[int]) -> str:
    return f"a round that was played: {', '.join(str(n) for n in sorted(played))}"


def _unfit(target: str, expected: str, finding: Finding | None, remedy: str) -> OfficeError:
    found = f"the problem {finding.code}" if finding else "an event without that"
    return refusal("decision-does-not-fit", f"banzuke resolve {target}", expected, found, remedy)
