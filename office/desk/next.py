"""The next question, whole: what is asked, who could be meant, and the command lines that answer it."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from sqlmodel import Session, col, select

from importer.tables import EventPlayerRow, EventRow, ProblemRow
from importer.unmatched import CODES
from office.desk.answers import ANSWERS, LEFT_OUT, UNACCEPTABLE
from office.desk.groups import Group, open_questions

CORRECTED = ("changed-after-publication", "list-already-published")
"""Questions that a correction of a published list answers (7(3))."""

REASON = '--reason "…"'
DAYS_LISTED = 5
"""The days of an event with more of them are not written out one by one."""


def next_question(session: Session) -> Group | None:
    """The first open question that a list waits for, with those that belong to it; without one, the first
    that is only shown."""
    return next(iter(open_questions(session)), None)


def answer_lines(session: Session, group: Group) -> list[str]:
    """The command lines that answer a question, the likeliest first."""
    lines = [f"banzuke resolve {group.target} {words} {REASON}" for words in answers_of(session, group)]
    if group.first.code in CORRECTED:
        event = session.exec(select(EventRow).where(EventRow.key == group.first.event_key)).one()
        lines.insert(0, f"banzuke correction open E{event.id} --reported YYYY-MM-DD {REASON}")
    return lines


def answers_of(session: Session, group: Group) -> list[str]:
    """The answers to a question as they are typed, `--match N12345678`, the likeliest first."""
    if len(group.rows) == 1:
        return list(_answers(session, group.first))
    code = group.first.code
    return ["--no-member" if code in CODES.values() else "--leave-out" if code in LEFT_OUT else "--accept"]


def _answers(session: Session, row: ProblemRow) -> Iterator[str]:
    subject = json.loads(row.subject)
    if row.code == "ruling-no-longer-fits":
        yield f"--take-back {subject['ruling']}"
        return
    if row.code in CODES.values():
        for candidate in candidates_of(session, row):
            yield f"--match {candidate['federation_id']}"
    for words in ANSWERS.get(row.code, ()):
        if words.startswith("--same-as "):
            other = session.exec(select(EventRow).where(EventRow.key == subject["event"])).one_or_none()
            yield f"--same-as E{other.id}" if other else words
            continue
        days = _days(session, row.event_key) if words.startswith("--date ") else []
        yield from (f"--date {day}" for day in days)
        if not days:
            yield words
    if row.code not in ANSWERS or (row.code in UNACCEPTABLE and not row.blocks):
        yield "--accept"


def candidates_of(session: Session, row: ProblemRow) -> list[dict[str, Any]]:
    """Those who could be meant by the player whom a question is about, best first: ID, name, why, and what
    speaks against each (`importer.matching.records.Candidate`)."""
    subject: dict[str, object] = json.loads(row.subject)
    query = select(EventPlayerRow).join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
    told = {name: value for name, value in subject.items() if name != "nth"}
    for player in session.exec(query.where(EventRow.key == row.event_key)):
        if all(getattr(player, name) == value for name, value in told.items()):
            found: list[dict[str, Any]] = json.loads(player.candidates)
            return found
    return []


def _days(session: Session, event_key: str | None) -> list[str]:
    """The days of a short event, of which one is the round's."""
    event = session.exec(select(EventRow).where(EventRow.key == event_key)).one_or_none()
    if event is None or event.first_day is None or event.last_day is None:
        return []
    days = range(event.first_day.toordinal(), event.last_day.toordinal() + 1)
    return [date.fromordinal(day).isoformat() for day in days] if len(days) <= DAYS_LISTED else []
