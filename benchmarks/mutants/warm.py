"""Changes inside functions: the tests stand ready in this process, and each change has a child that puts the
changed code into the functions that are there and runs the tests that run its lines, until one fails."""

from __future__ import annotations

import functools
import gc
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from _pytest.runner import runtestprotocol

from benchmarks.mutants.afresh import in_child
from benchmarks.mutants.changes import Change, Changes

if TYPE_CHECKING:
    import pytest

Place = tuple[str, int]
Kept = Mapping[str, tuple[float, Iterable[Place]]]
"""By test, how long it takes and which lines it runs."""

MEMORY = 3 << 30
TIMES = 8
"""A change that makes a test this many times slower, and some seconds, is seen."""
LEAST = 5.0
OURS = ("rating", "tests")


class Lines:
    """What of `rating/` was run, by line: by which tests, and whether while they were being gathered."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._seen: set[Place] = set()
        self._inside: dict[CodeType, bool] = {}
        self.tests: dict[Place, list[int]] = defaultdict(list)
        self.of_test: dict[int, frozenset[Place]] = {}
        self.early: set[Place] = set()

    @contextmanager
    def of(self, test: int | None) -> Iterator[None]:
        """The lines that run meanwhile belong to this test; to the gathering where it is None."""
        self._seen = set()
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)
            if test is None:
                self.early |= self._seen
            else:
                self.add(test, self._seen)

    def add(self, test: int, places: Iterable[Place]) -> None:
        """These lines belong to this test."""
        self.of_test[test] = frozenset(places)
        for place in self.of_test[test]:
            self.tests[place].append(test)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        inside = self._inside.get(code)
        if inside is None:
            inside = self._inside[code] = code.co_filename.startswith(self._folder)
        return self._line if inside else None

    def _line(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        if event == "line":
            self._seen.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


class Warm:
    """The tests, gathered; what they run is known after `look`."""

    def __init__(self, items: Sequence[pytest.Item], lines: Lines, limit: float) -> None:
        self.items, self.lines, self.limit = items, lines, limit
        self.seconds: list[float] = []
        self._caches: list[functools._lru_cache_wrapper[object]] = []
        self._killers: dict[str, dict[int, None]] = {}
        self._functions: dict[tuple[str, str, int], list[FunctionType]] = {}

    def look(self, kept: Kept) -> list[str]:
        """Run every test once as the code stands, but for those of which it is kept what they run. The tests
        that fail then are named."""
        failed = []
        for number, (item, after) in enumerate(zip_longest(self.items, self.items[1:])):
            if item.nodeid in kept:
                seconds, places = kept[item.nodeid]
                self.seconds.append(seconds)
                self.lines.add(number, places)
                continue
            begin = time.perf_counter()
            with self.lines.of(number):
                good = self._passes(number, after)
            self.seconds.append(time.perf_counter() - begin)
            if not good:
                failed.append(item.nodeid)
        return failed

    def stand_ready(self) -> None:
        """Find what a child changes: the functions that are there, and the answers they have kept."""
        for value in gc.get_objects():
            if isinstance(value, FunctionType):
                code = value.__code__
                at = (code.co_filename, code.co_qualname, code.co_firstlineno)
                self._functions.setdefault(at, []).append(value)
            elif isinstance(value, functools._lru_cache_wrapper) and str(value.__module__).startswith(OURS):
                self._caches.append(value)
        gc.collect()
        gc.freeze()

    def tests_of(self, path: Path, change: Change) -> list[int]:
        """The tests that run the change's lines: first those that have seen a change here, then the quick."""
        found = {test for line in change.lines for test in self.lines.tests.get((str(path), line), ())}
        found = {test for test in found if self.seconds[test] <= self.limit}
        killers = self._killers.get(change.module, {})
        first = [test for test in reversed(killers) if test in found]
        return [*first, *sorted(found - set(first), key=lambda test: self.seconds[test])]

    def fails(self, changes: Changes, change: Change, tests: Sequence[int]) -> str | None:
        """The first of these tests that fails, None where they all pass."""
        try:
            compiled = change.compiled(changes.tree, str(changes.path))
        except (SyntaxError, ValueError):
            return "does not compile"
        assert change.unit is not None
        code = _code_of(compiled, *change.unit)
        functions = self._functions.get((str(changes.path), *change.unit), ())
        if code is None or not functions:
            return None
        answer = in_child(functools.partial(self._child, code, functions, tests))
        if answer is not None and answer.isdecimal():
            killers = self._killers.setdefault(change.module, {})
            killers.pop(int(answer), None)
            killers[int(answer)] = None
            return self.items[int(answer)].nodeid
        return answer

    def _child(
        self, code: CodeType, functions: Sequence[FunctionType], tests: Sequence[int], told: int
    ) -> bool:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for function in functions:
            try:
                function.__code__ = code
            except ValueError as error:
                os.write(told, str(error)[:90].encode())
                return False
        for kept in self._caches:
            kept.cache_clear()
        for at, test in enumerate(tests):
            signal.setitimer(signal.ITIMER_REAL, LEAST + TIMES * self.seconds[test])
            after = self.items[tests[at + 1]] if at + 1 < len(tests) else None
            if not self._passes(test, after):
                os.write(told, str(test).encode())
                return False
        return True

    def _passes(self, number: int, after: pytest.Item | None) -> bool:
        reports = runtestprotocol(self.items[number], log=False, nextitem=after)
        return not any(report.failed for report in reports)


def _code_of(compiled: object, name: str, first: int) -> CodeType | None:
    """The code of a function in a compiled module, by its whole name and first line."""
    waiting = [compiled]
    while waiting:
        code = waiting.pop()
        assert isinstance(code, CodeType)
        if code.co_qualname == name and code.co_firstlineno == first:
            return code
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    return None
