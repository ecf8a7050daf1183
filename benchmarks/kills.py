"""Every command and job killed at a moment of a seed, or met by something that fails; looked at by `doctor`,
typed again, and compared with the run that met nothing. How: tests/office/kills.

`python -m benchmarks kills [N] [SEED] [--postgresql]`: 1,000 kills without N.

`python -m benchmarks faults [--postgresql] [NAME…]`: at every moment at which it can, each thing that a
command does to a file or the database fails once, or no file takes another byte from then on, or the
database's server ends its connections. The command has to end by itself and say what happened. Moments at
which the same is done are tried once for each kind.

Both print of each command how many times it was met before and after something was other than before, and
everything it did wrong with its moment; they end with 1 where there was anything. The trials of one command
are one after the other; commands are spread over the processors.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from tests.office.kills.trial import Prepared
    from tests.workplace import Workplace

WHOLE_RUN = 1_000


class Met(NamedTuple):
    """The trials of a command: after how many all was as before, after how many not; what it did wrong."""

    name: str
    before: int
    after: int
    defects: list[str]


def kills(name: str, count: int, seed: int, folder: Path, cluster: str | None) -> Met:
    """So many of one command, in a folder in which the offices without anything stand."""
    from tests.office.kills.trial import killed

    chance, stored, defects = random.Random(f"{seed} {name}"), [], []
    with prepared(name, folder, cluster) as made:
        for _ in range(count):
            outcome = killed(made, at := made.chosen(chance))
            stored.append(outcome.stored)
            defects += [f"{name}, seed {seed}, moment {at} ({outcome.moment}): {f}" for f in outcome.faults]
    return Met(name, stored.count(False), stored.count(True), defects)


def faults(name: str, folder: Path, cluster: str | None) -> Met:
    """All of one command, in a folder in which the offices without anything stand."""
    from tests.office.kills.failing import ALONE, FULL, GONE
    from tests.office.kills.trial import failed

    chance, stored, defects = random.Random(name), [], []
    with prepared(name, folder, cluster) as made:
        for kind in (ALONE, FULL, GONE):
            for at in made.failing(kind, chance).values():
                try:
                    outcome = failed(made, at, kind)
                except Exception as error:  # noqa: BLE001  it is told with its moment, and the others go on
                    defects.append(f"{made.moments[at]}, {kind}: {type(error).__name__}: {error}")
                    continue
                stored.append(outcome.stored)
                defects += [f"{outcome.moment}: {one}" for one in outcome.faults]
    return Met(name, stored.count(False), stored.count(True), defects)


@contextmanager
def prepared(name: str, folder: Path, cluster: str | None) -> Iterator[Prepared]:
    """A command as it is tried, in a workplace of this process."""
    from tests.office.kills import trial
    from tests.office.kills.every import CASES
    from tests.office.kills.served import Served

    case, served = CASES[name], Served(cluster) if cluster else None
    with (
        workplace(folder) as work,
        trial.prepared(case, work, folder / (case.family or "office"), served) as made,
    ):
        yield made


@contextmanager
def workplace(folder: Path) -> Iterator[Workplace]:
    """An area in a folder, in which one process works, as tests have it; the office in it is not made."""
    import pytest
    import typer.main
    from _pytest.capture import MultiCapture, SysCapture

    import cli.help_pages  # noqa: F401  binds typer's own function first
    from office.database import engine
    from tests.workplace import Workplace

    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for made in ("sqlite", "postgresql"):  # statements are put into SQL once
            patch.setattr(engine, made, cache(getattr(engine, made)))
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        area = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder))) / "area"
        captured = MultiCapture(in_=None, out=SysCapture(1), err=SysCapture(2))
        captured.start_capturing()  # what `capsys` is to a test
        capsys = cast("pytest.CaptureFixture[str]", captured)
        (shelf := folder / f"shelf-{os.getpid()}").mkdir(exist_ok=True)
        yield Workplace(area / "office", shelf, capsys, patch)


def offices(folder: Path) -> None:
    """The offices without anything, of both families, that every trial begins with."""
    from cli.main import app

    for name, more in (("office", ()), ("queensland", ("--family", "queensland"))):
        words = ["--office", str(folder / name), "init", "--name", "Invented Federation"]
        app([*words, "--officer", "Invented Officer", *more], standalone_mode=False)


def run(
    what: str,
    tried: Callable[..., Met],
    asked: Callable[[Sequence[str]], Iterable[tuple[object, ...]]],
    words: tuple[str, str, str],
    *,
    postgresql: bool,
) -> int:
    """The trials of all commands that are `asked` for, of those that can be. `words`: for how many all was as
    before, for how many not, and for what was done wrong."""
    from tests import memory
    from tests.office.kills.every import CASES
    from tests.office.kills.on_server import ON_SERVER
    from tests.on_postgresql import server

    memory.take()
    began, every = time.perf_counter(), []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banzuke-")))
        cluster = stack.enter_context(server()) if postgresql else None
        offices(folder)
        at_once = 1 if cluster else len(os.sched_getaffinity(0))
        pool = ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn"))
        stack.enter_context(pool)
        names = sorted(ON_SERVER if cluster else CASES)
        for done in as_completed([pool.submit(tried, *one, folder, cluster) for one in asked(names)]):
            every.append(met := done.result())
            print(f"{met.name}: {_told(met, words)}", *met.defects, sep="\n    ", flush=True)
    whole = Met(
        "", sum(m.before for m in every), sum(m.after for m in every), [d for m in every for d in m.defects]
    )
    seconds = time.perf_counter() - began
    print(
        f"{whole.before + whole.after} {what} {len(every)} commands in {seconds:.0f} s: {_told(whole, words)}"
    )
    return int(bool(whole.defects))


def _told(met: Met, words: tuple[str, str, str]) -> str:
    return f"{met.before} {words[0]}, {met.after} {words[1]}; {len(met.defects)} {words[2]}"


def main(words: Sequence[str]) -> int:
    """The kills, spread evenly over the commands."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks kills")
    parser.add_argument("count", type=int, nargs="?", default=WHOLE_RUN)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args(words)

    def shares(names: Sequence[str]) -> Iterator[tuple[object, ...]]:
        each = [given.count // len(names) + (at < given.count % len(names)) for at in range(len(names))]
        random.Random(given.seed).shuffle(each)
        yield from ((name, n, given.seed) for name, n in zip(names, each, strict=True) if n)

    told = ("before anything was stored", "after", "faults")
    return run("kills of", kills, shares, told, postgresql=given.postgresql)


def main_of_faults(words: Sequence[str]) -> int:
    """Everything that can fail of the commands named, of all without names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks faults")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args(words)
    told = ("left all as it was", "did not", "defects")
    return run(
        "faults in", faults, lambda names: [(name,) for name in given.names or names], told,
        postgresql=given.postgresql,
    )  # fmt: skip
