"""What the office asks a sender: of the events he sent and of what could not be read, in his terms. He is
told what he sent, never whom we know.

The words stand in `phrases.toml`, by the problem's code; what has none there is said as the problem says it.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from sqlmodel import Session

from importer.findings import Finding
from importer.guests import NO_MEMBER
from importer.tables import ReadingRow, ReportRow
from importer.view import REPLACED, reading, rounds_paired
from office.corrections.open_lists import CHANGED
from office.desk.desk import Desk, DeskEvent
from office.desk.refresh import refresh
from office.families import family_of
from office.intake.asked import asked_before_reporting, for_organizer, without_id
from office.intake.refused import problems_of as problems_of_report
from office.lists.chain import standing
from office.lists.rows import left_out
from office.mail.keep import event_of
from office.rules.standing import REFUSED
from office.words import N_, _, speaking
from office.words.problems import in_language
from scraper.records import Problem

FROM_THE_DESK = (
    *("member-unknown", "member-ambiguous", "late-report", "run-by-unknown", "not-run-by-a-member"),
    *("reporter-unknown", "reporter-not-authorised", "reporter-not-a-member", "name-not-as-asked"),
)
"""Questions of the desk that an organizer can answer; he is told what he sent, never whom we know."""
BY_NAME = {"member-unknown": "player-unknown", "member-ambiguous": "player-ambiguous"}
"""As what he is asked where names tell players apart and nobody has to be a member (QJ Organisers 3)."""


@dataclass(frozen=True, slots=True)
class ToSender:
    """`events` as plain values, each with its questions; `questions` about what could not be read, in English
    and Japanese; `unread`: those of each report, by its row."""

    events: list[dict[str, Any]]
    questions: list[tuple[str, str]]
    unread: Mapping[int, Sequence[tuple[str, str]]] = field(default_factory=dict)


def to_sender(
    session: Session,
    reports: Iterable[ReportRow],
    whole: Desk | None = None,
    without: Callable[[DeskEvent], bool] | None = None,
) -> ToSender:
    """What is said of reports to who sent them: nothing from the register. `whole`: the desk, where it was
    looked at already; `without`: as `reckoned_without` gives it, where several senders are told."""
    desk = {e.view.key: e for e in (whole or refresh(session)).events}
    events: dict[str, dict[str, Any]] = {}
    unread: dict[int, list[tuple[str, str]]] = {}
    without = without or reckoned_without(session)
    for report in reports:
        event = event_of(session, report)
        if event is not None and event.key in desk:
            before = events.get(event.key)
            if before is None or not before["questions"]:  # of two reports that from which it is read
                events[event.key] = event_told(session, desk[event.key], without, report)
        elif report.problem and report.state != REPLACED:
            unread[report.id or 0] = list(dict.fromkeys(_failed(report)))
    return ToSender(list(events.values()), [q for mine in unread.values() for q in mine], unread)


def event_told(
    session: Session,
    event: DeskEvent,
    without: Callable[[DeskEvent], bool],
    report: ReportRow | None = None,
) -> dict[str, Any]:
    """An event as plain values, with what its sender is asked of it; of another's `report` than that which
    the event is read from nothing. `correction`: it is published as it was, and what came since is counted,
    and waits for the office. `without`: as `reckoned_without` gives it."""
    view = event.view
    newer = view.event.newer_reading_id
    read_from = newer or view.event.reading_id
    record = reading(session, read_from)
    guests = {
        p.number
        for p in record.players
        if (seen := view.players.get(p.number)) and seen.name == p.name and seen.match == NO_MEMBER
    }
    from_desk = [
        f
        for f in event.open
        if f.code in FROM_THE_DESK and event.published is None and _of_his_mail(f, report)
    ]
    # Nobody is asked about twice: who has no ID is asked for it, but for whom the desk asks more closely.
    closely = {f.subject.get("name") for f in from_desk if f.code == "member-ambiguous"}
    members = family_of(session).memberships
    no_id = [p for p in without_id(record) if members and p.number not in guests]
    guests |= {p.number for p in no_id if p.name in closely}
    told = {p.name for p in no_id} - closely
    answered = {f.code for f in event.findings} - {f.code for f in event.open}
    before = asked_before_reporting(record, guests, members=members)
    questions = [asked(p) for p in before if p.code not in answered]
    doubted = [f for f in from_desk if f.code != "member-unknown" or f.subject.get("name") not in told]
    questions += [asked(_as_problem(f, members=members)) for f in doubted]
    if report is not None:
        own = session.get_one(ReportRow, session.get_one(ReadingRow, read_from).report_id)
        anothers = own.message_id not in (None, report.message_id) and own.reference != report.reference
        questions = [] if anothers else questions
    reported, organizer = view.reported_on(), view.organizer_ruling()
    refused = organizer is not None and organizer.value == REFUSED
    as_listed = event.published is not None and newer is None and not event.reopened
    if view.excluded() is not None or refused or as_listed:
        questions = []  # no list waits for them
    excluded = (view.excluded() is not None and view.set_aside() is None) or refused
    unrated = view.set_aside() is None and without(event)
    on_list = None if unrated else event.published
    correction = on_list is not None and (event.reopened or CHANGED in {f.code for f in event.open})
    counted = record if correction and newer is not None else view
    return {
        "name": view.event.called,
        "number": f"E{view.event.id}",
        "rounds": len(rounds_paired(counted.pairings)),
        "players": len(counted.players),
        "games": sum(p.black is not None for p in counted.pairings),
        "reported_on": reported.isoformat() if reported else None,
        "list_date": event.list_date.isoformat() if event.list_date else None,
        "published": on_list.isoformat() if on_list else None,
        "left_out": unrated or excluded,
        "correction": correction,
        "questions": list(dict.fromkeys(questions)),
    }


def reckoned_without(session: Session) -> Callable[[DeskEvent], bool]:
    """Whether the published list that holds an event was reckoned without its games; what was decided since
    changes nothing before a correction is published. Each list is asked once, however many events of it."""
    versions = cache(lambda: {day: number for number, day in standing(session).items()})

    @cache
    def of_list(list_date: date) -> frozenset[str]:
        return left_out(session, versions()[list_date])

    return lambda event: event.published is not None and event.view.key in of_list(event.published)


_OF_MAIL = re.compile(r"mail M([0-9]+)")


def _of_his_mail(finding: Finding, report: ReportRow | None) -> bool:
    """Whether a question is not about the sender of another mail."""
    named = _OF_MAIL.search(finding.place)
    return report is None or named is None or int(named[1]) == report.message_id


def _as_problem(finding: Finding, *, members: bool) -> Problem:
    """The desk's question in the organizer's terms: who it is about as he wrote it, not whom we suspect.
    `members`: he is asked for IDs and non-members; where there are none, for names and dates of birth."""
    name = finding.subject.get("name")
    if name is None:
        f = finding
        return for_organizer(Problem(f.code, f.place, f.expected, f.found, f.remedy))
    number = finding.subject.get("national_id") or finding.subject.get("id")
    code = finding.code if members else BY_NAME.get(finding.code, finding.code)
    return Problem(code, f"“{name}”", "a member", f"ID {number}" if number else "no ID", "")


def _failed(report: ReportRow) -> list[tuple[str, str]]:
    """Everything that is wrong in a report, each fault with its place, which begins with the file's name."""
    name = report.text or report.reference
    found = []
    for problem in problems_of_report(report):
        named = problem.place.startswith(name)
        here = problem if named else replace(problem, place=f"{name}: {problem.place}")
        found.append(asked(for_organizer(here)))
    return found


ASKED: dict[str, str] = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text("utf-8"))


def asked(problem: Problem) -> tuple[str, str]:
    """The question in English and in Japanese."""
    return _in("en", problem), _in("ja", problem)


def _in(language: str, problem: Problem) -> str:
    with speaking(language):
        told = in_language(problem)
        parts = ("place", "found", "expected", "remedy")
        facts = {part: " ".join(getattr(told, part).split())[:500] for part in parts}
        if problem.remedy.endswith("."):  # a sentence of its own: here it goes on after "Please"
            facts["remedy"] = facts["remedy"][:1].lower() + facts["remedy"][1:].rstrip(".。")
        unnamed = N_("{place}: {found}; expected {expected}. Please {remedy}.")
        return _(ASKED.get(problem.code, unnamed), **facts)
