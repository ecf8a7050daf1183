"""The index of an archive: one line for each exchange, and for each deletion of a body; appended only."""

import fcntl
import json
import os
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
        self._known: tuple[int, list[tuple[int, Entry | str]]] = (0, [])

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
        _size, _whole, removals = self._told()
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
        """Every line with its number."""
        size, whole, _removals = self._told()
        if size != self._known[0]:
            raws = whole.split(b"\n")
            self._known = size, _standing((n, _entry(raw)) for n, raw in enumerate(raws, start=1) if raw)
        yield from self._known[1]

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
            for ends, raw in _with(whole, b'"removed"', at).items():
                if isinstance(one := _entry(raw), _Removed):
                    removals[one.sha256] = ends
            self._read = size, whole, removals
        return self._read


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


def _standing(lines: Iterable[tuple[int, "Entry | _Removed | str"]]) -> list[tuple[int, Entry | str]]:
    """The lines without those of bodies that were deleted since."""
    every = list(lines)
    last = {line.sha256: number for number, line in every if isinstance(line, _Removed)}
    return [
        (number, line)
        for number, line in every
        if not isinstance(line, _Removed) and (isinstance(line, str) or number > last.get(line.sha256, 0))
    ]


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
