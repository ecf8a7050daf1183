"""What the desk would ask of an event that has not come in yet: it is taken in as any report and let go
again, so that no question can be missing here that an import asks."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session

from importer.findings import Finding
from office.intake.asked import asked_before_reporting, hints_of_a_form, merged, names_before_reporting
from office.intake.take_in import if_taken
from scraper.records import EventRecord, Problem


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
