"""The next question, whole: what is asked, who could be meant, and the command lines that answer it."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from sqlmodel import Session, col, select

from importer.checks.people import CODES
from importer.tables import EventPlayerRow, EventRow, ProblemRow
from office.desk.decision import UNACCEPTABLE

ANSWERS: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))
"""What answers a question, by its code; for every other it is `--accept`."""

CORRECTED = ("changed-after-publication", "list-already-published")
"""Questions that a correction of a published list answers (7(3))."""

REASON = '--reason "…"'
DAYS_LISTED = 5
"""The days of an event with more of them are not written out one by one."""


def next_problem(session: Session) -> ProblemRow | None:
    """The first open question that a list waits for; without one, the first that is only shown."""
    query = select(ProblemRow).where(ProblemRow.state == "open")
    return session.exec(query.order_by(col(ProblemRow.blocks).desc(), col(ProblemRow.id))).first()


def answer_lines(session: Session, row: ProblemRow) -> list[str]:
    """The command lines that answer a question, the likeliest first."""
    target = f"banzuke resolve P{row.id}"
    lines = [f"{target} {words} {REASON}" for words in _answers(session, row)]
    if row.code in CORRECTED:
        event = session.exec(select(EventRow).where(EventRow.key == row.event_key)).one()
        lines.insert(0, f"banzuke correction open E{event.id} --reported YYYY-MM-DD {REASON}")
    return lines


def _answers(session: Session, row: ProblemRow) -> Iterator[str]:
    subject = json.loads(row.subject)
    if row.code in CODES.values():
        for candidate in _candidates(session, row.event_key, subject):
            yield f"--match {candidate}"
        yield from ("--match ID", "--alias ID", "--no-member")
        return
    if row.code == "reported-twice":
        other = session.exec(select(EventRow).where(EventRow.key == subject["event"])).one_or_none()
        yield from (f"--same-as E{other.id}" if other else "--same-as EVENT", "--accept")
        return
    if row.code == "ruling-no-longer-fits":
        yield f"--take-back {subject['ruling']}"
    for words in ANSWERS.get(row.code, ()):
        days = _days(session, row.event_key) if words.startswith("--date ") else []
        yield from (f"--date {day}" for day in days)
        if not days:
            yield words
    if row.code not in ANSWERS and row.code not in UNACCEPTABLE:
        yield "--accept"


def _candidates(session: Session, event_key: str | None, subject: dict[str, object]) -> list[str]:
    """The IDs of those who could be meant, best first."""
    query = select(EventPlayerRow).join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
    told = {name: value for name, value in subject.items() if name != "nth"}
    for player in session.exec(query.where(EventRow.key == event_key)):
        if all(getattr(player, name) == value for name, value in told.items()):
            return [c["federation_id"] for c in json.loads(player.candidates)]
    return []


def _days(session: Session, event_key: str | None) -> list[str]:
    """The days of a short event, of which one is the round's."""
    event = session.exec(select(EventRow).where(EventRow.key == event_key)).one_or_none()
    if event is None or event.first_day is None or event.last_day is None:
        return []
    count = (event.last_day - event.first_day).days + 1
    if not 0 < count <= DAYS_LISTED:
        return []
    first = event.first_day.toordinal()
    return [event.first_day.fromordinal(first + n).isoformat() for n in range(count)]
