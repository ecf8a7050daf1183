"""An office out of a backup: checked, unpacked and examined, to prove it or to put it in its place in one
step."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from office.backup.age import decrypt, is_encrypted
from office.backup.pack import unpack
from office.database.copy import copied
from office.database.engine import postgresql, reader, sqlite
from office.database.move import settings_put
from office.doctor.examine import HARMLESS, Examined, examine
from office.errors import refusal
from office.place import Place
from scraper.records import Problem
from scraper.unfinished import folder_in, sync

OF_THE_MACHINE = HARMLESS | {"disk-low"}
"""Findings that say nothing of a backup."""

Tell = Callable[[str], None]


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
    backed up has its own."""
    about = unpack(packed, made.folder)
    made.archive.mkdir(exist_ok=True)
    settings_put(made, None)  # never into the database that the backup was made of
    return Unpacked(about, examine(made, now, tell, pages=False))


def prove(file: Path, now: datetime, tell: Tell) -> Unpacked:
    """Looks whether an office can be made of a backup, without putting it anywhere. Refused where it is not
    whole, or is encrypted: the secret key is on no desk."""
    if is_encrypted(file):
        expected, found = "a backup that can be read here", "an encrypted one"
        remedy = "where the secret key is: banzuke --office NEW restore FILE --identity KEY"
        raise refusal("backup-encrypted", file.name, expected, found, remedy)
    with TemporaryDirectory(prefix="banzuke-") as work:
        return unpacked(file, Place(Path(work) / "office"), now, tell)


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
    stops it, nothing of it is there, and it can be repeated."""
    folder = place.folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        remedy = "name another folder: banzuke --office DIR restore FILE"
        raise refusal("folder-not-empty", str(place.folder), "an empty folder, or none", "something", remedy)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder_in(folder.parent) as work:
        packed = file
        if is_encrypted(file):
            packed = work / "packed"
            decrypt(file, packed, identity)
        made = Place(work / "office")
        done = unpacked(packed, made, now, tell)
        if server is not None:
            with reader(sqlite(made.database)).connect() as source:
                copied(source, postgresql(server))
            for left in made.folder.glob("banzuke.sqlite*"):
                left.unlink()
            settings_put(made, server)
        for path in (made.folder, *made.folder.rglob("*")):
            sync(path)  # everything is on the disk before it is there
        os.rename(made.folder, folder)
    return done
