"""The tests' folders in memory where there is room: an office is written thousands of times, and each commit
waits for the disk. What is durable is shown by the tests that kill a process (tests/office/test_killed.py),
which no disk's cache helps."""

from __future__ import annotations

import ctypes
import mmap
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path("/dev/shm")
ROOM = 6 << 30
"""Bytes. A test that passed leaves nothing (tmp_path_retention_policy in pyproject.toml)."""


def take() -> None:
    """Every folder for a while that is made from now on stands in memory, the servers' and browsers' too.
    Who names another place (TMPDIR) keeps it, and so does a machine without the room."""
    if "TMPDIR" in os.environ or not os.access(HERE, os.W_OK):
        return
    if min(shutil.disk_usage(HERE).free, _unused()) > ROOM:
        os.environ["TMPDIR"] = str(HERE)
        tempfile.tempdir = None


def _unused() -> int:
    """Bytes of memory that nobody uses."""
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


WORKER = 4 << 30
"""Bytes. What a process of the tests comes to, with its browser, its servers and its folders."""


def workers() -> int | None:
    """How many processes the tests are shared among where nobody says it: one more than processors, since
    some wait for a browser, a server or another process (two processors: a tenth less time; with four
    processes it is more again). None, which is the library's own choice, where there is no room for one more,
    and on other systems than Linux."""
    if not sys.platform.startswith("linux"):
        return None
    said = Path("/proc/meminfo").read_text("ascii")
    available = re.search(r"^MemAvailable:\s+(\d+) kB$", said, re.MULTILINE)
    more = len(os.sched_getaffinity(0)) + 1
    return more if available is not None and int(available[1]) << 10 > more * WORKER else None


LARGE = 2 << 20
"""Bytes of a large page of memory."""
COLLAPSE = 25
"""What Linux calls joining small pages into large ones at once (madvise(2), MADV_COLLAPSE)."""
_FREE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ 0\s*(?:\[heap\])?$", re.MULTILINE)


GROWN = 16 << 20
"""So many bytes more than there were are worth a look."""


class _Seen:
    copied, resident = False, 0


os.register_at_fork(after_in_parent=lambda: setattr(_Seen, "copied", True))


def join() -> None:
    """The small pages of this process joined into large ones, where the system does it. Each file is read in
    a copy of the process (importer/reader.py), and what a copy costs is its pages: of hundreds of megabytes
    a worker of the tests has more than any command. There are small ones after a copy, of what was written
    beside it, and in what was added."""
    if not sys.platform.startswith("linux"):
        return
    resident = int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if not _Seen.copied and resident < _Seen.resident + GROWN:
        return
    _Seen.copied, _Seen.resident = False, resident
    advise = ctypes.CDLL(None).madvise
    advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for found in _FREE.finditer(Path("/proc/self/maps").read_text("ascii")):
        first, end = (int(text, 16) for text in found.groups())
        begins, size = -(-first // LARGE) * LARGE, end // LARGE * LARGE - -(-first // LARGE) * LARGE
        if size > 0:
            advise(begins, size, mmap.MADV_HUGEPAGE)
            advise(begins, size, COLLAPSE)  # what the system does not do now it does by itself, later
