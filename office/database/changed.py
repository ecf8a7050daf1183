"""Whether anything was stored since: a mark of the database that another commit makes another one, for
whoever keeps at hand what he worked out of it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from office.database.engine import reader


def mark(engine: Engine, file: Path) -> tuple[object, ...]:
    """The mark of now. On SQLite when `file` and its log were last written, which asks no database; on
    PostgreSQL which transactions are over. It is taken before what is kept is read: what is stored meanwhile
    makes it out of date, never wrong."""
    if engine.dialect.name != "sqlite":
        with reader(engine).connect() as connection:
            return (connection.exec_driver_sql("SELECT pg_current_snapshot()::text").scalar_one(),)
    return (*_written(file), *_written(file.with_name(f"{file.name}-wal")))


def _written(file: Path) -> tuple[int, int]:
    """Moment and size; nothing of a file that is not there, or of a log with nothing in it: whoever reads
    makes one."""
    try:
        stat = file.stat()
    except FileNotFoundError:
        return (0, 0)
    return (stat.st_mtime_ns, stat.st_size) if stat.st_size else (0, 0)
