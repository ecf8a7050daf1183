"""Timing two things in turn, so that both see the same machine; processes of their own; figures kept."""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""A process that is measured finds its modules compiled from the second time on."""

OF_BOTH = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Times of ours and of the floor in seconds, one of each a round."""

    name: str
    ours: tuple[float, ...]
    floor: tuple[float, ...]

    def __str__(self) -> str:
        """Medians, and the ratio with its spread over the rounds."""
        ours, floor = statistics.median(self.ours), statistics.median(self.floor)
        return f"{self.name}: {ours * 1000:.1f} ms, floor {floor * 1000:.1f} ms, {self.spread()}"

    @property
    def ratios(self) -> list[float]:
        """Ours against the floor in each round."""
        return [a / b for a, b in zip(self.ours, self.floor, strict=True)]

    @property
    def ratio(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.ratios)

    def spread(self) -> str:
        """The ratio in words, with its spread over the rounds."""
        return f"ratio {self.ratio:.2f} ({min(self.ratios):.2f} to {max(self.ratios):.2f})"


@dataclass(slots=True)
class Spent:
    """Seconds by the wall and of this process."""

    wall: float = 0
    own: float = 0

    @contextmanager
    def more(self) -> Iterator[None]:
        """Adds what is done within."""
        wall, own = time.perf_counter(), time.process_time()
        yield
        self.wall += time.perf_counter() - wall
        self.own += time.process_time() - own


@dataclass(slots=True)
class Clock:
    """Seconds by what was done. Of a server's database they are those of the wall, else the processor's."""

    now: Callable[[], float]
    took: dict[str, list[float]] = field(default_factory=dict)

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        """Times what is done within."""
        began = self.now()
        try:
            yield
        finally:
            self.took.setdefault(what, []).append(self.now() - began)

    def counted(self, what: str, does: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        def timed(*given: Any, **named: Any) -> Any:
            with self.of(what):
                return does(*given, **named)

        return timed


def processor() -> float:
    """Seconds that this process and those it has waited for were at work."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, OF_BOTH))


def compare(
    name: str,
    ours: Callable[[], object],
    floor: Callable[[], object],
    rounds: int = 7,
    clock: Callable[[], float] = time.perf_counter,
    share: float = 1,
) -> Ratio:
    """Runs both once unmeasured, then `rounds` times in turn. `share`: so much of the work does the floor;
    its time is that of the whole."""
    ours(), floor()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for which, run in enumerate((ours, floor)):
            start = clock()
            run()
            times[which].append(clock() - start)
    return Ratio(name, tuple(times[0]), tuple(seconds / share for seconds in times[1]))


@dataclass(frozen=True, slots=True)
class Took:
    """How a process ended, and what it took: seconds of the processor, seconds by the wall, and its most
    memory in MB."""

    code: int
    seconds: float
    wall: float
    memory: float


def command(
    words: Sequence[str],
    given: str = "",
    codes: Collection[int] = (0,),
    environment: Mapping[str, str] | None = None,
) -> Took:
    """A command as a new process that is `given` this to read; ends the benchmark, with what the command
    said, where it ends with none of the codes."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as said:
        asked.write(given.encode())
        asked.seek(0)
        began = time.perf_counter()
        env = {**os.environ, **COMPILED, **(environment or {})}
        child = subprocess.Popen(words, stdin=asked, stdout=subprocess.DEVNULL, stderr=said, env=env)
        took = _waited(child.pid, began)
        child.returncode = took.code
        if took.code not in codes:
            said.seek(0)
            raise SystemExit(f"{' '.join(words)}: exit code {took.code}\n{said.read().decode()[-2000:]}")
    return took


def apart(name: str, does: Callable[[], object]) -> Took:
    """Does something in a process of its own, which says what it failed with."""
    began = time.perf_counter()
    child = os.fork()
    if child == 0:
        try:
            does()
        except BaseException as error:  # noqa: BLE001  the process ends here, with what it says
            sys.stderr.write(f"{name}: {type(error).__name__}: {error}\n")
            os._exit(1)
        os._exit(0)
    return _waited(child, began)


def _waited(child: int, began: float) -> Took:
    _, status, used = os.wait4(child, 0)
    wall, seconds = time.perf_counter() - began, used.ru_utime + used.ru_stime
    return Took(os.waitstatus_to_exitcode(status), seconds, wall, used.ru_maxrss / 1024)


def options(name: str, **numbers: int) -> argparse.ArgumentParser:
    """The words of a long run: a number for each of `numbers`, and where its figures are kept."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}")
    for number, usual in numbers.items():
        parser.add_argument(f"--{number}", type=int, default=usual)
    parser.add_argument("--json", type=Path, default=Path("build") / f"{name}.json")
    return parser


def keep(path: Path, found: Any, *, shown: bool = False) -> None:
    """The figures of a run as JSON; `shown`: printed too, a line for each name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, indent=1) + "\n")
    for name, value in found.items() if shown else ():
        print(f"{name}: {value}")
