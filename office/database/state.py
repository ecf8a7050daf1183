"""Whether anything was stored since: what was worked out of an office can be shown again until it was."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, text

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlmodel import Session

T = TypeVar("T")

MOST = 200
"""So many results of one state are kept."""


class Watch:
    """Tells states of a database apart. SQLite counts for a connection of the watch's own, which reads
    nothing, what others commit; PostgreSQL says which transactions are over."""

    def __init__(self, place: Callable[[], Path]) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._opened: tuple[tuple[int, int], sqlite3.Connection] | None = None
        self._times = 0

    def state(self, bind: Engine | Connection) -> str | None:
        """Another text whenever something was committed; None where it cannot be told. It is asked before
        what is kept is read: what is stored meanwhile makes it out of date, never wrong."""
        if bind.dialect.name == "sqlite":
            return self._counted()
        with nullcontext(bind) if isinstance(bind, Connection) else bind.connect() as connection:
            told: str = connection.execute(text("SELECT pg_current_snapshot()::text")).scalar_one()
        return told

    def _counted(self) -> str | None:
        with self._lock:
            try:
                at = self._place().stat()
                file = at.st_dev, at.st_ino
                if self._opened is None or self._opened[0] != file:
                    self._open(file)
                assert self._opened is not None
                (count,) = self._opened[1].execute("PRAGMA data_version").fetchone()
            except (OSError, sqlite3.Error):
                self._opened = None
                return None
            return f"{self._times} {count}"

    def _open(self, file: tuple[int, int]) -> None:
        """A file that took the other's place, as a restored backup does, is another state."""
        if self._opened is not None:
            self._opened[1].close()
        connection = sqlite3.connect(self._place(), check_same_thread=False, isolation_level=None)
        connection.execute("PRAGMA query_only = ON")
        self._opened = file, connection
        self._times += 1


class Kept:
    """What was worked out of the office as it stands, until something is stored."""

    def __init__(self, place: Callable[[], Path]) -> None:
        self.watch = Watch(place)
        self._lock = threading.Lock()
        self._state: str | None = None
        self._held: dict[Hashable, object] = {}

    def of(self, session: Session, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, of a session that has read nothing yet; made once for a state. It has to be
        plain: the session that it was made of is closed. The state is told before anything is read, so that
        nothing older than it is shown."""
        state = self.watch.state(session.connection())
        with self._lock:
            self._now(state)
            if state is not None and key in self._held:
                found: T = self._held[key]  # type: ignore[assignment]
                return found
        made = make()
        with self._lock:
            if state is not None and state == self._state:
                if len(self._held) >= MOST:
                    del self._held[next(iter(self._held))]
                self._held[key] = made
        return made

    def holds(self, session: Session, key: Hashable) -> bool:
        """Whether it was worked out already."""
        state = self.watch.state(session.connection())
        with self._lock:
            self._now(state)
            return state is not None and key in self._held

    def _now(self, state: str | None) -> None:
        if state != self._state:
            self._held.clear()
            self._state = state
