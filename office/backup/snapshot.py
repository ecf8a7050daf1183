"""The database as it is at one moment, as one SQLite file, whichever database the office is on and whoever
writes in it meanwhile."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from office.database.copy import copied, one_file
from office.database.engine import reader, sqlite


def snapshot(engine: Engine, to: Path) -> None:
    """Writes it into a file that is not there yet. Nobody waits for it."""
    with reader(engine).connect() as source:
        if engine.dialect.name == "sqlite":
            raw: Any = source.connection.dbapi_connection
            target = sqlite3.connect(to)
            try:
                raw.backup(target)
            finally:
                target.close()
        else:
            copied(source, sqlite(to))
    one_file(to)
