"""Opening the database. One write transaction at a time; a killed program leaves it as it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlmodel import Session


def sqlite(path: Path) -> Engine:
    """An engine on an SQLite file: foreign keys enforced, write-ahead log, five seconds' patience."""
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, below
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA busy_timeout = 5000")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """One session, one transaction: all of it or nothing."""
    with Session(engine, expire_on_commit=False) as session, session.begin():
        yield session


@contextmanager
def look(engine: Engine) -> Iterator[Session]:
    """A session that reads; whatever it would write is dropped, what it read stays readable."""
    with Session(engine, expire_on_commit=False) as session:
        try:
            yield session
        finally:
            session.expunge_all()
            session.rollback()
