"""The archive of everything that was received: bodies by their SHA-256, and an index of exchanges.

The folder holds ``pages/ab/abcd….gz`` (one file per different body, gzip without a time) and
``index.jsonl`` (`scraper/index.py`). A body is on the disk before its line is, and each is written
whole or not at all: a kill between the two leaves an unlisted page, a kill inside an append leaves
a torn last line. Both are tolerated, and `verify` reports them.
"""

import fcntl
import gzip
import hashlib
import os
import time
import zlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from scraper.addresses import tournament_of
from scraper.blocked import answers
from scraper.errors import ScraperError
from scraper.index import Entry, Index
from scraper.problems import problem
from scraper.records import Problem, SavedPage
from scraper.unfinished import clear, held, put, sync

HELD, BETWEEN = 0.5, 0.02
"""Seconds for which deleting keeps others from keeping an answer, and which they have then."""


class ArchiveError(ScraperError):
    """A page of the archive is missing or not what it was."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One answer of the site as it came. `asked` is the address the work asked for, `address` the one
    that answered (after redirects); `form` the names of the fields posted; `location` where a redirect
    led; `complete` is False where reading was cut off."""

    asked: str
    address: str
    method: str
    status: int
    body: bytes
    fetched_at: datetime
    content_type: str | None = None
    location: str | None = None
    form: tuple[str, ...] = ()
    complete: bool = True


class Archive(Protocol):
    """Where received pages are kept."""

    def put(self, exchange: Exchange) -> SavedPage:
        """Keep an answer; it is on the disk when this returns."""

    def page(self, sha256: str) -> SavedPage | None:
        """The body of that SHA-256 with its newest origin; None if it was never received."""

    def newest(self, address: str, *, looked: bool = True) -> SavedPage | None:
        """The newest whole page (status 200) that answered this address, None if there is none. A challenge
        or a notice that came in its place gives way to a page before it, if that is `looked` for."""


class FileArchive:
    """An `Archive` in a folder; several processes may write to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pages = folder / "pages"
        self._index = Index(folder / "index.jsonl")

    def put(self, exchange: Exchange) -> SavedPage:
        return self.put_all([exchange])[0]

    def put_all(self, exchanges: Sequence[Exchange]) -> list[SavedPage]:
        """Keeps answers that came together; all are on the disk when this returns. Their bodies are, before
        the first line of the index is written, and the lines are written together."""
        told = [(hashlib.sha256(exchange.body).hexdigest(), exchange) for exchange in exchanges]
        entries = [_entry_of(exchange, sha256) for sha256, exchange in told]
        with self._held(fcntl.LOCK_SH):
            self._keep({sha256: exchange.body for sha256, exchange in told})
            self._index.add(entries)
        return [_saved(entry, x.body) for entry, x in zip(entries, exchanges, strict=True)]

    def page(self, sha256: str) -> SavedPage | None:
        listed = [entry for entry in self._index.naming(sha256) if entry.sha256 == sha256]
        return _saved(listed[-1], self.body(sha256)) if listed else None

    def newest(self, address: str, *, looked: bool = True) -> SavedPage | None:
        whole = [
            entry
            for entry in self._index.naming(address)
            if address in (entry.asked, entry.address) and entry.status == 200 and entry.complete
        ]
        pages = (_saved(entry, self.body(entry.sha256)) for entry in reversed(whole))
        newest = next(pages, None)
        if newest is None or not looked or answers(newest.body):
            return newest
        return next((page for page in pages if answers(page.body)), newest)

    def entries(self) -> list[Entry]:
        """The whole index, oldest first, without its torn lines."""
        return list(self.each())

    def each(self) -> Iterator[Entry]:
        """The same one by one, of which none is held: an index of years is long."""
        return (entry for _, entry in self._index.lines() if isinstance(entry, Entry))

    def body(self, sha256: str) -> bytes:
        """The bytes of that SHA-256, checked; an ArchiveError if missing or damaged."""
        try:
            body = gzip.decompress(self._file(sha256).read_bytes())
        except FileNotFoundError:
            raise ArchiveError(_problem("archive-page-missing", sha256, "a file", "none")) from None
        except (OSError, EOFError, zlib.error) as error:
            raise ArchiveError(_problem("archive-page-damaged", sha256, "gzip", str(error))) from error
        found = hashlib.sha256(body).hexdigest()
        if found != sha256:
            raise ArchiveError(_problem("archive-page-damaged", sha256, sha256, found))
        return body

    def verify(self) -> list[Problem]:
        """Recompute every hash and compare files with the index: all that is wrong, and all leftovers."""
        problems: list[Problem] = []
        listed: dict[str, None] = {}
        for number, entry in self._index.lines():
            if isinstance(entry, Entry):
                listed[entry.sha256] = None
            else:
                place = f"{self._index.file.name}, line {number}"
                problems.append(_problem("archive-torn-line", place, "a whole line", repr(entry[:80])))
        on_disk: dict[str, None] = {}
        for file in sorted(self._pages.rglob("*")):
            if file.suffix == ".gz":
                on_disk[file.stem] = None
            elif file.is_file():
                problems.append(
                    _problem("archive-leftover", file.name, "no such file", "an unfinished write")
                )
        for sha256 in {**listed, **on_disk}:
            if sha256 not in listed:
                problems.append(_problem("archive-page-unlisted", sha256, "a line in the index", "none"))
            try:
                self.body(sha256)
            except ArchiveError as error:
                problems.append(error.problem)
        return problems

    def remove(self, *sums: str, since: datetime | None = None) -> None:
        """Deletes bodies for good, by their SHA-256, but for those that came again `since`. The index, which
        only grows, gets a line for each first: a kill between the two leaves unlisted pages, and the next
        call takes them. A hundred thousand take minutes: whoever keeps an answer waits for a part of them."""
        with self._held(fcntl.LOCK_EX):
            again = {e.sha256 for e in self.each() if e.fetched_at >= since} if since else set()
            gone = [sha256 for sha256 in sums if sha256 not in again]
            left = [sha256 for sha256 in sorted(self._index.removed()) if self.size(sha256)]
            self._index.note_removals(gone)
            noted = self._index.size()
        waiting = deque((*left, *gone))
        while waiting:
            with self._held(fcntl.LOCK_EX):
                came, until = self._index.added(noted), time.monotonic() + HELD
                while waiting and time.monotonic() < until:
                    if (sha256 := waiting.popleft()) not in came:
                        self._file(sha256).unlink(missing_ok=True)
            if waiting:
                time.sleep(BETWEEN)

    def _held(self, how: int) -> AbstractContextManager[int]:
        """While bodies are kept and listed none is deleted: one that stands here already would be missing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return held(os.open(self.folder, os.O_RDONLY), how)

    def _file(self, sha256: str) -> Path:
        return self._pages / sha256[:2] / f"{sha256}.gz"

    def size(self, sha256: str) -> int:
        """Bytes that a body takes on the disk; 0 where it is not there."""
        file = self._file(sha256)
        return file.stat().st_size if file.is_file() else 0

    def is_kept(self, sha256: str) -> bool:
        """Whether a body is there, undamaged."""
        with suppress(ArchiveError):
            self.body(sha256)
            return True
        return False

    def _keep(self, bodies: Mapping[str, bytes]) -> None:
        """Puts the bodies that are not there yet, by their SHA-256, on the disk."""
        new = {sha256: body for sha256, body in bodies.items() if not self.is_kept(sha256)}
        folders = sorted({self._file(sha256).parent for sha256 in new})
        for folder in folders:
            if folder.is_dir():
                clear(folder, "unfinished-")  # as archives before this one named what they wrote
            else:
                folder.mkdir(parents=True, exist_ok=True)
        for n, (sha256, body) in enumerate(new.items()):
            packed = gzip.compress(body, 6, mtime=0)
            put(self._file(sha256), packed, mode=0o600, beside=self._pages, cleared=n > 0)
        for folder in (*folders, self._pages) if new else ():
            sync(folder)


def _entry_of(exchange: Exchange, sha256: str) -> Entry:
    facts = asdict(exchange)
    size = len(facts.pop("body"))
    facts["fetched_at"] = exchange.fetched_at.astimezone(UTC)
    return Entry(**facts, sha256=sha256, size=size, tournament=tournament_of(exchange.asked))


def _saved(entry: Entry, body: bytes) -> SavedPage:
    # The address asked for, not the node that answered: the same page keeps the same origin.
    return SavedPage(body, entry.asked, entry.sha256, entry.asked, entry.fetched_at)


def _problem(code: str, place: str, expected: str, found: str) -> Problem:
    return problem(code, f"archive: {place}", expected, found)
