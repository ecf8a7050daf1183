"""Opening the database. One write transaction at a time; a killed program leaves it as it was. Who reads sees
the state of one moment, waits for nobody and keeps nobody waiting."""

import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlmodel import Session

from office.database.beside import READING, keep_beside
from office.database.holder import UNKNOWN, holder, note, take_away, working
from office.database.read_only import in_memory, read_only, writable
from office.errors import OfficeError, refusal
from office.place import Place, with_password

PATIENCE = 5
"""Seconds that a command waits for another one that writes."""

REVISION = "banzuke_revision"
"""The execution option of an engine whose database was found at this migration: it writes at no other."""

WAITS = "banzuke_waits"
"""The execution option of a connection to a server that waits for another one that writes as many seconds."""

MOVED = "moved"
"""What stands in the place of the migration once the office was copied into another database."""

_NOTED = "banzuke_noted"

WAYS = ("datestyle = ISO", "quote_all_identifiers = off", "standard_conforming_strings = on")
AS_WE_READ = "".join(f"; SET LOCAL {way}" for way in WAYS)
"""Said in each transaction: the owner of a server can have another way set for all who come to it."""

OFFICE_LOCK = 0x42616E7A
"""The number of the lock that a writing transaction of an office holds; any number, always the same."""


def sqlite(path: Path) -> Engine:
    """An engine on an SQLite file: foreign keys enforced, write-ahead log, five seconds' patience. Where the
    file or its folder cannot be written, or the disk is full, it reads (read_only.py). A file that was there
    before, as of a desk that is open, is refused once it is gone: a new one would be an empty office."""
    was_there = False

    def place() -> Path:
        nonlocal was_there
        if was_there and not path.exists():
            expected, remedy = "the database that was there", "put it back, or a copy of it from your backup"
            raise refusal("no-office", str(path), expected, "none", remedy)
        was_there = was_there or path.exists()
        return path

    return sqlite_at(place)


def sqlite_at(place: Callable[[], Path]) -> Engine:
    """The same on the file that `place` names whenever a connection is made."""

    def connected() -> sqlite3.Connection:
        path = place()
        connection = read_only(path)
        if connection is None:
            connection = _at(path)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except UnicodeDecodeError:  # SQLite says what is damaged with the damaged bytes
                connection.close()
                raise sqlite3.DatabaseError("database disk image is malformed") from None
            except sqlite3.DatabaseError as error:
                connection.close()
                if error.sqlite_errorcode != sqlite3.SQLITE_IOERR_SHMSIZE:
                    raise
                connection = in_memory(path)
        connection.isolation_level = None  # we say BEGIN ourselves, below
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
        # Where a table has triggers, SQLite keeps what each statement would have to take back: in a file
        # that takes a third of the time of many rows.
        connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    engine = create_engine("sqlite://", creator=connected, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reading = bool(connection.get_execution_options().get(READING))
        raw: Any = connection.connection.dbapi_connection  # these two ask nothing of the file: none can fail
        # What a reader works out stays in tables of its own, beside those that their keys point to.
        raw.execute(f"PRAGMA foreign_keys = {'OFF' if reading else 'ON'}")
        raw.set_authorizer(_only_beside if reading else None)
        if reading:
            raw.execute("BEGIN")
            return
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise _busy(holder(place())) from None
        _refuse_changed(connection)
        connection.info[_NOTED] = (path := place(), note(path))

    def _done(connection: Connection) -> None:
        path, handle = connection.info.pop(_NOTED, (None, None))
        if handle is not None:
            take_away(path, handle)

    event.listen(engine, "commit", _done)  # before it is: the lock is still held
    event.listen(engine, "rollback", _done)
    keep_beside(engine)
    return engine


LONGEST = 504
"""Bytes of the longest path that SQLite opens, with the names of the files that it makes beside it."""


def _at(path: Path) -> sqlite3.Connection:
    """A connection to a file; whatever keeps SQLite from it, it says no more than that it cannot open it."""
    try:
        return sqlite3.connect(path)
    except sqlite3.OperationalError:
        refuse_too_deep(path)
        if path.parent.is_dir() and not writable(path.parent):
            expected = "a folder in which the database can be made"
            raise refusal("not-writable", str(path.parent), expected, "no right to write there") from None
        raise


def refuse_too_deep(path: Path) -> None:
    """Refuses a database that lies too deep for SQLite."""
    if (length := len(os.fsencode(path.resolve()))) > LONGEST:
        expected, found = f"an office whose path has at most {LONGEST} bytes", f"a path of {length} bytes"
        remedy = "take a folder with a shorter path"
        raise refusal("database-unwritable", str(path), expected, found, remedy) from None


_MADE = ("INDEX", "TABLE", "TRIGGER", "VIEW")
_WRITES = frozenset(
    getattr(sqlite3, f"SQLITE_{name}")
    for name in ("INSERT", "UPDATE", "DELETE", *(f"CREATE_{made}" for made in _MADE))
)


def _only_beside(
    action: int, what: str | None, _of: str | None, database: str | None, _by: str | None
) -> int:
    """SQLite asks for each statement: a reader writes nothing but tables of its own. Looking at the form of a
    table (`pragma_table_info`) is announced as a line in `sqlite_master`, and writes none; what is to be made
    there is announced by its name as well."""
    announced = what == "sqlite_master" and action != sqlite3.SQLITE_DELETE
    denied = action in _WRITES and database == "main" and not announced
    altered = action == sqlite3.SQLITE_ALTER_TABLE and what == "main"  # it names the database first
    return sqlite3.SQLITE_DENY if denied or altered else sqlite3.SQLITE_OK


def postgresql(address: str) -> Engine:
    """An engine on a PostgreSQL database, `postgresql://…`; the secret `database-password` opens it where
    the address has none. One writing transaction at a time, as with SQLite: each begins by taking the
    office's lock, and is refused after five seconds with who holds it; who reads sees the state of one
    moment. Refused where the driver is not installed, nobody answers, or the
    database does not keep text in UTF-8."""
    try:
        engine = create_engine(
            with_password(address).replace("postgresql://", "postgresql+psycopg://", 1),
            poolclass=NullPool,
            connect_args={
                "application_name": working(sys.argv[1:])[:63],
                "client_encoding": "utf8",
                "prepare_threshold": None,  # a pooler between gives each transaction any of its connections
            },
        )
    except ModuleNotFoundError as error:
        found, remedy = f"no library {error.name}", 'pipx install --force "./banzuke-….whl[postgresql]"'
        raise refusal("no-driver", "database", "the driver psycopg", found, remedy) from None
    except (ArgumentError, ValueError) as error:  # the second: a port that is no number
        raise _misread(error) from None

    @event.listens_for(engine, "do_connect")
    def _connect(dialect: Any, _record: object, given: Sequence[Any], named: dict[str, Any]) -> Any:
        try:
            return dialect.connect(*given, **named)
        except dialect.dbapi.ProgrammingError as error:  # it has asked nobody yet
            raise _misread(error) from None

    from office.database.sorting import BySign  # loads the dialect, which an office on SQLite does without

    engine.dialect.statement_compiler = BySign

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if connection.get_execution_options().get(READING):
            level = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
            connection.exec_driver_sql(f"{level}{_writable(connection)}{AS_WE_READ}")
            return
        # What was stored while this one waited for the lock is to be seen.
        level = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"
        waits = connection.get_execution_options().get(WAITS, PATIENCE)
        connection.exec_driver_sql(f"{level}; SET LOCAL lock_timeout = '{waits}s'{AS_WE_READ}")
        try:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OFFICE_LOCK})")
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
            connection.exec_driver_sql("ROLLBACK")
            raise _held(connection) from None
        _refuse_changed(connection)

    # What the driver meets while it gives up after an error is none that anybody need be shown.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())
    event.listen(engine, "connect", _refuse_encoding, insert=True)  # before SQLAlchemy asks it anything
    keep_beside(engine)
    return engine


def _writable(connection: Connection) -> str:
    """What a reader says besides where its user may store nothing (default_transaction_read_only): else it
    could make no copies beside. On a copy of a server (standby) nobody can, and it says nothing."""
    raw: Any = connection.connection.driver_connection
    told = raw.info.parameter_status
    closed = told("default_transaction_read_only") == "on" and told("in_hot_standby") == "off"
    return ", READ WRITE" if closed else ""


def _misread(error: Exception) -> OfficeError:
    """The refusal of an address that says what no address of a server can."""
    expected, remedy = "an address, postgresql://user@host/name", "correct the address"
    return refusal("settings-unreadable", "database", expected, str(error).strip(), remedy)


def _refuse_encoding(connection: Any, _record: object) -> None:
    """Refuses a database that does not keep text in UTF-8: it has no kanji, or does not know its letters."""
    found = connection.info.parameter_status("server_encoding")
    if found != "UTF8":
        connection.close()
        raise refusal("database-encoding", "database", "a database in UTF8", str(found))


LOCK_NOT_AVAILABLE = "55P03"
"""PostgreSQL's code for a lock that was waited for too long."""

_HOLDER = """SELECT a.application_name, a.usename, date_trunc('second', now() - a.xact_start)::text
 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
 WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0 AND l.objid = %s
 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


def _held(connection: Connection) -> OfficeError:
    """The refusal of a command that waited for the office's lock: it names the program that holds it."""
    row = connection.exec_driver_sql(_HOLDER, (OFFICE_LOCK,)).first()
    if row and row[2] is None:  # since when is not told of another user's program
        return _busy(f"{row[0]} writes (user {row[1]})")
    return _busy(f"{row[0]} writes (user {row[1]}, for {row[2]})" if row else UNKNOWN)


def _refuse_changed(connection: Connection) -> None:
    """Refuses to write where the database is no longer at the migration that it was opened at: a newer
    program can have brought it further, or the office moved away, while this one ran or waited."""
    opened = connection.get_execution_options().get(REVISION)
    if opened is None:
        return
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found != opened:
        connection.exec_driver_sql("ROLLBACK")
        if found == MOVED:
            raise moved("database")
        remedy = "start it again, with the Banzuke that the office has now"
        raise refusal("database-version", "database", f"migration {opened}", f"migration {found}", remedy)


def moved(name: str) -> OfficeError:
    """The refusal of a command that comes to the database in which the office was."""
    return refusal("office-moved", name, "the database of the office", "one that it was moved from")


def _busy(found: str) -> OfficeError:
    remedy = "another command is at work in this office; try again when it is done"
    return refusal("database-busy", "database", "to be alone with it", found, remedy)


def open_engine(place: Place) -> Engine:
    server = place.server()
    return sqlite(place.database) if server is None else postgresql(server)


def reader(engine: Engine) -> Engine:
    """The same engine for reading: its transactions take no lock, and nothing they write is stored."""
    return engine.execution_options(**{READING: True})


WITHIN: list[Callable[[Session], AbstractContextManager[None]]] = []
"""What every transaction is made within: an opened office keeps its journal by it."""

AFTER: list[Callable[[Engine | Connection], None]] = []
"""What is done when one is stored."""


@contextmanager
def transaction(engine: Engine | Connection) -> Iterator[Session]:
    """One session, one transaction: all of it or nothing. What comes after it goes over its connection."""
    with _over(engine) as connection:
        with Session(connection, expire_on_commit=False) as session, session.begin(), ExitStack() as stack:
            for around in WITHIN:
                stack.enter_context(around(session))
            yield session
        session.bind = engine.engine  # who asks it later asks over a connection of its own
        waiting = _together.get()
        if waiting is not None:
            waiting.append(engine)
            return
        for done in AFTER:
            done(connection)


def _over(engine: Engine | Connection) -> AbstractContextManager[Connection]:
    """A connection of its own, or the one that there is already."""
    return nullcontext(engine) if isinstance(engine, Connection) else engine.connect()


_together: ContextVar[list[Engine | Connection] | None] = ContextVar("together", default=None)
"""Of what is stored together: where a transaction was stored since, and nothing is done yet."""


@contextmanager
def together() -> Iterator[None]:
    """What is done when a transaction is stored is done once, behind all of them within."""
    stored: list[Engine | Connection] = []
    before = _together.set(stored if _together.get() is None else _together.get())
    try:
        yield
    finally:
        _together.reset(before)
        for one in dict.fromkeys(stored):
            for done in AFTER:
                done(one)


@contextmanager
def look(engine: Engine | Connection) -> Iterator[Session]:
    """A session that reads the state of one moment, beside whoever writes. What it works out by writing lands
    in tables of its own and is dropped with them; what it read stays readable. On a connection it comes
    between two transactions."""
    of = engine.execution_options(**{READING: True})
    with Session(of, expire_on_commit=False) as session:
        try:
            yield session
        finally:
            session.expunge_all()
            session.rollback()
            if isinstance(engine, Connection):
                engine.execution_options(**{READING: False})
