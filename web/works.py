"""What is read in the background: one sending after the other, with its steps for whoever looks on. A closed
tab stops nothing; a desk that is closed leaves a sending that can be read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from office.clock import Clock
from office.errors import refusal
from office.opened import Office
from office.sendings.read import read
from scraper.records import Problem
from web.tasks.queue import InTurn

MOST_STEPS = 500
"""So many steps of a sending are shown; beyond that only what came of it."""


@dataclass(frozen=True, slots=True)
class Step:
    """`about`: a later step about the same takes its place; `words`: a template, to be translated."""

    about: str
    words: str
    facts: Mapping[str, Any]


@dataclass
class Work:
    """A sending that is to be read, or is being read. `over`: for whoever looks on."""

    steps: list[Step] = field(default_factory=list)
    over: bool = False

    def tell(self, about: str, words: str, facts: Mapping[str, Any]) -> None:
        if len(self.steps) < MOST_STEPS:
            self.steps.append(Step(about, words, facts))


class Works(InTurn[int]):
    """All of them. `replay`: recorded answers in place of the site's. What is not read when the desk is
    closed was handed in all the same, and is read again from its page."""

    def __init__(self, office: Office, clock: Clock, replay: Path | None) -> None:
        super().__init__(self._read)
        self._office, self._clock, self._replay = office, clock, replay
        self._works: dict[int, Work] = {}

    def begin(self, number: int) -> None:
        """Puts a sending behind those that are to be read; once, however often it is asked for."""
        with self._lock:
            if number in self._works:
                return
            self._works[number] = Work()
            self._put(number)

    def waiting(self) -> int:
        """How many are not read yet."""
        with self._lock:
            return len(self._works)

    def going(self) -> frozenset[int]:
        """Those that are still to be read here; what was cut off is not. It is asked before their states are
        looked at: what ends meanwhile looks cut off."""
        with self._lock:
            return frozenset(self._works)

    def seen(self, number: int) -> Work | None:
        """A sending that is still to be read here; None for every other. Whoever looked on when it came to
        its end has it still."""
        with self._lock:
            return self._works.get(number)

    def _read(self, number: int) -> None:
        work = self._works[number]
        try:
            read(self._office, number, replay=self._replay, clock=self._clock, tell=work.tell)
        except Exception as error:  # noqa: BLE001  the database is gone: the next one may find it again
            self._office.tell(_lost(error, number))
        finally:
            work.over = True
            with self._lock:
                del self._works[number]


def _lost(error: Exception, number: int) -> Problem:
    remedy = "read it again from its page"
    expected, found = "what was sent in, read to its end", type(error).__name__
    return refusal("sending-cut-off", str(number), expected, found, remedy).problems[0]
