"""Every page of the desk and every answer of its API, on the demo and at month 60 of a large office.

    python -m benchmarks.desk [--rounds N] [--members N] [--only WORD] [--keep FOLDER] [--json FILE]

Two offices: the demo's before its first answer, and one of 60 published lists of 10,000 members. Each address
that can be looked at is taken from the application, filled in with what the office has, and asked by an
administrator over a real connection: once after the desk is opened, then in rounds, and after a change of the
office, which forgets what was worked out. Milliseconds by the clock, and of the processor (server and asker
are one process; the asker takes about one). Fails where the processor takes more for a page than its limit:
others may use the machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

from benchmarks.desk_open import Open, changed, demo, large, opened, over, signed_in
from benchmarks.timing import keep, options
from office.accounts.roles import Role
from office.database.engine import look
from tests.web.every_route import every, facts, filled
from web.desk import Desk
from web.serve import application

LIMITS = {"demo": 100, "month 60": 200}
"""Milliseconds that a page may take: the median of the rounds."""
NO_PAGES = (
    *("/reports/{number}/live", "/members/{number}/everything.json", "/members/register.{ending}"),
    *("/members/merge", "/health", "/metrics", "/static/{name}"),
)
"""What is sent as it happens, files made to be kept, a page that needs two members, and what is none."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds of one address. `first`: after the desk was opened; `wall` and `processor`: medians of the
    rounds; `worst` of them; `changed`: after a change of the office."""

    office: str
    path: str
    status: int
    first: float
    wall: float
    worst: float
    processor: float
    changed: float

    @property
    def slow(self) -> bool:
        """Whether it takes more than it may."""
        return self.processor > LIMITS[self.office]

    def line(self) -> str:
        """It in words."""
        return (
            f"{self.office:9} {self.path:52} {self.status} {self.wall:7.1f} ms (worst {self.worst:.0f}),"
            f" processor {self.processor:.1f}; first {self.first:.0f}, after a change {self.changed:.0f}"
            + (f"  MORE THAN {LIMITS[self.office]}" if self.slow else "")
        )


def measured(name: str, folder: Path, rounds: int, only: str) -> Iterator[Measured]:
    """Every address of an office's desk."""
    moment = over(folder)
    with opened(folder, clock=lambda: moment) as desk:
        who = f"Benchmark {time.time_ns()}"
        client = signed_in(desk.office, desk.address, who, Role.ADMINISTRATOR, moment)
        with look(desk.office.engine) as session:
            known = facts(session)
        for one in every(application(Desk(desk.office, lambda: moment))):
            path = filled(one, known) if one.method == "GET" and one.path not in NO_PAGES else None
            if path is not None and only in one.path:
                yield _one(name, desk, client, one.path, path, rounds)


def _one(name: str, desk: Open, client: httpx.Client, route: str, path: str, rounds: int) -> Measured:
    first, status = _timed(client, path)
    walls, processor = [], []
    for _ in range(rounds):
        began = time.process_time()
        walls.append(_timed(client, path)[0])
        processor.append((time.process_time() - began) * 1000)
    afterwards = []
    for number in range(3):
        changed(desk.office, number)
        afterwards.append(_timed(client, path)[0])
    return Measured(
        office=name,
        path=route,
        status=status,
        first=first,
        wall=statistics.median(walls),
        worst=max(walls),
        processor=statistics.median(processor),
        changed=statistics.median(afterwards),
    )


def _timed(client: httpx.Client, path: str) -> tuple[float, int]:
    began = time.perf_counter()
    answer = client.get(path)
    return (time.perf_counter() - began) * 1000, answer.status_code


def main() -> int:
    """Both offices, every page; 1 where one is too slow."""
    parser = options("desk", rounds=9, members=10_000)
    parser.add_argument("--only", default="", help="addresses that have this")
    parser.add_argument("--keep", type=Path, help="the large office stays here, and is taken from here")
    parser.add_argument("--office", choices=sorted(LIMITS), action="append")
    given = parser.parse_args()
    found: list[Measured] = []
    with tempfile.TemporaryDirectory(prefix="banzuke-", ignore_cleanup_errors=True) as folder:
        for name in given.office or LIMITS:
            if name == "demo":
                place = demo(Path(folder), to_decide=True)
            else:
                place = given.keep or Path(folder) / "large"
                place = place if place.exists() else large(place, given.members)
            for one in measured(name, place, given.rounds, given.only):
                found.append(one)
                print(one.line(), flush=True)
    keep(given.json, [asdict(one) for one in found])
    for name in {one.office for one in found}:
        mine = [one for one in found if one.office == name]
        slow = [one.path for one in mine if one.slow]
        middle, worst = statistics.median(one.wall for one in mine), max(mine, key=lambda one: one.wall)
        print(
            f"{name}: {len(mine)} addresses, median {middle:.0f} ms, slowest {worst.path} {worst.wall:.0f};"
            f" more than {LIMITS[name]} ms: {', '.join(slow) or 'none'}"
        )
    return int(any(one.slow for one in found))


if __name__ == "__main__":
    sys.exit(main())
