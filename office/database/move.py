"""An office moved from one database to another, SQLite and PostgreSQL either way.

Nobody can write meanwhile. The new database is whole and proved equal before the settings name it; the old
one is kept as it was, and from then on says that it is not the office any more, also to whoever waited for
it.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from office.database.copy import Sum, copied, one_file, sums
from office.database.engine import MOVED, postgresql, reader, sqlite
from office.database.migrate import revision
from office.errors import refusal
from office.place import Place
from scraper.unfinished import folder_in, put, sync


def move(place: Place, engine: Engine, server: str | None) -> Mapping[str, Sum]:
    """Copies the office into an empty database of a server, or (None) into an SQLite file in its folder.
    Proves that both hold the same, and lets the office be there from now on. What each table holds. Refused
    where it is there already."""
    if server == place.server():
        remedy = "name the other one: sqlite, or postgresql://…"
        raise refusal("copy-onto-itself", "database", "another database", "the one it is in", remedy)
    with engine.begin() as source:
        told = copied(source, postgresql(server)) if server is not None else _into_file(place, source)
        settings_put(place, server)
        source.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{MOVED}'")
    return told


def settings_put(place: Place, server: str | None) -> None:
    """Writes into `banzuke.toml` where the office is; where nothing else is to be said, there is none."""
    text = place.settings_text(server)
    if text.strip():
        put(place.settings, text.encode(), mode=0o600)
    else:
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
