"""The next list as it would be now: of the events that nothing is asked about any more. It grows with every
answer. Whoever looks at it stores nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from office.desk.refresh import refresh
from office.lists.canonical import signature
from office.lists.chain import draft, list_after, require_published
from office.lists.law import switches_of
from office.rules.decisions import note_decisions, open_questions
from office.runs.inputs import gather
from office.runs.rate import edition_of, rate_list, reckon
from office.runs.store import store_draft
from office.undisturbed import undisturbed
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.tables import ProblemRow
    from office.desk.desk import DeskEvent
    from office.tables import ListVersionRow


@dataclass(frozen=True, slots=True)
class Coming:
    """`version`: the next list, with rows for who looks alone unless it is `drafted`: the stored draft, and
    still what it would be now; `old`: the SHA-256 of a stored draft that is something else by now; `events`
    in it, and those that wait for an answer; `undecided`: ratings that the run asks an officer for."""

    version: ListVersionRow
    drafted: bool
    old: str | None
    last_day: date
    events: Sequence[DeskEvent]
    waiting: Sequence[DeskEvent]
    undecided: Sequence[ProblemRow]


@undisturbed()
def coming(session: Session, now: datetime) -> Coming:
    """The next list as it stands, under the interpretations of its draft where one was made. For a session
    that reads: what is worked out lands beside the stored tables. Refused before the first list."""
    last = require_published(session)
    list_date = list_after(last)
    held = draft(session, list_date)
    switches = switches_of(held) if held is not None else Interpretations()
    desk = refresh(session, switches)
    law = edition_of(list_date, desk.rulings, switches)
    mine = desk.for_list(list_date)
    waiting = [e for e in (*desk.left_behind(list_date), *mine) if e.blocking]
    ready = [e for e in mine if not e.blocking]
    inputs = gather(session, list_date, last, ready, law, switches)
    same = held is not None and held.inputs_sha256 == signature(inputs) and held.previous_id == last.id
    drafted, old, version = same and not waiting, None, held
    if version is None or not same:
        old = held.text_sha256 if held is not None else None
        outcome = reckon(inputs, law, switches)
        note_decisions(session, outcome, law, {m["id"]: m["name"] for m in inputs["members"]}, desk.rulings)
        version = store_draft(session, outcome, inputs, ready, law, last, now)
    asked = open_questions(session, list_date)
    last_day = law.shapes.period(law, list_date).last
    return Coming(version, drafted, old, last_day, ready, waiting, asked)


def rate_coming(session: Session, now: datetime) -> ListVersionRow:
    """Makes the draft of the next list, under the interpretations of its draft where one was made; refused
    as `rate_list` refuses."""
    held = draft(session, list_after(require_published(session)))
    switches = switches_of(held) if held is not None else Interpretations()
    return rate_list(session, None, switches=switches, now=now)
