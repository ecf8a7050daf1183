"""So many requests a day, whoever sends them, and a count that survives being killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from scraper.archive import FileArchive
from scraper.budget import A_DAY, FILE, Budget
from scraper.client import Client
from scraper.errors import FetchError
from scraper.wire import PoliteTransport
from tests.scraper.fakes import FakeTime
from tests.standin.scripted import Says, Scripted, in_turn

ADDRESS = "https://chess-results.com/tnr1234567.aspx"
ROOT = Path(__file__).resolve().parents[2]


def ask(folder: Path, times: int, *, time: FakeTime | None = None) -> tuple[Scripted, FetchError | None]:
    time = time or FakeTime()
    with Scripted(in_turn(Says())) as server:
        polite = PoliteTransport(server.transport, folder, clock=time.clock)
        with Client(FileArchive(folder), transport=polite, clock=time.clock) as client:
            for number in range(times):
                try:
                    client.get(f"{ADDRESS}?lan=1&art={number}")
                except FetchError as error:
                    return server, error
    return server, None


def test_every_request_is_counted_for_its_day(tmp_path: Path) -> None:
    ask(tmp_path, 3)
    assert Budget(tmp_path, FakeTime().clock).spent().asked == 3
    assert json.loads((tmp_path / FILE).read_text()) == {"a_day": A_DAY, "day": "2026-10-19", "asked": 3}


def test_beyond_the_budget_nothing_leaves_the_machine_and_the_refusal_says_why(tmp_path: Path) -> None:
    Budget(tmp_path, FakeTime().clock).set(2)
    server, error = ask(tmp_path, 5)
    assert error is not None
    assert error.problem.code == "daily-budget"
    assert "at most 2 requests on 2026-10-19" in error.problem.expected
    assert "banzuke budget" in error.problem.remedy
    assert error.ends_run
    assert len(server.requests) == 2


def test_who_is_to_leave_half_of_it_takes_no_more_than_the_other(tmp_path: Path) -> None:
    clock = FakeTime().clock
    strangers, office = Budget(tmp_path, clock, half=True), Budget(tmp_path, clock)
    strangers.set(5)
    for _ in range(2):
        strangers.take(ADDRESS)
    with pytest.raises(FetchError) as refused:
        strangers.take(ADDRESS)
    assert refused.value.problem.expected == "at most half of 5 requests on 2026-10-19 (UTC)"
    for _ in range(3):
        office.take(ADDRESS)
    assert office.spent().asked == 5


def test_a_refused_request_waits_for_nothing_and_counts_nothing(tmp_path: Path) -> None:
    Budget(tmp_path, FakeTime().clock).set(0)
    time = FakeTime()
    ask(tmp_path, 1, time=time)
    assert time.slept == []
    assert Budget(tmp_path, time.clock).spent().asked == 0


def test_the_next_day_has_the_whole_budget_again(tmp_path: Path) -> None:
    time = FakeTime()
    Budget(tmp_path, time.clock).set(1)
    assert ask(tmp_path, 2, time=time)[1] is not None
    time.passed += 24 * 3600
    assert ask(tmp_path, 1, time=time)[1] is None
    assert Budget(tmp_path, time.clock).spent().a_day == 1


def test_a_larger_budget_keeps_the_count(tmp_path: Path) -> None:
    ask(tmp_path, 3)
    assert Budget(tmp_path, FakeTime().clock).set(4).asked == 3
    server, error = ask(tmp_path, 2)
    assert len(server.requests) == 1
    assert error is not None


@pytest.mark.parametrize("content", ["rubbish", "{}", '{"a_day": "x", "day": 1, "asked": 2}', "x" * 500])
def test_a_count_that_cannot_be_read_is_refused_until_the_budget_is_set_anew(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / FILE).write_text(content)
    server, error = ask(tmp_path, 1)
    assert error is not None
    assert error.problem.code == "daily-budget"
    assert "tomorrow" not in error.problem.remedy  # it will not be read then either
    assert "set the budget again" in error.problem.remedy
    assert server.requests == []
    Budget(tmp_path, FakeTime().clock).set(10)
    assert ask(tmp_path, 1)[1] is None
    assert Budget(tmp_path, FakeTime().clock).spent().asked == 1


_COUNTING = """
import os, signal, sys
from pathlib import Path
from scraper.budget import Budget
budget = Budget(Path(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    budget.take("https://chess-results.com/tnr1.aspx")
print("counted", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_processes_count_together_and_what_a_killed_one_counted_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _COUNTING, str(tmp_path), "20"]
    running = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait(20) for process in running] == [-signal.SIGKILL] * 3
    assert Budget(tmp_path).spent().asked == 60


def test_a_replay_costs_nothing(tmp_path: Path) -> None:
    Budget(tmp_path, FakeTime().clock).set(0)

    class Replay(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            form = '<form method="post" action="./tnr1234567.aspx?lan=1" id="form1"></form>'
            return httpx.Response(200, html=form)

    with Client(FileArchive(tmp_path), transport=Replay()) as client:
        client.get(ADDRESS)
    assert Budget(tmp_path, FakeTime().clock).spent().asked == 0
