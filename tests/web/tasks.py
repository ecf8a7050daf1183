"""Waiting for a task of the desk; and the same done at the command line, in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import httpx

from tests.begun import Begun
from tests.web.conftest import Client, Served

TASK = re.compile(r"/tasks/\d+")
PATIENCE = 120.0


def ended(client: Client, answer: httpx.Response) -> str:
    """The page of the task that a form began, once it is over."""
    assert answer.status_code == 303, answer.text
    where = answer.headers["location"]
    assert TASK.fullmatch(where), where
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        page = client.get(where).text
        if "data-live" not in page:
            return page
        time.sleep(0.05)
    raise AssertionError(f"{where} is not over")


def command(desk: Served, *words: str) -> str:
    """What a command says that is carried out in the same office."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BANZUKE_")}
    with Begun(
        [sys.executable, "-P", "-m", "cli.main", "--office", str(desk.work.folder), *words],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as ran:  # fmt: skip
        out, err = ran.communicate(timeout=PATIENCE)
    assert ran.returncode == 0, err
    return str(out)
