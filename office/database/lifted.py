"""Triggers lifted: for a copy into an empty database, and for the one change that the law asks for and the
database would refuse, the erasure of what is known of a member (R94)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine
from sqlmodel import Session

from office.database.migrate import unlike
from office.errors import refusal


@contextmanager
def triggers_off(connection: Connection, tables: Collection[str]) -> Iterator[None]:
    """Within the block the triggers of these tables refuse nothing; at its end all stand as before."""
    if connection.dialect.name == "sqlite":
        query = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'"
        held = [(name, sql) for table, name, sql in connection.exec_driver_sql(query) if table in tables]
        off, on = [f'DROP TRIGGER "{name}"' for name, _sql in held], [str(sql) for _name, sql in held]
    else:
        off = [f'ALTER TABLE "{table}" DISABLE TRIGGER USER' for table in tables]
        on = [f'ALTER TABLE "{table}" ENABLE TRIGGER USER' for table in tables]
    for statement in off:
        connection.exec_driver_sql(statement)
    yield
    for statement in on:
        connection.exec_driver_sql(statement)


@contextmanager
def triggers_lifted(session: Session, tables: Collection[str]) -> Iterator[None]:
    """Within the block, and within the caller's transaction alone, the triggers of these tables refuse
    nothing; behind it every one stands as before. Whoever else works meanwhile meets them: nothing of it is
    seen before the transaction ends, and a kill leaves all as it was. Refused where a trigger is not as
    Banzuke made it: what was changed already is not made to look right."""
    connection = session.connection()
    session.flush()
    other = [one for one in unlike(connection) if one.name.startswith("trigger ")]
    if other:
        found, remedy = ", ".join(f"{one.name}: {one.found}" for one in other), "restore the database first"
        raise refusal("database-form", "database", "triggers as Banzuke made them", found, remedy)
    overwriting(session)
    with triggers_off(connection, tables):
        yield
        session.flush()


def overwriting(session: Session) -> None:
    """From here on what is taken out of the database is overwritten in its file: not every SQLite is built to
    do so."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")


def overwrite(engine: Engine) -> None:
    """After the transaction: what SQLite's log still holds of it is put into the file, and the log emptied.
    Where somebody reads meanwhile, the next command that writes does it. A server sees to its own files."""
    if engine.dialect.name != "sqlite":
        return
    raw: Any = engine.raw_connection()
    try:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        raw.close()
