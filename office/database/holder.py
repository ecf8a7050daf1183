"""Who writes in an SQLite database, which itself does not say: a file beside it while a transaction writes.

The file is written when the write lock was got and taken away before it is given up, so that there is never
more than one. A killed program leaves it behind; what makes it true is the system's lock on it, which ends
with the process. The next one that writes writes it anew.
"""

import fcntl
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from office.locks import lock_of

UNKNOWN = "another program writes; which one is not known"


def working(words: Sequence[str]) -> str:
    """The program as others are told of it: its command, as far as it can be told from the words it was
    called with, its process and its machine."""
    given = iter(words)
    named = ""
    for word in given:
        if word in ("--office", "--lang"):
            next(given, None)
        elif not word.startswith("-"):
            named = word if word.isascii() and word.isalpha() and len(word) < 20 else ""
            break
    return f"{f'banzuke {named}'.strip()}, process {os.getpid()} on {socket.gethostname()}"


def note(database: Path) -> int | None:
    """Notes that this process writes; a handle for `take_away`. None where no file can be made: the note is
    for others, and nothing of the work rests on it."""
    with suppress(OSError):
        handle = lock_of(_file(database))
        if handle is None:
            return None
        try:
            if os.fstat(handle).st_size:  # what was cut to nothing goes to the disk as it is closed
                os.ftruncate(handle, 0)
            since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
            os.pwrite(handle, f"{working(sys.argv[1:])} (since {since} UTC)\n".encode(), 0)
        except OSError:
            take_away(database, handle)
            raise
        return handle
    return None


def take_away(database: Path, handle: int) -> None:
    """Nobody writes any more; called while the write lock is still held."""
    with suppress(OSError):
        _file(database).unlink(missing_ok=True)
    os.close(handle)


def holder(database: Path) -> str:
    try:
        handle = os.open(_file(database), os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return UNKNOWN
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        told = os.pread(handle, 300, 0).decode("utf-8", "replace").strip()
        return f"{told} writes" if told else UNKNOWN
    else:
        return UNKNOWN  # left behind by a program that was killed: it is not the one that writes
    finally:
        os.close(handle)


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}-writer")
