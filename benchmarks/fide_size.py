"""One list of an office the size of FIDE: what each step takes, and which breaks first.

    python -m benchmarks fide_size [--members N] [--games N] [--json PATH]

Two million players and 500,000 games unless said: a register and a list taken over are put in with bulk
inserts, the events of a month as an import stores them. Then the list is made, published and written as
files. Each step is a process of its own, whose processor time, time by the wall and most memory are told.
The floor is what the driver alone takes to read what the list is made from and to insert the rows it came to.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.federation import JAPANESE, Federation, noon, place_in, published, rated
from benchmarks.history import Bare
from benchmarks.timing import apart, keep, options
from office.database.engine import look, sqlite
from office.lists.chain import newest
from publication.exports.cells import Writing
from publication.exports.formats import list_files

FORMATS = ("csv", "json", "fide-txt")


class Steps:
    """What each step took, in the order they were done."""

    def __init__(self) -> None:
        self.took: dict[str, dict[str, float]] = {}

    def done(self, name: str, does: Callable[[], object]) -> None:
        """Does a step in a process of its own; ends the benchmark where it fails."""
        took = apart(name, does)
        self.took[name] = {
            "seconds": round(took.seconds, 2),
            "wall": round(took.wall, 2),
            "peak_mb": int(took.memory),
        }
        told = "  ".join(f"{k} {v}" for k, v in self.took[name].items())
        print(f"{name:12} {told}", flush=True)
        if took.code:
            raise SystemExit(f"{name} broke; exit status {took.code}")


def worked(engine: Engine, bare: Engine, members: int, games: int, steps: Steps, folder: Path) -> None:
    """Makes the office and works its list."""
    people = Federation(JAPANESE, members)
    events = people.reported(1, games)
    for which in (engine, bare):
        steps.done("founded", lambda which=which: people.founded(which))  # type: ignore[misc]
        steps.done("stored", lambda which=which: events.store(which))  # type: ignore[misc]
    moment = noon(people.list_date(1))
    steps.done("rate", lambda: rated(engine, moment))
    steps.done("publish", lambda: published(engine, moment))
    for one in FORMATS:
        steps.done(one, lambda one=one: _written(engine, one, folder))  # type: ignore[misc]
    steps.done("floor", lambda: Bare(bare).floor(1, 1, Bare(engine).made(2)))


def _written(engine: Engine, one: str, folder: Path) -> None:
    with look(engine) as session:
        for file in list_files(session, newest(session, None), [one], Writing()):
            (folder / file.name).write_bytes(file.data)


def main(words: list[str] | None = None) -> int:
    """Runs it and keeps the figures as JSON."""
    given = options("fide_size", members=2_000_000, games=500_000).parse_args(words)
    steps = Steps()
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        engines = [sqlite(place_in(Path(folder) / name)) for name in ("ours", "floor")]
        try:
            worked(engines[0], engines[1], given.members, given.games, steps, Path(folder))
        finally:
            keep(given.json, {"members": given.members, "games": given.games, "steps": steps.took})
    ours = sum(one["seconds"] for name, one in steps.took.items() if name in ("rate", "publish", *FORMATS))
    floor = steps.took["floor"]["seconds"]
    print(f"ours {ours:.1f} s, floor {floor:.1f} s, ratio {ours / floor:.1f}")
    return 0
