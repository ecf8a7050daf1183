"""The website of 10,000 members and 60 lists, against bare rendering and writing of the same pages.

`python -m benchmarks site [--members N] [--lists N] [--json PATH]`: a whole build, one with nothing new, and
a month's update: one list more, of a site that was updated before. The figures go into PATH as well
(build/site.json).

The floor is measured apart from ours, see benchmarks/site_bare.py. The wall clock and the process's own time
are given apart: others may use the machine. What a disk makes of thousands of small files differs from run to
run; with TMPDIR in memory it is left out.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.federation import JAPANESE, Federation, place_in
from benchmarks.site_bare import bare_site
from benchmarks.timing import Ratio, Spent, keep, options
from office.database.engine import look, sqlite
from office.place import Place
from publication.site.target import Target, Written
from publication.site.whole import write_site

ROUNDS = 3
"""Of the short form; a build of it takes less than a second."""


def main(words: Sequence[str]) -> int:
    """A whole build, nothing new, a month's update."""
    given = options("site", members=10_000, lists=60).parse_args(words)
    with _office(given.members, given.lists) as (federation, engine, folder):
        whole, written = build(engine, folder / "site")
        again = nothing_new(engine, folder)
        pages, figures = _floor(engine, folder)
        update, updated = month(federation, engine, folder)
    found = {"members": given.members, "lists": given.lists, "files": written.pages}
    seconds = {
        "seconds": whole.own,
        "floor_seconds": pages.own + figures.own,
        "floor_pages_seconds": pages.own,
        "floor_figures_seconds": figures.own,
        "ratio": whole.own / (pages.own + figures.own),
        "wall_seconds": whole.wall,
        "floor_wall_seconds": pages.wall + figures.wall,
        "nothing_new_seconds": again.own,
        "update_seconds": update.own,
        "update_wall_seconds": update.wall,
    }
    found |= {name: round(value, 2) for name, value in seconds.items()}
    keep(given.json, found | {"update_files": len(updated.changed)}, shown=True)
    return 0


def month(federation: Federation, engine: Engine, folder: Path) -> tuple[Spent, Written]:
    """The site in `folder` brought up to one more list, in which four in a hundred play of each type; as
    `banzuke site` does, in a process that has made no page before. It is the second time: from then on there
    is a release before the last, which is to go."""
    for _ in range(2):
        federation.next_list(engine, len(federation.ids) // 25)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
            found = apart.submit(_update, folder).result()
    return found


def _update(folder: Path) -> tuple[Spent, Written]:
    return build(sqlite(place_in(folder)), folder / "site")


def measure() -> str:
    """The short form: 500 members, 6 lists; medians of own time."""
    ours: list[float] = []
    floor: list[float] = []
    with _office(500, 6) as (federation, engine, folder):
        _, written = build(engine, folder / "site")
        for n in range(ROUNDS):
            ours.append(build(engine, folder / f"site-{n}")[0].own)
            floor.append(sum(kind.own for kind in _floor(engine, folder)))
        nothing_new(engine, folder)
        update, updated = month(federation, engine, folder)
    return (
        f"site of 500 members and 6 lists, {written.pages} files: {statistics.median(ours):.2f} s own time,"
        f" floor {statistics.median(floor):.2f} s, {Ratio('site', tuple(ours), tuple(floor)).spread()};"
        f" a month's update {update.own:.2f} s, {len(updated.changed)} files"
    )


def build(engine: Engine, site: Path) -> tuple[Spent, Written]:
    """One run of `banzuke site`, timed; what it compiles is kept, as where the program is installed."""
    sys.dont_write_bytecode = False
    spent = Spent()
    with spent.more(), look(engine) as session:
        written = write_site(session, Target(site), Place(site.parent))
    return spent, written


def nothing_new(engine: Engine, folder: Path) -> Spent:
    """The same site again, of which no file is another."""
    spent, written = build(engine, folder / "site")
    assert not written.changed, written.changed[:5]
    return spent


def _floor(engine: Engine, folder: Path) -> tuple[Spent, Spent]:
    with tempfile.TemporaryDirectory(dir=folder) as place, look(engine) as session:
        return bare_site(session, Path(place))


@contextmanager
def _office(members: int, lists: int) -> Iterator[tuple[Federation, Engine, Path]]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        engine = sqlite(place_in(Path(folder)))
        federation = Federation(JAPANESE, members)
        federation.founded(engine)
        for _ in range(1, lists):
            federation.next_list(engine, members // 25)
        yield federation, engine, Path(folder)
