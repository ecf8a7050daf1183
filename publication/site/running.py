"""A program of the system that is run for the office: it has a time for all it does, and so many words are
taken from it. A server is behind it, whose silence and whose words have no end of their own."""

import os
import selectors
import subprocess
import tempfile
import time
from collections.abc import Sequence

MOST = 50_000_000
"""Bytes that a program may print as errors: one line for each page of a very large site."""

_PIECE = 65_536


class NoEnd(Exception):
    """A program that had to be ended: its time was over."""


class TooMuchSaid(NoEnd):
    """One that had to be ended because it printed more than is taken."""


def ran(words: Sequence[str], given: bytes, seconds: float) -> tuple[int, bytes]:
    """Runs it with this input; its exit code, and what it printed as errors. Anything else it prints is not
    looked at. Raises NoEnd."""
    with tempfile.TemporaryFile() as told:
        told.write(given)
        told.seek(0)
        program = subprocess.Popen(words, stdin=told, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    until = time.monotonic() + seconds
    with program:
        try:
            said = _errors(program, until)
            return program.wait(max(0.0, until - time.monotonic())), said
        except subprocess.TimeoutExpired:  # it says nothing more, and goes on
            raise NoEnd from None
        finally:
            program.kill()  # one that has ended is left alone


def _errors(program: "subprocess.Popen[bytes]", until: float) -> bytes:
    said = bytearray()
    assert program.stderr is not None
    with selectors.DefaultSelector() as waits:
        waits.register(program.stderr, selectors.EVENT_READ)
        while True:
            left = until - time.monotonic()
            if left <= 0 or not waits.select(left):
                raise NoEnd
            piece = os.read(program.stderr.fileno(), _PIECE)
            if not piece:
                return bytes(said)
            said += piece
            if len(said) > MOST:
                raise TooMuchSaid
