"""Reading in a process of its own, within bounds on memory and time.

What comes from outside can make a reader take whatever memory and time there is, or end its process. So it
runs in a copy of this process (a fork) that may take `MEMORY` and `SECONDS` at most, and gives back what it
read; beyond the bounds only the copy ends. A copy costs half as much as reading a large event: who reads one
input after the other keeps it (`kept`), and each input has the bounds for itself.
"""

import faulthandler
import gc
import os
import pickle
import resource
import select
import signal
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Any, ParamSpec, Self, TypeVar

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

IDLE = 60
"""Seconds that a copy which is kept waits to be asked."""

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
    alone, budget = budget is not None, budget or Budget()
    if budget.seconds <= 0:
        raise TooMuch(_TIME, budget.whole)
    seconds = min(budget.seconds, budget.step)
    asked = None if alone else _as_asked(seconds, read, args, more)
    if asked is not None and _lock.acquire(blocking=False):
        try:
            told, status, late, used = _kept_tells(asked, seconds)
        finally:
            _lock.release()
    else:
        reader = _Reader.made(lambda given: _write(given, _told(lambda: read(*args, **more), seconds, 0)))
        told, status, late, used = reader.heard(seconds)
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


@contextmanager
def kept() -> Iterator[None]:
    """Within it one copy reads one input after the other, as long as each is read to its end with nothing to
    refuse. What has a `budget`, as everything that comes by mail, is read in a copy of its own; so is what is
    no function of a module, and what comes while another input is read."""
    global _keeping, _reader
    with _counting:
        _keeping += 1
    try:
        yield
    finally:
        with _counting:
            _keeping -= 1
        if not _keeping and _lock.acquire(blocking=False):  # else who reads just now ends it
            reader, _reader = _reader, None
            _lock.release()
            if reader is not None and reader.lives():
                reader.ended()


@dataclass(slots=True)
class _Reader:
    """A copy of this process. `given`: where it tells; `asked`: where it hears what to read, if it is kept;
    `used`: its seconds of processor time up to the last input; `owner`: whose copy it is."""

    number: int
    given: int
    asked: int | None = None
    used: float = 0
    owner: int = field(default_factory=os.getpid)

    @classmethod
    def made(cls, work: Callable[[int], None], asked: int | None = None) -> Self:
        """A copy that does this, which is given where to tell, and ends."""
        heard, given = os.pipe()
        bytearray(_LARGE)
        if number := os.fork():
            os.close(given)
            return cls(number, heard, asked)
        global _apart
        _apart = True
        gc.freeze()
        code = 1
        try:  # nothing of the first process is closed or written out here
            os.close(heard)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(signal.SIGXCPU, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says as it ends
            faulthandler.disable()
            work(given)
            code = 0
        finally:
            os._exit(code)

    def heard(self, seconds: float, question: bytes = b"") -> tuple[bytes, int, bool, float]:
        """What it tells of an input, how it ended (0: or goes on), whether the clock ran out, and the time of
        the processor. It goes on if it is kept and told what it read. `question`: what it is asked, if so."""
        told, late, goes_on = b"", False, False
        try:
            if self.asked is not None:
                with suppress(BrokenPipeError):  # it ended; how, is seen below
                    _write(self.asked, question)
            told, late = _received(self.given, time.monotonic() + _PATIENCE * seconds)
            goes_on = self.asked is not None and told.startswith(_READ)
        except BaseException:
            late = True  # nobody waits for it any more
            raise
        finally:
            status, used = (0, 0.0) if goes_on else self.ended(late)
        if goes_on:
            (total,) = _SECONDS.unpack(told[-_SECONDS.size :])
            used, self.used = total - self.used, total
        return told, status, late, used

    def ended(self, late: bool = False) -> tuple[int, float]:
        """How it ends, which is waited for, and the processor time since the last input."""
        self._let_go()
        if late:
            os.kill(self.number, signal.SIGKILL)
        _, status, used = os.wait4(self.number, 0)  # who is kept hears that nobody asks
        return status, used.ru_utime + used.ru_stime - self.used

    def lives(self) -> bool:
        """Whether it can be asked; where not, it is let go."""
        mine = self.owner == os.getpid()
        if mine and os.waitpid(self.number, os.WNOHANG) == (0, 0):
            return True
        self._let_go()
        return False

    def _let_go(self) -> None:
        for handle in (self.given, self.asked):
            if handle is not None:
                os.close(handle)


_lock, _counting = threading.Lock(), threading.Lock()
_keeping = 0
_reader: _Reader | None = None


def kept_process() -> int | None:
    """The number of the copy that is kept, for who measures."""
    return _reader.number if _reader is not None else None


def _as_asked(seconds: float, *read: Any) -> bytes | None:
    """What a copy that is kept is asked; None where none is to be kept, or the function has no name."""
    if not _keeping:
        return None
    try:
        return pickle.dumps((seconds, *read), pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _kept_tells(asked: bytes, seconds: float, *, again: bool = True) -> tuple[bytes, int, bool, float]:
    """As `_Reader.heard`, of the copy that is kept; of a new one where there is none. `again`: another one is
    asked where it ended without a word."""
    global _reader
    reader, _reader = _reader, None
    if reader is not None and not reader.lives():
        reader = None
    if reader is None:
        heard, ask = os.pipe()
        reader = _Reader.made(lambda given: _go_on(heard, given), ask)
        os.close(heard)
    found = reader.heard(seconds, asked)
    if again and not found[0] and found[1:3] == (0, False):  # it had waited long enough at this very moment
        return _kept_tells(asked, seconds, again=False)
    if found[0].startswith(_READ):
        _reader = reader if _keeping else None
        if not _keeping:
            reader.ended()
    return found


def _go_on(asked: int, given: int) -> None:
    """In a copy that is kept: reads what it is asked as long as it reads all of it and somebody asks. It does
    not wait for ever: it holds the memory of the first process as that was."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for name in os.listdir("/dev/fd"):  # nobody's lock and nobody's port are held on to here
        if int(name) not in (asked, given, 0, 1, 2):
            with suppress(OSError):
                os.dup2(nowhere, int(name))
    while question := _received(asked, time.monotonic() + IDLE)[0]:
        seconds, read, args, more = pickle.loads(question)
        told = _told(lambda: read(*args, **more), seconds, time.process_time())  # noqa: B023  called at once
        del question, read, args, more
        _write(given, told + _SECONDS.pack(time.process_time()))
        if not told.startswith(_READ):
            break


_READ = b"r"
"""How it begins what is told of an input that was read to its end."""
_SECONDS = struct.Struct("!d")
_LENGTH = struct.Struct("!Q")


def _told(read: Callable[[], Any], seconds: float, used: float) -> bytes:
    """In a copy that has `used` so much processor time: what is told of one input, within its bounds."""
    most = _taken() + MEMORY  # what is there already is not taken again
    for limit, soft in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_CPU, ceil(used + seconds))):
        hard = resource.getrlimit(limit)[1]
        resource.setrlimit(limit, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    try:
        told = _READ + pickle.dumps(("read", read()), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        told = b"-" + pickle.dumps(("much", None))
    except BaseException as error:  # noqa: BLE001  panics of libraries are no Exception
        refused = hasattr(error, "problems") or hasattr(error, "problem")
        told = b"-" + pickle.dumps(("refused", error) if refused else ("raised", told_of(error)))
    return told if len(told) <= MOST_GIVEN_BACK else b"-" + pickle.dumps(("much", None))


def _write(to: int, told: bytes) -> None:
    for piece in (_LENGTH.pack(len(told)), told):
        left = memoryview(piece)
        while left:
            left = left[os.write(to, left) :]


def _taken() -> int:
    """Bytes of data that this process has now; none where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def _received(given: int, until: float) -> tuple[bytes, bool]:
    """What is told, empty where the one who tells ends before; and whether the clock ran out."""
    pieces: list[bytes] = []
    left, length = _LENGTH.size, None
    while left:
        ready, _, _ = select.select([given], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return b"", True
        piece = os.read(given, min(left, 1 << 20))
        if not piece:
            return b"", False
        pieces.append(piece)
        left -= len(piece)
        if not left and length is None:
            (length,) = _LENGTH.unpack(b"".join(pieces))
            pieces, left = [], length
    return b"".join(pieces), False


def _outcome(told: bytes, status: int, late: bool, seconds: float) -> Any:
    if late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
        raise TooMuch(_TIME, seconds)
    if status != 0 or not told:
        # A library that gets no memory ends the process that it runs in.
        name = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "an error"
        raise TooMuch(f"its reader ended with {name}, which a lack of memory causes", seconds)
    match pickle.loads(told[len(_READ) :]):
        case ("read", value):
            return value
        case ("much", _):
            raise TooMuch(_MEMORY, seconds)
        case ("refused", error):
            raise error
        case (_, words):
            raise Unforeseen(words)
