"""Whether the stored data is still what was stored: asked when a command met what it cannot be."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine, Table, exists, select
from sqlalchemy.exc import DatabaseError, DBAPIError

import office.tables
from office.database.migrate import newest, revision
from office.errors import problem_of
from office.lists.packing import unpacked
from scraper.records import EventRecord, Problem

MOST = 20
"""So many damaged places are named; who has more puts a copy back anyway."""

JSON = {
    ("list_version", "interpretations"), ("list_version", "counts"), ("list_rating", "initial"),
    ("game_line", "reasons"), ("event_player", "candidates"), ("problem", "subject"), ("ruling", "subject"),
    ("report", "problem"), ("message", "problems"), ("event_line", "estimates"), ("event_line", "opponents"),
    ("poll", "problem"), ("reread", "differences"), ("sending", "files"), ("sending", "problems"),
    ("job", "words"), ("journal", "now"),
}  # fmt: skip
"""Columns that hold JSON."""

CHECKS: dict[tuple[str, str], Callable[[Any], object]] = {
    **dict.fromkeys(JSON, json.loads),
    ("reading", "record"): lambda text: EventRecord.from_dict(json.loads(text)),
    ("list_version", "inputs"): lambda data: unpacked(data) if data else None,
}
"""What can read the values of a column."""


def damage(engine: Engine, *, whole: bool = False) -> list[Problem]:
    """What is wrong with the tables: the file itself, rows that point to none, values that are none of their
    column. Each is named by table, row and column; at most `MOST`. `whole`: indexes too are compared with
    their tables, which takes longer."""
    found: list[Problem] = []
    with engine.connect() as connection:
        for one in _faults(connection, whole=whole):
            found.append(one)
            if len(found) == MOST:
                break
    return found


def _faults(connection: Connection, *, whole: bool) -> Iterator[Problem]:
    tables = office.tables.whole().sorted_tables if _of_today(connection) else []
    if connection.dialect.name == "sqlite":
        check = "integrity_check" if whole else "quick_check"
        for (told,) in connection.exec_driver_sql(f"PRAGMA {check}({MOST})"):
            if told != "ok":
                yield damaged("database", "an SQLite database", told)
        for table, row, parent, _number in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield damaged(f"database, {table}, row {row}", f"its row in {parent}", "none")
    else:
        failed = connection.exec_driver_sql(_CHECKSUMS).scalar()
        if failed:
            found = f"{failed} pages with another checksum"
            yield damaged("database", "pages as the server wrote them", found)
    told, untold = set[str](), list[Problem]()
    for table in tables if connection.dialect.name == "postgresql" else ():
        try:
            with _alone(connection):
                yield from _orphans(connection, table)
        except DatabaseError as error:  # of this table, or of one that it points to
            untold.append(_unreadable(table, error))
    for table in tables:
        for one in _of_table(connection, table):
            told.add(one.found)
            yield one
    yield from (one for one in untold if one.found not in told)


FAILS = (ValueError, TypeError, LookupError, DatabaseError)
"""What reading damaged values comes to."""


@contextmanager
def _alone(connection: Connection) -> Iterator[None]:
    """What fails within keeps nothing else from being looked at: in a transaction in which something failed a
    server does nothing more. That the server is gone is no damage, and ends all of it."""
    try:
        with connection.begin_nested() if connection.dialect.name == "postgresql" else nullcontext():
            yield
    except DBAPIError as error:
        if error.connection_invalidated and error.orig is not None:
            raise error.orig from None
        raise


def _of_today(connection: Connection) -> bool:
    """Whether it should have the tables of this Banzuke. Those of an older or newer one are others, and no
    damage: `migrate.check` names it."""
    try:
        found = revision(connection)
    except DatabaseError:
        return True
    return found in (None, newest())


_MAKERS = """SELECT n.nspname,
 string_agg(CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, ', ')
 FROM pg_namespace n, aclexplode(n.nspacl) WHERE n.nspname = ANY (current_schemas(false))
 AND privilege_type = 'CREATE' AND grantee NOT IN (n.nspowner, current_user::regrole)
 AND grantee NOT IN (SELECT relowner FROM pg_class WHERE oid = to_regclass('setting'))
 GROUP BY 1 ORDER BY 1"""
"""Schemas of the office's tables in which others may make something, and who."""

_CHECKSUMS = "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()"


def unguarded(engine: Engine) -> Iterator[Problem]:
    """That a server keeps no checksums of its pages: no damage, but none on its disk would be found. And that
    others may make something in the office's schema: what is called there as the server's own, as =, is taken
    before it, and does in each command whatever they want, with the office's rights."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            return
        if connection.exec_driver_sql("SHOW data_checksums").scalar() == "off":
            yield problem_of("checksums-off", "the database's server", "a checksum of each page", "none")
        for schema, others in connection.exec_driver_sql(_MAKERS).all():
            expected = "a schema in which nobody else makes anything"
            yield problem_of("schema-open", f"the database's server, schema {schema}", expected, others)


def _orphans(connection: Connection, table: Table) -> Iterator[Problem]:
    """Rows that point to none, where whoever restored or copied the tables told the server not to look."""
    key = next(iter(table.primary_key.columns))
    for pointer in table.foreign_keys:
        parent = pointer.column.table.alias("parent")
        there = exists().where(parent.c[pointer.column.name] == pointer.parent)
        lost = select(key).where(pointer.parent.is_not(None), ~there).order_by(key).limit(MOST)
        for row in connection.execute(lost).scalars():
            yield damaged(
                f"database, {table.name}, row {row}", f"its row in {pointer.column.table.name}", "none"
            )


def _of_table(connection: Connection, table: Table) -> Iterator[Problem]:
    """Values that cannot be read; a table that can be is read at once, another one cell by cell."""
    checks = {column: check for (of, column), check in CHECKS.items() if of == table.name}
    key = next(iter(table.primary_key.columns))
    try:
        with _alone(connection):
            for row in connection.execute(select(key, *(table.c[name] for name in checks))):
                for name, value in zip(checks, row[1:], strict=True):
                    if value is not None and (told := _told(checks[name], value)):
                        place = f"database, {table.name}, row {row[0]}, {name}"
                        yield damaged(place, "what was stored", told)
            connection.execute(select(table)).fetchall()
    except FAILS as whole:
        named = False
        for one in _of_cells(connection, table):
            named = True
            yield one
        if not named:
            yield _unreadable(table, whole)


def _of_cells(connection: Connection, table: Table) -> Iterator[Problem]:
    """The cells that cannot be read; none where not even the rows can be told."""
    key = next(iter(table.primary_key.columns))
    try:
        with _alone(connection):
            if connection.dialect.name == "postgresql":  # else every row is read to find one
                connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
            rows = connection.execute(select(key)).scalars().all()
    except DatabaseError:
        return
    for row_id in rows:
        for column in table.columns:
            try:
                with _alone(connection):
                    connection.execute(select(column).where(key == row_id)).all()
            except FAILS as error:
                place = f"database, {table.name}, row {row_id}, {column.name}"
                yield damaged(place, "what was stored", str(getattr(error, "orig", error)))


def _unreadable(table: Table, error: Exception) -> Problem:
    return damaged(f"database, {table.name}", "a table that can be read", str(getattr(error, "orig", error)))


def _told(check: Callable[[Any], object], value: Any) -> str:
    try:
        check(value)
    except Exception as error:  # noqa: BLE001  whatever it is, the value cannot be read
        return f"{type(error).__name__}: {error}"
    return ""


def damaged(place: str, expected: str, found: str) -> Problem:
    return problem_of("database-damaged", place, expected, found)
