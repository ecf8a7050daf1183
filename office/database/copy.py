"""Every row of an office from one database into another, SQLite and PostgreSQL either way, and the proof that
both hold the same.

Values go through the columns' own types, so that each database stores them in its own way. Triggers are put
away while rows that nobody may add are added, and put back in the same transaction.
"""

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Engine, Table, bindparam, func, select
from sqlalchemy.exc import StatementError

import office.tables
from office.database.engine import MOVED, reader
from office.database.lifted import triggers_off
from office.database.migrate import check, revision, upgrade
from office.errors import OfficeError, problem_of, refusal
from office.lists.columns import Column, insert_columns

AT_ONCE = 500
"""Rows that are held at a time; a reading is some ten thousand characters."""


class Sum(NamedTuple):
    """What a table holds: its rows, and a SHA-256 over all of their values in the order of the key, as this
    program takes it."""

    rows: int
    sha256: str


def tables() -> list[Table]:
    """Every table of an office, those that others point to first."""
    return list(office.tables.whole().sorted_tables)


def sums(connection: Connection) -> dict[str, Sum]:
    """The sum of every table; two databases with the same sums hold the same office."""
    return {table.name: _sum(connection, table) for table in tables()}


def copied(source: Connection, engine: Engine) -> Mapping[str, Sum]:
    """Everything into an empty database, which is brought to the newest form first; all of it or nothing.
    What it holds then, compared with what was read. Where the very same is there already, nothing is done.
    Refused where the database holds anything else, or cannot hold a value."""
    with reader(engine).connect() as connection:
        if revision(connection) == MOVED:
            expected, found = "an empty database", "one that it was moved from"
            remedy = "name an empty database; nothing was changed in this one"
            raise refusal("database-not-empty", "database", expected, found, remedy)
    upgrade(engine)
    check(engine, "database")
    told = sums(source)
    with reader(engine).connect() as connection:
        held = sums(connection)
    if held == told:
        return told
    if filled := sorted(name for name, one in held.items() if one.rows):
        remedy = "name an empty database; nothing was changed in this one"
        raise refusal("database-not-empty", "database", "no rows", f"rows in {', '.join(filled)}", remedy)
    with engine.begin() as target:
        if target.dialect.name == "sqlite":
            target.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        with triggers_off(target, told):
            for table in tables():
                _copy(source, target, table)
        _numbers(target)
        refuse_other(told, sums(target))
    return told


def refuse_other(told: Mapping[str, Sum], found: Mapping[str, Sum]) -> None:
    """Refuses where a table does not hold what it should."""
    problems = [
        problem_of("copy-differs", f"database, {name}", _shown(one), _shown(found[name]))
        for name, one in told.items()
        if found[name] != one
    ]
    if problems:
        raise OfficeError(*problems)


def _shown(one: Sum) -> str:
    return f"{one.rows} rows with SHA-256 {one.sha256}"


def _columns(connection: Connection, table: Table) -> Iterator[dict[str, Column]]:
    """Some rows after the other in the order of the key, as columns, which come by their names."""
    own = sorted(table.columns, key=lambda column: column.name)
    query = select(*own).order_by(*table.primary_key.columns)
    with connection.execute(query, execution_options={"stream_results": True}) as found:
        for rows in found.partitions(AT_ONCE):
            yield {column.name: cells for column, cells in zip(own, zip(*rows, strict=True), strict=True)}


def _sum(connection: Connection, table: Table) -> Sum:
    told, count = hashlib.sha256(), 0
    for columns in _columns(connection, table):
        comparable = [
            cells if PLAIN.issuperset(map(type, cells)) else [*map(plain, cells)]
            for cells in columns.values()
        ]
        told.update(orjson.dumps(comparable))
        count += len(comparable[0])
    return Sum(count, told.hexdigest())


PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that are the same whatever the database."""


def plain(value: object) -> object:
    """A value as it can be compared whatever the database: days and moments as text, bytes as their
    SHA-256."""
    if isinstance(value, datetime):
        return (value.astimezone(UTC) if value.tzinfo else value).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value


def _copy(source: Connection, target: Connection, table: Table) -> None:
    own = [p.parent.name for p in table.foreign_keys if p.column.table is table]
    key = next(iter(table.primary_key.columns))
    later: list[dict[str, Any]] = []
    for columns in _columns(source, table):
        numbers, to = columns[key.name], [columns[name] for name in own]
        for number, *pointing in zip(numbers, *to, strict=True) if own else ():
            if any(at is not None for at in pointing):  # to a row that may not be there yet
                later.append({"of": number, **{f"to_{n}": at for n, at in zip(own, pointing, strict=True)}})
        try:
            insert_columns(target, table, columns | dict.fromkeys(own, [None] * len(numbers)))
        except (StatementError, ValueError, target.dialect.loaded_dbapi.Error) as error:
            found = str(getattr(error, "orig", None) or error)
            place = f"database, {table.name}, rows {numbers[0]} to {numbers[-1]}"
            raise refusal("copy-refused", place, "values that the database can hold", found) from None
    if later:
        again = table.update().where(key == bindparam("of"))
        target.execute(again.values({name: bindparam(f"to_{name}") for name in own}), later)


def _numbers(target: Connection) -> None:
    """On PostgreSQL the numbers of rows to come go on behind those that were copied."""
    if target.dialect.name == "sqlite":
        return
    for table in tables():
        number = table.autoincrement_column
        if number is not None:
            last = target.execute(select(func.max(number))).scalar()
            named = func.pg_get_serial_sequence(f'"{table.name}"', number.name)
            target.execute(select(func.setval(named, last or 1, last is not None)))


def one_file(database: Path) -> None:
    """Takes what stands in the log into the file, and leaves no log behind."""
    connection = sqlite3.connect(database)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()
