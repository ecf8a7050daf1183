"""What is kept of each member from build to build: what all lists so far say of him, in sum, and a sum over
his files. It lies beside the releases, in a database of its own, of which a build changes what is new."""

import errno
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


class Kept:
    """The database in a folder; made where there is none, and anew where it cannot be read: everybody is then
    told of from the first list on, which is slow but right. OSError where there is no room for it, or no
    leave."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        folder.mkdir(parents=True, exist_ok=True)
        self._open()

    def of(self, number: str) -> tuple[str, bytes] | None:
        """The sum and the career that were kept of a member; None where there is nothing."""
        found = self._done("SELECT sum, CAST(career AS BLOB) FROM member WHERE id = ?", number)
        return found[0] if found else None

    def keep(self, number: str, sum_: str, career: bytes) -> None:
        """For the next build, once this one is `done`."""
        self._done("INSERT OR REPLACE INTO member VALUES (?, ?, ?)", number, sum_, career)

    def done(self, shown: Container[str]) -> None:
        """Keeps what this build told. `shown`: who has a page; of others nothing stays."""
        for (number,) in self._done("SELECT id FROM member"):
            if number not in shown:
                self._done("DELETE FROM member WHERE id = ?", number)
        self._done("COMMIT")

    def close(self) -> None:
        """Without `done` before, nothing is other than it was."""
        self._database.close()

    def _open(self) -> None:
        self._path.touch(mode=0o600)
        self._database = sqlite3.connect(self._path, isolation_level=None)
        try:
            self._database.executescript(_MADE)
        except sqlite3.DatabaseError as error:
            self._anew(error)

    def _done(self, statement: str, *values: Any) -> list[Any]:
        try:
            return self._database.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._anew(error)
            return []

    def _anew(self, error: sqlite3.DatabaseError) -> None:
        self._database.close()
        if isinstance(error, sqlite3.OperationalError):
            raise OSError(errno.EIO, str(error), str(self._path)) from error
        self._path.unlink()  # it is no database, or not a whole one
        self._open()
