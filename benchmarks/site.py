"""The website of 10,000 members and 60 lists, against bare rendering and writing of the same templates.

`python -m benchmarks.site [MEMBERS] [LISTS]`. The floor: every call of a template with the facts it was
given and every write of a file, recorded in a build and done again with nothing around them.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.site_data import Federation
from office.database.engine import look, sqlite
from office.database.migrate import upgrade
from office.site import render
from office.site.target import Release, Target, Written
from office.site.whole import write_site


def main(members: int = 10_000, lists: int = 60) -> None:
    """One run: full build, its floor, nothing new, one new list."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = sqlite(folder / "office.sqlite")
        upgrade(engine)
        federation = Federation(members)
        federation.register(engine)
        for _ in range(lists - 1):
            federation.publish(engine, members // 25)
        target = Target(folder / "site")

        def build() -> tuple[Written, float]:
            started = time.perf_counter()
            with look(engine) as session:
                written = write_site(session, target)
            return written, time.perf_counter() - started

        recorded = Recorded()
        with recorded:
            written, _ = build()
        floor = recorded.again(folder / "floor")
        _forget(target)
        written, full = build()
        print(f"site of {members} members and {lists - 1} lists: {written.pages} files")
        print(
            f"  whole:          {full:7.1f} s;  bare rendering and writing {floor:.1f} s:"
            f" {full / floor:.2f} times"
        )
        written, again = build()
        print(f"  nothing new:    {again:7.2f} s;  {len(written.changed)} files written")
        assert not written.changed, written.changed[:5]
        federation.publish(engine, members // 25)
        written, more = build()
        share = len(written.changed) / written.pages
        print(f"  one new list:   {more:7.2f} s;  {len(written.changed)} files written ({share:.0%}),")
        print(f"                  {more / full:.0%} of the time of the whole")


class Recorded:
    """Everything a build renders and writes."""

    def __init__(self) -> None:
        self.steps: list[tuple[Any, ...]] = []

    def __enter__(self) -> Recorded:
        self._template, self._put = render.template, Release.put
        steps = self.steps
        real = self._template

        class Spy:
            def __init__(self, name: str) -> None:
                self.name = name

            def render(self, **facts: Any) -> str:
                steps.append(("render", self.name, facts))
                return real(self.name).render(**facts)

        put = self._put

        def writes(release: Release, path: str, data: bytes) -> None:
            steps.append(("write", path, data))
            put(release, path, data)

        self._patched = _replace_everywhere("template", Spy)
        Release.put = writes  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        for module, kept in self._patched:
            module.template = kept
        Release.put = self._put  # type: ignore[method-assign]

    def again(self, folder: Path) -> float:
        """Seconds for doing all of it again, and nothing else."""
        made: set[Path] = set()
        started = time.perf_counter()
        for step in self.steps:
            if step[0] == "render":
                self._template(step[1]).render(**step[2]).encode()
                continue
            path = folder / step[1]
            if path.parent not in made:
                path.parent.mkdir(parents=True, exist_ok=True)
                made.add(path.parent)
            with open(path, "wb") as file:
                file.write(step[2])
        return time.perf_counter() - started


def _replace_everywhere(name: str, value: Any) -> list[tuple[Any, Any]]:
    patched = []
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("office.site") and hasattr(module, name):
            patched.append((module, getattr(module, name)))
            setattr(module, name, value)
    return patched


def _forget(target: Target) -> None:
    import shutil

    target.folder.unlink()
    shutil.rmtree(target.beside)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
