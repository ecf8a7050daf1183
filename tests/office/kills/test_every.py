"""Nothing that writes is left out; and the kills find what they are to find."""

from __future__ import annotations

import fcntl
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from office.jobs.kinds import KINDS
from tests.office.kills.by_itself import COMMANDS
from tests.office.kills.cases import IN_FILES
from tests.office.kills.every import CASES, OFTEN
from tests.office.kills.trial import killed, prepared
from tests.office.writers import BARE, WRITERS, commands
from tests.workplace import Workplace

NOT_HERE = {
    "database copy": "test_on_a_server.py",
    "serve": "each thing that is done in the browser is done by what these commands call",
    "shell": "runs the others, each line by itself",
}


def test_every_command_that_writes_and_every_job_is_killed() -> None:
    killed_ones = {name for name in commands() for case in CASES if f"{case} ".startswith(f"{name} ")}
    writing = {name.removesuffix(" FILE") for name in WRITERS} | set(BARE)
    assert writing - killed_ones == set(NOT_HERE)
    assert set(COMMANDS) == set(KINDS)
    assert set(OFTEN) <= set(CASES)


def test_a_text_that_is_written_in_place_is_found(work: Workplace, tmp_path: Path) -> None:
    """As the texts of announcements were: killed between the two, an empty one stayed and was used."""
    from office.mail import template

    there = replace(work, folder=tmp_path / "area" / "office")
    work.monkeypatch.setattr(template, "put", lambda file, data, mode: file.write_bytes(data))
    with prepared(IN_FILES["announce --template"], there, work.folder) as made:
        at = next(n for n, moment in enumerate(made.moments) if moment.startswith("after opening"))
        faults = killed(made, at).faults
    assert [fault.partition(": ")[2] for fault in faults] == [
        "office/templates/news-ja.txt: 1805 bytes, now 0 bytes"
    ]


def test_what_is_stored_in_two_transactions_is_found(work: Workplace, tmp_path: Path) -> None:
    """A member that is committed before his membership is: typed again, the command refuses him."""
    real = Session.flush

    def early(self: Session, *given: Any) -> None:
        real(self, *given)
        self.connection().exec_driver_sql("COMMIT")
        self.connection().exec_driver_sql("BEGIN IMMEDIATE")

    there = replace(work, folder=tmp_path / "area" / "office")
    work.monkeypatch.setattr(Session, "flush", early)
    with prepared(CASES["members add"], there, work.folder) as made:
        (at,) = [n for n, moment in enumerate(made.moments) if moment == "INSERT INTO membership"]
        faults = killed(made, at).faults
    assert any(fault.startswith("doctor: register-differs") for fault in faults), faults
    assert any(fault.startswith("typed again: membership: ") for fault in faults), faults


def test_a_lock_that_outlives_its_command_is_found(work: Workplace, tmp_path: Path) -> None:
    there = replace(work, folder=tmp_path / "area" / "office")
    handle = -1

    def held() -> list[str]:
        nonlocal handle
        handle = os.open(there.folder / "poll.lock", os.O_RDWR | os.O_CREAT)
        fcntl.flock(handle, fcntl.LOCK_EX)
        return []

    case = CASES["language"]
    with prepared(case, there, work.folder) as made:
        made.ready = replace(made.ready, faults=held)
        assert killed(made, 3).faults == ["poll.lock is still held"]
        os.close(handle)
