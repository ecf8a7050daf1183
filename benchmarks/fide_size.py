"""One list of an office the size of FIDE: what each step takes, and which breaks first.

    python -m benchmarks.fide_size [--members N] [--games N] [--json PATH]

Two million players and 500,000 games unless said: a register, a list taken over and the events of a month are
put in with bulk inserts. Then the list is made, published and written as files. Each step is a process of its
own, whose processor time, time by the wall and most memory are told. The floor is what the driver alone
takes to read what the list is made from and to insert the rows it came to.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from benchmarks.history_data import Federation, place_in, published_at
from benchmarks.history_events import JAPANESE, OFFICER
from benchmarks.history_floor import Bare
from importer.rulings import Made
from office.database.engine import look, sqlite, transaction
from office.lists.chain import newest
from office.runs.publish import publish_list
from office.runs.rate import rate_list
from publication.exports.cells import Writing
from publication.exports.formats import list_files
from rating.interpretations import Interpretations

FORMATS = ("csv", "json", "fide-txt")


class Steps:
    """What each step took, in the order they were done."""

    def __init__(self) -> None:
        self.took: dict[str, dict[str, float]] = {}

    def done(self, name: str, does: Callable[[], object]) -> None:
        """Does a step in a process of its own; ends the benchmark where it fails."""
        began = time.perf_counter()
        child = os.fork()
        if child == 0:
            try:
                does()
            except BaseException as error:  # noqa: BLE001  the process ends here, with what it says
                sys.stderr.write(f"{name}: {type(error).__name__}: {error}\n")
                os._exit(1)
            os._exit(0)
        _, status, used = os.wait4(child, 0)
        wall = time.perf_counter() - began
        self.took[name] = {
            "seconds": round(used.ru_utime + used.ru_stime, 2),
            "wall": round(wall, 2),
            "peak_mb": used.ru_maxrss // 1024,
        }
        sys.stdout.write(f"{name:12} " + "  ".join(f"{k} {v}" for k, v in self.took[name].items()) + "\n")
        sys.stdout.flush()
        if status:
            raise SystemExit(f"{name} broke; exit status {os.waitstatus_to_exitcode(status)}")


def worked(engine: Engine, bare: Engine, members: int, games: int, steps: Steps, folder: Path) -> None:
    """Makes the office and works its list."""
    people = Federation(JAPANESE, members)
    events = people.reported(1, games)
    for which in (engine, bare):
        steps.done("founded", lambda which=which: people.founded(which))  # type: ignore[misc]
        steps.done("stored", lambda which=which: events.store(which))  # type: ignore[misc]
    moment = published_at(people.list_date(1))
    steps.done("rate", lambda: _rated(engine, moment))
    steps.done("publish", lambda: _published(engine, moment))
    for one in FORMATS:
        steps.done(one, lambda one=one: _written(engine, one, folder))  # type: ignore[misc]
    steps.done("floor", lambda: Bare(bare).floor(1, 1, Bare(engine).made(2)))


def _rated(engine: Engine, moment: Any) -> None:
    with transaction(engine) as session:
        rate_list(session, None, switches=Interpretations(), now=moment)


def _published(engine: Engine, moment: Any) -> None:
    with transaction(engine) as session:
        publish_list(session, None, made=Made("", OFFICER, moment))


def _written(engine: Engine, one: str, folder: Path) -> None:
    with look(engine) as session:
        for file in list_files(session, newest(session, None), [one], Writing()):
            (folder / file.name).write_bytes(file.data)


def main(words: list[str] | None = None) -> int:
    """Runs it and keeps the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fide_size")
    parser.add_argument("--members", type=int, default=2_000_000)
    parser.add_argument("--games", type=int, default=500_000)
    parser.add_argument("--json", type=Path, default=Path("build") / "fide_size.json")
    given = parser.parse_args(words)
    steps = Steps()
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        engines = [sqlite(place_in(Path(folder) / name)) for name in ("ours", "floor")]
        try:
            worked(engines[0], engines[1], given.members, given.games, steps, Path(folder))
        finally:
            given.json.parent.mkdir(parents=True, exist_ok=True)
            found = {"members": given.members, "games": given.games, "steps": steps.took}
            given.json.write_text(json.dumps(found, indent=1) + "\n")
    ours = sum(one["seconds"] for name, one in steps.took.items() if name in ("rate", "publish", *FORMATS))
    floor = steps.took["floor"]["seconds"]
    sys.stdout.write(f"ours {ours:.1f} s, floor {floor:.1f} s, ratio {ours / floor:.1f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
