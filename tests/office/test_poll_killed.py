"""A poll that is killed, a second one beside it, and one that goes on by itself."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from office.errors import OfficeError
from office.poll.run import Polled, every
from scraper.records import Problem
from tests.publication.site import connect, event, import_, uploaded, with_result
from tests.standin import faults
from tests.standin.server import Standin
from tests.standin.serving import Asked, Says
from tests.workplace import Workplace, once

NUMBER = 9900001
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from scraper.client import Client
from scraper.hops import Nodes
import office.intake.sources
from tests.standin.serving import MappedTransport
port = int(sys.argv.pop(1))
def open_client(archive, folder, *, notice=None, contact="", half=False):
    return Client(archive, transport=MappedTransport(port), nodes=Nodes(folder), notice=notice)
office.intake.sources.open_client = open_client
from datetime import datetime, timedelta, UTC
import office.clock
office.clock.now = lambda: datetime(2026, 10, 6, tzinfo=UTC)
from cli.main import main
main()
"""


def start(standin: Standin, folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, str(standin.port), "--office", str(folder), "poll", *words]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


@pytest.fixture
def standin(work: Workplace) -> Iterator[Standin]:
    """Three events that were imported; the second has changed since."""
    work.moment = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
    with Standin([event(NUMBER + n) for n in range(3)]) as serving:
        connect(work.monkeypatch, serving)
        once(import_)(work, *(NUMBER + n for n in range(3)))
        serving.events[NUMBER + 1] = uploaded(with_result(event(NUMBER + 1), 2, 1, "1/2"))
        serving.requests.clear()
        yield serving


def held_at(standin: Standin, address: str) -> list[bool]:
    """The site falls silent when asked for this; the list is filled when it was."""
    asked_for: list[bool] = []

    def silent(asked: Asked, right: Says) -> Says:
        asked_for.append(True)
        until(lambda: address not in standin.faults)
        return right

    standin.faults[address] = silent
    return asked_for


@pytest.mark.slow
def test_a_killed_poll_leaves_what_it_saw_and_the_next_one_does_the_rest(
    standin: Standin, work: Workplace
) -> None:
    held = held_at(standin, f"tnr{NUMBER + 1}.aspx?lan=1&art=2&rd=2&")
    before = work.dump("poll", "report", "sqlite_sequence")
    poll = start(standin, work.folder)
    until(lambda: bool(held))
    os.killpg(poll.pid, signal.SIGKILL)
    poll.communicate()
    standin.faults.clear()
    assert work.dump("poll", "report", "sqlite_sequence") == before, "half an event was stored"
    assert work.rows("SELECT event_key FROM poll") == [(f"chess-results:{NUMBER}",)]
    assert work.rows("PRAGMA integrity_check") == [("ok",)]
    work.moment = datetime(2026, 10, 7, 3, 0, tzinfo=UTC)
    said = work.done("poll")
    assert "2 unchanged, 1 changed" in said.out
    assert work.rows("SELECT count(*) FROM poll") == [(3,)]


@pytest.mark.slow
def test_two_polls_at_once_exclude_each_other(standin: Standin, work: Workplace) -> None:
    held = held_at(standin, f"tnr{NUMBER + 2}.aspx?lan=1&art=5&")
    first = start(standin, work.folder)
    until(lambda: bool(held))
    asked = len(standin.requests)
    second = work.run("poll")
    assert second.code == 1
    assert second.problem()["code"] == "poll-running"
    assert str(first.pid) in second.problem()["found"]
    assert len(standin.requests) == asked
    standin.faults.clear()
    out, err = first.communicate(timeout=60)
    assert first.returncode == 0, err
    assert "2 unchanged, 1 changed" in out
    assert work.done("poll").out.count("unchanged") == 4


class Days:
    """Polls that come out as told, one after the other, and the waits between them."""

    def __init__(self, *outcomes: str | None) -> None:
        self.outcomes = list(outcomes)
        self.notes: list[str] = []
        self.slept: list[float] = []

    def once(self) -> Polled:
        code = self.outcomes.pop(0)
        problem = Problem(code, "the site", "a page", "none", "wait") if code else None
        if code in ("poll-running", "database-busy") and problem:
            raise OfficeError(problem)
        return Polled((), 0, problem)

    def run(self, minutes: int) -> Polled:
        return every(minutes, self.once, note=self.notes.append, sleep=self.slept.append)


def test_a_schedule_goes_on_until_the_site_says_no() -> None:
    passing = ("daily-budget", "no-network", "certificate-refused")
    days = Days(None, *passing, "poll-running", "database-busy", None, "refused-by-site", None)
    polled = days.run(30)
    assert polled.stopped is not None
    assert polled.stopped.code == "refused-by-site"
    assert days.slept == [1800.0] * 7
    assert days.outcomes == [None]
    assert any("poll-running" in note for note in days.notes)
    assert any("database-busy" in note for note in days.notes)


@pytest.mark.parametrize("code", ["refused-by-site", "blocked-by-site", "too-many-requests"])
def test_no_schedule_asks_again_after_a_refusal(code: str) -> None:
    days = Days(code, None)
    days.run(5)
    assert days.slept == []


def test_another_refusal_than_a_running_poll_ends_a_schedule() -> None:
    def broken() -> Polled:
        raise OfficeError(Problem("no-office", "here", "an office", "none", "init"))

    with pytest.raises(OfficeError, match="an office"):
        every(5, broken, note=lambda _: None, sleep=lambda _: None)


def test_a_schedule_that_the_site_refuses_ends_with_an_error(standin: Standin, work: Workplace) -> None:
    standin.faults["tnr"] = faults.status(403)
    said = work.run("poll", "--every", 30)
    assert said.code == 1
    assert said.problem()["code"] == "refused-by-site"
    assert len(standin.requests) == 1


def test_a_disk_that_has_no_room_for_the_lock_is_told_by_its_file(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the site lies beside it, on whichever disk."""

    def full(_handle: int, _data: bytes, _at: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("office.locks.os.pwrite", full)
    site = work.folder.parent / "www" / "site"
    for words, file in ((("poll",), work.folder / "poll.lock"), (("site", site), site.parent / ".site.site")):
        problem = work.run(*words).problem()
        assert (problem["code"], problem["found"]) == ("file-trouble", "No space left on device")
        assert problem["place"].startswith(str(file))
