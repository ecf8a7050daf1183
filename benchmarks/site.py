"""The website of 10,000 members and 60 lists, against bare rendering and writing of the same pages.

`python -m benchmarks site [--members N] [--lists N] [--json PATH]`: a whole build, one with nothing new, and
a month's update: one list more. The figures go into PATH as well (build/site.json).

The floor is measured apart from ours, see benchmarks/site_bare.py. The wall clock and the process's own time
are given apart: others may use the machine. What a disk makes of thousands of small files differs from run to
run; with TMPDIR in memory it is left out.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.site_bare import Bare, bare_site
from benchmarks.site_data import Federation
from benchmarks.timing import keep, options
from office.database.engine import look, sqlite
from office.database.migrate import upgrade
from office.place import Place
from publication.site.target import Target, Written
from publication.site.whole import write_site

ROUNDS = 3
"""Of the short form; a build of it takes less than a second."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds of a build by the wall and of this process."""

    wall: float
    own: float
    written: Written


def main(words: Sequence[str]) -> int:
    """A whole build, nothing new, a month's update."""
    given = options("site", members=10_000, lists=60).parse_args(words)
    with _office(given.members, given.lists) as (federation, engine, folder):
        target = Target(folder / "site")
        whole = build(engine, target)
        again = build(engine, target)
        assert not again.written.changed, again.written.changed[:5]
        bare = _floor(engine, folder)
        update = month(federation, engine, folder)
    found = {
        "members": given.members,
        "lists": given.lists,
        "files": whole.written.pages,
        "seconds": round(whole.own, 2),
        "floor_seconds": round(bare.own, 2),
        "floor_pages_seconds": round(bare.pages.own, 2),
        "floor_figures_seconds": round(bare.figures.own, 2),
        "ratio": round(whole.own / bare.own, 2),
        "wall_seconds": round(whole.wall, 2),
        "floor_wall_seconds": round(bare.wall, 2),
        "nothing_new_seconds": round(again.own, 2),
        "update_seconds": round(update.own, 2),
        "update_wall_seconds": round(update.wall, 2),
        "update_files": len(update.written.changed),
    }
    keep(given.json, found)
    for name, value in found.items():
        sys.stdout.write(f"{name}: {value}\n")
    return 0


def month(federation: Federation, engine: Engine, folder: Path) -> Clock:
    """The site in `folder` brought up to one more list, in which four in a hundred play of each type; as
    `banzuke site` does, in a process that has made no page before."""
    federation.publish(engine, len(federation.ids) // 25)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        return apart.submit(_update, folder).result()


def _update(folder: Path) -> Clock:
    return build(sqlite(folder / "office.sqlite"), Target(folder / "site"))


def measure() -> str:
    """The short form: 500 members, 6 lists; medians of own time."""
    ours: list[float] = []
    floor: list[float] = []
    pages = 0
    with _office(500, 6) as (federation, engine, folder):
        build(engine, Target(folder / "site"))
        for n in range(ROUNDS):
            whole = build(engine, Target(folder / f"site-{n}"))
            ours.append(whole.own)
            floor.append(_floor(engine, folder).own)
            pages = whole.written.pages
        again = build(engine, Target(folder / "site"))
        assert not again.written.changed, again.written.changed[:5]
        update = month(federation, engine, folder)
    ratios = [a / b for a, b in zip(ours, floor, strict=True)]
    return (
        f"site of 500 members and 6 lists, {pages} files: {statistics.median(ours):.2f} s own time,"
        f" floor {statistics.median(floor):.2f} s,"
        f" ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f});"
        f" a month's update {update.own:.2f} s, {len(update.written.changed)} files"
    )


def build(engine: Engine, target: Target) -> Clock:
    """One run of `banzuke site`, timed."""
    wall, own = time.perf_counter(), time.process_time()
    with look(engine) as session:
        written = write_site(session, target, Place(target.folder.parent))
    return Clock(time.perf_counter() - wall, time.process_time() - own, written)


def _floor(engine: Engine, folder: Path) -> Bare:
    with tempfile.TemporaryDirectory(dir=folder) as place, look(engine) as session:
        return bare_site(session, Path(place))


@contextmanager
def _office(members: int, lists: int) -> Iterator[tuple[Federation, Engine, Path]]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        engine = sqlite(Path(folder) / "office.sqlite")
        upgrade(engine)
        federation = Federation(members)
        federation.register(engine)
        for _ in range(lists):
            federation.publish(engine, members // 25)
        yield federation, engine, Path(folder)
