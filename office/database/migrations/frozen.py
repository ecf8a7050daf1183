"""What the database itself keeps: triggers refuse any change to what is published and to what was known.

A published version may not be changed or deleted, nor may rows that belong to one be added, changed or
deleted; and a version becomes published only from a draft. What was kept (readings, rulings, facts) changes
in nothing but what ends it, once. No row takes the place of another: SQLite's `REPLACE` deletes a row
without asking the trigger for it, so that a key which is there already is refused before. On PostgreSQL
`TRUNCATE` is refused too.

A released migration calls these: what they make must stay what it is (tests/office/test_migrations.py).
"""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from alembic import op

FINAL = "a published list does not change"
FIRST_A_DRAFT = "a list is published from a draft"


def functions() -> None:
    """What the triggers of PostgreSQL call; SQLite's say it themselves. All conditions stand in here, so
    that the text of each can be compared whatever the server's version."""
    if _on_sqlite():
        return
    raised = "RAISE EXCEPTION '%', TG_ARGV[0]"
    published = "(SELECT 1 FROM list_version WHERE state = 'published' AND id = {row}.version_id)"
    for name, body in (
        ("banzuke_refuse", f"BEGIN {raised}; END"),
        (
            "banzuke_kept",  # [message, columns that may change, the one that is empty until then]
            "DECLARE old_row jsonb := to_jsonb(OLD); BEGIN IF TG_OP = 'UPDATE'"
            " AND old_row - TG_ARGV[1]::text[] = to_jsonb(NEW) - TG_ARGV[1]::text[]"
            " AND (TG_ARGV[2] = '' OR old_row ->> TG_ARGV[2] IS NULL)"
            f" THEN RETURN NEW; END IF; {raised}; END",
        ),
        (
            "banzuke_of_version",
            f"BEGIN IF TG_OP <> 'INSERT' AND EXISTS {published.format(row='OLD')}"
            f" OR TG_OP <> 'DELETE' AND EXISTS {published.format(row='NEW')}"
            f" OR TG_OP = 'UPDATE' AND NEW.id <> OLD.id THEN {raised}; END IF;"
            " RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END",
        ),
        (
            "banzuke_version",
            "BEGIN IF TG_OP <> 'INSERT' AND OLD.state = 'published'"
            " OR TG_OP = 'INSERT' AND NEW.state = 'published'"
            f" OR TG_OP = 'UPDATE' AND NEW.id <> OLD.id THEN {raised}; END IF;"
            " RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END",
        ),
    ):
        op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$")


def versions() -> None:
    """The versions of lists."""
    if not _on_sqlite():
        _postgresql("list_version", "INSERT OR UPDATE OR DELETE", "banzuke_version", FINAL)
        return
    taken = _taken("list_version", "id", [("list_date", "version")])
    others = _taken("list_version", None, [("list_date", "version")], but="id <> OLD.id")
    _refuse("list_version", "INSERT", f"NEW.state = 'published' OR {taken}", FIRST_A_DRAFT)
    changed = f"OLD.state = 'published' OR NEW.id IS NOT OLD.id OR {others}"
    _refuse("list_version", "UPDATE", changed, FINAL)
    _refuse("list_version", "DELETE", "OLD.state = 'published'", FINAL)


def of_version(table: str) -> None:
    """Rows of a table that belong to versions."""
    if not _on_sqlite():
        _postgresql(table, "INSERT OR UPDATE OR DELETE", "banzuke_of_version", FINAL)
        return
    state = "(SELECT state FROM list_version WHERE id = {row}.version_id) = 'published'"
    old, new = state.format(row="OLD"), state.format(row="NEW")
    _refuse(table, "INSERT", f"{new} OR {_taken(table, 'id')}", FINAL)
    _refuse(table, "UPDATE", f"{old} OR {new} OR NEW.id IS NOT OLD.id", FINAL)
    _refuse(table, "DELETE", old, FINAL)


def kept(
    table: str,
    message: str,
    *,
    free: Sequence[str] = (),
    once: bool = False,
    key: str = "id",
    unique: Collection[str] = (),
) -> None:
    """Rows that are added and never deleted. Of their columns only `free` ones change; `once`: from the
    first of them being empty."""
    if not _on_sqlite():
        columns, first = "{" + ",".join(free) + "}", free[0] if once else ""
        _postgresql(table, "UPDATE OR DELETE", "banzuke_kept", message, columns, first)
        return
    names = [column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)]
    changed = [f"OLD.{name} IS NOT NEW.{name}" for name in names if name not in free]
    if once:
        changed.append(f"OLD.{free[0]} IS NOT NULL")
    _refuse(table, "INSERT", _taken(table, key, [(name,) for name in unique]), message)
    _refuse(table, "UPDATE", " OR ".join(changed), message)
    _refuse(table, "DELETE", "1", message)


def members(table: str, message: str) -> None:
    """The entries of the register: what is known of one is in its facts, of which this row is derived."""
    names = [column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)]
    kept_ones = ("id", "federation_id", "known_since")
    free = [name for name in names if name not in kept_ones]
    kept(table, message, free=free, unique=["federation_id"])


def _on_sqlite() -> bool:
    return op.get_context().dialect.name == "sqlite"


def _taken(
    table: str, key: str | None, unique: Collection[Sequence[str]] = (), but: str | None = None
) -> str:
    """That a row with this key, or with what no two rows share, is there already."""
    alike = [f"{key} = NEW.{key}"] if key else []
    alike += [" AND ".join(f"{name} = NEW.{name}" for name in names) for names in unique]
    where = " OR ".join(f"({one})" for one in alike)
    return f"EXISTS (SELECT 1 FROM {table} WHERE {f'{but} AND ({where})' if but else where})"


def _refuse(table: str, action: str, condition: str, message: str) -> None:
    op.execute(
        f"CREATE TRIGGER frozen_{table}_{action.lower()} BEFORE {action} ON {table}"
        f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
    )


def _postgresql(table: str, actions: str, function: str, *arguments: str) -> None:
    given = ", ".join(f"'{text}'" for text in arguments)
    op.execute(
        f"CREATE TRIGGER frozen_{table} BEFORE {actions} ON {table} FOR EACH ROW"
        f" EXECUTE FUNCTION {function}({given})"
    )
    op.execute(
        f"CREATE TRIGGER frozen_{table}_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT"
        f" EXECUTE FUNCTION banzuke_refuse('{arguments[0]}')"
    )
