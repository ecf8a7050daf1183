"""What every page works with: the office, the clock, the names under which the desk is reached.

Files between the page that shows what would be stored and the button that stores it: in memory alone, for
whoever sent them, an hour. And how often strangers may hand something in, whatever they send."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from shutil import disk_usage
from typing import Any

from importer.given import GivenFile
from office.clock import Clock
from office.database.state import Kept
from office.doctor.checks import ROOM
from office.errors import later, refusal
from office.opened import Office
from office.sendings.receive import HandedIn, Kind, receive
from office.settings import Settings, usual
from web.tasks.queue import Tasks
from web.typed import Refused
from web.works import Works

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
FORM = 1_000_000
"""Bytes of what a form sends, without files."""
HOUR = timedelta(hours=1)
MOST = 200_000_000
"""Bytes of all that is held; what was sent first goes first."""


@dataclass
class Held:
    """Files of one form. `shown`: what the page said would be stored; `typed`: what stood in the form beside
    them; `page`: what the page shows of them beyond that; `lock`: whoever stores them has it, so that two
    clicks store once; `stored` when they are."""

    owner: int
    what: str
    files: Sequence[GivenFile]
    typed: Mapping[str, str]
    shown: Sequence[str]
    at: datetime
    page: Mapping[str, Any] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stored: bool = False

    @property
    def size(self) -> int:
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
        held.files, held.page, held.stored = (), {}, True

    def _forget(self, now: datetime) -> None:
        for key in [key for key, one in self._held.items() if abs(now - one.at) > HOUR]:
            del self._held[key]


OF_ADDRESS, WAITING = 20, 10
"""From one address within the window; and so many of all that are not read yet."""
A_WHILE = timedelta(minutes=1)
"""Until some of those that are not read yet are read."""


@dataclass
class Taps:
    """When what came from where."""

    _seen: dict[str, list[datetime]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def one_more(self, address: str, waiting: int, now: datetime, most: int = OF_ADDRESS) -> None:
        """Notes one; refused where there were too many, `most` of one address. `waiting`: how many are not
        read yet."""
        with self._lock:
            for known in list(self._seen):
                self._seen[known] = [at for at in self._seen[known] if abs(now - at) < HOUR]
                if not self._seen[known]:
                    del self._seen[known]
            seen = self._seen.get(address, ())
            if len(seen) >= most or waiting >= WAITING:
                remedy = "wait a while, then send it again; or send a mail to the office"
                expected = f"at most {most} in an hour"
                found = refusal("too-many-sendings", "what was sent", expected, "more of them", remedy)
                first = seen[-most] if most else now  # where none is taken, none is the first
                free = first + HOUR - now if len(seen) >= most else A_WHILE
                raise later(found, free.total_seconds())
            self._seen.setdefault(address, []).append(now)


@dataclass
class Desk:
    """`hosts`: the names under which it may be asked for, so that no other page can name this machine as its
    own; `second_factor`: whether officers have to have an authenticator; `demo`: invented data; `jobs`:
    whether whoever opened it carries them out beside it; `organizers`: whether they may check and report
    without an account; `settings`: what whoever runs it has set; `replay`: recorded answers in place of the
    site's; `held`: files that were shown and not stored yet; `refused`: forms that were; `works`: what is
    read in the background; `tasks`: what takes longer than a page may; `kept`: what was worked out of the
    office as it stands."""

    office: Office
    clock: Clock
    hosts: frozenset[str] = LOOPBACK
    second_factor: bool = False
    demo: bool = False
    jobs: bool = False
    organizers: bool = False
    settings: Settings = field(default_factory=usual)
    replay: Path | None = None
    taps: Taps = field(default_factory=Taps)
    held: Holding = field(default_factory=Holding)
    refused: Refused = field(default_factory=Refused)

    def __post_init__(self) -> None:
        self.works = Works(self.office, self.clock, self.replay)
        self.tasks = Tasks(self.clock, self.office.tell)
        self.kept = Kept(lambda: self.office.place.database)

    def hand_in(
        self,
        given: HandedIn,
        *,
        account: int | None,
        sender: str,
        trusted: bool = False,
        token: str | None = None,
    ) -> int:
        """Keeps what is handed in and begins to read it; its number. The same form sent again is the sending
        it was, and a doubt waits for a person (`receive`)."""
        if account is None:
            self._refuse_without_room(given)
        number, new = receive(
            self.office, given, account=account, trusted=trusted, sender=sender, clock=self.clock, token=token
        )
        if new and given.kind is not Kind.DOUBT:
            self.works.begin(number)
        return number

    def _refuse_without_room(self, given: HandedIn) -> None:
        """What strangers send, which is kept for good, does not take the last room of the office."""
        place, text = self.office.place.folder, given.text.encode("utf-8", "replace")
        size = len(text) + sum(len(file.data) for file in given.files)
        if disk_usage(place).free - size < ROOM:
            expected, remedy = f"{ROOM // 1_000_000} MB free beside it", "send it to the office by mail"
            raise refusal("disk-low", "what was sent", expected, "less", remedy)
