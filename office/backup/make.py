"""A backup made and proved: packed, unpacked again beside it, and examined there; encrypted last."""

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from office.backup.age import encrypt
from office.backup.pack import pack
from office.backup.restore import Tell, unpacked
from office.backup.shelf import name
from office.chain.key import office_public_key
from office.database.engine import look
from office.database.migrate import revision
from office.database.read_only import writable
from office.errors import OfficeError
from office.place import Place
from office.tables import SettingRow
from scraper.records import Problem
from scraper.unfinished import folder_in, sync


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
    """Makes a backup in a folder. `to`: who alone can read it (office/backup/age.py). Whatever stops it, the
    folder has the whole backup or nothing of it."""
    folder.mkdir(parents=True, exist_ok=True)
    key = _key(place)
    with ExitStack() as stack:
        work = inner = stack.enter_context(folder_in(folder))
        if to:
            # Before it is encrypted it lies in the office, where all of it lies anyway, never where it goes.
            beside = place.folder if writable(place.folder) else Path(tempfile.gettempdir())
            inner = stack.enter_context(folder_in(beside))
        finished = packed = inner / "packed"
        with look(engine) as session:
            about = _about(session, engine, now, key)
        pack(place, engine, about, packed, inner)
        told = unpacked(packed, Place(inner / "office"), now, tell).of_backup
        if to:
            finished = work / "encrypted"
            encrypt(packed, finished, to)
        size, file = finished.stat().st_size, folder / name(key, now, encrypted=bool(to))
        os.replace(finished, file)
        sync(folder)
    return Made(file, size, key, told)


def _about(session: Session, engine: Engine, now: datetime, key: str | None) -> dict[str, Any]:
    named = session.get(SettingRow, "name")
    try:
        program = version("banzuke")
    except PackageNotFoundError:
        program = "not installed"
    return {
        "office": named.value if named else "",
        "made_at": now.astimezone(UTC).isoformat(timespec="seconds"),
        "banzuke": program,
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
