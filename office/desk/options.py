"""Answers as values: what each option of an answer decides. The command line types them as options, the desk
in the browser shows them as buttons and fields."""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import normalize

from importer.guests import NO_MEMBER
from importer.lengths import NAME, bounded
from importer.rulings import Kind
from office.desk.answers import LEAVE_OUT, Decision, day
from office.errors import refusal, typed_list
from office.words import N_


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
