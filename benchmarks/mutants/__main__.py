"""`python -m benchmarks.mutants [MODULE …] [--known FILE]`: changes each of these modules of `rating` (all,
without any) in one place at a time and runs the tests of `tests/rating` that run that place. A change that
none sees has survived: tests/rating/survivors.toml says of it why nothing can see it, or it is named here.

MODULE is a module or the beginning of its name, `rating.articles`. `--known FILE` keeps what was found, so
that a second run asks only about changes that survived or are new in a module. `--quick` leaves out the tests
that take longest, for a first look: what it finds survived need not have.
"""

import argparse
import hashlib
import json
import os
import pickle
import sys
import time
from collections import Counter
from pathlib import Path

import hypothesis
import numpy  # noqa: F401  each child has it then
import pytest

from benchmarks.mutants.afresh import ARGUMENTS, Afresh
from benchmarks.mutants.changes import FILE, Changes, Key, explained
from benchmarks.mutants.warm import Lines, Place, Warm

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/rating/test_*.py"))
MINUTES = 4 * 60.0
QUICK = 0.2
QUICK_FILE = 1.5


def modules(asked: list[str]) -> list[str]:
    """The modules whose name is one of these, or begins with it."""
    found = []
    for path in sorted(ROOT.glob("rating/**/*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if not asked or any(name == one or name.startswith(f"{one}.") for one in asked):
            found.append(name)
    order = {name: at for at, one in enumerate(asked) for name in found if name.startswith(one)}
    return sorted(found, key=lambda name: (order.get(name, 0), name))


def _stand() -> dict[str, str]:
    """By file of tests what it is, with the code and all that the tests share, as one word."""
    shared = hashlib.sha256()
    for path in sorted((*ROOT.glob("rating/**/*.*"), *ROOT.glob("tests/rating/**/*.*"))):
        if path.suffix != ".pyc" and path != FILE and str(path.relative_to(ROOT)) not in FILES:
            shared.update(path.read_bytes())
    found = {}
    for file in FILES:
        told = shared.copy()
        told.update((ROOT / file).read_bytes())
        found[file] = told.hexdigest()
    return found


class Run:
    """A run of all changes, once pytest has gathered the tests."""

    def __init__(self, asked: list[str], known: Path | None, is_quick: bool) -> None:
        self.asked, self.known_file, self.is_quick = asked, known, is_quick
        self.known: dict[str, str | None] = {}
        if known and known.exists():
            self.known = json.loads(known.read_text(encoding="utf-8"))
        self.lines = Lines(str(ROOT / "rating") + os.sep)
        self.out = open(os.dup(1), "w", encoding="utf-8", buffering=1)  # noqa: SIM115 - pytest keeps the other
        self.afresh = Afresh(ROOT)
        self.gathering = self.lines.of(None)
        self.gathering.__enter__()
        self.bad = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.gathering.__exit__(None, None, None)
        warm = Warm(session.items, self.lines, QUICK if self.is_quick else MINUTES)
        begin = time.perf_counter()
        failed = warm.look(self._kept())
        if failed:
            self.out.write("The tests fail as the code stands: " + ", ".join(failed) + "\n")
            self.bad = 1
            return True
        self._keep(warm)
        self.out.write(f"{len(session.items)} tests, looked at in {time.perf_counter() - begin:.0f} s\n")
        warm.stand_ready()
        self._all(warm)
        return True

    def _lines_file(self) -> Path | None:
        return self.known_file and self.known_file.with_suffix(".lines")

    def _kept(self) -> dict[str, tuple[float, list[Place]]]:
        """What is kept of the tests whose file, and all they share, is as it was."""
        file = self._lines_file()
        if file is None or not file.exists():
            return {}
        stand = _stand()
        told = pickle.loads(file.read_bytes())
        return {
            test: (seconds, places)
            for test, (of_file, seconds, places) in told.items()
            if of_file == stand.get(test.partition("::")[0])
        }

    def _keep(self, warm: Warm) -> None:
        file, stand = self._lines_file(), _stand()
        if file is not None:
            told = {
                item.nodeid: (stand[item.nodeid.partition("::")[0]], seconds, list(self.lines.of_test[n]))
                for n, (item, seconds) in enumerate(zip(warm.items, warm.seconds, strict=True))
            }
            file.write_bytes(pickle.dumps(told))

    def _all(self, warm: Warm) -> None:
        why = explained()
        total: Counter[str] = Counter()
        begin = time.perf_counter()
        for module in modules(self.asked):
            changes = Changes(ROOT, module)
            start, found = time.perf_counter(), Counter[str]()
            times: Counter[Key] = Counter()
            seen = {key for key in why if key[0] == module}
            for index, change in enumerate(changes.all):
                times[change.key] += 1
                key = "\t".join((*change.key, str(times[change.key])))
                killer = self.known.get(key)
                # What survived and is explained was asked about once.
                if killer is None and not (key in self.known and change.key in why):
                    killer = self.known[key] = self._fails(warm, changes, index)
                if killer is not None:
                    found["killed"] += 1
                elif change.key in why:
                    found["survived, explained"] += 1
                    seen.discard(change.key)
                else:
                    found["survived, not explained"] += 1
                    self.out.write(f"  {change.told()}\n")
            for one in sorted(seen):
                total["explained, but seen"] += 1
                self.out.write(f"  a test sees what {FILE.name} explains: {' | '.join(one)}\n")
            if changes.all:
                told = ", ".join(f"{count} {name}" for name, count in sorted(found.items()))
                self.out.write(f"{module}: {len(changes.all)}: {told}; {time.perf_counter() - start:.0f} s\n")
            total += found
            if self.known_file:
                self.known_file.write_text(json.dumps(self.known), encoding="utf-8")
        took = time.perf_counter() - begin
        wrong = total.pop("explained, but seen", 0)
        self.out.write(f"{total.total()} mutants in {took:.0f} s: {total['killed']} killed, ")
        self.out.write(f"{total['survived, explained']} survived and explained in {FILE.name}, ")
        self.out.write(f"{total['survived, not explained']} survived and not explained\n")
        self.bad = int(total["survived, not explained"] + wrong > 0)

    def _fails(self, warm: Warm, changes: Changes, index: int) -> str | None:
        """Who sees the change, None where nobody does."""
        change = changes.all[index]
        if change.unit is not None:
            tests = warm.tests_of(changes.path, change)
            if tests:
                killer = warm.fails(changes, change, tests)
                if killer is not None:
                    return killer
            if not any((str(changes.path), line) in self.lines.early for line in change.lines):
                return None
        return self.afresh.fails(changes.module, index, self._files(warm, changes.module), MINUTES)

    def _files(self, warm: Warm, module: str) -> list[str]:
        """The files of tests, first those that have seen another change of the module, then the quick."""
        seen = Counter(
            killer.partition("::")[0]
            for key, killer in self.known.items()
            if killer is not None and key.startswith(f"{module}\t")
        )
        seconds: Counter[str] = Counter()
        for item, took in zip(warm.items, warm.seconds, strict=True):
            seconds[item.nodeid.partition("::")[0]] += took  # type: ignore[assignment]
        files = [file for file in FILES if seconds[file] <= QUICK_FILE or not self.is_quick]
        return sorted(files, key=lambda file: (-seen[file], seconds[file]))


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    words.add_argument("module", nargs="*")
    words.add_argument("--known", type=Path)
    words.add_argument("--quick", action="store_true")
    given = words.parse_args()
    os.chdir(ROOT)
    sys.dont_write_bytecode = True
    # The same examples each time, none kept, none made smaller: what fails need not be told. That the machine
    # is busy with something else fails nothing.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, database=None, phases=phases, deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )  # fmt: skip
    hypothesis.settings.load_profile("mutants")
    run = Run(given.module, given.known, given.quick)
    code = pytest.main([*ARGUMENTS, f"--rootdir={ROOT}", *FILES], plugins=[run])
    run.afresh.close()
    return int(code) or run.bad


if __name__ == "__main__":
    sys.exit(main())
