"""What is kept of each member from build to build: what all lists so far say of him, in sum, and a sum over
his files. It lies beside the releases, in a database of its own, of which a build changes what is new."""

import sqlite3
from collections.abc import Container
from pathlib import Path
from typing import Any

NAME = "members.sqlite"

_MADE = """
PRAGMA secure_delete = ON;
PRAGMA synchronous = OFF;  -- what a crash makes of it is seen by the sums
CREATE TABLE IF NOT EXISTS member (id TEXT PRIMARY KEY, sum TEXT, career BLOB);
BEGIN IMMEDIATE;
"""

_KEPT = """
INSERT INTO member VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET sum = excluded.sum, career = excluded.career
"""


NO_PLACE = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL,
}  # fmt: skip
"""What SQLite says where no database can be written, whatever stands there."""

WAITS = 1
"""Seconds for somebody who looks into it; of two builds the site's lock lets only one begin."""


class Kept:
    """The database in a folder; made where there is none, and anew where it cannot be read: everybody is then
    told of from the first list on, which is slow but right. `trouble`: why nothing is kept, where there is no
    room, or the folder is one in which no database can be."""

    def __init__(self, folder: Path) -> None:
        self.path, self.trouble = folder / NAME, ""
        folder.mkdir(parents=True, exist_ok=True)
        self.path.touch(mode=0o600)
        try:
            self._database = _made(self.path)
        except sqlite3.DatabaseError as error:
            self._instead(error)

    def of(self, number: str) -> tuple[str, bytes] | None:
        """The sum and the career that were kept of a member; None where there is nothing."""
        found = self._done("SELECT sum, CAST(career AS BLOB) FROM member WHERE id = ?", number)
        return found[0] if found else None

    def keep(self, number: str, sum_: str, career: bytes) -> None:
        """For the next build, once this one is `done`."""
        if not self.trouble:
            self._done(_KEPT, number, sum_, career)

    def done(self, shown: Container[str]) -> None:
        """Keeps what this build told. `shown`: who has a page; of others nothing stays."""
        for (number,) in self._done("SELECT id FROM member"):
            if number not in shown:
                self._done("DELETE FROM member WHERE id = ?", number)
        self._done("COMMIT")

    def close(self) -> None:
        """Without `done` before, nothing is other than it was."""
        self._database.close()

    def _done(self, statement: str, *values: Any) -> list[Any]:
        try:
            return self._database.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._database.close()
            self._instead(error)
            return []

    def _instead(self, error: sqlite3.DatabaseError) -> None:
        code = getattr(error, "sqlite_errorcode", 0)  # none of a text that Python cannot read
        if code & 0xFF in NO_PLACE:
            self.trouble = str(error)
        else:
            self.path.unlink()  # it is no database, or not a whole one, or of another form
            self.path.touch(mode=0o600)
        self._database = _made(":memory:" if self.trouble else self.path)


def _made(where: Path | str) -> sqlite3.Connection:
    database = sqlite3.connect(where, isolation_level=None, timeout=WAITS)
    try:
        database.executescript(_MADE)
    except sqlite3.DatabaseError:
        database.close()
        raise
    return database
