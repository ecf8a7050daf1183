"""Databases at every released migration: their forms, and an office as it was at each.

`python -m tests.office.forms` writes what is missing of the newest migration: its forms into
`office/database/forms.json`, its office into `tests/office/states/`. What is there is never written again.
"""

from __future__ import annotations

import base64
import gzip
import json
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from office.database import migrate
from office.database.engine import postgresql, sqlite
from office.database.migrate import FORMS, form, known_forms, upgrade
from tests.on_postgresql import server

STATES = Path(__file__).with_name("states")
State = Mapping[str, tuple[Sequence[str], Sequence[Sequence[Any]]]]
"""By table, columns and rows as SQLite holds them."""


def revisions() -> list[str]:
    """Every released migration, the oldest first."""
    return [s.revision for s in ScriptDirectory.from_config(migrate.config()).walk_revisions()][::-1]


def emptied(address: str) -> Engine:
    """An engine on a server's database with nothing in it."""
    engine = postgresql(address)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    return engine


def form_at(engine: Engine, revision: str) -> dict[str, str]:
    """The form of an empty database brought to a migration."""
    upgrade(engine, revision)
    with engine.connect() as connection:
        return form(connection)


def state_of(database: Path) -> State:
    """Every row of an office on SQLite."""
    with closing(sqlite3.connect(database)) as connection:
        names = [
            n for (n,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        ]
        found = {}
        for name in names:
            rows = connection.execute(f"SELECT * FROM {name} ORDER BY 1")
            found[name] = [column[0] for column in rows.description], rows.fetchall()
        return found


def load(engine: Engine, revision: str, state: State) -> None:
    """An office as it was at a migration, in an empty database."""
    upgrade(engine, revision)
    tables = sa.MetaData()
    tables.reflect(engine)
    with engine.begin() as connection:
        triggers = []
        if engine.dialect.name == "sqlite":
            asked = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            triggers = connection.exec_driver_sql(asked).all()
            connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        else:
            connection.exec_driver_sql("SET session_replication_role = replica")
        for name, _ in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        for name, (columns, rows) in state.items():
            table = tables.tables[name]
            if rows and name != "alembic_version":
                types = [table.c[column].type for column in columns]
                told = [
                    {c: _value(t, v) for c, t, v in zip(columns, types, row, strict=True)} for row in rows
                ]
                connection.execute(sa.insert(table), told)
                if engine.dialect.name == "postgresql" and table.autoincrement_column is not None:
                    number = table.autoincrement_column
                    counter = sa.func.pg_get_serial_sequence(name, number.name)
                    last = connection.execute(sa.select(sa.func.max(number))).scalar()
                    connection.execute(sa.select(sa.func.setval(counter, last)))
        for _, sql in triggers:
            connection.exec_driver_sql(sql)


def _value(type_: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(type_, sa.Boolean):
        return bool(value)
    if isinstance(type_, sa.DateTime):
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=UTC) if type_.timezone else moment
    return date.fromisoformat(value) if isinstance(type_, sa.Date) else value


def kept_state(revision: str) -> State:
    """The office that is kept of a migration."""
    return state_in(gzip.decompress((STATES / f"{revision}.json.gz").read_bytes()))


def text_of(state: State) -> bytes:
    """A state as it is kept."""
    return json.dumps(state, default=_bytes).encode()


def state_in(text: bytes) -> State:
    """The state that was kept as this text."""
    return {
        name: (
            columns,
            [[base64.b64decode(v["bytes"]) if isinstance(v, dict) else v for v in row] for row in rows],
        )
        for name, (columns, rows) in json.loads(text).items()
    }


def write() -> None:
    """Adds what is missing."""
    from tests.office.chained import three_lists

    held = known_forms()
    newest = revisions()[-1]
    with server() as address, tempfile.TemporaryDirectory() as folder:
        if newest not in held:
            fresh = sqlite(Path(folder) / "fresh.sqlite")
            both = {"sqlite": form_at(fresh, newest), "postgresql": form_at(emptied(address), newest)}
            FORMS.write_text(json.dumps({**held, newest: both}, indent=0) + "\n", encoding="utf-8")
            known_forms.cache_clear()  # the commands that make the office look there
        file = STATES / f"{newest}.json.gz"
        if not file.exists():
            office = three_lists(Path(folder) / "office")
            file.write_bytes(gzip.compress(text_of(state_of(office.folder / "banzuke.sqlite")), mtime=0))


def _bytes(value: bytes) -> dict[str, str]:
    return {"bytes": base64.b64encode(value).decode()}


if __name__ == "__main__":
    write()
