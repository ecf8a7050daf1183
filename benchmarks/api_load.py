"""So many questions a second of the public API beside ten officers at the desk, with how long each waits.

    python -m benchmarks.api_load [--rate N] [--seconds N] [--officers N] [--every N] [--office FOLDER]

200 a second for 20 seconds on the demo unless said. The desk is a process of its own, as `banzuke serve`
opens it. Questions leave at their moment whether or not earlier ones are answered (an open loop), so that
waiting shows: who asks is one of thousands, and waits for nobody. Four in ten have the answer already
(If-None-Match). Each officer opens a page, looks at it for a second, opens the next. Every ten seconds
something is stored, which makes what was worked out old (`--every 0`: nothing is). Every address was asked
once before. Latency from the moment a question was due. Fails where one is not answered, or the 95th
percentile is more than a second.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx

from benchmarks.desk_open import UNBRAKED, changed, demo, signed_in
from benchmarks.timing import COMPILED, keep, options
from cli.session import open_office
from office.accounts.roles import Role
from office.opened import Office

PAGES = ("/", "/today", "/questions", "/events", "/lists", "/lists/next", "/members?q=a", "/reports")
HAS_IT = 0.4
"""The share of questions by who has the answer."""
MOST_MS = 1000
LENGTH, TAG = re.compile(r"(?i)\ncontent-length: (\d+)"), re.compile(r"(?i)\netag: (\S+)")


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The desk in a process of its own, and where it is."""
    words = (sys.executable, "-m", "cli.main", "--office", str(folder), "serve", "--port", "0", "--no-jobs")
    quiet, env = subprocess.DEVNULL, os.environ | COMPILED
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=quiet, text=True, env=env)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1], process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


class Lines:
    """Connections that stay open. They ask with so little work that the desk is measured and not the asker:
    on a machine of two cores a whole client takes more than the desk does."""

    def __init__(self, address: str) -> None:
        self.host, port = address.removeprefix("http://").rstrip("/").split(":")
        self.port = int(port)
        self.free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def get(self, path: str, tag: str) -> tuple[int, str]:
        """The status of an answer, read whole, and its ETag. A connection that the desk closed because
        nobody asked for five seconds is opened anew, as every client does."""
        while self.free:
            reader, writer = self.free.pop()
            if not reader.at_eof():
                break
        else:
            reader, writer = await asyncio.open_connection(self.host, self.port)
        has = f"If-None-Match: {tag}\r\n" if tag else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{has}\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length, found = LENGTH.search(head), TAG.search(head)
        await reader.readexactly(int(length[1]) if length else 0)
        self.free.append((reader, writer))
        return int(head.split(maxsplit=2)[1]), found[1] if found else ""


class Load:
    """Who asks what. `waits`: milliseconds by who asked; `failed`: statuses that are no answers."""

    def __init__(self, address: str, paths: Sequence[str], given: argparse.Namespace) -> None:
        self.address, self.paths = address, paths
        self.rate, self.seconds, self.every = given.rate, given.seconds, given.every
        self.waits: dict[str, list[float]] = {"api": [], "officers": []}
        self.failed: list[str] = []
        self.tags: dict[str, str] = {}
        self.random = random.Random(16)

    async def run(self, officers: Sequence[httpx.Cookies], office: Office) -> None:
        """Everything at once, until the time is over."""
        self.end = time.perf_counter() + self.seconds
        async with asyncio.TaskGroup() as group:
            for number, cookies in enumerate(officers):
                group.create_task(self._officer(cookies, number))
            group.create_task(self._changes(office))
            group.create_task(self._questions(Lines(self.address), group))

    async def _questions(self, lines: Lines, group: asyncio.TaskGroup) -> None:
        began = time.perf_counter()
        for number in range(self.rate * self.seconds):
            due = began + number / self.rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            group.create_task(self._question(lines, due))

    async def _question(self, lines: Lines, due: float) -> None:
        path = self.random.choice(self.paths)
        has = path in self.tags and self.random.random() < HAS_IT
        try:
            status, tag = await lines.get(path, self.tags[path] if has else "")
        except (OSError, EOFError) as error:
            self.failed.append(f"{type(error).__name__} {path}")
            return
        self.waits["api"].append((time.perf_counter() - due) * 1000)
        if status not in (200, 304):
            self.failed.append(f"{status} {path}")
        self.tags[path] = tag

    async def _officer(self, cookies: httpx.Cookies, number: int) -> None:
        async with httpx.AsyncClient(base_url=self.address, timeout=60, cookies=cookies) as client:
            await asyncio.sleep(number / 10)
            while time.perf_counter() < self.end:
                path = self.random.choice(PAGES)
                began = time.perf_counter()
                answer = await client.get(path)
                self.waits["officers"].append((time.perf_counter() - began) * 1000)
                if answer.status_code != 200:
                    self.failed.append(f"{answer.status_code} {path}")
                await asyncio.sleep(1)

    async def _changes(self, office: Office) -> None:
        number = 0
        while self.every and time.perf_counter() < self.end - self.every:
            await asyncio.sleep(self.every)
            number += 1
            await asyncio.to_thread(changed, office, number)


def addresses(client: httpx.Client) -> list[str]:
    """What programs ask of: the newest list by pages, its members and their accounts, its events."""
    version = client.get("/api/v1/lists/latest").json()
    at = f"/api/v1/lists/{version['list']}/{version['version']}"
    rows = client.get(f"{at}/rows?most=500").json()
    members = [row["id"] for row in rows["members"]]
    events = [event["slug"] for event in client.get("/api/v1/events").json()["events"]]
    return [
        *("/api/v1/lists", "/api/v1/lists/latest", at, "/api/v1/events", "/api/v1/next-list"),
        *(f"{at}/rows?first={first}" for first in range(0, rows["total"], 100)),
        *(f"/api/v1/members/{one}" for one in members),
        *(f"{at}/members/{one}/account" for one in members[:50]),
        *(f"/api/v1/events/{slug}" for slug in events[:50]),
    ]


def told(load: Load, spent: float) -> dict[str, object]:
    """Percentiles in milliseconds by who asked."""
    found: dict[str, object] = {
        "rate": load.rate,
        "seconds": load.seconds,
        "stored every": load.every,
        "addresses": len(load.paths),
    }
    for who, waits in load.waits.items():
        cuts = statistics.quantiles(waits, n=100)
        some = {"asked": len(waits), "p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "worst": max(waits)}
        found[who] = {name: round(value, 1) for name, value in some.items()}
    found["failed"] = len(load.failed)
    found["processor_of_the_desk"] = round(spent / load.seconds, 2)
    return found


def processor_of(pid: int) -> float:
    """Seconds that a process was at work."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Runs it; 1 where somebody waits too long or in vain."""
    parser = options("api_load", rate=200, seconds=20, officers=10, every=10)
    parser.add_argument("--office", type=Path, help="the demo unless said")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        place = given.office or demo(Path(folder))
        office = open_office(place)
        office.place.settings.write_text(UNBRAKED, "utf-8")
        with serving(place) as (address, process):
            now = datetime.now(UTC)
            names = [f"Officer {n} {time.time_ns()}" for n in range(given.officers)]
            cookies = [signed_in(office, address, name, Role.OFFICER, now).cookies for name in names]
            with httpx.Client(base_url=address, timeout=60) as client:
                paths = addresses(client)
                for path in paths:
                    client.get(path).raise_for_status()
            load = Load(address, paths, given)
            before = processor_of(process.pid)
            asyncio.run(load.run(cookies, office))
            found = told(load, processor_of(process.pid) - before)
    keep(given.json, found, shown=True)
    print(*load.failed[:10], sep="\n")
    late = [who for who, waits in load.waits.items() if statistics.quantiles(waits, n=20)[18] > MOST_MS]
    return int(bool(load.failed or late))


if __name__ == "__main__":
    sys.exit(main())
