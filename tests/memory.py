"""The tests' folders in memory where there is room: an office is written thousands of times, and each commit
waits for the disk. What is durable is shown by the tests that kill a process (tests/office/test_killed.py),
which no disk's cache helps."""

from __future__ import annotations

import os
import shutil
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
