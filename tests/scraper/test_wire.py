"""A second between requests that leave the machine, whoever sends them."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from scraper.archive import FileArchive
from scraper.client import Client
from scraper.wire import LOCK_NAME, PoliteTransport
from tests.scraper.fakes import NOON, FakeTime
from tests.standin.scripted import Says, Scripted, in_turn

ADDRESS = "https://chess-results.com/tnr1234567.aspx"


class Noting(httpx.BaseTransport):
    """Notes when each request leaves."""

    def __init__(self, time: FakeTime, takes: float = 0.0) -> None:
        self.time = time
        self.takes = takes
        self.left: list[float] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.left.append(self.time.passed)
        self.time.passed += self.takes
        return httpx.Response(200, html="<html></html>")


def send(transport: httpx.BaseTransport, times: int) -> None:
    with httpx.Client(transport=transport) as client:
        for _ in range(times):
            client.get(ADDRESS)


def test_requests_leave_a_second_apart(tmp_path: Path) -> None:
    time = FakeTime()
    noting = Noting(time)
    send(PoliteTransport(noting, tmp_path, clock=time.clock), 4)
    assert noting.left == [0, 1, 2, 3]


def test_time_that_has_passed_is_not_waited_for_again(tmp_path: Path) -> None:
    time = FakeTime()
    noting = Noting(time, takes=0.75)
    send(PoliteTransport(noting, tmp_path, clock=time.clock), 3)
    assert noting.left == [0, 1, 2]
    assert time.slept == [0.25, 0.25]


def test_every_hop_of_a_redirect_keeps_the_distance(tmp_path: Path) -> None:
    time = FakeTime()
    node = "https://s1.chess-results.com/tnr1234567.aspx"
    script = in_turn(Says(status=302, headers={"Location": node}, body=b""), Says())
    with Scripted(script) as server:
        polite = PoliteTransport(server.transport, tmp_path, clock=time.clock)
        with Client(FileArchive(tmp_path), transport=polite, clock=time.clock) as client:
            client.page(ADDRESS)
    assert len(server.requests) == 2
    assert time.slept == [1.0]


def test_another_program_on_the_same_archive_is_waited_for(tmp_path: Path) -> None:
    time = FakeTime()
    noting = Noting(time)
    (tmp_path / LOCK_NAME).write_text(f"{NOON - 0.25:.6f}\n")
    send(PoliteTransport(noting, tmp_path, clock=time.clock), 1)
    assert noting.left == [pytest.approx(0.75)]


@pytest.mark.parametrize("content", [f"{NOON + 5000:.6f}\n", "rubbish\n"])
def test_a_clock_set_back_or_a_damaged_file_costs_one_second_and_no_more(
    tmp_path: Path, content: str
) -> None:
    time = FakeTime()
    noting = Noting(time)
    (tmp_path / LOCK_NAME).write_text(content)
    send(PoliteTransport(noting, tmp_path, clock=time.clock), 2)
    assert noting.left == [1, 2]


def test_nobody_can_ask_for_less_than_a_second(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least"):
        PoliteTransport(Noting(FakeTime()), tmp_path, interval=0.5)


_PROGRAM = """
import sys
from itertools import pairwise
from pathlib import Path
import httpx
from scraper.wire import PoliteTransport
from tests.standin.server import MappedTransport
polite = PoliteTransport(MappedTransport(int(sys.argv[1])), Path(sys.argv[2]))
with httpx.Client(transport=polite) as client:
    for _ in range(2):
        client.get("https://chess-results.com/tnr1.aspx")
"""


def test_two_processes_keep_a_real_second_between_them(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    with Scripted(in_turn(Says())) as server:
        command = [sys.executable, "-c", _PROGRAM, str(server.port), str(tmp_path)]
        running = [subprocess.Popen(command, cwd=root) for _ in range(2)]
        assert [process.wait(20) for process in running] == [0, 0]
    times = sorted(server.times)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert len(gaps) == 3
    # Some time lies between leaving and arriving, more on a busy machine; together it is a second each.
    assert min(gaps) > 0.8
    assert sum(gaps) > 2.9
