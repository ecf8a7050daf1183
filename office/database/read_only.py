"""An SQLite file that may not be written: on read-only media, in a folder that belongs to somebody else, or
where the disk is full.

A database with a write-ahead log is read together with two files beside it. Where these are there, SQLite
reads all of them as they are. Where it would have to make them and may not, or has no room, the database is
copied into memory and read there. SQLite's own word for this case, `immutable`, is not given: a folder that
is read-only here may be written from elsewhere, and the log of a program that was killed would be left out.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from itertools import count
from pathlib import Path

from office.errors import refusal
from scraper.unfinished import folder_in

TIMES = 20
"""So often a copy is begun when somebody wrote meanwhile, a twentieth of a second apart."""

_Stood = tuple[tuple[int, int, int] | None, ...]
_held: dict[Path, tuple[_Stood, str, sqlite3.Connection]] = {}
_numbers = count(1)


def read_only(path: Path) -> sqlite3.Connection | None:
    """A connection that reads, where the file or its folder cannot be written; None where both can, and where
    there is no file yet."""
    if not path.exists() or (writable(path) and writable(path.parent)):
        return None
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        return in_memory(path)
    return connection


def in_memory(path: Path) -> sqlite3.Connection:
    """A connection that reads what is stored out of a copy in memory."""
    return sqlite3.connect(f"{_held_copy(path)}&mode=ro", uri=True)


def writable(path: Path) -> bool:
    """Whether this process may write there."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _held_copy(path: Path) -> str:
    """The name under which this process holds a copy, made anew when the file has changed since."""
    for _ in range(TIMES):
        before = _stands(path)
        held = _held.get(path)
        if held is not None and held[0] == before:
            return held[1]
        name = f"file:/banzuke-{next(_numbers)}?vfs=memdb"
        copy = sqlite3.connect(name, uri=True)
        try:
            _copy(path, copy)
            whole = _stands(path) == before
        except (sqlite3.DatabaseError, OSError):
            if _stands(path) == before:
                copy.close()
                raise
            whole = False
        if whole:
            if held is not None:
                held[2].close()  # who reads from it yet has a connection of his own to it
            _held[path] = (before, name, copy)
            return name
        copy.close()
        time.sleep(0.05)
    found, remedy = "other programs write to it all the time", "try again when they are done"
    raise refusal("database-busy", str(path), "a moment in which it stands still", found, remedy)


def _copy(path: Path, copy: sqlite3.Connection) -> None:
    """What is stored, with what its log holds."""
    with folder_in(Path(tempfile.gettempdir())) as folder:
        for file in (path, _log(path)):
            if file.exists():
                shutil.copyfile(file, folder / file.name)
        source = sqlite3.connect(folder / path.name)
        try:
            source.execute("PRAGMA journal_mode = DELETE")  # memory has no room for a log
            source.backup(copy)
        finally:
            source.close()


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _stands(path: Path) -> _Stood:
    """Size and moment of the last change of the database and its log; None for what is not there."""
    found: list[tuple[int, int, int] | None] = []
    for file in (path, _log(path)):
        try:
            seen = file.stat()
        except FileNotFoundError:
            found.append(None)
        else:
            found.append((seen.st_ino, seen.st_size, seen.st_mtime_ns))
    return tuple(found)
