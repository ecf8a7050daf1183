"""A copy of this process that reads one input after the other: a new one costs half as much as reading a
large event."""

import os
import pickle
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from importer.reader import READ, USED, Reader, received, told_within, write

IDLE = 60
"""Seconds that a copy which is kept waits to be asked."""

_lock, _counting = threading.Lock(), threading.Lock()
_keeping = 0
_reader: Reader | None = None


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


def kept_process() -> int | None:
    """The number of the copy that is kept, for who measures."""
    return _reader.number if _reader is not None else None


def tells(seconds: float, *read: Any) -> tuple[bytes, int, bool, float] | None:
    """As `Reader.heard`, of the copy that is kept; None where none is, it reads something else just now, or
    the function has no name."""
    asked = _as_asked(seconds, read)
    if asked is None or not _lock.acquire(blocking=False):
        return None
    try:
        return _tells(asked, seconds)
    finally:
        _lock.release()


def _as_asked(seconds: float, read: tuple[Any, ...]) -> bytes | None:
    """What a copy that is kept is asked; None where none is to be kept, or the function has no name."""
    if not _keeping:
        return None
    try:
        return pickle.dumps((seconds, *read), pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def _tells(asked: bytes, seconds: float, *, again: bool = True) -> tuple[bytes, int, bool, float]:
    """As `Reader.heard`, of the copy that is kept; of a new one where there is none. `again`: another one is
    asked where it ended without a word."""
    global _reader
    reader, _reader = _reader, None
    if reader is not None and not reader.lives():
        reader = None
    if reader is None:
        heard, ask = os.pipe()
        reader = Reader.made(lambda given: _go_on(heard, given), ask)
        os.close(heard)
    found = reader.heard(seconds, asked)
    if again and not found[0] and found[1:3] == (0, False):  # it had waited long enough at this very moment
        return _tells(asked, seconds, again=False)
    if found[0].startswith(READ):
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
    while question := received(asked, time.monotonic() + IDLE)[0]:
        seconds, read, args, more = pickle.loads(question)
        told = told_within(lambda: read(*args, **more), seconds, time.process_time())  # noqa: B023  called at once
        del question, read, args, more
        write(given, told + USED.pack(time.process_time()))
        if not told.startswith(READ):
            break
