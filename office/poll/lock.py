"""One poll, one look at mails at a time. The lock is the system's own: a killed one leaves none behind."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from office.errors import OfficeError
from scraper.records import Problem

RUNNING = {"poll": "poll-running", "inbox": "inbox-running", "site": "site-running"}
"""The jobs, and the problem of a second one at the same time."""


@contextmanager
def alone(folder: Path, job: str = "poll") -> Iterator[None]:
    """Holds the lock for a job in the office's folder, `poll` or `inbox`, or in that of a `site`; refused
    while another one holds it."""
    file = folder / f"{job}.lock"
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.pread(handle, 64, 0).decode("ascii", "replace").strip()
            found = f"one at work (process {who})" if who.isdigit() else "one at work"
            remedy = f"wait until it is done; the next {job} looks at what this one would have"
            problem = Problem(RUNNING[job], str(file), f"no other {job}", found, remedy)
            raise OfficeError(problem) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)
