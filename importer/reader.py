"""A copy of this process that reads within bounds on memory and time, and tells what it read."""

import faulthandler
import gc
import os
import pickle
import resource
import select
import signal
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Self

from importer.faults import told_of

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

_copied = False


def is_copy() -> bool:
    """Whether this process is such a copy."""
    return _copied


@dataclass(slots=True)
class Reader:
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
        global _copied
        _copied = True
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
                    write(self.asked, question)
            told, late = received(self.given, time.monotonic() + _PATIENCE * seconds)
            goes_on = self.asked is not None and told.startswith(READ)
        except BaseException:
            late = True  # nobody waits for it any more
            raise
        finally:
            status, used = (0, 0.0) if goes_on else self.ended(late)
        if goes_on:
            (total,) = USED.unpack(told[-USED.size :])
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


READ = b"r"
"""How it begins what is told of an input that was read to its end."""
USED = struct.Struct("!d")
_LENGTH = struct.Struct("!Q")


def told_within(read: Callable[[], Any], seconds: float, used: float) -> bytes:
    """In a copy that has `used` so much processor time: what is told of one input, within its bounds."""
    most = _taken() + MEMORY  # what is there already is not taken again
    for limit, soft in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_CPU, ceil(used + seconds))):
        hard = resource.getrlimit(limit)[1]
        resource.setrlimit(limit, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
    try:
        told = READ + pickle.dumps(("read", read()), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        told = b"-" + pickle.dumps(("much", None))
    except BaseException as error:  # noqa: BLE001  panics of libraries are no Exception
        refused = hasattr(error, "problems") or hasattr(error, "problem")
        told = b"-" + pickle.dumps(("refused", error) if refused else ("raised", told_of(error)))
    return told if len(told) <= MOST_GIVEN_BACK else b"-" + pickle.dumps(("much", None))


def write(to: int, told: bytes) -> None:
    """Tells this."""
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


def received(given: int, until: float) -> tuple[bytes, bool]:
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
