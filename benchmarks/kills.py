"""Every command and job killed at a moment of a seed, looked at by `doctor`, typed again, and compared with
the run that nobody killed: `python -m benchmarks kills [N] [SEED] [--postgresql]`, 1,000 kills without N.

Prints of each command how many kills met it before and after anything was stored, and every fault with its
seed and moment. Ends with 1 where there was one. The kills of one command are one after the other; commands
are spread over the processors. How: tests/office/kills.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from tests.workplace import Workplace

WHOLE_RUN = 1_000


class Captured:
    """What pytest's `capsys` is to a workplace: what was written since it was asked last."""

    def __init__(self) -> None:
        sys.stdout, sys.stderr = io.StringIO(), io.StringIO()

    def readouterr(self) -> tuple[str, str]:
        """Standard output and standard error."""
        told = []
        for stream in (sys.stdout, sys.stderr):
            assert isinstance(stream, io.StringIO)
            told.append(stream.getvalue())
            stream.seek(0)
            stream.truncate()
        return told[0], told[1]


class Met(NamedTuple):
    """The kills of a command: how many met it before and after anything was stored, and their faults."""

    name: str
    before: int
    after: int
    faults: list[str]


def kills(name: str, count: int, seed: int, folder: Path, cluster: str | None) -> Met:
    """So many of one command, in a folder in which the offices without anything stand."""
    from tests.office.kills.every import CASES
    from tests.office.kills.served import Served
    from tests.office.kills.trial import killed, prepared

    case, chance = CASES[name], random.Random(f"{seed} {name}")
    stored, faults = [], []
    with (
        workplace(folder) as work,
        prepared(
            case, work, folder / (case.family or "office"), Served(cluster) if cluster else None
        ) as made,
    ):
        for _ in range(count):
            outcome = killed(made, at := made.chosen(chance))
            stored.append(outcome.stored)
            faults += [f"{name}, seed {seed}, moment {at} ({outcome.moment}): {f}" for f in outcome.faults]
    return Met(name, stored.count(False), stored.count(True), faults)


@contextmanager
def workplace(folder: Path) -> Iterator[Workplace]:
    """An area in a folder, in which one process works, as tests have it; the office in it is not made."""
    import pytest
    import typer.main

    import cli.help_pages  # noqa: F401  binds typer's own function first
    from office.database import engine
    from tests.workplace import Workplace

    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for made in ("sqlite", "postgresql"):  # statements are put into SQL once
            patch.setattr(engine, made, cache(getattr(engine, made)))
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        area = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder))) / "area"
        capsys = cast("pytest.CaptureFixture[str]", Captured())
        (shelf := folder / f"shelf-{os.getpid()}").mkdir(exist_ok=True)
        yield Workplace(area / "office", shelf, capsys, patch)


def offices(folder: Path) -> None:
    """The offices without anything, of both families, that every trial begins with."""
    from cli.main import app

    for name, more in (("office", ()), ("queensland", ("--family", "queensland"))):
        words = ["--office", str(folder / name), "init", "--name", "Invented Federation"]
        app([*words, "--officer", "Invented Officer", *more], standalone_mode=False)


def run(count: int, seed: int, cluster: str | None, folder: Path) -> Iterator[Met]:
    """All of them, spread evenly over the commands."""
    from tests.office.kills.every import CASES
    from tests.office.kills.on_server import ON_SERVER

    names = sorted(ON_SERVER if cluster else CASES)
    shares = [count // len(names) + (at < count % len(names)) for at in range(len(names))]
    random.Random(seed).shuffle(shares)
    at_once = 1 if cluster else len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn")) as pool:
        one = partial(kills, seed=seed, folder=folder, cluster=cluster)
        pairs = [(name, share) for name, share in zip(names, shares, strict=True) if share]
        yield from pool.map(one, *zip(*pairs, strict=True))


def main(words: Sequence[str]) -> int:
    """The whole run."""
    from tests import memory
    from tests.office.forms import server

    parser = argparse.ArgumentParser(prog="python -m benchmarks kills")
    parser.add_argument("count", type=int, nargs="?", default=WHOLE_RUN)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args(words)
    memory.take()
    began, every = time.perf_counter(), []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banzuke-")))
        cluster = stack.enter_context(server()) if given.postgresql else None
        offices(folder)
        for met in run(given.count, given.seed, cluster, folder):
            every.append(met)
            print(f"{met.name}: {met.before} before anything was stored, {met.after} after")
            for fault in met.faults:
                print(f"    {fault}")
            sys.stdout.flush()
    before, after = sum(met.before for met in every), sum(met.after for met in every)
    faults = sum(len(met.faults) for met in every)
    seconds = time.perf_counter() - began
    print(
        f"{before + after} kills of {len(every)} commands in {seconds:.0f} s: {before} before anything was"
        f" stored, {after} after; {faults} faults"
    )
    return int(bool(faults))
