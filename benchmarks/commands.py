"""Commands that look, each a new process, against `python -c "import sqlmodel"`; and the same in a shell.

    python -m benchmarks.commands [--rounds N] [--json FILE]

Two offices: the demo's, and one at month 60 (60 published lists of 500 members). Own time of the processes
(user and system): others may use the machine. Command and floor run in turn; the ratio is the median over the
rounds. Fails where a command takes more than its share, or a line of the shell more than 50 ms.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import text

from benchmarks.site_data import Federation
from benchmarks.timing import Ratio

FLOOR = (sys.executable, "-c", "import sqlmodel")
LIMITS = {"demo": 1.3, "month 60": 1.6}
"""So many times the floor a command may take."""
WARM_MS = 50
"""Of one line in a shell."""
LINES = 10
MEMBERS, LISTS = 500, 60
EXPLAINED = "N10217946"
"""Of the demo: a player who gets an initial rating."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A command's times in seconds, those of the floor beside each, and a line of it in a warm shell."""

    office: str
    command: str
    ours: tuple[float, ...]
    floor: tuple[float, ...]
    warm: float

    @property
    def ratio(self) -> float:
        """The median of the rounds."""
        return statistics.median(a / b for a, b in zip(self.ours, self.floor, strict=True))

    @property
    def slow(self) -> bool:
        """Whether it takes more than it may."""
        return self.ratio > LIMITS[self.office] or self.warm * 1000 > WARM_MS

    def line(self) -> str:
        """It in words."""
        said = Ratio(f"{self.office}: {self.command}", self.ours, self.floor).line()
        return f"{said}, limit {LIMITS[self.office]}; in a shell {self.warm * 1000:.0f} ms, limit {WARM_MS}"


def main() -> int:
    """Both offices, every command; 1 where one is too slow."""
    parser = argparse.ArgumentParser(prog="benchmarks.commands")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=Path, default=Path("build") / "commands.json")
    given = parser.parse_args()
    found: list[Measured] = []
    with _folder() as folder:
        for office, place, member in ((*_demo(folder),), (*_month_60(folder),)):
            for command in commands(member):
                found.append(measured(office, place, command, given.rounds))
                print(found[-1].line(), flush=True)
    given.json.parent.mkdir(parents=True, exist_ok=True)
    told = [{**asdict(one), "ratio": one.ratio, "limit": LIMITS[one.office]} for one in found]
    given.json.write_text(json.dumps(told, indent=1) + "\n")
    slow = [f"{one.office}: {one.command}" for one in found if one.slow]
    if slow:
        print(f"too slow: {', '.join(slow)}")
    return int(bool(slow))


def measure() -> Ratio:
    """The short form: `members show` on the demo, five times."""
    with _folder() as folder:
        office, place, member = _demo(folder)
        one = measured(office, place, ("members", "show", member), 5)
    return Ratio("banzuke members show / import sqlmodel", one.ours, one.floor)


def commands(member: str) -> Iterator[tuple[str, ...]]:
    """What an officer looks at all day."""
    yield from (("status",), ("problems",), ("explain", member), ("members", "show", member))


def measured(office: str, place: Path, command: Sequence[str], rounds: int) -> Measured:
    """The command and the floor in turn, once unmeasured, then `rounds` times; then lines in a shell."""
    ours: list[float] = []
    floor: list[float] = []
    words = _words(place, *command)
    for number in range(rounds + 1):
        for times, one in ((ours, words), (floor, FLOOR)):
            seconds = _own_time(one)
            if number:
                times.append(seconds)
    line = " ".join(command)
    few, many = (
        statistics.median(_own_time(_words(place, "shell"), [line] * lines) for _ in range(3))
        for lines in (1, 1 + LINES)
    )
    return Measured(office, line, tuple(ours), tuple(floor), (many - few) / LINES)


def _words(place: Path, *command: str) -> Sequence[str]:
    return sys.executable, "-m", "cli.main", "--office", str(place), *command


def _own_time(words: Sequence[str], lines: Sequence[str] = ()) -> float:
    """Seconds of processor that a command takes; it has to succeed."""
    environment = {n: v for n, v in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryFile() as given:
        given.write("".join(f"{line}\n" for line in lines).encode())
        given.seek(0)
        process = subprocess.Popen(
            words, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        _pid, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, list(words))
    return used.ru_utime + used.ru_stime


def _demo(folder: Path) -> tuple[str, Path, str]:
    words = [sys.executable, "-m", "cli.main", "demo", "--to", str(folder / "demo")]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return "demo", folder / "demo", EXPLAINED


def _month_60(folder: Path) -> tuple[str, Path, str]:
    """60 lists as they stand after five years; and a member who has played, though not last month."""
    from office.database.engine import look, sqlite
    from office.database.migrate import upgrade
    from office.place import Place

    place = folder / "month-60"
    place.mkdir()
    engine = sqlite(Place(place).database)
    upgrade(engine)
    federation = Federation(MEMBERS)
    federation.register(engine)
    for _ in range(LISTS):
        federation.publish(engine, MEMBERS // 12)
    query = (
        "SELECT federation_id FROM game_line GROUP BY federation_id"
        " HAVING max(version_id) < (SELECT max(id) FROM list_version) ORDER BY count(*) DESC LIMIT 1"
    )
    with look(engine) as session:
        member = session.execute(text(query)).scalar_one()
    return "month 60", place, member


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
