"""Triggers lifted for the one change that the law asks for and the database would refuse: the erasure of what
is known of a member (R94)."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from office.database.migrate import unlike
from office.errors import refusal


@contextmanager
def triggers_lifted(session: Session, tables: Sequence[str]) -> Iterator[None]:
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
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")  # what is erased is overwritten in the file
        marks = ", ".join("?" for _ in tables)
        query = f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ({marks})"
        held = [(str(name), str(sql)) for name, sql in connection.exec_driver_sql(query, tuple(tables))]
        off = [f'DROP TRIGGER "{name}"' for name, _sql in held]
        on = [sql for _name, sql in held]
    else:
        off = [f'ALTER TABLE "{table}" DISABLE TRIGGER "frozen_{table}"' for table in tables]
        on = [f'ALTER TABLE "{table}" ENABLE TRIGGER "frozen_{table}"' for table in tables]
    for statement in off:
        connection.exec_driver_sql(statement)
    yield
    session.flush()
    for statement in on:
        connection.exec_driver_sql(statement)


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
