"""What a mail server answers to one command (IMAP, SMTP): no more bytes than there is reason for, within a
time, however slowly they come. The libraries wait as long as something comes, and take what is announced."""

from __future__ import annotations

from time import monotonic
from typing import IO, Any, cast

AT_ONCE = 65_536


class TooMuch(OSError):
    """A server that says more than anybody asked, or never comes to an end."""


class Answer:
    """What comes from a server. `begin`: something was asked, and what comes now is the answer to it."""

    def __init__(self, file: IO[bytes], most: int, seconds: float) -> None:
        self._file, self._most, self._seconds = cast(Any, file), most, seconds
        self.begin()

    def begin(self) -> None:
        """Counts from here on."""
        self._left, self._until = self._most, monotonic() + self._seconds

    def read(self, size: int) -> bytes:
        """So many bytes as the server announced."""
        if size > self._left:
            raise TooMuch(f"it announces {size} bytes")
        found = bytearray()
        while len(found) < size and (part := self._file.read1(min(size - len(found), AT_ONCE))):
            found += self._taken(part)
        return bytes(found)

    def readline(self, most: int) -> bytes:
        """A line, without its end where it is longer."""
        found = bytearray()
        while len(found) < most and not found.endswith(b"\n"):
            seen = self._file.peek(1)[: most - len(found)]
            if not (part := self._file.read1(seen.find(b"\n") + 1 or len(seen)) if seen else b""):
                break
            found += self._taken(part)
        return bytes(found)

    def close(self) -> None:
        """Ends it."""
        self._file.close()

    def _taken(self, part: bytes) -> bytes:
        self._left -= len(part)
        if self._left < 0:
            raise TooMuch(f"it says more than {self._most} bytes at once")
        if monotonic() > self._until:
            raise TooMuch(f"its answer takes longer than {self._seconds:.0f} seconds")
        return part


class Bounded:
    """Of a client of the standard library: its `file` is an `Answer`, and `send` asks for the next."""

    MOST: int
    SECONDS: float
    _answer: Answer | None = None

    @property
    def file(self) -> Any:
        return self._answer

    @file.setter
    def file(self, made: IO[bytes] | None) -> None:
        self._answer = None if made is None else Answer(made, self.MOST, self.SECONDS)

    def send(self, data: Any) -> None:
        if self._answer is not None:
            self._answer.begin()
        super().send(data)  # type: ignore[misc]
