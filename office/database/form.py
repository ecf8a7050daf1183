"""The form of a database: its tables, constraints, indexes, triggers and functions, each compared with what
the migrations make. `forms.json` holds their fingerprints for every released migration, on both databases
(`python -m tests.office.forms` writes those of a new one)."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection

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

POSTGRESQL = {
    "table": """SELECT t.relname, a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
        CASE WHEN a.attnotnull THEN ' not null' ELSE '' END FROM pg_attribute a JOIN pg_class t ON
        t.oid = a.attrelid WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
        AND a.attnum > 0 AND NOT a.attisdropped ORDER BY t.relname, a.attname""",
    "constraint": """SELECT t.relname || '.' || k.conname, replace(pg_get_constraintdef(k.oid),
        ' REFERENCES ' || quote_ident(current_schema()) || '.', ' REFERENCES ') FROM pg_constraint k
        JOIN pg_class t ON t.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'f') AND
        t.relnamespace = current_schema()::regnamespace ORDER BY 1""",
    "index": """SELECT t.relname || '.' || x.relname, a.attname FROM pg_index i JOIN pg_class x ON
        x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON
        a.attrelid = x.oid WHERE NOT i.indisunique AND t.relnamespace = current_schema()::regnamespace
        ORDER BY 1, a.attnum""",
    "trigger": """SELECT t.relname || '.' || g.tgname, concat_ws(' ', g.tgtype, g.tgenabled, p.proname,
        encode(g.tgargs, 'hex'), g.tgqual IS NOT NULL, g.tgattr) FROM pg_trigger g JOIN pg_class t ON
        t.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid WHERE NOT g.tgisinternal AND
        t.relnamespace = current_schema()::regnamespace ORDER BY 1""",
    "function": """SELECT p.proname, p.prosrc FROM pg_proc p WHERE left(p.proname, 7) = 'banzuke' AND
        p.pronamespace = current_schema()::regnamespace ORDER BY 1""",
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
