"""Rows of a version as columns: each table's values by column, every column as long as the others.

A month of a large office is tens of thousands of rows of thirty cells. A mapped object for each row, or a
call for each cell, costs many times what the database does; a column is written, read and told as a whole.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain, islice, repeat
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Table
from sqlmodel import Session, SQLModel

from office.database.beside import READING

Column = Sequence[Any]
Columns = Mapping[str, Column]
Stored = Any
"""A row as it is stored: a tuple with the names of its table."""

BELONGS = "version_id"


def table_of(table: type[SQLModel]) -> Table:
    found: Table = table.__table__  # type: ignore[attr-defined]
    return found


def columns_of(table: type[SQLModel], rows: Sequence[Mapping[str, Any]] | Columns) -> dict[str, Column]:
    """Rows as columns, by the names of the table but for its number and the version's; what a row does not
    say is what the table has for it. Columns are put into the table's order."""
    found: dict[str, Column] = {}
    count = len(next(iter(rows.values()), ())) if isinstance(rows, Mapping) else len(rows)
    for column in table_of(table).columns:
        if column.name in ("id", BELONGS):
            continue
        otherwise = getattr(column.default, "arg", None)
        if isinstance(rows, Mapping):
            found[column.name] = rows[column.name] if column.name in rows else [otherwise] * count
            continue
        try:  # most columns are said by every row
            found[column.name] = list(map(itemgetter(column.name), rows))
        except KeyError:
            found[column.name] = [row.get(column.name, otherwise) for row in rows]
    return found


def read_rows(
    session: Session, table: type[SQLModel], version_id: int | None, names: Iterable[str], *order: str
) -> Sequence[Any]:
    """These columns of the rows of a version, in the order in which they were stored, or of columns of the
    table, of which no two rows have the same."""
    stored = held_rows(session, version_id)
    if stored is not None and not order:
        return list(zip(*stored.cells(table, [*names]), strict=True))
    session.flush()
    own = table_of(table).c
    query = sa.select(*(own[name] for name in names)).where(own[BELONGS] == version_id)
    return session.connection().execute(query.order_by(*(own[name] for name in order or ("id",)))).all()


def read_columns(
    session: Session, table: type[SQLModel], version_id: int | None, names: Sequence[str]
) -> Sequence[Column]:
    """These columns of the rows of a version, in the order in which they were stored."""
    stored = held_rows(session, version_id)
    if stored is not None:
        return stored.cells(table, names)
    return list(zip(*read_rows(session, table, version_id, names), strict=True)) or [()] * len(names)


class StoredRows:
    """The rows of one version as they are stored, table by table: each is read once, however often it is
    asked for. To be held only while nothing of the version is written."""

    def __init__(self, session: Session, version_id: int | None) -> None:
        self.session, self.version_id = session, version_id
        self._held: dict[type[SQLModel], dict[str, Column]] = {}
        self._left: dict[type[SQLModel], dict[str, Column]] = {}

    def columns(self, table: type[SQLModel]) -> Mapping[str, Column]:
        """The rows of a table as columns, in the order they were stored, all but the version's number."""
        if table not in self._held:
            self.session.flush()
            connection, names = self.session.connection(), table_of(table).c
            # A version's rows stand together: by an index they would be read one by one, and sorted.
            ends = sa.select(sa.func.min(names.id), sa.func.max(names.id))
            first, last = connection.execute(ends.where(names[BELONGS] == self.version_id)).one()
            query = as_stored(table, frozenset((BELONGS,))).where(names.id.between(first, last))
            found = connection.execute(query.where(names[BELONGS] + 0 == self.version_id))
            own = [column for column in names if column.name != BELONGS]
            cells = _cells(iter(partial(found.cursor.fetchmany, SOME), []), len(own))
            found.close()
            self._held[table] = {
                column.name: of_column
                if (typed := typed_by(connection, column)) is None
                # what the column's type makes of a value is worked out once for each that differs
                else each_once(of_column, typed)
                for column, of_column in zip(own, cells, strict=True)
            }
        return self._held[table]

    def cells(self, table: type[SQLModel], names: Sequence[str]) -> Sequence[Column]:
        """These columns of a table; of those that were left (`leave`) without reading it again."""
        left = self._left.get(table, {})
        columns = left if left.keys() >= {*names} else self.columns(table)
        return [columns[name] for name in names]

    def of(self, table: type[SQLModel], number: str | None = None) -> Iterable[Stored]:
        """The rows of a table, one after the other, with its names, in the order they were stored; those of
        one member alone where a federation ID is given."""
        if number is None:
            columns = {**self.columns(table), BELONGS: repeat(self.version_id)}
            row = _row(table)
            made: Any = partial(tuple.__new__, row)  # a named tuple's own is written in Python
            return map(made, zip(*(columns[name] for name in row._fields), strict=False))
        self.session.flush()
        own = table_of(table).c
        query = sa.select(*own).where(own[BELONGS] == self.version_id, own["federation_id"] == number)
        return self.session.connection().execute(query.order_by(own["id"])).all()

    def leave(self, names: Mapping[type[SQLModel], Collection[str]]) -> None:
        """Lets all go but these columns of these tables."""
        self._left = {
            table: dict(zip(own, self.cells(table, [*own]), strict=True)) for table, own in names.items()
        }
        self._held = {}


SOME = 10_000
"""Rows that are read at once: the driver has each cell as a value of its own, most of which are alike."""


def _cells(some: Iterable[Sequence[Any]], count: int) -> list[list[Any]]:
    """Rows of so many cells as columns. Values that are alike are kept once, but in a column in which half of
    the first rows have one of their own."""
    cells: list[list[Any]] = [[] for _ in range(count)]
    shared: list[dict[Any, Any] | None] = [{} for _ in range(count)]
    for rows in some:
        for at, column in enumerate(zip(*rows, strict=True)):
            once = shared[at]
            cells[at].extend(column if once is None else map(once.setdefault, column, column))
            if once is not None and len(once) * 2 > len(cells[at]):
                shared[at] = None
    return cells


@cache
def as_stored(table: type[SQLModel], but: frozenset[str]) -> sa.Select[Any]:
    """All rows as the driver gives them, in the order they were stored, without the columns left out."""
    own = table_of(table)
    columns: Iterator[Any] = (sa.literal_column(f'"{c.name}"') for c in own.columns if c.name not in but)
    return sa.select(*columns).select_from(own).order_by(own.c.id)


def typed_by(connection: Connection, column: sa.Column[Any]) -> Callable[[Any], Any] | None:
    """What makes a column's value of the driver's; None where it is the same."""
    return column.type.dialect_impl(connection.dialect).result_processor(connection.dialect, None)


@cache
def _row(table: type[SQLModel]) -> Any:
    return namedtuple("Stored", [column.name for column in table_of(table).columns])


HELD = "banzuke_held"
"""Where a session has the rows of versions that are asked for more than once, by version."""


@contextmanager
def held(session: Session, version_id: int | None) -> Iterator[StoredRows]:
    """Within it the rows of a version, which nothing changes meanwhile, are read once."""
    every = session.info.setdefault(HELD, {})
    every[version_id] = rows = StoredRows(session, version_id)
    try:
        yield rows
    finally:
        del every[version_id]


def held_rows(session: Session, version_id: int | None) -> StoredRows | None:
    """The rows of a version, where these are held."""
    found: StoredRows | None = session.info.get(HELD, {}).get(version_id)
    return found


AT_ONCE = 100
"""So many rows go into an SQLite table with one statement: each statement has a price where a table has
triggers."""


def put_columns(session: Session, table: type[SQLModel], version_id: int, columns: Columns) -> None:
    """Stores rows of a version in the order of the columns."""
    count = len(next(iter(columns.values()), ()))
    if not count:
        return
    session.flush()
    connection, whole = session.connection(), {BELONGS: [version_id] * count, **columns}
    if connection.get_execution_options().get(READING):  # what a reader writes goes beside the stored table
        told = [dict(zip(whole, row, strict=True)) for row in zip(*whole.values(), strict=True)]
        connection.execute(sa.insert(table_of(table)), told)
        return
    insert_columns(connection, table_of(table), whole)


def insert_columns(connection: Connection, table: Table, columns: Columns) -> None:
    """Rows into a table with the driver's own bulk call. A column with nothing in it is not named: a cell
    that is not said is empty, and to say so of each row takes SQLite as long as a figure."""
    columns = {name: column for name, column in columns.items() if _says(table.c[name], column)} or columns
    cells = [_bound(connection, table.c[name], column) for name, column in columns.items()]
    listed = ", ".join(f'"{name}"' for name in columns)
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        insert, places = (
            f'INSERT INTO "{table.name}" ({listed}) VALUES ',
            f"({', '.join('?' * len(columns))})",
        )
        at_once = min(AT_ONCE, driver.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER) // len(columns))
        many, rows = insert + ", ".join([places] * at_once), zip(*cells, strict=True)
        while bound := list(islice(rows, AT_ONCE * at_once)):
            alone = len(bound) - len(bound) % at_once
            if alone:
                together = [(*chain(*bound[at : at + at_once]),) for at in range(0, alone, at_once)]
                connection.exec_driver_sql(many, together)
            if alone < len(bound):
                connection.exec_driver_sql(insert + places, bound[alone:])
        return
    with driver.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({listed}) FROM STDIN') as copy:
        for row in zip(*cells, strict=True):
            copy.write_row(row)


class Once(dict[Any, Any]):
    """What is told of values, asked once for each that differs. Values that are equal are told alike: no
    column holds 1 beside True."""

    def __init__(self, told: Callable[[Any], Any]) -> None:
        super().__init__()
        self._told = told

    def __missing__(self, value: Any) -> Any:
        self[value] = found = self._told(value)
        return found


def each_once(column: Iterable[Any], told: Callable[[Any], Any]) -> list[Any]:
    """What is told of each value of a column."""
    return list(map(Once(told).__getitem__, column))


def _says(column: sa.Column[Any], values: Column) -> bool:
    """Whether something is in a column, or the database would put in something itself."""
    return column.server_default is not None or values.count(None) < len(values)


def _bound(connection: Connection, column: sa.Column[Any], values: Column) -> Column:
    """The values as the driver takes them."""
    processor = column.type.dialect_impl(connection.dialect).bind_processor(connection.dialect)
    return values if processor is None else each_once(values, processor)
