"""What the office would ask an organizer, before he reports: 4(3) and what the reading met.

The reader's problems speak to the officer (record a ruling, ask the organizer). Whoever runs the event can
correct it himself: he is told that instead, and what concerns many rows is one question.

What the desk would ask of an event that has not come in yet: it is taken in as any report and let go again,
so that no question can be missing here that an import asks.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path

from sqlmodel import Session

from importer.checks.asked import FORM, names_not_as_asked, names_shown
from importer.checks.report import against_kind
from importer.findings import Finding, within
from importer.ids import member_number
from importer.matching.identifiers import plain_id
from importer.view import rounds_paired
from office.desk.groups import spans
from office.families import family_of
from office.intake.take_in import if_taken
from scraper.records import EventRecord, Kind, Player, Problem

LISTED = 20
"""So many places of one question are written out; the others are counted."""

REMEDIES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
"""What an organizer can do, by code: `upload` where the event is on Chess-Results, `file` where the report
came as a file and that is another thing."""


def asked_before_reporting(
    record: EventRecord, guests: Collection[int] = (), *, members: bool
) -> list[Problem]:
    """The reading's problems, then what article 4(3) wants and the event does not say: one question each,
    however many rows it concerns. `guests`: players of whom the office knows that they are no members.
    `members`: whether its text knows members; where it does not, neither organizer nor IDs are asked for."""
    a_file = record.source.tournament is None
    return merged(for_organizer(p, a_file=a_file) for p in _questions(record, guests, members))


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
    remedy = "fill it in with the federation ID, and the office need not ask"
    if not (record.reporter or record.reporter_id):
        place = "sheet of the event, item Reported by"
        expected = "who reports it: the organizer, or a member whom he authorised (4(2))"
        hints.append(Problem("reporter-unknown", place, expected, "an empty cell", remedy))
    if not (record.run_by or record.run_by_id):
        place, expected = "sheet of the event, item Run by", "who ran it, an annual member (3(3))"
        hints.append(Problem("run-by-unknown", place, expected, "an empty cell", remedy))
    return hints


def for_organizer(problem: Problem, *, a_file: bool = False) -> Problem:
    """The problem with what the organizer, not the officer, can do about it, who uploaded the event or sent
    `a_file`; a page in another language is opened in English by either."""
    if "lan=1" in problem.remedy:
        return problem
    told = REMEDIES.get(problem.code)
    if told is None and re.search(
        r"\b(?:ruling|organizer|banzuke resolve)\b| --[a-z]|^--[a-z]", problem.remedy
    ):
        told = REMEDIES["otherwise"]
    if told is None:
        return problem
    return replace(problem, remedy=told["file" if a_file and "file" in told else "upload"])


def merged(problems: Iterable[Problem]) -> list[Problem]:
    """Problems of one code as one, in the order in which each code is met first."""
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        by_code.setdefault(problem.code, []).append(problem)
    told = {"round-page-missing": _rounds_missing, "round-not-paired": _rounds_not_paired}
    return [told.get(code, _one)(alike) for code, alike in by_code.items()]


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
        "\n".join(lines),
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


def _rounds_not_paired(alike: Sequence[Problem]) -> Problem:
    numbers = [int(m[1]) for p in alike if (m := re.fullmatch(r"round ([0-9]+)", p.place))]
    if len(numbers) != len(alike) or len(alike) == 1:
        return _one(alike)
    rounds, found = in_ranges(numbers), "; ".join(dict.fromkeys(p.found for p in alike))
    return replace(alike[0], place=f"rounds {rounds}", found=found)


def in_ranges(numbers: Iterable[int]) -> str:
    """Numbers as a person writes them: `1-4, 6`."""
    return spans(set(numbers), "").replace(",", ", ")


def without_id(record: EventRecord) -> list[Player]:
    """Who played and has no federation ID beside his name."""
    played = {n for p in record.pairings if p.black is not None for n in (p.white, p.black)}
    return [
        p
        for p in record.players
        if p.number in played and member_number(plain_id(p.national_id or "")) is None
    ]


def _questions(record: EventRecord, guests: Collection[int], members: bool) -> list[Problem]:
    found, control = list(record.problems), record.time_control
    codes = {p.code for p in found}
    timed = control.text is not None or "time-control-missing" in codes
    days = record.first_day and record.last_day
    asked = [
        ("organizer-missing", "the organizer (4(3) a)", record.organizer),
        ("event-without-days", "first and last day (4(3) a)", days),
        ("time-control-missing", "a time control (4(3) a)", timed),
    ]
    if not members:
        asked = [
            ("event-without-days", "first and last day", days),
            ("time-control-missing", "a time control", timed),
        ]
    found += [
        Problem(code, "details", expected, "none", "") for code, expected, stated in asked if not stated
    ]
    if control.text is not None and control.minutes_at_60 is None and "time-control-unreadable" not in codes:
        expected = "a time control, e.g. 90 min + 30 sec"
        found.append(Problem("time-control-unreadable", "details", expected, f"“{control.text}”", ""))
    if against_kind(control.printed_kind, control.minutes_at_60, record.source.site):
        expected = f"a time control that is {control.printed_kind}"
        told = f"“{control.text}”, {control.minutes_at_60} minutes at move 60"
        found.append(Problem("time-control-contradicts-kind", "details", expected, told, ""))
    pending = [p for p in record.pairings if p.kind is Kind.PENDING]
    if pending and not codes & {"result-pending", "event-running"}:
        rounds, lacking = in_ranges(p.round for p in pending), f"{len(pending)} without"
        place = f"round {rounds}" if rounds.isdigit() else f"rounds {rounds}"
        found.append(Problem("result-pending", place, "every result", lacking, ""))
    if record.source.tournament is None:  # of a link the reading says it
        paired = rounds_paired(record.pairings)
        lacking_rounds = range(1, max(record.round_count or 0, not paired) + 1)
        found += [
            Problem("round-not-paired", f"round {number}", "pairings", "none", "")
            for number in lacking_rounds
            if number not in paired
        ]
    without = [p for p in without_id(record) if members and p.number not in guests]
    if without:
        names = "; ".join(
            f"{p.number} {p.name}" + (f" (ID {p.national_id})" if p.national_id else "") for p in without[:20]
        )
        more = f" and {len(without) - 20} more" if len(without) > 20 else ""
        expected = "the federation ID of every member, N and eight digits (4(3) b)"
        told = f"{len(without)} without it: {names}{more}"
        found.append(Problem("federation-id-missing", "start list, column ID", expected, told, ""))
    a_form = record.source.site == FORM  # there any comma is asked about
    expected = "surname and first name (4 Note 4)"
    return found + [
        Problem("name-unclear", f"player {p.number}", expected, f"“{p.name}”", "")
        for p in record.players
        if p.name.count(",") > 1 and not a_form
    ]


@dataclass(frozen=True, slots=True)
class WouldAsk:
    """`blocking`: what a list would wait for; `shown`: what the officer would only be told; `members`:
    whether the office's text knows members."""

    blocking: tuple[Problem, ...] = ()
    shown: tuple[Problem, ...] = ()
    members: bool = True


def would_ask(session: Session, record: EventRecord, *, now: datetime, today: date) -> WouldAsk:
    """The open questions of the event, if it were imported `now`. The session has to be one that stores
    nothing (`look`)."""
    event, members = if_taken(session, record, now=now, today=today), family_of(session).memberships
    if isinstance(event, Problem):
        return WouldAsk((event,), members=members)
    return WouldAsk(
        tuple(_problem(f) for f in event.blocking),
        tuple(_problem(f) for f in event.open if not f.blocks),
        members,
    )


def asked_of(record: EventRecord, desk: WouldAsk) -> tuple[list[Problem], list[Problem]]:
    """What is asked before an event is reported, and what may be asked. `desk`: what the register and the
    other events of an office make it ask, empty where there is none."""
    a_file = record.source.tournament is None

    def of_the_desk(problems: Iterable[Problem]) -> list[Problem]:
        return merged(for_organizer(p, a_file=a_file) for p in problems if p.code not in told)

    questions = asked_before_reporting(record, members=desk.members) + names_before_reporting(record)
    told = {problem.code for problem in questions}
    questions += of_the_desk(desk.blocking)
    hints = hints_of_a_form(record)
    told |= {problem.code for problem in hints}
    hints += of_the_desk(desk.shown)
    return questions, hints


def _problem(finding: Finding) -> Problem:
    """The finding without the event's number, which it does not have yet."""
    place = within(finding.place, finding.event_key or "") or finding.place
    return Problem(finding.code, place, finding.expected, finding.found, finding.remedy)
