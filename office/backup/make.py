"""A backup made and proved: packed, unpacked again beside it, and examined there; encrypted last. And an
office out of a backup: checked, unpacked and examined, to prove it or to put it in its place in one step."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session

from office.backup.age import decrypt, encrypt, is_encrypted
from office.backup.pack import pack, unpack
from office.backup.shelf import name, refuse_gone
from office.chain.key import office_public_key
from office.database.copy import copied
from office.database.engine import look, postgresql, reader, sqlite
from office.database.migrate import check, newest, revision
from office.database.move import settings_put
from office.database.read_only import writable
from office.doctor.examine import HARMLESS, Examined, examine
from office.errors import OfficeError, refusal
from office.faults import program
from office.house import fact
from office.jobs.claims import free_all
from office.place import Place
from office.rebuild.run import Tell
from scraper.records import Problem
from scraper.unfinished import clear, folder_in, sync

OF_THE_MACHINE = HARMLESS | {"disk-low"}
"""Findings that say nothing of a backup."""

NO_ROOM = ("No space left", "quota exceeded", "disk is full")
"""What the system and SQLite say of a full disk; neither says which."""


@dataclass(frozen=True, slots=True)
class Made:
    """A backup: its file, its bytes, the office's key, and what an examination of it found."""

    file: Path
    size: int
    key: str | None
    found: tuple[Problem, ...]


def backup(
    place: Place, engine: Engine, folder: Path, now: datetime, tell: Tell, *, to: Sequence[Any] = ()
) -> Made:
    """Makes a backup in a folder, of an office of an earlier form too: it is the way back from a migration.
    `to`: who alone can read it (office/backup/age.py). Whatever stops it, the folder has the whole backup or
    nothing of it."""
    if engine.dialect.name != "sqlite":  # of which a copy is made in the form of today
        check(engine, "the server's database")
    with look(engine) as session:
        refuse_gone(session, place, folder)
    folder.mkdir(parents=True, exist_ok=True)
    key = _key(place)
    with ExitStack() as stack:
        stack.enter_context(_roomy(folder))
        work = inner = stack.enter_context(folder_in(folder))
        if to:
            # Before it is encrypted it lies in the office, where all of it lies anyway, never where it goes.
            beside = place.folder if writable(place.folder) else Path(tempfile.gettempdir())
            inner = stack.enter_context(folder_in(beside))
        finished = packed = inner / "packed"
        with look(engine) as session:
            about = _about(session, engine, now, key)
        with _roomy(inner.parent):
            pack(place, engine, about, packed, inner)
            told = unpacked(packed, Place(inner / "office"), now, tell).of_backup
        if to:
            finished = work / "encrypted"
            encrypt(packed, finished, to)
        size, file = finished.stat().st_size, folder / name(key, now, found=bool(told), encrypted=bool(to))
        os.replace(finished, file)
        sync(folder)
    return Made(file, size, key, told)


@contextmanager
def _roomy(folder: Path) -> Iterator[None]:
    """What finds no room in a folder names it: another disk than the office's can be full."""
    try:
        yield
    except (OSError, DatabaseError, sqlite3.DatabaseError) as error:
        found = getattr(error, "strerror", None) or str(getattr(error, "orig", error))
        if not any(words in found for words in NO_ROOM):
            raise
        expected, remedy = "room for the office three times over", "make room there, or name another folder"
        raise refusal("disk-low", str(folder), expected, found, remedy) from None


def _about(session: Session, engine: Engine, now: datetime, key: str | None) -> dict[str, Any]:
    return {
        "office": fact(session, "name"),
        "made_at": now.astimezone(UTC).isoformat(timespec="seconds"),
        "banzuke": program(),
        "migration": revision(session.connection()),
        "database": engine.dialect.name,
        "key": key,
    }


def _key(place: Place) -> str | None:
    try:
        key = office_public_key(place)
    except OfficeError:
        return None  # a damaged key keeps nobody from a backup; the examination names it
    return key.id if key else None


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What a backup is of (`office`, `made_at` and so on), and what an examination of it found."""

    about: dict[str, Any]
    found: Examined

    @property
    def of_backup(self) -> tuple[Problem, ...]:
        """The findings that are the backup's own."""
        return tuple(one for one in self.found.found if one.code not in OF_THE_MACHINE)


def unpacked(packed: Path, made: Place, now: datetime, tell: Tell) -> Unpacked:
    """The office of a backup in a new folder, examined there: its own database, wherever the office that was
    backed up has its own. Refused where there is no room for it."""
    about = unpack(packed, made.folder)
    made.archive.mkdir(exist_ok=True)
    settings_put(made, None)  # never into the database that the backup was made of
    found = examine(made, now, tell, pages=False)
    if unexamined := [one for one in found.found if one.code == "database-unwritable"]:
        raise OfficeError(*unexamined)  # it says nothing of the backup
    # Named as in any office's folder: this one is gone, or has another name, when they are read.
    inside = f"{made.folder}{os.sep}"
    found.found = [replace(one, place=one.place.removeprefix(inside)) for one in found.found]
    return Unpacked(about, found)


def prove(file: Path, now: datetime, tell: Tell) -> Unpacked:
    """Looks whether an office can be made of a backup, without putting it anywhere. Refused where it is not
    whole, or is encrypted: the secret key is on no desk."""
    if is_encrypted(file):
        expected, found = "a backup that can be read here", "an encrypted one"
        remedy = "where the secret key is: banzuke --office NEW restore FILE --identity KEY"
        raise refusal("backup-encrypted", file.name, expected, found, remedy)
    with folder_in(Path(tempfile.gettempdir())) as work:  # it has the key: the next takes away what is left
        return unpacked(file, Place(work / "office"), now, tell)


def _refuse_other_form(source: Connection, place: str, remedy: str) -> None:
    """What another Banzuke made goes from folder to folder as it is; onto a server or from one, only in the
    form of today."""
    if (found := revision(source)) != newest():
        expected, found = f"migration {newest()}", f"migration {found}"
        raise refusal("database-version", place, expected, found, remedy)


def restore(
    file: Path,
    place: Place,
    now: datetime,
    tell: Tell,
    *,
    identity: Path | None = None,
    server: str | None = None,
) -> Unpacked:
    """Makes the office of a backup in a folder that is not there yet or empty. `identity`: the file with the
    key of an encrypted one; `server`: the address of an empty PostgreSQL database, to put it there. Whatever
    stops it, nothing of it is there, and it can be repeated; but for the moment in which the files are moved
    into a folder that no other can take the place of, as a volume: then it is no office yet."""
    folder = place.folder.resolve()
    if folder.is_dir():
        clear(folder)
    taken = refusal("folder-not-empty", str(place.folder), "an empty folder, or none", "something")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise taken
    stays = folder.exists() and (folder.is_mount() or not writable(folder.parent))
    beside = folder if stays else folder.parent
    beside.mkdir(parents=True, exist_ok=True)
    with _roomy(beside), folder_in(beside) as work:
        packed = file
        if is_encrypted(file):
            packed = work / "packed"
            decrypt(file, packed, identity)
        made = Place(work / "office")
        done = unpacked(packed, made, now, tell)
        if done.found.opened and server is None:  # the job that made the backup is held in it
            free_all(sqlite(made.database), now)
        if server is not None:
            with reader(sqlite(made.database)).connect() as source:
                remedy = (
                    "restore it without --database and follow what is said there; then: banzuke database copy"
                )
                _refuse_other_form(source, str(file), remedy)
                copied(source, postgresql(server))
            for left in made.folder.glob("banzuke.sqlite*"):
                left.unlink()
            settings_put(made, server)
        for path in (made.folder, *made.folder.rglob("*")):
            sync(path)  # everything is on the disk before it is there
        if not stays:
            try:
                os.rename(made.folder, folder)
            except OSError as error:
                if error.errno in (errno.ENOTEMPTY, errno.EEXIST):  # another one filled it meanwhile
                    raise taken from None
                raise
        else:
            # An office is where its settings or its database are: they come last.
            last = (made.settings, made.database)
            every = made.folder.iterdir()
            for path in sorted(every, key=lambda path: last.index(path) if path in last else -1):
                os.rename(path, folder / path.name)
            sync(folder)
    if done.found.opened and server is not None:  # not before: repeated, it finds there what it would copy
        free_all(postgresql(server), now)
    return done
