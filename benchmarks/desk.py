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

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
from sqlalchemy import text
from sqlmodel import Session

from benchmarks.desk_open import Open, opened, undecided
from benchmarks.site_data import Federation
from office.accounts.roles import Role
from office.database.engine import look, sqlite, transaction
from office.database.migrate import upgrade
from office.place import Place
from office.tables import SettingRow
from tests.web.every_route import every, facts, filled
from web.app import application
from web.desk import Desk

LIMITS = {"demo": 100, "month 60": 200}
"""Milliseconds that a page may take: the median of the rounds."""
MEMBERS, LISTS = 10_000, 60
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
    with opened(folder) as desk:
        client = desk.signed_in(f"Benchmark {time.time_ns()}", Role.ADMINISTRATOR)
        with look(desk.office.engine) as session:
            known = facts(session)
        for one in every(application(Desk(desk.office, lambda: datetime.now(UTC)))):
            path = filled(one, known) if one.method == "GET" and one.path not in NO_PAGES else None
            if path is not None and only in one.path:
                yield _one(name, desk, client, one.path, path, rounds)


def _one(name: str, desk: Open, client: httpx.Client, route: str, path: str, rounds: int) -> Measured:
    first, status = _timed(time.perf_counter, client, path)
    walls, processor = [], []
    for _ in range(rounds):
        began = time.process_time()
        walls.append(_timed(time.perf_counter, client, path)[0])
        processor.append((time.process_time() - began) * 1000)
    changed = []
    for number in range(3):
        with transaction(desk.office.engine) as session:
            _change(session, number)
        changed.append(_timed(time.perf_counter, client, path)[0])
    return Measured(
        office=name,
        path=route,
        status=status,
        first=first,
        wall=statistics.median(walls),
        worst=max(walls),
        processor=statistics.median(processor),
        changed=statistics.median(changed),
    )


def _change(session: Session, number: int) -> None:
    row = session.get(SettingRow, "benchmark") or SettingRow(name="benchmark", value="")
    row.value = str(number)
    session.add(row)


def _timed(clock: Callable[[], float], client: httpx.Client, path: str) -> tuple[float, int]:
    began = clock()
    answer = client.get(path)
    return (clock() - began) * 1000, answer.status_code


def large(folder: Path, members: int) -> Path:
    """An office as it stands after five years."""
    folder.mkdir(parents=True)
    engine = sqlite(Place(folder).database)
    upgrade(engine)
    federation = Federation(members)
    federation.register(engine)
    with transaction(engine) as session:
        session.execute(text("UPDATE member SET kana = NULL"))  # it is one and the same for all
    for number in range(LISTS):
        federation.publish(engine, members // 12)
        sys.stderr.write(f"\rlist {number + 1} of {LISTS}")
    sys.stderr.write("\n")
    engine.dispose()
    return folder


def main() -> int:
    """Both offices, every page; 1 where one is too slow."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.desk")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--members", type=int, default=MEMBERS)
    parser.add_argument("--only", default="", help="addresses that have this")
    parser.add_argument("--keep", type=Path, help="the large office stays here, and is taken from here")
    parser.add_argument("--office", choices=sorted(LIMITS), action="append")
    parser.add_argument("--json", type=Path, default=Path("build") / "desk.json")
    given = parser.parse_args()
    found: list[Measured] = []
    folder = Path(tempfile.mkdtemp(prefix="banzuke-"))
    try:
        for name in given.office or LIMITS:
            if name == "demo":
                place = undecided(folder)
            else:
                place = given.keep or folder / "large"
                place = place if place.exists() else large(place, given.members)
            for one in measured(name, place, given.rounds, given.only):
                found.append(one)
                print(one.line(), flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    given.json.parent.mkdir(parents=True, exist_ok=True)
    given.json.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")
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
