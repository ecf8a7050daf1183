"""The website of 10,000 members and 60 lists, against bare rendering and writing of the same pages.

`python -m benchmarks.site [MEMBERS] [LISTS]`: a whole build, one with nothing new, one after a new list. The
floor is measured apart from ours, see benchmarks/site_bare.py. The wall clock and the process's own time are
given apart: others may use the machine. What a disk makes of thousands of small files differs from run to
run; with TMPDIR in memory it is left out.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.site_bare import Bare, bare_site
from benchmarks.site_data import Federation
from benchmarks.timing import Ratio
from office.database.engine import look, sqlite
from office.database.migrate import upgrade
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


def main(members: int = 10_000, lists: int = 60) -> None:
    """A whole build, nothing new, one new list."""
    with _office(members, lists) as (federation, engine, folder):
        target = Target(folder / "site")
        whole = build(engine, target)
        again = build(engine, target)
        bare = _floor(engine, folder)
        federation.publish(engine, members // 25)
        more = build(engine, target)
        share = len(more.written.changed) / more.written.pages
        print(f"site of {members} members and {lists} lists, {whole.written.pages} files:")
        print(f"  ours {whole.own:.1f} s own time, {whole.wall:.1f} s by the wall")
        print(f"  floor {bare.own:.1f} s own time, {bare.wall:.1f} s by the wall, of these")
        print(f"    pages {bare.pages.own:.1f} s: templates rendered and written; other files written")
        print(f"    figures {bare.figures.own:.1f} s: JSON and CSV dumped from plain values and written")
        print(f"  ratio {whole.own / bare.own:.2f} (own time), {whole.wall / bare.wall:.2f} (wall)")
        print(
            f"  nothing new: {again.own:.2f} s own, {again.wall:.2f} s wall;"
            f" {len(again.written.changed)} files written"
        )
        print(
            f"  one new list: {more.own:.2f} s own ({more.own / whole.own:.0%} of the whole),"
            f" {more.wall:.2f} s wall; {len(more.written.changed)} files written ({share:.0%})"
        )
        assert not again.written.changed, again.written.changed[:5]


def measure() -> Ratio:
    """The short form: 500 members, 6 lists; own time."""
    times = []
    with _office(500, 6) as (_, engine, folder):
        build(engine, Target(folder / "warm"))
        for n in range(ROUNDS):
            whole, again = (build(engine, Target(folder / f"site-{n}")) for _ in range(2))
            assert not again.written.changed, again.written.changed[:5]
            times.append((whole.own, _floor(engine, folder).own))
    ours, floor = zip(*times, strict=True)
    return Ratio(f"site of 500 members and 6 lists, {whole.written.pages} files, own time", ours, floor)


def build(engine: Engine, target: Target) -> Clock:
    """One run of `banzuke site`, timed."""
    wall, own = time.perf_counter(), time.process_time()
    with look(engine) as session:
        written = write_site(session, target)
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


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
