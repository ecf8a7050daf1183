"""The locks of an office: files that say whose they are, and that the system holds for a living process."""

from __future__ import annotations

import fcntl
import time
from pathlib import Path

PATIENCE = 20
"""Seconds."""


def unlocked(folder: Path) -> None:
    """Waits until nobody holds a lock there: what a killed worker had begun ends with it, in its time."""
    ends = time.monotonic() + PATIENCE
    while left := held(folder):
        assert time.monotonic() < ends, f"held for ever: {left}"
        time.sleep(0.01)


def held(folder: Path) -> list[str]:
    """The locks in a folder, and in those below it, that somebody holds."""
    return [file.name for file in folder.rglob("*.lock") if _held(file)]


def _held(file: Path) -> bool:
    with file.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
