"""What the office would ask an organizer, before he reports: 4(3) and what the reading met.

The reader's problems speak to the officer (record a ruling, ask the organizer). Whoever runs the event can
correct it himself: he is told that instead, and what concerns many rows is one question.

What the desk would ask of an event that has not come in yet: it is taken in as any report and let go again,
so that no question can be missing here that an import asks.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlmodel import Session

from importer.checks.asked import FORM, names_not_as_asked, names_shown
from importer.checks.report import against_kind
from importer.findings import Finding
from importer.ids import member_number
from importer.matching.identifiers import plain_id
from office.desk.groups import spans
from office.intake.take_in import if_taken
from scraper.records import EventRecord, Kind, Player, Problem

LISTED = 20
"""So many places of one question are written out; the others are counted."""

_WHOLE = (
    "upload the whole tournament again from Swiss-Manager; if that changes nothing, tell the office which is"
    " right"
)
_CORRECTED = "correct the file and send it again; if it is as it should be, tell the office"
_CORRECT = "correct it in Swiss-Manager and upload again"
_ENTER = "enter it in Swiss-Manager and upload again"
_IDS = "enter the IDs in Swiss-Manager; only guests who are no members may stay without"
_NAME = "correct the name in Swiss-Manager"

REMEDIES: dict[str, str] = {
    "result-unknown": "enter a result of Swiss-Manager and upload again, or tell the office what it was",
    "detail-unreadable": _CORRECT,
    "tournament-type-unknown": "tell the office in the report how the event was paired",
    "round-without-date": "enter the day of the round in Swiss-Manager and upload again",
    "round-not-paired": "pair the round, or correct the number of rounds, and upload again",
    "round-beyond-last": "correct the number of rounds in Swiss-Manager and upload again",
    "round-count-disagrees": "correct the number of rounds in Swiss-Manager and upload again",
    "result-pending": "enter the results and upload again",
    "event-running": "report the event when it is over",
    "time-control-missing": "enter the time control in Swiss-Manager and upload again",
    "time-control-unreadable": "write it in Swiss-Manager as “90 min + 30 sec” and upload again",
    "match-score-disagrees": "correct the wrong result and upload again, or tell the office of the penalty",
    "word-unknown": "give the page in English (lan=1); if it is, tell the office",
    "page-too-large": "check that these are the pages of one event; if they are, tell the office",
}
"""What an organizer can do, for the codes whose own remedy speaks to the officer."""

_NUMBER = "correct the number of rounds and send the report again"
OF_A_FILE: dict[str, str] = {
    _WHOLE: _CORRECTED,
    _CORRECT: "correct it and send the report again",
    REMEDIES["result-unknown"]: "enter a result that the form knows and send the report again, or tell the"
    " office what it was",
    REMEDIES["round-without-date"]: "enter the day of the round and send the report again",
    REMEDIES[
        "round-not-paired"
    ]: "pair the round, or correct the number of rounds, and send the report again",
    REMEDIES["round-beyond-last"]: _NUMBER,
    REMEDIES["result-pending"]: "enter the results and send the report again",
    REMEDIES["time-control-missing"]: "enter the time control and send the report again",
    REMEDIES["time-control-unreadable"]: "write it as “90 min + 30 sec” and send the report again",
    REMEDIES[
        "match-score-disagrees"
    ]: "correct the wrong result and send the report again, or tell the office of the penalty",
    _ENTER: "enter it and send the report again",
    _IDS: "enter the IDs in the report; only guests who are no members may stay without",
    _NAME: "correct the name in the report",
}
"""The same where the report came as a file."""


def asked_before_reporting(record: EventRecord, guests: Collection[int] = ()) -> list[Problem]:
    """The reading's problems, then what article 4(3) wants and the event does not say: one question each,
    however many rows it concerns. `guests`: players of whom the office knows that they are no members."""
    questions = [for_organizer(p) for p in _questions(record, guests)]
    if record.source.tournament is None:
        questions = [_of_a_file(p) for p in questions]
    return merged(questions)


def names_before_reporting(record: EventRecord) -> list[Problem]:
    """What the desk would ask of the names of a form (4 Note 4)."""
    names = names_not_as_asked(record)
    if not names:
        return []
    return [
        Problem(
            "name-not-as-asked",
            "sheet of players, column Name",
            "names in Roman letters, surname first, without a comma (4 Note 4)",
            names_shown(names),
            "correct the names and send the form again; the event is rated all the same",
        )
    ]


def hints_of_a_form(record: EventRecord) -> list[Problem]:
    """What a form leaves empty and the office may have to ask for, unless it knows the answer: who reports
    (4(2)) and who ran it (3(3)). None of any other report."""
    if record.source.site != FORM:
        return []
    hints = []
    for code, told, item, who in (
        (
            "reporter-unknown",
            (record.reporter, record.reporter_id),
            "Reported by",
            "who reports it: the organizer, or a member whom he authorised (4(2))",
        ),
        (
            "run-by-unknown",
            (record.run_by, record.run_by_id),
            "Run by",
            "who ran it, an annual member (3(3))",
        ),
    ):
        if not any(told):
            remedy = "fill it in with the federation ID, and the office need not ask"
            hints.append(Problem(code, f"sheet of the event, item {item}", who, "an empty cell", remedy))
    return hints


def _of_a_file(problem: Problem) -> Problem:
    """What is asked of a report that came as a file: it is not corrected by uploading anything."""
    return replace(problem, remedy=OF_A_FILE.get(problem.remedy, problem.remedy))


def for_organizer(problem: Problem) -> Problem:
    """The problem with what the organizer, not the officer, can do about it; a page in another language is
    opened in English by either."""
    if "lan=1" in problem.remedy:
        return problem
    remedy = REMEDIES.get(problem.code)
    if remedy is None and re.search(r"\b(?:ruling|organizer)\b", problem.remedy):
        remedy = _WHOLE
    return replace(problem, remedy=remedy) if remedy else problem


def merged(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of one code as one, in the order in which each code is met first."""
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        by_code.setdefault(problem.code, []).append(problem)
    return [
        _rounds_missing(alike) if code == "round-page-missing" else _one(alike)
        for code, alike in by_code.items()
    ]


def _one(alike: Sequence[Problem]) -> Problem:
    first = alike[0]
    if len(alike) == 1:
        return first
    remedies = list(dict.fromkeys(p.remedy for p in alike))
    expected = list(dict.fromkeys(p.expected for p in alike))
    lines = [
        f"{p.place}: {p.found}" + (f" (expected {p.expected})" if len(expected) > 1 else "")
        for p in alike[:LISTED]
    ]
    if len(alike) > LISTED:
        lines.append(f"and {len(alike) - LISTED} more")
    return Problem(
        first.code,
        f"{len(alike)} places",
        expected[0] if len(expected) == 1 else "as said beside each",
        _LINE_BREAK.join(lines),
        "; ".join(remedies),
    )


def _rounds_missing(alike: Sequence[Problem]) -> Problem:
    first = alike[0]
    rounds = [int(m[1]) for p in alike if (m := re.match(r"round ([0-9]+)\b", p.place))]
    if len(rounds) != len(alike):
        return _one(alike)
    view = m[0] if (m := re.search(r"art=[0-9]+", first.remedy)) else "art=2"
    pages = ", ".join(f"{view}&rd={n}" for n in rounds[:3]) + (" and so on" if len(rounds) > 3 else "")
    several = "s" if len(rounds) > 1 else ""
    shown = in_ranges(rounds)
    expected = "a page of each of these rounds" if several else "the round's page"
    found = "; ".join(dict.fromkeys(p.found for p in alike))
    remedy = f"give the page{several} of round{several} {shown} as well ({pages}), or the link of the event"
    return Problem(first.code, f"round{several} {shown}", expected, found, remedy)


def in_ranges(numbers: Iterable[int]) -> str:
    """Numbers as a person writes them: `1-4, 6`."""
    return spans(set(numbers), "").replace(",", ", ")


_LINE_BREAK = "\n" + " " * 14  # under the first word of what was found


def without_id(record: EventRecord) -> list[Player]:
    """Who played and has no federation ID beside his name."""
    played = {n for p in record.pairings if p.black is not None for n in (p.white, p.black)}
    return [
        p
        for p in record.players
        if p.number in played and member_number(plain_id(p.national_id or "")) is None
    ]


def _questions(record: EventRecord, guests: Collection[int]) -> list[Problem]:
    found = list(record.problems)
    codes = {p.code for p in found}
    if not record.organizer:
        found.append(Problem("organizer-missing", "details", "the organizer (4(3) a)", "none", _ENTER))
    if record.first_day is None or record.last_day is None:
        found.append(Problem("event-without-days", "details", "first and last day (4(3) a)", "none", _ENTER))
    if record.time_control.text is None and "time-control-missing" not in codes:
        found.append(Problem("time-control-missing", "details", "a time control (4(3) a)", "none", _ENTER))
    control = record.time_control
    if control.text is not None and control.minutes_at_60 is None and "time-control-unreadable" not in codes:
        expected = "a time control, e.g. 90 min + 30 sec"
        found.append(Problem("time-control-unreadable", "details", expected, f"“{control.text}”", _ENTER))
    if against_kind(control.printed_kind, control.minutes_at_60):
        expected = f"a time control that is {control.printed_kind}"
        told = f"“{control.text}”, {control.minutes_at_60} minutes at move 60"
        correct = "correct the kind or the time control in Swiss-Manager and upload again"
        found.append(Problem("time-control-contradicts-kind", "details", expected, told, correct))
    pending = [p for p in record.pairings if p.kind is Kind.PENDING]
    if pending and not codes & {"result-pending", "event-running"}:
        rounds = in_ranges(p.round for p in pending)
        found.append(
            Problem(
                "result-pending",
                f"rounds {rounds}",
                "every result",
                f"{len(pending)} without",
                REMEDIES["result-pending"],
            )
        )
    without = [p for p in without_id(record) if p.number not in guests]
    if without:
        names = "; ".join(
            f"{p.number} {p.name}" + (f" (ID {p.national_id})" if p.national_id else "") for p in without[:20]
        )
        more = f" and {len(without) - 20} more" if len(without) > 20 else ""
        found.append(
            Problem(
                "federation-id-missing",
                "start list, column ID",
                "the federation ID of every member, N and eight digits (4(3) b)",
                f"{len(without)} without it: {names}{more}",
                _IDS,
            )
        )
    a_form = record.source.site == FORM  # there any comma is asked about
    commas = [p for p in record.players if p.name.count(",") > 1 and not a_form]
    for player in commas:
        found.append(
            Problem(
                "name-unclear",
                f"player {player.number}",
                "surname and first name (4 Note 4)",
                f"“{player.name}”",
                _NAME,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class WouldAsk:
    """`blocking`: what a list would wait for; `shown`: what the officer would only be told."""

    blocking: tuple[Problem, ...] = ()
    shown: tuple[Problem, ...] = ()


def would_ask(session: Session, record: EventRecord, *, now: datetime, today: date) -> WouldAsk:
    """The open questions of the event, if it were imported `now`. The session has to be one that stores
    nothing (`look`)."""
    event = if_taken(session, record, now=now, today=today)
    if isinstance(event, Problem):
        return WouldAsk((event,))
    prefix = f"{event.view.label}, "
    return WouldAsk(
        tuple(_problem(f, prefix) for f in event.blocking),
        tuple(_problem(f, prefix) for f in event.open if not f.blocks),
    )


def asked_of(record: EventRecord, desk: WouldAsk) -> tuple[list[Problem], list[Problem]]:
    """What is asked before an event is reported, and what may be asked. `desk`: what the register and the
    other events of an office make it ask, empty where there is none."""
    questions = asked_before_reporting(record) + names_before_reporting(record)
    told = {problem.code for problem in questions}
    questions += merged(problem for problem in desk.blocking if problem.code not in told)
    hints = hints_of_a_form(record)
    told |= {problem.code for problem in hints}
    hints += merged(problem for problem in desk.shown if problem.code not in told)
    return questions, hints


def _problem(finding: Finding, prefix: str) -> Problem:
    """The finding without the event's number, which it does not have yet."""
    place = finding.place.removeprefix(prefix)
    return Problem(finding.code, place, finding.expected, finding.found, finding.remedy)
