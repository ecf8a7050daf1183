"""What every command on an office works with: its place, its database, a transaction, who acts and when.

Nothing of the office is loaded before a command asks for it: `--help` needs none of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cli.out import show_problem, show_problems
from office.opened import Office
from office.words import chosen, speak

if TYPE_CHECKING:
    from datetime import date, datetime
    from zoneinfo import ZoneInfo

    from sqlalchemy import Engine
    from sqlmodel import Session

    from importer.rulings import Made
    from office.desk.seen import Seen
    from office.place import Place


_kept: dict[tuple[Path, str | None], Engine] | None = None


@contextmanager
def engines_kept() -> Iterator[None]:
    """Within the block the way to an office's database is made once, and every statement is put into SQL
    once; each command still has its own connection and transaction. Refused within itself."""
    global _kept
    if _kept is not None:
        from office.errors import refusal

        remedy = "type the commands here"
        raise refusal("shell-in-shell", "banzuke shell", "a command", "a shell within a shell", remedy)
    _kept = {}
    try:
        yield
    finally:
        _kept = None


def _engine(place: Place) -> Engine:
    from office.database.engine import open_engine

    if _kept is None:
        return open_engine(place)
    which = place.folder.resolve(), place.server()
    if which not in _kept:
        _kept[which] = open_engine(place)
    return _kept[which]


def open_office(folder: Path, reason: str = "", *, earlier: bool = False) -> Office:
    """The office in a folder; refused where there is none or its database is of another version. `earlier`:
    one of an earlier version is opened too. `reason`: why something is changed, for the journal."""
    from importer.lengths import bounded
    from office.database.migrate import check
    from office.journal.acting import acts
    from office.place import Place

    bounded({"--reason": reason})
    acts(os.environ.get("BANZUKE_OFFICER", ""), reason)  # in a shell another may have given the one before
    place = Place(folder).require()
    engine, server = _engine(place), place.server()
    check(engine, "the server's database" if server else str(place.database), earlier=earlier)
    office = Office(place, engine, show_problem)
    if server and not chosen():  # of the embedded database the command line has asked (office/words)
        from office.house import office_language

        with office.reading() as session:
            speak(office_language(session))
    return office


def speak_as_set(place: Place) -> None:
    """The language of an office on a server, for a command that asks its database without opening the office;
    where the database does not tell it, nothing changes."""
    from sqlalchemy.exc import SQLAlchemyError
    from sqlmodel import Session

    from office.database.engine import reader
    from office.errors import OfficeError
    from office.house import office_language

    with suppress(OfficeError, SQLAlchemyError):
        if place.server() and not chosen():
            with Session(reader(_engine(place))) as session:
                speak(office_language(session))


def now() -> datetime:
    """The present moment by the office's clock."""
    from office import clock

    return clock.now()


def today(session: Session) -> date:
    """The day where the office is."""
    from office.families import day_here

    return day_here(session, now())


def zone_of(session: Session) -> ZoneInfo:
    """The zone by which the office counts its days."""
    from office.families import family_of

    return family_of(session).zone


def at(moment: datetime, zone: ZoneInfo) -> str:
    """A moment by the clock of a zone, to the minute."""
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def reading(context: typer.Context) -> AbstractContextManager[Session]:
    """A session on the command's office that stores nothing."""
    return open_office(context.obj).reading()


def writing(context: typer.Context, reason: str = "") -> AbstractContextManager[Session]:
    """A transaction in the command's office."""
    return open_office(context.obj, reason).writing()


@contextmanager
def acting(
    context: typer.Context, who: str | None, reason: str, *, dry_run: bool = False
) -> Iterator[tuple[Session, str]]:
    """A transaction in the command's office, and who acts in it. With `dry_run` nothing is stored."""
    office = open_office(context.obj, reason)
    officer = office.officer(who)
    with office.writing(dry_run=dry_run) as session:
        yield session, officer


def made_by(office: Office, who: str | None, reason: str) -> Made:
    """What a decision carries that is made now."""
    from importer.rulings import Made

    return Made(reason, office.officer(who), now())


@contextmanager
def deciding(
    context: typer.Context, who: str | None, reason: str, seen: Seen | None = None
) -> Iterator[tuple[Session, Made]]:
    """A transaction in the command's office, and what a decision made in it carries. `seen`: what this
    terminal was shown, where the command has asked already; it is kept with what is decided."""
    from cli.sight import keep, sight
    from importer.rulings import Made

    office = open_office(context.obj, reason)
    seen = seen if seen is not None else sight(context.obj)
    officer = office.officer(who)
    with office.writing() as session:
        yield session, Made(reason, officer, now(), seen.rulings, zone_of(session))
    keep(context.obj, seen)


def stored_if_it_can_be(store: Callable[[], bool | None]) -> bool:
    """Stores what stands beside an answer that was given already. False where somebody else writes, the
    office cannot be written (an auditor's media), or `store` says so: what was shown stands all the same."""
    from office.faults import UNSTORED, problems_of

    try:
        return store() is not False
    except Exception as error:
        problems = problems_of(error)
        if not {p.code for p in problems} & UNSTORED:
            raise
        show_problems(problems)
        return False
