"""Something fails at every moment of every command and job at which it can: each thing it does to a file or
the database fails once, or no file takes another byte from then on, or the database's server ends its
connections. The command has to end by itself and say what happened; the office is looked at by `doctor`, the
same is typed again, and compared with the run in which nothing failed:
`python -m benchmarks faults [--postgresql] [NAME…]`.

Moments at which the same is done are tried once for each kind. Prints of each command how many faults it met
after which something was other than before, how many that left all as it was, and every defect with its
moment. Ends with 1 where there was one. How: tests/office/kills.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from benchmarks.kills import offices, workplace


class Met(NamedTuple):
    """The faults that a command met: after how many something was other than before, after how many not, and
    what it did wrong."""

    name: str
    before: int
    after: int
    defects: list[str]


def faults(name: str, folder: Path, cluster: str | None) -> Met:
    """All of one command, in a folder in which the offices without anything stand."""
    from tests.office.kills.every import CASES
    from tests.office.kills.failing import ALONE, FULL, GONE
    from tests.office.kills.served import Served
    from tests.office.kills.trial import failed, prepared

    case, chance = CASES[name], random.Random(name)
    stored, defects = [], []
    served = Served(cluster) if cluster else None
    with (
        workplace(folder) as work,
        prepared(case, work, folder / (case.family or "office"), served) as made,
    ):
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


def main(words: Sequence[str]) -> int:
    """The whole run."""
    from tests import memory
    from tests.office.forms import server
    from tests.office.kills.every import CASES
    from tests.office.kills.on_server import ON_SERVER

    parser = argparse.ArgumentParser(prog="python -m benchmarks faults")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args(words)
    memory.take()
    began, every = time.perf_counter(), []
    names = given.names or sorted(ON_SERVER if given.postgresql else CASES)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banzuke-")))
        cluster = stack.enter_context(server()) if given.postgresql else None
        offices(folder)
        at_once = 1 if cluster else len(os.sched_getaffinity(0))
        spawned = multiprocessing.get_context("spawn")
        pool = stack.enter_context(ProcessPoolExecutor(at_once, spawned))
        for done in as_completed([pool.submit(faults, name, folder, cluster) for name in names]):
            every.append(met := done.result())
            told = f"{met.before} left all as it was, {met.after} did not"
            print(f"{met.name}: {told}; {len(met.defects)} defects")
            for defect in met.defects:
                print(f"    {defect}")
            sys.stdout.flush()
    before, after = sum(met.before for met in every), sum(met.after for met in every)
    defects = sum(len(met.defects) for met in every)
    seconds = time.perf_counter() - began
    print(
        f"{before + after} faults in {len(every)} commands in {seconds:.0f} s: {before} left all as it was,"
        f" {after} did not; {defects} defects"
    )
    return int(bool(defects))
