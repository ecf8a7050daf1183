"""Reading in a process of its own, within bounds on memory and time.

What comes from outside can make a reader take whatever memory and time there is, or end its process. So it
runs in a copy of this process (a fork) that may take `MEMORY` and `SECONDS` at most, and gives back what it
read; beyond the bounds only the copy ends.
"""

import faulthandler
import gc
import os
import pickle
import resource
import select
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from typing import Any, ParamSpec, TypeVar

from importer.errors import ImportRefused
from importer.faults import Unforeseen, told_of
from scraper.records import Problem

MEMORY = 1 << 30
"""Bytes that reading one input may take."""

SECONDS = 10
"""Of processor time, for one input; a mail with all that is in it is one. Two inputs are by their nature
larger than any other and have bounds of their own: FIDE's list of all players (importer/fide_list/read.py)
and a public archive of many lists (publication/bundle/verify.py)."""

MOST_GIVEN_BACK = 200_000_000
"""Bytes of what was read, as it comes back."""

_PATIENCE = 12
"""So many times the processor time the clock may run: the machine has other work, and nothing waits for
ever."""

_LARGE = 1 << 15
"""Bytes for which the C library first joins what is free in small pieces: better here than in each copy,
which would have to copy the pages that it touches."""

P = ParamSpec("P")
T = TypeVar("T")
_apart = False


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
    if _apart:  # a reader that calls another: one process and its bounds are enough
        return read(*args, **more)
    budget = budget or Budget()
    if budget.seconds <= 0:
        raise TooMuch(_TIME, budget.whole)
    seconds = min(budget.seconds, budget.step)
    kept, given = os.pipe()
    bytearray(_LARGE)
    child = os.fork()
    if child == 0:
        os.close(kept)
        _run(given, ceil(seconds), lambda: read(*args, **more))
    os.close(given)
    told, late = b"", False
    try:
        told, late = _received(kept, time.monotonic() + _PATIENCE * seconds)
    finally:
        os.close(kept)
        if late:
            os.kill(child, signal.SIGKILL)
        _, status, used = os.wait4(child, 0)
    budget.seconds -= used.ru_utime + used.ru_stime
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


def _run(given: int, seconds: int, read: Callable[[], Any]) -> None:
    """In the copy: reads, tells, ends. Nothing of the first process is closed or written out here."""
    global _apart
    _apart = True
    gc.freeze()
    code = 1
    try:
        most = _taken() + MEMORY  # what the first process has is not taken again
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says as it ends
        faulthandler.disable()
        try:
            told = pickle.dumps(("read", read()), pickle.HIGHEST_PROTOCOL)
        except MemoryError:
            told = pickle.dumps(("much", None))
        except BaseException as error:  # noqa: BLE001  panics of libraries are no Exception
            refused = hasattr(error, "problems") or hasattr(error, "problem")
            told = pickle.dumps(("refused", error) if refused else ("raised", told_of(error)))
        if len(told) > MOST_GIVEN_BACK:
            told = pickle.dumps(("much", None))
        left = memoryview(told)
        while left:
            left = left[os.write(given, left) :]
        code = 0
    finally:
        os._exit(code)


def _taken() -> int:
    """Bytes of data that this process has now; none where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def _received(kept: int, until: float) -> tuple[bytes, bool]:
    """Everything that is told, and whether the clock ran out before the end of it."""
    pieces: list[bytes] = []
    while True:
        ready, _, _ = select.select([kept], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return b"".join(pieces), True
        piece = os.read(kept, 1 << 20)
        if not piece:
            return b"".join(pieces), False
        pieces.append(piece)


def _outcome(told: bytes, status: int, late: bool, seconds: float) -> Any:
    if late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
        raise TooMuch(_TIME, seconds)
    if status != 0:
        # A library that gets no memory ends the process that it runs in.
        name = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "an error"
        raise TooMuch(f"its reader ended with {name}, which a lack of memory causes", seconds)
    match pickle.loads(told):
        case ("read", value):
            return value
        case ("much", _):
            raise TooMuch(_MEMORY, seconds)
        case ("refused", error):
            raise error
        case (_, words):
            raise Unforeseen(words)
