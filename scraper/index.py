"""The index of an archive: one line for each exchange, and for each deletion of a body; appended only."""

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scraper.unfinished import sync


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the index. `fetched_at` in UTC, `size` in bytes of the body, uncompressed."""

    asked: str
    address: str
    method: str
    status: int
    sha256: str
    size: int
    fetched_at: datetime
    tournament: int | None
    content_type: str | None = None
    location: str | None = None
    form: tuple[str, ...] = ()
    complete: bool = True


class Index:
    """The lines in a file; several processes may write to it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read: tuple[int, bytes, dict[str, int]] = (0, b"", {})

    def add(self, entries: Iterable[Entry]) -> None:
        """Appends a line for each; they are on the disk when this returns."""
        self._write(
            {**asdict(entry), "fetched_at": entry.fetched_at.isoformat(timespec="milliseconds")}
            for entry in entries
        )

    def note_removals(self, sums: Iterable[str]) -> None:
        """Appends that the bodies of these SHA-256 are deleted: their entries above do not stand."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._write({"removed": sha256, "at": now} for sha256 in sums)

    def removed(self) -> set[str]:
        """The SHA-256 of bodies that were deleted, and did not come again."""
        removals = self._removals(self.size())
        return set(removals) - {entry.sha256 for _, entry in self.lines() if isinstance(entry, Entry)}

    def size(self) -> int:
        """Bytes of all lines."""
        try:
            return os.stat(self.file).st_size
        except FileNotFoundError:
            return 0

    def added(self, size: int) -> set[str]:
        """The SHA-256 of the bodies of which a line came since the index had this size."""
        if self.size() <= size:
            return set()
        with open(self.file, "rb") as file:
            file.seek(size)
            lines = map(_entry, file.read().split(b"\n"))
            return {one.sha256 for one in lines if isinstance(one, Entry)}

    def _write(self, told: Iterable[dict[str, Any]]) -> None:
        lines = [json.dumps(one, ensure_ascii=False) for one in told]
        if not lines:
            return
        with open(self.file, "a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            end = file.seek(0, os.SEEK_END)
            torn = b""
            if end:
                file.seek(end - 1)
                # A line torn by a kill stays as it is, on a line of its own: the index only grows.
                torn = b"" if file.read(1) == b"\n" else b"\n"
            file.write(torn + "".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
        if not end:
            sync(self.file.parent)

    def lines(self) -> Iterator[tuple[int, Entry | str]]:
        """Every line with its number, but for deletions and what stands above them of the same body. One by
        one: a poll adds dozens a day for years, and all of them together are more than a machine has room
        for."""
        size = self.size()  # what comes meanwhile is of the next look
        removals = self._removals(size)
        for number, ends, raw in self._each(size):
            named = _SUM.search(raw)
            if named and raw.endswith(b"}") and ends <= removals.get(named[1].decode(), -1):
                continue
            if not isinstance(one := _entry(raw), _Removed):
                yield number, one

    def _each(self, size: int) -> Iterator[tuple[int, int, bytes]]:
        """Every line of the first so many bytes with its number and where it ends."""
        if not size:
            return
        with open(self.file, "rb") as file:
            begins = 0
            for number, line in enumerate(file, start=1):
                if begins >= size:
                    return
                if raw := line.rstrip(b"\n"):
                    yield number, begins + len(raw), raw
                begins += len(line)

    def _removals(self, size: int) -> dict[str, int]:
        """By SHA-256 where the line of its last deletion ends, in the first so many bytes."""
        told = ((ends, _entry(raw)) for _, ends, raw in self._each(size) if _REMOVED in raw)
        return {one.sha256: ends for ends, one in told if isinstance(one, _Removed)}

    def naming(self, value: str) -> list[Entry]:
        """The entries that name an address or a SHA-256; no other line is read."""
        _size, whole, removals = self._told()
        named = _with(whole, json.dumps(value, ensure_ascii=False).encode())
        found = ((ends, _entry(raw)) for ends, raw in sorted(named.items()))
        return [one for ends, one in found if isinstance(one, Entry) and ends > removals.get(one.sha256, -1)]

    def _told(self) -> tuple[int, bytes, dict[str, int]]:
        """The size of the index, its bytes, and by SHA-256 where the line of its last deletion ends. It only
        grows: of the same size it says the same, and what was read of its deletions stands."""
        size = self.size()
        before, known, removals = self._read
        if size != before:
            whole = self.file.read_bytes()
            at = known.rfind(b"\n") + 1 if whole.startswith(known) else 0
            removals = removals if at else {}
            for ends, raw in _with(whole, _REMOVED, at).items():
                if isinstance(one := _entry(raw), _Removed):
                    removals[one.sha256] = ends
            self._read = size, whole, removals
        return self._read


_REMOVED = b'"removed"'
_SUM = re.compile(rb'"sha256": "([0-9a-f]{64})"')
"""A line of a body that was deleted since is not read: after years most are of such."""


def _with(whole: bytes, told: bytes, begin: int = 0) -> dict[int, bytes]:
    """The lines in which this stands, by where they end; those from a place on."""
    found: dict[int, bytes] = {}
    at = whole.find(told, begin)
    while at >= 0:
        ends = whole.find(b"\n", at)
        ends = len(whole) if ends < 0 else ends
        found[ends] = whole[whole.rfind(b"\n", 0, at) + 1 : ends]
        at = whole.find(told, ends)
    return found


@dataclass(frozen=True, slots=True)
class _Removed:
    """A line that says that a body was deleted: what stands above it of the same is no more."""

    sha256: str


def _entry(raw: bytes) -> "Entry | _Removed | str":
    """An entry, a deletion, or the text of a line that is neither."""
    try:
        plain = json.loads(raw)
        if "removed" in plain:
            return _Removed(plain["removed"])
        moment = datetime.fromisoformat(plain["fetched_at"])
        return Entry(**{**plain, "fetched_at": moment, "form": tuple(plain["form"])})
    except (ValueError, TypeError, KeyError):
        return raw.decode(errors="replace")
