"""Answers as values: what each option of an answer decides, and the answers that fit a question. The command
line types them as options, the desk in the browser shows them as buttons and fields."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from sqlmodel import Session, col, select

from importer.guests import NO_MEMBER
from importer.lengths import NAME, bounded
from importer.rulings import CODES, Kind
from importer.tables import EventPlayerRow, EventRow, ProblemRow, RulingRow
from office.desk.answers import ANSWERS, LEAVE_OUT, LEFT_OUT, SET_ASIDE, UNACCEPTABLE, Decision, accepted, day
from office.desk.groups import Group
from office.desk.seen import answered_here
from office.errors import refusal, typed_list
from office.words import N_, _

if TYPE_CHECKING:
    from office.desk.desk import DeskEvent


class Option(NamedTuple):
    """An answer: what it decides, in words, with which value where it says everything itself."""

    kind: Kind
    label: str
    fixed: str | None = None
    valued: bool = True


def _fixed(kind: Kind, label: str, value: str | None = None) -> Option:
    return Option(kind, label, value, False)


OPTIONS: dict[str, Option] = {
    "--match": Option(Kind.MATCH, N_("the member")),
    "--alias": Option(Kind.ALIAS, N_("the member, wherever this name stands again")),
    "--no-member": _fixed(Kind.MATCH, N_("a non-member"), NO_MEMBER),
    "--date": Option(Kind.ROUND_DATE, N_("the day it was played")),
    "--days": Option(Kind.DAYS, N_("the days of the event")),
    "--name": Option(Kind.ACCEPT, N_("the name of the event")),
    "--same-as": Option(Kind.SAME_EVENT, N_("the same event as")),
    "--time-control": Option(Kind.TIME_CONTROL, N_("the time control")),
    "--class": Option(Kind.EVENT_CLASS, N_("class of the event")),
    "--reported": Option(Kind.REPORTED, N_("the day it counts as reported")),
    "--accept-late": _fixed(Kind.ACCEPT_LATE, N_("rate it though it is late")),
    "--accept": _fixed(Kind.ACCEPT, N_("take it as it is")),
    "--leave-out": _fixed(Kind.ACCEPT, N_("rate the event without what could not be read"), LEAVE_OUT),
    "--exclude": _fixed(Kind.EXCLUDE, N_("leave the event out")),
    "--defer": _fixed(Kind.DEFER, N_("not into this list but the next")),
    "--rating": Option(Kind.DECIDED, N_("the first rating")),
    "--organizer": Option(Kind.ORGANIZER, N_("the organizer")),
    "--authorised": Option(Kind.PERSON, N_("who may report for the organizer")),
    "--reported-by": Option(Kind.REPORTER, N_("who reported it")),
    "--run-by": Option(Kind.RUN_BY, N_("who ran it")),
    "--form": Option(Kind.FORM, N_("what kind of event it is")),
    "--fide-official": _fixed(Kind.FIDE_OFFICIAL, N_("it is a FIDE official event"), "yes"),
    "--not-fide-official": _fixed(Kind.FIDE_OFFICIAL, N_("it is no FIDE official event"), "no"),
    "--regional": _fixed(Kind.REGIONAL, N_("it qualifies for the championship"), "yes"),
    "--not-regional": _fixed(Kind.REGIONAL, N_("it does not qualify for the championship"), "no"),
    "--fee-paid": Option(Kind.FEE, N_("the fees were paid on")),
    "--fee-unpaid": _fixed(Kind.FEE, N_("the fees were not paid in time"), "unpaid"),
    "--fee-accepted": _fixed(Kind.FEE, N_("rate it though the fees are not paid"), "accepted"),
}
"""Every answer as it is typed."""

ONE_OF = {"--organizer": ("accepted", "refused"), "--form": ("tournament", "meeting")}
"""The values that there are, where no other may be given."""

TAKE_BACK = "--take-back"
"""The answer that decides nothing: a decision that was made is taken back."""

ASKED = {
    "ID": N_("federation ID"),
    "EVENT": N_("event, as E3"),
    "RULING": N_("number of the decision"),
    "YYYY-MM-DD": N_("day, YYYY-MM-DD"),
    "YYYY-MM-DD/YYYY-MM-DD": N_("first day/last day"),
    "45+30": N_("minutes+seconds a move, as 45+30"),
    "N": N_("rating"),
    "NAME": N_("name, as it is published"),
}
"""What stands in place of a value that is still to be given, and how it is asked for."""

OF_AN_EVENT = {
    **dict.fromkeys(("--exclude", "--defer"), ""),
    **dict.fromkeys(("--match", "--alias"), N_("federation ID")),
    "--no-member": "",
    "--date": N_("day, YYYY-MM-DD"),
    "--days": N_("first day/last day"),
    "--time-control": N_("minutes+seconds a move, as 45+30"),
    "--reported": N_("day, YYYY-MM-DD"),
    "--accept-late": "",
    "--same-as": N_("event, as E3"),
    **dict.fromkeys(("--form tournament", "--form meeting"), ""),
    **dict.fromkeys((f"--class {name}" for name in ("lightning", "open", "short", "club", "junior")), ""),
    **dict.fromkeys(("--organizer accepted", "--organizer refused"), ""),
    **dict.fromkeys(("--reported-by", "--run-by"), N_("federation ID")),
    **dict.fromkeys(("--fide-official", "--not-fide-official", "--regional", "--not-regional"), ""),
    "--fee-paid": N_("day, YYYY-MM-DD"),
    **dict.fromkeys(("--fee-unpaid", "--fee-accepted"), ""),
}
"""What can be decided about an event that nothing asks for, with its value or what is asked for as one."""

VALUES = {
    "accepted": N_("accepted"),
    "refused": N_("not accepted"),
    "organizer": N_("the organizer"),
    "tournament": N_("tournament"),
    "meeting": N_("meeting"),
    "lightning": N_("lightning"),
    "open": N_("open event"),
    "short": N_("short event"),
    "club": N_("club event"),
    "junior": N_("junior event"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question. `value`: with it, None where it needs none or it is still to be given: then
    `asks` says what for, "" otherwise. `about`: who is meant by the value, and why; `against` what speaks
    against it; `words`: what it says here, where it is not what it says otherwise."""

    option: str
    value: str | None = None
    asks: str = ""
    about: str = ""
    against: tuple[str, ...] = ()
    words: str = ""

    @property
    def label(self) -> str:
        """The answer in words, with its value."""
        told = (
            _("take the decision back")
            if self.option == TAKE_BACK
            else _(self.words or OPTIONS[self.option].label)
        )
        if self.value is None:
            return told
        return _("{what}: {value}", what=told, value=_(VALUES.get(self.value, self.value)))

    @property
    def asked(self) -> str:
        """What is still to be given, in words."""
        return _(ASKED[self.asks])

    @property
    def is_day(self) -> bool:
        """Whether it is a single day."""
        return self.asks == "YYYY-MM-DD"


def decision_of(
    option: str,
    value: str | None = None,
    *,
    round: int | None = None,
    board: int | None = None,
    player: int | None = None,
) -> Decision:
    """What an answer decides. Refused if there is no such answer, or its value is none."""
    if option not in OPTIONS:
        expected, remedy = (
            "one of the answers there are",
            "see the answers that fit it: banzuke resolve PROBLEM",
        )
        raise refusal("decision-does-not-fit", "the answer", expected, "another", remedy)
    kind, _label, given, valued = OPTIONS[option]
    _refuse_misplaced(option, kind, {"--round": round, "--board": board, "--player": player})
    if valued:
        given = _value(option, (value or "").strip())
    return Decision(kind, given, round, board, player)


def answers_of_event(session: Session, event: DeskEvent) -> list[tuple[str, str]]:
    """The decisions on an event that nothing asks for, each in words with the value that it needs; none of
    which the edition of its list, or the office's text, makes no use."""
    from office.families import family_of
    from office.lists.law import law_if_held
    from office.rules.enter import has_effect

    of_list = event.published or event.list_date
    law = law_if_held(of_list, event.view.rulings) if of_list is not None else None
    told = []
    for answer, asks in OF_AN_EVENT.items():
        option, _blank, value = answer.partition(" ")
        kind = OPTIONS[option].kind
        if kind is Kind.EVENT_CLASS and not family_of(session).event_classes:
            continue
        if law is not None and (not has_effect(kind, law) or (kind is Kind.FEE and not law.has("fees"))):
            continue
        label = Choice(option, value or None).label
        told.append((answer, _("{what}: {value}", what=label, value=_(asks)) if asks else label))
    return told


def as_typed(kind: Kind, value: str | None) -> tuple[str, str | None]:
    """The answer that decides this, and its value where it takes one."""
    of_kind = [(answer, option) for answer, option in OPTIONS.items() if option.kind is kind]
    for answer, option in of_kind:
        if not option.valued and option.fixed == value:
            return answer, None
    ((answer, _option),) = [(answer, option) for answer, option in of_kind if option.valued]
    return answer, (value or "").removeprefix("paid ")


PLACES: dict[Kind, tuple[str, ...]] = {
    Kind.MATCH: ("--player",),
    Kind.ALIAS: ("--player",),
    Kind.ROUND_DATE: ("--round",),
    Kind.EXCLUDE: ("--round", "--board"),
}
"""What can be said beside a decision: which player, which round, which game. Of every other kind nothing."""


def _refuse_misplaced(option: str, kind: Kind, given: dict[str, int | None]) -> None:
    """Nothing is left unheard: --board 3 without its round would leave out a whole event."""
    known = PLACES.get(kind, ())
    said = [name for name, number in given.items() if number is not None]
    wrong = [name for name in said if name not in known]
    if wrong:
        expected = f"beside it only {' and '.join(known)}" if known else "nothing beside it"
        raise refusal("decision-does-not-fit", option, expected, wrong[0], f"leave {wrong[0]} out")
    if said == ["--board"]:
        expected = "--round and --board for one game, or neither for the whole event"
        raise refusal("decision-does-not-fit", option, expected, "--board alone", "name --round and --board")


def _value(option: str, typed: str) -> str:
    given = normalize("NFKC", typed) if option == "--rating" else typed
    if option in ("--date", "--reported"):
        return day(given)
    if option == "--fee-paid":
        return f"paid {day(given)}"
    if option == "--rating" and not (given.isascii() and given.isdigit() and len(given) < 9):
        raise refusal("not-a-rating", "--rating", "a rating", f"“{given}”", "correct it")
    if option == "--name":
        given = " ".join(given.split())
        bounded({option: given}, NAME)
        if not given.isprintable() or given in ("", LEAVE_OUT):
            expected, remedy = "the event's name", "give it in one line"
            raise refusal("decision-does-not-fit", option, expected, f"“{typed[:100]}”", remedy)
    known = ONE_OF.get(option)
    if known is not None and given not in known:
        expected = f"one of {typed_list(known)}"
        raise refusal("decision-does-not-fit", option, expected, f"“{given}”", "name one of these")
    return given


def choices(session: Session, group: Group) -> list[Choice]:
    """The answers to a question, the likeliest first."""
    if len(group.rows) == 1:
        return list(_choices(session, group.first))
    code = group.first.code
    if code in CODES.values():
        return [Choice("--no-member")]
    return [Choice("--leave-out") if code in LEFT_OUT else Choice("--accept", words=accepted(group.first))]


CORRECTED = ("changed-after-publication", "list-already-published")
"""Questions that a correction of a published list answers (7(3))."""

REASON = '--reason "…"'
DAYS_LISTED = 5
"""The days of an event with more of them are not written out one by one."""


def answer_lines(session: Session, group: Group) -> list[str]:
    """The command lines that answer a question, the likeliest first."""
    typed = [" ".join(filter(None, (c.option, c.value or c.asks))) for c in choices(session, group)]
    lines = [
        # A decision is taken back by its number alone.
        f"banzuke resolve {words} {REASON}"
        if words.startswith(TAKE_BACK)
        else f"banzuke resolve {group.target} {words} {REASON}"
        for words in typed
    ]
    if group.first.code in CORRECTED:
        event = session.exec(select(EventRow).where(EventRow.key == group.first.event_key)).one()
        lines.insert(0, f"banzuke correction open E{event.id} --reported YYYY-MM-DD {REASON}")
    return lines


def _choices(session: Session, row: ProblemRow) -> Iterator[Choice]:
    subject = json.loads(row.subject)
    if row.code == "ruling-no-longer-fits":
        ruling = session.get(RulingRow, subject["ruling"])
        about = answered_here(session, ruling) if ruling else ""
        yield Choice(TAKE_BACK, str(subject["ruling"]), about=about)
        return
    if row.code == SET_ASIDE:
        yield Choice(*as_typed(Kind(subject["kind"]), subject.get("value")))
    if row.code in CODES.values():
        for one in candidates_of(session, row):
            about, against = f"{one['name']}: {one['why']}", tuple(one["against"])
            yield Choice("--match", one["federation_id"], "", about, against)
    for words in ANSWERS.get(row.code, ()):
        option, _blank, value = words.partition(" ")
        values = [value] if value else []
        if option == "--same-as":
            other = session.exec(select(EventRow).where(EventRow.key == subject["event"])).one_or_none()
            values = [f"E{other.id}"] if other else values
        elif option == "--date":
            values = _days(session, row.event_key) or values
        for given in values:
            asks = given in ASKED and not (given == "N" and option != "--rating")
            yield Choice(option, asks=given) if asks else Choice(option, given)
        if not values:
            yield Choice(option, words=accepted(row)) if option == "--accept" else Choice(option)
    if row.code not in ANSWERS or (row.code in UNACCEPTABLE and not row.blocks):
        yield Choice("--accept", words=accepted(row))


def candidates_of(session: Session, row: ProblemRow) -> list[dict[str, Any]]:
    """Those who could be meant by the player whom a question is about, best first: ID, name, why, and what
    speaks against each (`importer.matching.records.Candidate`)."""
    subject: dict[str, object] = json.loads(row.subject)
    query = select(EventPlayerRow.candidates).join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
    query = query.where(EventRow.key == row.event_key).order_by(col(EventPlayerRow.id))
    told = (getattr(EventPlayerRow, name) == value for name, value in subject.items() if name != "nth")
    found: list[dict[str, Any]] = json.loads(session.exec(query.where(*told)).first() or "[]")
    return found


def _days(session: Session, event_key: str | None) -> list[str]:
    """The days of a short event, of which one is the round's."""
    event = session.exec(select(EventRow).where(EventRow.key == event_key)).one_or_none()
    if event is None or event.first_day is None or event.last_day is None:
        return []
    days = range(event.first_day.toordinal(), event.last_day.toordinal() + 1)
    return [date.fromordinal(day).isoformat() for day in days] if len(days) <= DAYS_LISTED else []
