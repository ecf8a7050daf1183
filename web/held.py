"""Files between the page that shows what would be stored and the button that stores it: in memory alone, for
whoever sent them, an hour."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from importer.given import GivenFile
from office.errors import refusal

HOUR = timedelta(hours=1)
MOST = 200_000_000
"""Bytes of all that is held; what was sent first goes first."""


@dataclass
class Held:
    """Files of one form. `shown`: what the page said would be stored; `typed`: what stood in the form beside
    them; `lock`: whoever stores them has it, so that two clicks store once; `stored` when they are."""

    owner: int
    what: str
    files: Sequence[GivenFile]
    typed: Mapping[str, str]
    shown: Sequence[str]
    at: datetime
    lock: threading.Lock = field(default_factory=threading.Lock)
    stored: bool = False

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(len(file.data) for file in self.files)


class Holding:
    """Everything that is held at a desk."""

    def __init__(self) -> None:
        self._held: dict[str, Held] = {}
        self._lock = threading.Lock()

    def put(self, held: Held) -> str:
        """Holds files; what they are asked for by."""
        key = secrets.token_urlsafe(24)
        with self._lock:
            self._forget(held.at)
            self._held[key] = held
            while sum(one.size for one in self._held.values()) > MOST and len(self._held) > 1:
                self._held.pop(next(iter(self._held)))
        return key

    def of(self, key: str, what: str, owner: int, now: datetime) -> Held:
        """What was sent by this owner as this; refused where it is held no more."""
        with self._lock:
            self._forget(now)
            found = self._held.get(key)
        if found is None or (found.owner, found.what) != (owner, what):
            expected, remedy = "a file that was shown within the last hour", "choose the file once more"
            raise refusal("file-not-held", "what was to be stored", expected, "none", remedy)
        return found

    def stored(self, held: Held) -> None:
        """Lets go of the bytes of what was stored; that it was stays known, for a second click."""
        held.files, held.stored = (), True

    def _forget(self, now: datetime) -> None:
        for key in [key for key, one in self._held.items() if one.at + HOUR < now]:
            del self._held[key]
