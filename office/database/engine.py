"""Opening the database. One write transaction at a time; a killed program leaves it as it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, NullPool, create_engine, event
from sqlalchemy.exc import ArgumentError
from sqlmodel import Session

from office.errors import refusal
from office.place import Place


def sqlite(path: Path) -> Engine:
    """An engine on an SQLite file: foreign keys enforced, write-ahead log, five seconds' patience."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)

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


def postgresql(address: str) -> Engine:
    """An engine on a PostgreSQL database, `postgresql://…`. One transaction at a time, as with SQLite: each
    begins by taking the office's lock. Refused where the driver is not installed or nobody answers."""
    try:
        engine = create_engine(
            address.replace("postgresql://", "postgresql+psycopg://", 1), poolclass=NullPool
        )
    except ModuleNotFoundError as error:
        found, remedy = f"no {error.name}", 'pip install "psycopg[binary]"'
        raise refusal("no-driver", "database", "the driver psycopg", found, remedy) from None
    except (ArgumentError, ValueError) as error:
        expected, remedy = "an address, postgresql://user@host/name", "correct the address"
        raise refusal("settings-unreadable", "database", expected, str(error), remedy) from None

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OFFICE_LOCK})")

    return engine


OFFICE_LOCK = 0x42616E7A
"""The number of the lock that a transaction of an office holds; any number, always the same."""


def open_engine(place: Place) -> Engine:
    """The engine of the office in this place."""
    server = place.server()
    return sqlite(place.database) if server is None else postgresql(server)


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
