"""An office out of a backup: checked, unpacked beside its place, examined, and put there in one step."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from office.backup.age import decrypt, is_encrypted
from office.backup.pack import unpack
from office.database.copy import copied
from office.database.engine import postgresql, reader, sqlite
from office.database.move import settings_put
from office.doctor.examine import Examined, examine
from office.errors import refusal
from office.place import Place
from scraper.unfinished import folder_in, sync


@dataclass(frozen=True, slots=True)
class Restored:
    """What a backup was of (`office`, `made_at` and so on), and what an examination of it found."""

    about: dict[str, Any]
    found: Examined


def restore(
    file: Path,
    place: Place,
    now: datetime,
    tell: Callable[[str], None],
    *,
    identity: Path | None = None,
    server: str | None = None,
) -> Restored:
    """Makes the office of a backup in a folder that is not there yet or empty. `identity`: the file with the
    key of an encrypted one; `server`: the address of an empty PostgreSQL database, to put it there. Whatever
    stops it, nothing of it is there, and it can be repeated."""
    folder = place.folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        remedy = "name another folder: banzuke --office DIR restore FILE"
        raise refusal("folder-not-empty", str(place.folder), "an empty folder, or none", "something", remedy)
    with folder_in(_there(folder.parent)) as work:
        packed = file
        if is_encrypted(file):
            packed = work / "packed"
            decrypt(file, packed, identity)
        made = Place(work / "office")
        about = unpack(packed, made.folder)
        made.archive.mkdir(exist_ok=True)
        settings_put(made, None)  # never into the database that the backup was made of
        found = examine(made, now, tell, pages=False)
        if server is not None:
            with reader(sqlite(made.database)).connect() as source:
                copied(source, postgresql(server))
            for left in made.folder.glob("banzuke.sqlite*"):
                left.unlink()
            settings_put(made, server)
        _synced(made.folder)
        os.rename(made.folder, folder)
    return Restored(about, found)


def _there(parent: Path) -> Path:
    parent.mkdir(parents=True, exist_ok=True)
    return parent


def _synced(folder: Path) -> None:
    """Everything below a folder is on the disk when this returns."""
    for path in (folder, *folder.rglob("*")):
        sync(path)
