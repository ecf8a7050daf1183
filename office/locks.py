"""One poll, one look at mails at a time; nothing deleted while a backup is packed. The lock is the system's
own: a killed one leaves none behind."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from office.errors import refusal
from scraper.unfinished import held

RUNNING = {"poll": "poll-running", "inbox": "inbox-running", "site": "site-running"}
"""The jobs, and the problem of a second one at the same time."""


@contextmanager
def alone(folder: Path, job: str) -> Iterator[None]:
    """Holds the lock for a job in the office's folder, `poll` or `inbox`, or in that of a `site`; refused
    while another one holds it."""
    file = folder / f"{job}.lock"
    handle = lock_of(file, 0o644)
    if handle is None:
        who = file.read_bytes()[:64].decode("ascii", "replace").strip()
        found = f"one at work (process {who})" if who.isdigit() else "one at work"
        remedy = f"wait until it is done; the next {job} looks at what this one would have"
        raise refusal(RUNNING[job], str(file), f"no other {job}", found, remedy)
    try:
        _note(handle, file)
        yield
    finally:
        os.close(handle)


def _note(handle: int, file: Path) -> None:
    """Writes who holds the lock; what fails names the file, which may lie on another disk than the office."""
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
    except OSError as error:
        error.filename = str(file)
        raise


@contextmanager
def files_held(folder: Path, *, deleting: bool) -> Iterator[None]:
    """No file of the office goes while a backup takes them: who deletes waits for it, and it for him."""
    with held(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX if deleting else fcntl.LOCK_SH):
        yield


@contextmanager
def in_turn(folder: Path, job: str) -> Iterator[None]:
    """One after the other: whoever comes second waits for the first. A lock of its own: what else is kept
    meanwhile waits for nobody."""
    with held(_opened(folder / f"{job}.lock", 0o644), fcntl.LOCK_EX):
        yield


def _opened(file: Path, mode: int) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, mode)  # what it leads to is nobody's lock


def lock_of(file: Path, mode: int = 0o600) -> int | None:
    """The lock of a file, held; None where somebody has it. It ends when its number, and every copy that a
    program inherited, is closed."""
    handle = _opened(file, mode)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        if isinstance(error, BlockingIOError):
            return None
        raise
    return handle
