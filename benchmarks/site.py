"""The website of 10,000 members and 60 lists, against bare rendering and writing of the same templates.

`python -m benchmarks.site [MEMBERS] [LISTS]`. The floor is measured within the same build: the seconds that
pass inside the templates and inside the writing of files; everything around them is ours. Wall clock and the
process's own time are given apart: others may use the machine.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Template
from sqlalchemy import Engine

from benchmarks.site_data import Federation
from office.database.engine import look, sqlite
from office.database.migrate import upgrade
from office.site import target as site_target
from office.site.target import Target, Written
from office.site.whole import write_site


@dataclass(slots=True)
class Clock:
    """Seconds by the wall and of this process, on the whole and inside the floor."""

    wall: float = 0
    own: float = 0
    floor_wall: float = 0
    floor_own: float = 0
    written: Written = field(default_factory=Written)

    def line(self, name: str) -> str:
        """Both ratios."""
        return (
            f"{name}: {self.wall:.1f} s, floor {self.floor_wall:.1f} s,"
            f" ratio {self.wall / self.floor_wall:.2f};"
            f" own time {self.own:.1f} s, floor {self.floor_own:.1f} s, ratio {self.own / self.floor_own:.2f}"
        )


def main(members: int = 10_000, lists: int = 60) -> None:
    """A whole build, nothing new, one new list."""
    with _office(members, lists) as (federation, engine, folder):
        target = Target(folder / "site")
        whole = build(engine, target)
        again = build(engine, target)
        federation.publish(engine, members // 25)
        more = build(engine, target)
        share = len(more.written.changed) / more.written.pages
        print(whole.line(f"site of {members} members and {lists} lists, {whole.written.pages} files"))
        print(
            f"  nothing new: {again.wall:.2f} s, own {again.own:.2f} s; {len(again.written.changed)} written"
        )
        print(
            f"  one new list: {more.wall:.2f} s, own {more.own:.2f} s"
            f" ({more.own / whole.own:.0%} of the whole);"
            f" {len(more.written.changed)} files written ({share:.0%})"
        )
        assert not again.written.changed, again.written.changed[:5]


@dataclass(frozen=True, slots=True)
class Measured:
    """The short form's outcome."""

    text: str

    def line(self) -> str:
        """It in words."""
        return self.text


def measure() -> Measured:
    """The short form: 500 members, 6 lists."""
    with _office(500, 6) as (_, engine, folder):
        build(engine, Target(folder / "warm"))
        whole = build(engine, Target(folder / "site"))
        again = build(engine, Target(folder / "site"))
        assert not again.written.changed, again.written.changed[:5]
    return Measured(whole.line(f"site of 500 members and 6 lists, {whole.written.pages} files"))


def build(engine: Engine, target: Target) -> Clock:
    """One run of `banzuke site`, timed."""
    clock = Clock()
    with _inside(clock):
        wall, own = time.perf_counter(), time.process_time()
        with look(engine) as session:
            clock.written = write_site(session, target)
        clock.wall, clock.own = time.perf_counter() - wall, time.process_time() - own
    return clock


@contextmanager
def _office(members: int, lists: int) -> Iterator[tuple[Federation, Engine, Path]]:
    folder = Path(tempfile.mkdtemp())
    try:
        engine = sqlite(folder / "office.sqlite")
        upgrade(engine)
        federation = Federation(members)
        federation.register(engine)
        for _ in range(lists):
            federation.publish(engine, members // 25)
        yield federation, engine, folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _inside(clock: Clock) -> Iterator[None]:
    """Times every rendering and every writing of a file."""
    render, write = Template.render, site_target.write_file

    def timed(real: Any) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            wall, own = time.perf_counter(), time.process_time()
            try:
                return real(*given, **named)
            finally:
                clock.floor_wall += time.perf_counter() - wall
                clock.floor_own += time.process_time() - own

        return call

    Template.render = timed(render)  # type: ignore[method-assign]
    site_target.write_file = timed(write)
    try:
        yield
    finally:
        Template.render = render  # type: ignore[method-assign]
        site_target.write_file = write


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
