"""Which tests run which lines of `rating/`, and how long each takes."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

Place = tuple[str, int]


class Lines:
    """What was run, by line: the tests, and whether it ran while the tests were being gathered."""

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
