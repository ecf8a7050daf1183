"""Whether anything was stored since: what was worked out of an office can be shown again until it was."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sqlalchemy import Connection, text

from office.database.engine import WAITS, transaction
from office.faults import UNSTORED, problems_of

if TYPE_CHECKING:
    from sqlalchemy import Engine, Update
    from sqlmodel import Session

T = TypeVar("T")

MOST = 200
"""So many results of one state are kept."""


FAR = 100_000
"""So many transactions between two looks at a server are not gone through."""

_NOW = text("SELECT pg_current_snapshot()::text, extract(epoch FROM pg_postmaster_start_time())::text")

_BETWEEN = text(
    "SELECT coalesce(bool_or(coalesce(pg_xact_status(x::text::xid8), 'committed') = 'committed'), false)"
    " FROM generate_series("
    " least(pg_snapshot_xmin(CAST(:one AS pg_snapshot)), pg_snapshot_xmin(CAST(:other AS pg_snapshot)))"
    "::text::bigint,"
    " greatest(pg_snapshot_xmax(CAST(:one AS pg_snapshot)), pg_snapshot_xmax(CAST(:other AS pg_snapshot)))"
    "::text::bigint - 1) AS x"
    " WHERE pg_visible_in_snapshot(x::text::xid8, CAST(:one AS pg_snapshot))"
    " <> pg_visible_in_snapshot(x::text::xid8, CAST(:other AS pg_snapshot))"
    " AND x <> ALL (CAST(:own AS bigint[]))"
)
"""Whether a transaction was committed that is seen in the one snapshot of a server and not in the other, and
is none of the watch's own."""

BRIEFLY = 0.1
"""Seconds that the watch waits for somebody who writes: pages wait for it meanwhile."""
OWN = 1000
"""So many transactions of a watch's own are remembered, the last ones."""


class _Snapshot(NamedTuple):
    """What a server shows now, and since when it runs: one that began anew can be another one, or a copy of
    it from before, whose numbers of transactions are not those that were."""

    text: str
    began: str


class Watch:
    """Tells states of a database apart. SQLite counts for a connection of the watch's own, which reads
    nothing, what others commit; PostgreSQL says which transactions were committed between two looks. Those of
    readers, who work out beside what is stored, are rolled back and change nothing. What the watch stores
    itself (`note`) is not counted."""

    def __init__(self, place: Callable[[], Path]) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._opened: tuple[tuple[int, int], sqlite3.Connection] | None = None
        self._close: Callable[[], object] = lambda: None
        self._times = 0
        self._snapshot: _Snapshot | None = None
        self._own: deque[int] = deque(maxlen=OWN)

    def state(self, bind: Engine | Connection) -> str | None:
        """Another text whenever something was committed; None where it cannot be told. It is asked before
        what is kept is read: what is stored meanwhile makes it out of date, never wrong."""
        if bind.dialect.name == "sqlite":
            return self._counted()
        with nullcontext(bind) if isinstance(bind, Connection) else bind.connect() as connection:
            now = _Snapshot(*connection.execute(_NOW).one())
            while True:
                with self._lock:
                    before = self._snapshot
                    own = list(self._own)
                if before is None or before.began != now.began:
                    other = True
                else:
                    other = before != now and _committed(connection, before.text, now.text, own)
                with self._lock:
                    if self._snapshot == before:  # nobody has asked meanwhile
                        if before is not None and before.began != now.began:
                            self._own.clear()
                        self._snapshot = now
                        self._times += other
                        return str(self._times)

    def note(self, engine: Engine, statement: Update) -> None:
        """Stores what nothing that is worked out hangs on: the state stays the same. Where somebody else
        writes, or nothing can be written, it is not stored."""
        if engine.dialect.name == "sqlite":
            told = statement.compile(dialect=engine.dialect, compile_kwargs={"literal_binds": True})
            with self._lock, suppress(OSError, sqlite3.Error):
                self._store(self._watching(), str(told))
            return
        try:
            with (
                engine.connect().execution_options(**{WAITS: BRIEFLY}) as brief,
                transaction(brief) as session,
            ):
                number = text("SELECT pg_current_xact_id()::text::bigint")
                own = session.connection().execute(number).scalar_one()
                with self._lock:
                    self._own.append(own)
                session.connection().execute(statement)
        except Exception as error:
            if not {problem.code for problem in problems_of(error)} & UNSTORED:
                raise

    @staticmethod
    def _store(connection: sqlite3.Connection, statement: str) -> None:
        connection.execute("PRAGMA query_only = OFF")
        try:
            connection.execute(statement)
        finally:
            connection.execute("PRAGMA query_only = ON")

    def _watching(self) -> sqlite3.Connection:
        """The connection to the file that is there now."""
        at = self._place().stat()
        file = at.st_dev, at.st_ino
        if self._opened is None or self._opened[0] != file:
            self._open(file)
        assert self._opened is not None
        return self._opened[1]

    def _counted(self) -> str | None:
        with self._lock:
            try:
                (count,) = self._watching().execute("PRAGMA data_version").fetchone()
            except (OSError, sqlite3.Error):
                self._close()
                self._opened = None
                return None
            return f"{self._times} {count}"

    def _open(self, file: tuple[int, int]) -> None:
        """A file that took the other's place, as a restored backup does, is another state."""
        self._close()
        connection = sqlite3.connect(
            self._place(), timeout=BRIEFLY, check_same_thread=False, isolation_level=None
        )
        self._close = weakref.finalize(self, connection.close)  # at the latest with the watch itself
        connection.execute("PRAGMA query_only = ON")
        self._opened = file, connection
        self._times += 1


def _committed(connection: Connection, one: str, other: str, own: list[int]) -> bool:
    """Whether two snapshots show other rows, in whichever order they were taken; `own` transactions aside."""
    first = min(int(told.split(":")[0]) for told in (one, other))
    last = max(int(told.split(":")[1]) for told in (one, other))
    if last - first > FAR:
        return True
    told: bool = connection.execute(_BETWEEN, {"one": one, "other": other, "own": own}).scalar_one()
    return told


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
        state = self.watch.state(session.connection())
        with self._lock:
            self._now(state)
            return state is not None and key in self._held

    def _now(self, state: str | None) -> None:
        if state != self._state:
            self._held.clear()
            self._state = state
