"""One list of an office the size of FIDE: what each step takes, and which breaks first.

    python -m benchmarks fide_size [--members N] [--games N] [--postgresql] [--json PATH]

Two million players and 500,000 games unless said: a register and a list taken over are put in with bulk
inserts, the events of a month as an import stores them and looks at them. Then the list is made, published
and written as files. Each step is a process of its own, whose processor time, time by the wall and most
memory are told; of a server's database its own processor time is counted too, its memory is not. The floor is
what the driver alone takes to read what the list is made from and to insert the rows it came to.
"""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import copyfile

from sqlalchemy import Engine

from benchmarks.federation import JAPANESE, Federation, noon, place_in, published, rated
from benchmarks.growth import Served, server_timed
from benchmarks.history import Bare
from benchmarks.timing import apart, keep, options
from office.database.engine import look, postgresql, sqlite, transaction
from office.desk.refresh import refresh
from office.lists.chain import newest
from publication.exports.cells import Writing
from publication.exports.formats import list_files

FORMATS = ("csv", "json", "fide-txt")
NAMES = ("ours", "floor")


Steps = dict[str, dict[str, float]]
"""What each step took, in the order they were done."""
Step = Callable[[str, Callable[[], object]], None]


def done(steps: Steps, served: Served, name: str, does: Callable[[], object]) -> None:
    """Does a step in a process of its own; ends the benchmark where it fails."""
    before = served()
    took = apart(name, does)
    seconds = {"seconds": round(took.seconds + served() - before, 2), "wall": round(took.wall, 2)}
    steps[name] = seconds | {"peak_mb": int(took.memory)}
    print(f"{name:12} " + "  ".join(f"{k} {v}" for k, v in steps[name].items()), flush=True)
    if took.code:
        raise SystemExit(f"{name} broke; exit status {took.code}")


def worked(engine: Engine, bare: Engine, members: int, games: int, step: Step, folder: Path) -> None:
    """Makes the office and works its list."""
    people = Federation(JAPANESE, members)
    events = people.reported(1, games)
    step("founded", lambda: people.founded(engine))
    step("stored", lambda: events.store(engine))
    if engine.dialect.name == "sqlite":
        copyfile(place_in(folder / NAMES[0]), place_in(folder / NAMES[1]))
    else:
        step("founded", lambda: people.founded(bare))
        step("stored", lambda: events.store(bare))
    step("looked at", lambda: _looked(engine))
    moment = noon(people.list_date(1))
    step("rate", lambda: rated(engine, moment))
    step("publish", lambda: published(engine, moment))
    step("export", lambda: _written(engine, folder))
    step("floor", lambda: Bare(bare).floor(1, 1, Bare(engine).made(2)))


def _looked(engine: Engine) -> None:
    """As an import looks at each event that it stores."""
    with transaction(engine) as session:
        refresh(session)


def _written(engine: Engine, folder: Path) -> None:
    with look(engine) as session:
        for file in list_files(session, newest(session, None), FORMATS, Writing()):
            (folder / file.name).write_bytes(file.data)


def main(words: list[str] | None = None) -> int:
    """Runs it and keeps the figures as JSON."""
    parser = options("fide_size", members=2_000_000, games=500_000)
    parser.add_argument("--postgresql", action="store_true", help="on a server of its own")
    given = parser.parse_args(words)
    steps: Steps = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="banzuke-")))
        served: Served = float
        if given.postgresql:
            from tests.on_postgresql import made_database

            address, served = stack.enter_context(server_timed())
            engines = [postgresql(made_database(address, name, None)) for name in NAMES]
        else:
            engines = [sqlite(place_in(folder / name)) for name in NAMES]
        try:
            step = partial(done, steps, served)
            worked(engines[0], engines[1], given.members, given.games, step, folder)
        finally:
            found = {"members": given.members, "games": given.games, "steps": steps}
            keep(given.json, found | {"database": "postgresql" if given.postgresql else "sqlite"})
    ours = sum(one["seconds"] for name, one in steps.items() if name in ("rate", "publish", "export"))
    floor = steps["floor"]["seconds"]
    print(f"ours {ours:.1f} s, floor {floor:.1f} s, ratio {ours / floor:.1f}")
    return 0
