"""An office moved from one database to another, SQLite and PostgreSQL either way.

Nobody can write meanwhile. The new database is whole and proved equal before the settings name it; the old
one is kept as it was, and from then on says that it is not the office any more, also to whoever waited for
it.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from office.database.copy import Sum, copied, one_file, sums
from office.database.engine import MOVED, open_engine, postgresql, reader, sqlite
from office.database.migrate import revision
from office.errors import OfficeError, refusal
from office.place import Place
from scraper.unfinished import folder_in, putting, sync


def move(place: Place, engine: Engine, server: str | None) -> Mapping[str, Sum]:
    """Copies the office into an empty database of a server, or (None) into an SQLite file in its folder.
    Proves that both hold the same, and lets the office be there from now on. What each table holds. Refused
    where it is there already."""
    if server == place.server():
        raise _onto_itself()
    with _settings_putting(place, server), engine.begin() as source:
        if server is not None:
            _refuse_itself(source, postgresql(server))
        told = copied(source, postgresql(server)) if server is not None else _into_file(place, source)
        source.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{MOVED}'")
    return told


_WHICH = """SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint, oid::bigint
 FROM pg_database WHERE datname = current_database()"""


def _refuse_itself(source: Connection, engine: Engine) -> None:
    """Refuses the database that the office is in under another address: to itself it would be busy."""
    if source.dialect.name == "sqlite":
        return
    with reader(engine).connect() as target:
        if target.exec_driver_sql(_WHICH).one() == source.exec_driver_sql(_WHICH).one():
            raise _onto_itself()


def _onto_itself() -> OfficeError:
    return refusal("copy-onto-itself", "database", "another database", "the one it is in")


def finished(place: Place, server: str | None) -> Mapping[str, Sum] | None:
    """Ends a move that was cut off between the old database, which says already that it is not the office any
    more, and the settings. None where there is no such move."""
    if server == place.server() or (server is None and not place.database.is_file()):
        return None
    with reader(open_engine(place)).connect() as connection:
        if revision(connection) != MOVED:
            return None
        told = sums(connection)
    with reader(sqlite(place.database) if server is None else postgresql(server)).connect() as connection:
        if revision(connection) in (None, MOVED) or sums(connection) != told:
            return None
    settings_put(place, server)
    return told


def settings_put(place: Place, server: str | None) -> None:
    """Writes into `banzuke.toml` where the office is; where nothing else is to be said, there is none."""
    with _settings_putting(place, server):
        pass


@contextmanager
def _settings_putting(place: Place, server: str | None) -> Iterator[None]:
    """They say it at the end of the block. Before, the old database has to take nothing any more: whoever is
    open there would go on writing."""
    text = place.settings_text(server)
    if text.strip():
        with putting(place.settings, text.encode(), mode=0o600):
            yield
    else:
        yield
        place.settings.unlink(missing_ok=True)


def _into_file(place: Place, source: Connection) -> Mapping[str, Sum]:
    with folder_in(place.folder) as work:
        made = work / place.database.name
        told = copied(source, sqlite(made))
        one_file(made)
        os.chmod(made, 0o600)
        if place.database.exists():
            if _holds(place.database, told):
                return told
            _set_aside(place.database)
        os.replace(made, place.database)
        sync(place.folder)
    return told


def _holds(database: Path, told: Mapping[str, Sum]) -> bool:
    """Whether a file holds the same already: a copy that was killed before it was named."""
    with reader(sqlite(database)).connect() as connection:
        try:
            return revision(connection) != MOVED and sums(connection) == told
        except DatabaseError:
            return False


def _set_aside(database: Path) -> None:
    """A file that the office was moved from gives way, and is kept beside; any other is somebody's."""
    with reader(sqlite(database)).connect() as connection:
        if revision(connection) != MOVED:
            remedy = "look what it is, and put it elsewhere; nothing was changed in it"
            raise refusal("database-not-empty", str(database), "no such file", "another database", remedy)
    one_file(database)
    os.replace(database, database.with_name(f"{database.name}.moved"))
