"""Answers as values: what each option of an answer decides, and the answers that fit a question. The command
line types them as options, the desk in the browser shows them as buttons and fields."""

from dataclasses import dataclass

from sqlmodel import Session

from importer.guests import NO_MEMBER
from importer.rulings import Kind
from importer.tables import RulingRow
from office.desk.answers import LEAVE_OUT, day
from office.desk.decision import Decision
from office.desk.groups import Group
from office.desk.next import answers_of, candidates_of
from office.errors import refusal
from office.words import N_, _

FIXED: dict[str, tuple[Kind, str | None]] = {
    "--no-member": (Kind.MATCH, NO_MEMBER),
    "--accept-late": (Kind.ACCEPT_LATE, None),
    "--accept": (Kind.ACCEPT, None),
    "--leave-out": (Kind.ACCEPT, LEAVE_OUT),
    "--exclude": (Kind.EXCLUDE, None),
    "--defer": (Kind.DEFER, None),
    "--fide-official": (Kind.FIDE_OFFICIAL, "yes"),
    "--not-fide-official": (Kind.FIDE_OFFICIAL, "no"),
    "--regional": (Kind.REGIONAL, "yes"),
    "--not-regional": (Kind.REGIONAL, "no"),
    "--fee-unpaid": (Kind.FEE, "unpaid"),
    "--fee-accepted": (Kind.FEE, "accepted"),
}
"""Options that say everything themselves: what they decide."""

VALUED: dict[str, Kind] = {
    "--match": Kind.MATCH,
    "--alias": Kind.ALIAS,
    "--date": Kind.ROUND_DATE,
    "--days": Kind.DAYS,
    "--same-as": Kind.SAME_EVENT,
    "--time-control": Kind.TIME_CONTROL,
    "--class": Kind.EVENT_CLASS,
    "--reported": Kind.REPORTED,
    "--rating": Kind.DECIDED,
    "--organizer": Kind.ORGANIZER,
    "--authorised": Kind.PERSON,
    "--reported-by": Kind.REPORTER,
    "--run-by": Kind.RUN_BY,
    "--form": Kind.FORM,
    "--fee-paid": Kind.FEE,
}
"""Options with a value: what they decide."""

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
}
"""What stands in place of a value that is still to be given, and how it is asked for."""

LABELS = {
    "--match": N_("the member"),
    "--alias": N_("the member, wherever this name stands again"),
    "--no-member": N_("a non-member"),
    "--date": N_("the day it was played"),
    "--days": N_("the days of the event"),
    "--same-as": N_("the same event as"),
    "--time-control": N_("the time control"),
    "--class": N_("class of the event"),
    "--reported": N_("the day it counts as reported"),
    "--accept-late": N_("rate it though it is late"),
    "--accept": N_("take it as it is"),
    "--leave-out": N_("rate the event without what could not be read"),
    "--exclude": N_("leave the event out"),
    "--defer": N_("not into this list but the next"),
    "--rating": N_("the first rating"),
    "--organizer": N_("the organizer"),
    "--authorised": N_("who may report for the organizer"),
    "--reported-by": N_("who reported it"),
    "--run-by": N_("who ran it"),
    "--fee-paid": N_("the fees were paid on"),
    "--fee-unpaid": N_("the fees were not paid in time"),
    "--fee-accepted": N_("rate it though the fees are not paid"),
    "--take-back": N_("take the decision back"),
}
"""Each answer in words."""
VALUES = {
    "accepted": N_("accepted"),
    "refused": N_("refused"),
    "organizer": N_("the organizer"),
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
    against it."""

    option: str
    value: str | None = None
    asks: str = ""
    about: str = ""
    against: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The answer in words, with its value."""
        told = _(LABELS[self.option])
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
    if option in FIXED:
        kind, fixed = FIXED[option]
        return Decision(kind, fixed, round, board, player)
    if option not in VALUED:
        expected, remedy = (
            "one of the answers there are",
            "see the answers that fit it: banzuke resolve PROBLEM",
        )
        raise refusal("decision-does-not-fit", "the answer", expected, "another", remedy)
    return Decision(VALUED[option], _value(option, (value or "").strip()), round, board, player)


def _value(option: str, given: str) -> str:
    if option in ("--date", "--reported"):
        return day(given)
    if option == "--fee-paid":
        return f"paid {day(given)}"
    if option == "--rating" and not (given.isascii() and given.isdigit() and len(given) < 9):
        raise refusal("not-a-rating", "--rating", "a rating", f"“{given}”", "correct it")
    known = ONE_OF.get(option)
    if known is not None and given not in known:
        expected = f"one of {', '.join(known)}"
        raise refusal("decision-does-not-fit", option, expected, f"“{given}”", "name one of these")
    return given


def choices(session: Session, group: Group) -> list[Choice]:
    """The answers to a question, the likeliest first; the same as `answer_lines` writes."""
    return [_choice(session, group, words) for words in answers_of(session, group)]


def _choice(session: Session, group: Group, words: str) -> Choice:
    option, _blank, value = words.partition(" ")
    if not value:
        return Choice(option)
    if value in ASKED and not (value == "N" and option != "--rating"):
        return Choice(option, asks=value)
    if option == TAKE_BACK:
        row = session.get(RulingRow, int(value)) if value.isdigit() else None
        about = f"{row.kind} {row.value or ''}: {row.reason} ({row.who})" if row is not None else ""
        return Choice(option, value, about=about)
    if option == "--match":
        for one in candidates_of(session, group.first):
            if one["federation_id"] == value:
                return Choice(option, value, "", f"{one['name']}: {one['why']}", tuple(one["against"]))
    return Choice(option, value)
