"""What a list is made from, compared with what cannot have changed: the register with its facts, events with
their frozen readings, the list before with its link. Nothing that stands in the database twice is believed
once: who changes one of the two is named before anything is made of it."""

from collections.abc import Iterable, Iterator

from sqlmodel import Session

from importer.register_replay import register_faults
from importer.stored import stored_faults
from office.chain.compare import ledger_faults, listed_faults
from office.chain.rows import LISTED
from office.database.migrate import unlike
from office.desk.desk import DeskEvent
from office.errors import OfficeError
from office.tables import EventLineRow, GameLineRow, ListVersionRow
from scraper.records import Problem

CARRIED_ON = tuple(table for table in LISTED if table not in (GameLineRow, EventLineRow))
"""What a run uses of the list before; its games it does not look at again."""


def refuse_changed(
    session: Session,
    lists: Iterable[ListVersionRow],
    events: Iterable[DeskEvent],
    *,
    publishing: bool = False,
) -> None:
    """Stops where something of this was changed past the office, naming each row. `lists`: published ones
    that are started from: of them what a run uses. `publishing`: all of them, and also where triggers are not
    what they were, or what earlier publications stand on."""
    found, taken = list(register_faults(session)), list(events)
    for version in lists:
        found += listed_faults(session, version, LISTED if publishing else CARRIED_ON)
    if publishing:
        read = {e.view.event.reading_id for e in taken if e.published is None or e.reopened}
        found += [*form_faults(session), *ledger_faults(session, read)]
    refuse_events(session, taken, found)


def refuse_events(session: Session, events: Iterable[DeskEvent], others: Iterable[Problem] = ()) -> None:
    """Stops where an event that a list to come or a correction takes is not what its frozen reading says;
    `others` are told with it."""
    views = [e.view for e in events if e.published is None or e.reopened]
    found = [*others, *stored_faults(session, [view.event for view in views], views)]
    if found:
        raise OfficeError(*found)


def form_faults(session: Session) -> Iterator[Problem]:
    """Triggers, tables and what else of the database is other than its migrations made it."""
    remedy = "restore the database from a copy made before; until then nothing keeps what is published"
    for one in unlike(session.connection()):
        yield Problem("database-form", f"database, {one.name}", "as Banzuke made it", one.found, remedy)
