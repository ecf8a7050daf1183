"""Alembic, run from Python: the database is brought to the newest form; one of a newer Banzuke, or of a past
that nobody knows, is refused. Looking which form it has needs no Alembic, which loads slowly.

The form of a database: its tables, constraints, indexes, triggers and functions, each compared with what
the migrations make. `forms.json` holds their fingerprints for every released migration, on both databases
(`python -m tests.office.forms` writes those of a new one).
"""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Engine, inspect, text

from office.database.engine import MOVED, REVISION, moved, reader
from office.errors import OfficeError, refusal

if TYPE_CHECKING:
    from alembic.config import Config


FORMS = Path(__file__).with_name("forms.json")

SQLITE = {
    "table": """SELECT t.name, c.name || ' ' || c.type || CASE WHEN c."notnull" THEN ' not null' ELSE '' END
        || CASE WHEN c.pk THEN ' key' ELSE '' END FROM sqlite_master t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.name""",
    "reference": """SELECT t.name, f."from" || ' to ' || f."table" || ' ' || f."to"
        FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' ORDER BY t.name, 2""",
    "unique": """SELECT t.name, i.seq || ' ' || c.name FROM sqlite_master t, pragma_index_list(t.name) i,
        pragma_index_info(i.name) c WHERE t.type = 'table' AND i.origin = 'u'
        ORDER BY t.name, i.seq, c.seqno""",
    "index": """SELECT t.name || '.' || i.name, c.name FROM sqlite_master t, pragma_index_list(t.name) i,
        pragma_index_info(i.name) c WHERE t.type = 'table' AND i.origin = 'c' ORDER BY 1, c.seqno""",
    "trigger": "SELECT tbl_name || '.' || name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY 1",
}
"""By kind of object: a query of names and parts. How SQLAlchemy lays out a table's text is not asked."""

_HERE = "quote_ident(current_schema())::regnamespace"
"""The schema that the tables are in, by whatever name: it can have capitals and spaces."""

POSTGRESQL = {
    "table": f"""SELECT t.relname, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
        CASE WHEN a.attnotnull THEN ' not null' ELSE '' END FROM pg_attribute a JOIN pg_class t ON
        t.oid = a.attrelid WHERE t.relkind = 'r' AND t.relnamespace = {_HERE}
        AND a.attnum > 0 AND NOT a.attisdropped ORDER BY t.relname, a.attname""",
    "constraint": f"""SELECT t.relname || '.' || k.conname, replace(pg_get_constraintdef(k.oid),
        ' REFERENCES ' || quote_ident(current_schema()) || '.', ' REFERENCES ') FROM pg_constraint k
        JOIN pg_class t ON t.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'f') AND
        t.relnamespace = {_HERE} ORDER BY 1""",
    "index": f"""SELECT t.relname || '.' || x.relname, a.attname FROM pg_index i JOIN pg_class x ON
        x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON
        a.attrelid = x.oid WHERE NOT i.indisunique AND t.relnamespace = {_HERE}
        ORDER BY 1, a.attnum""",
    "trigger": f"""SELECT t.relname || '.' || g.tgname, concat_ws(' ', g.tgtype, g.tgenabled, p.proname,
        encode(g.tgargs, 'hex'), g.tgqual IS NOT NULL, g.tgattr) FROM pg_trigger g JOIN pg_class t ON
        t.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid WHERE NOT g.tgisinternal AND
        t.relnamespace = {_HERE} ORDER BY 1""",
    "function": f"""SELECT p.proname, p.prosrc FROM pg_proc p WHERE left(p.proname, 7) = 'banzuke' AND
        p.pronamespace = {_HERE} ORDER BY 1""",
}
"""A constraint names the schema of a table that a copy beside hides (office/database/beside.py): it is taken
out."""


class Difference(NamedTuple):
    """An object that is other than the migrations make it; `found` is `none`, `another one` or `one more`."""

    name: str
    found: str


def form(connection: Connection, *, tables_alone: bool = False) -> dict[str, str]:
    """The fingerprint of every object by kind and name (`trigger list_rating.frozen_list_rating`)."""
    queries = SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL
    found: dict[str, list[str]] = {}
    for kind, query in queries.items():
        if kind == "table" or not tables_alone:
            for name, part in connection.exec_driver_sql(query):
                found.setdefault(f"{kind} {name}", []).append(str(part))
    return {name: hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16] for name, parts in found.items()}


def differences(
    connection: Connection, revision: str | None, *, tables_alone: bool = False
) -> Iterator[Difference]:
    """What is other in a database than this migration left it. Tables beside ours are not ours to judge; a
    trigger more on one of ours is."""
    expected: dict[str, str] = known_forms().get(str(revision), {}).get(connection.dialect.name, {})
    ours = {name.split(" ", 1)[1] for name in expected if name.startswith("table ")}
    found = form(connection, tables_alone=tables_alone)
    for name, fingerprint in expected.items():
        if tables_alone and not name.startswith("table "):
            continue
        if found.get(name) != fingerprint:
            yield Difference(name, "another one" if name in found else "none")
    for name in found.keys() - expected.keys():
        if name.startswith("trigger ") and name.split(" ", 1)[1].split(".")[0] in ours:
            yield Difference(name, "one more")


@cache
def known_forms() -> dict[str, dict[str, dict[str, str]]]:
    """The fingerprints that are held: by migration, database and object."""
    held: dict[str, Any] = json.loads(FORMS.read_text("utf-8"))
    return held


MIGRATIONS = Path(__file__).parent / "migrations"


def config() -> "Config":
    """Alembic's configuration; there is no alembic.ini."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    return made


def upgrade(engine: Engine, to: str = "head") -> bool:
    """Brings the database to a migration, the newest unless said; whether it was not there already. Refused
    where another Banzuke made it, where its tables are not those of the migration it says it is at, and where
    another program has tables of our names."""
    from alembic import command

    made = config()
    with engine.execution_options(**{REVISION: None}).begin() as connection:
        found = revision(connection)
        if found is not None or inspect(connection).has_table("list_version"):
            _refuse_unknown(connection, "database", found)
        else:
            _refuse_others(connection)
        made.attributes["connection"] = connection
        command.upgrade(made, to)
        return revision(connection) != found


def _refuse_others(connection: Connection) -> None:
    """Refuses a database in which a table of another program has a name of ours."""
    there = set(inspect(connection).get_table_names()) - {"alembic_version"}
    ours = known_forms()[newest()][connection.dialect.name]
    taken = [one for one in sorted(ours) if one.startswith("table ") and one.split(" ", 1)[1] in there]
    if taken:
        found, remedy = ", ".join(taken), "name an empty database; nothing was changed in this one"
        raise refusal("database-not-empty", "database", "an empty database", found, remedy)


def is_made(engine: Engine) -> bool:
    """Whether an office was made in this database to the end: its settings are written last."""
    with reader(engine).connect() as connection:
        if not inspect(connection).has_table("setting"):
            return False
        return connection.execute(text("SELECT name FROM setting")).first() is not None


def check(engine: Engine, name: str, *, earlier: bool = False) -> None:
    """Refuses a database that is not at the newest migration, or whose tables are not those of it; `earlier`:
    one of an earlier migration is taken as well. From then on the engine refuses to write once another
    program has changed the form, or moved the office."""
    with reader(engine).connect() as connection:
        found = revision(connection)
        _refuse_unknown(connection, name, found)
    if found != newest() and not earlier:
        remedy = "keep a copy, for there is no way back: banzuke backup FOLDER; then: banzuke migrate"
        if engine.dialect.name != "sqlite":  # of one on a server a backup has the form of today alone
            remedy = "keep a copy of the database by pg_dump, and of the folder; then: banzuke migrate"
        raise _refused("database-version", name, f"migration {found}", remedy)
    engine.update_execution_options(**{REVISION: found})


def unlike(connection: Connection) -> list[Difference]:
    """Every table, constraint, index, trigger and function that is other than the newest migration left."""
    return sorted(differences(connection, newest()))


def _refuse_unknown(connection: Connection, name: str, found: str | None) -> None:
    """Refuses an office of an unknown past: of a migration that is not held, or of another form than its
    migration made."""
    if found is not None and EARLIER.fullmatch(found):
        raise _refused("office-of-old", name, f"migration {found}, of a Banzuke before migration b1", CARRY)
    if found == MOVED:
        raise moved(name)
    if found not in known_forms():
        remedy = "use the Banzuke that made it, or a newer one" if found else PUT_BACK
        raise _refused("database-version", name, f"migration {found or 'none'}", remedy)
    other = sorted(differences(connection, found, tables_alone=True))
    if other:
        shown = ", ".join(f"{one.name}: {one.found}" for one in other[:SHOWN])
        raise _refused("office-of-old", name, f"migration {found} with other tables ({shown})", CARRY)


PUT_BACK = "put a copy of it back from your backup; where there never was one: banzuke init"
"""What to do where a database is empty."""

EARLIER = re.compile("000[1-9]")
"""Migrations that were changed after offices had been made by them: their names say nothing."""

CARRY = "carry it over with the Banzuke that made it; docs/operations.md says how, under Offices of the past"
SHOWN = 5


def revision(connection: Connection) -> str | None:
    """The migration that the database says it is at, in Alembic's own table."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def newest() -> str:
    """The newest migration: the last whose form is held."""
    return list(known_forms())[-1]


def _refused(code: str, name: str, found: str, remedy: str) -> OfficeError:
    return refusal(code, name, f"migration {newest()}", found, remedy)
