"""What the desk says of the events that were just stored: one look at all of it, however many came."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from sqlalchemy import Connection, Engine

from importer.store import Stored
from office.database.engine import transaction
from office.desk.refresh import refresh
from office.undisturbed import undisturbed


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the desk says of an event. `reported_on`: the day it counts as reported, None while it is
    incomplete; `list_date`: the list it is for; `open_questions`: how many the whole desk has with it."""

    stored: Stored | None = None
    reported_on: date | None = None
    list_date: date | None = None
    open_questions: int = 0


T = TypeVar("T", bound=Told)


@undisturbed()
def told(engine: Engine | Connection, taken: Sequence[T]) -> list[T]:
    """Each with what the desk says of it now; what was not stored as it is."""
    if not any(one.stored for one in taken):
        return list(taken)
    with transaction(engine) as session:
        desk = refresh(session)
        questions = sum(len(e.open) for e in desk.current)
        found = []
        for one in taken:
            if one.stored is not None:
                event = desk.event(one.stored.event_key)
                one = replace(
                    one,
                    reported_on=event.view.reported_on(),
                    list_date=event.published or event.list_date,
                    open_questions=questions,
                )
            found.append(one)
    return found
