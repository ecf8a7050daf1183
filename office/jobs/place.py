"""Which folder on which running machine a worker works in, and the lock that it shares with what it
started.

The lock is the system's own, and what a worker starts inherits it: it is free only when both are gone. So
in one folder a run that was broken off is known at once. Of a worker elsewhere, which shares nothing but
the database, only its silence tells (claims.py)."""

import fcntl
import hashlib
import os
import uuid
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = uuid.uuid4().hex


def place_of(folder: Path) -> str:
    """The same for every worker that can meet another one at a lock in this folder, else another one: by
    the machine's start and the folder itself. Where the machine does not tell its start, every process is
    by itself."""
    try:
        boot = _BOOT.read_text("ascii").strip()
    except OSError:
        boot = _PROCESS
    stands = os.stat(folder)
    return hashlib.sha256(f"{boot} {stands.st_dev} {stands.st_ino}".encode()).hexdigest()[:32]


def lock_of(folder: Path, job: str) -> int | None:
    """The lock of a job in this folder, held; None where somebody has it. It ends when its number, and
    every copy that a program inherited, is closed."""
    handle = os.open(folder / f"job-{job}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle
