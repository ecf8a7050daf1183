"""One list of an office the size of FIDE: what each step takes, and which breaks first.

    python -m benchmarks fide_size [--members N] [--games N] [--json PATH]

Two million players and 500,000 games unless said: a register and a list taken over are put in with bulk
inserts, the events of a month as an import stores them and looks at them. Then the list is made, published
and written as files. Each step is a process of its own, whose processor time, time by the wall and most
memory are told. The floor is what the driver alone takes to read what the list is made from and to insert the
rows it came to.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.federation import JAPANESE, Federation, noon, place_in, published, rated
from benchmarks.history import Bare
from benchmarks.timing import apart, keep, options
from office.database.engine import look, sqlite, transaction
from office.desk.refresh import refresh
from office.lists.chain import newest
from publication.exports.cells import Writing
from publication.exports.formats import list_files

FORMATS = ("csv", "json", "fide-txt")


Steps = dict[str, dict[str, float]]
"""What each step took, in the order they were done."""


def done(steps: Steps, name: str, does: Callable[[], object]) -> None:
    """Does a step in a process of its own; ends the benchmark where it fails."""
    took = apart(name, does)
    seconds = {"seconds": round(took.seconds, 2), "wall": round(took.wall, 2)}
    steps[name] = seconds | {"peak_mb": int(took.memory)}
    print(f"{name:12} " + "  ".join(f"{k} {v}" for k, v in steps[name].items()), flush=True)
    if took.code:
        raise SystemExit(f"{name} broke; exit status {took.code}")


def worked(engine: Engine, bare: Engine, members: int, games: int, steps: Steps, folder: Path) -> None:
    """Makes the office and works its list."""
    people = Federation(JAPANESE, members)
    events = people.reported(1, games)
    for which in (engine, bare):
        done(steps, "founded", lambda which=which: people.founded(which))  # type: ignore[misc]
        done(steps, "stored", lambda which=which: events.store(which))  # type: ignore[misc]
    done(steps, "looked at", lambda: _looked(engine))
    moment = noon(people.list_date(1))
    done(steps, "rate", lambda: rated(engine, moment))
    done(steps, "publish", lambda: published(engine, moment))
    done(steps, "export", lambda: _written(engine, folder))
    done(steps, "floor", lambda: Bare(bare).floor(1, 1, Bare(engine).made(2)))


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
    given = options("fide_size", members=2_000_000, games=500_000).parse_args(words)
    steps: Steps = {}
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        engines = [sqlite(place_in(Path(folder) / name)) for name in ("ours", "floor")]
        try:
            worked(engines[0], engines[1], given.members, given.games, steps, Path(folder))
        finally:
            keep(given.json, {"members": given.members, "games": given.games, "steps": steps})
    ours = sum(one["seconds"] for name, one in steps.items() if name in ("rate", "publish", "export"))
    floor = steps["floor"]["seconds"]
    print(f"ours {ours:.1f} s, floor {floor:.1f} s, ratio {ours / floor:.1f}")
    return 0
