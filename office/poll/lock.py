"""One poll at a time in an office. The lock is the system's own: a killed poll leaves none behind."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from office.errors import OfficeError
from office.place import Place
from scraper.records import Problem


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """Holds the office's poll lock; refused by name while another poll holds it."""
    file = place.folder / "poll.lock"
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.pread(handle, 64, 0).decode("ascii", "replace").strip()
            found = f"one at work (process {who})" if who.isdigit() else "one at work"
            remedy = "wait until it is done; the next poll looks at what this one would have"
            raise OfficeError(Problem("poll-running", str(file), "no other poll", found, remedy)) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)
