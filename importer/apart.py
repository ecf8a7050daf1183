"""Reading in a process of its own, within bounds on memory and time.

What comes from outside can make a reader take whatever memory and time there is, or end its process. So it
runs in a copy of this process (a fork, `importer/reader.py`) that may take `MEMORY` and `SECONDS` at most,
and gives back what it read; beyond the bounds only the copy ends. Who reads one input after the other keeps
it (`importer/kept_reader.py`), and each input has the bounds for itself.
"""

import os
import pickle
import signal
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, ParamSpec, TypeVar

from importer import kept_reader
from importer.errors import ImportRefused
from importer.faults import Unforeseen
from importer.reader import MEMORY, READ, SECONDS, Reader, is_copy, told_within, write
from scraper.records import Problem

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Budget:
    """What is left of the time that an input may take, over everything that is read of it; `whole` it was.
    `step`: what one reading of it may take at most, where that is less."""

    seconds: float = SECONDS
    whole: float = SECONDS
    step: float = inf


class TooMuch(Exception):
    """Reading took more than it may: `what` was found, beyond the `seconds` of time or the memory."""

    def __init__(self, what: str, seconds: float = SECONDS) -> None:
        super().__init__(what)
        self.seconds = seconds

    def problem(self, place: str) -> Problem:
        """What is said of the input."""
        expected = f"at most {self.seconds:g} s and {MEMORY >> 30} GB to read it"
        remedy = "look at what it is; ask for the report alone, or split it"
        return Problem("reading-too-much", place, expected, str(self), remedy)


def apart(budget: Budget | None, read: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What `read` gives, read apart. What it raises is raised here where it has problems to tell (a refusal);
    everything else as `Unforeseen`, and `TooMuch` beyond the bounds. `budget` is what is left of an input
    that is read in several steps, None that it is read in this one."""
    if is_copy():  # a reader that calls another: one process and its bounds are enough
        return read(*args, **more)
    alone, budget = budget is not None, budget or Budget()
    if budget.seconds <= 0:
        raise TooMuch(_TIME, budget.whole)
    seconds = min(budget.seconds, budget.step)
    heard = None if alone else kept_reader.tells(seconds, read, args, more)
    if heard is None:
        reader = Reader.made(lambda given: write(given, told_within(lambda: read(*args, **more), seconds, 0)))
        heard = reader.heard(seconds)
    told, status, late, used = heard
    budget.seconds -= used
    found: T = _outcome(told, status, late, budget.step if budget.step == seconds else budget.whole)
    return found


def refusing(file: str, read: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """The same for a file that is read whole or not at all: `ImportRefused` beyond the bounds."""
    try:
        return apart(None, read, *args, **more)
    except TooMuch as error:
        raise ImportRefused([error.problem(file)]) from None


_TIME = "more processor time"
_MEMORY = "more memory"


def _outcome(told: bytes, status: int, late: bool, seconds: float) -> Any:
    if late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
        raise TooMuch(_TIME, seconds)
    if status != 0 or not told:
        # A library that gets no memory ends the process that it runs in.
        name = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "an error"
        raise TooMuch(f"its reader ended with {name}, which a lack of memory causes", seconds)
    match pickle.loads(told[len(READ) :]):
        case ("read", value):
            return value
        case ("much", _):
            raise TooMuch(_MEMORY, seconds)
        case ("refused", error):
            raise error
        case (_, words):
            raise Unforeseen(words)
