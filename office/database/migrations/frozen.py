"""What the database itself keeps: triggers refuse any change to what is published and to what was known.

A published version may not be changed or deleted, nor may rows that belong to one be added, changed or
deleted; and a version becomes published only from a draft. Readings are frozen from the first, a ruling is
never deleted, and of a register fact nothing changes but the moment it ended.
"""

from alembic import op

FACT = ("id", "member_id", "field", "value", "valid_from", "known_since", "source")
FINAL = "a published list does not change"


def freeze_lists() -> None:
    """Versions, readings and rulings."""
    if _on_sqlite():
        _refuse("list_version", "INSERT", "NEW.state = 'published'", "a list is published from a draft")
        _refuse("list_version", "UPDATE", "OLD.state = 'published'", FINAL)
        _refuse("list_version", "DELETE", "OLD.state = 'published'", FINAL)
        _refuse("reading", "UPDATE", "1", "a frozen reading does not change")
        _refuse("reading", "DELETE", "1", "a frozen reading does not change")
        _refuse("ruling", "DELETE", "1", "a ruling is taken back, never deleted")
        return
    for statement in (
        "CREATE FUNCTION banzuke_frozen() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION 'what is published does not change'; END $$",
        "CREATE FUNCTION banzuke_frozen_row() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN IF EXISTS (SELECT 1 FROM list_version WHERE state = 'published' AND id IN"
        " (CASE WHEN TG_OP <> 'INSERT' THEN OLD.version_id END,"
        "  CASE WHEN TG_OP <> 'DELETE' THEN NEW.version_id END))"
        f" THEN RAISE EXCEPTION '{FINAL}'; END IF;"
        " RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END $$",
        "CREATE TRIGGER frozen_list_version BEFORE UPDATE OR DELETE ON list_version FOR EACH ROW"
        " WHEN (OLD.state = 'published') EXECUTE FUNCTION banzuke_frozen()",
        "CREATE TRIGGER frozen_new_version BEFORE INSERT ON list_version FOR EACH ROW"
        " WHEN (NEW.state = 'published') EXECUTE FUNCTION banzuke_frozen()",
        "CREATE TRIGGER frozen_reading BEFORE UPDATE OR DELETE ON reading FOR EACH ROW"
        " EXECUTE FUNCTION banzuke_frozen()",
        "CREATE TRIGGER frozen_ruling BEFORE DELETE ON ruling FOR EACH ROW EXECUTE FUNCTION banzuke_frozen()",
    ):
        op.execute(statement)


def freeze_rows(*tables: str) -> None:
    """Rows of tables that belong to versions; after `freeze_lists`, which makes the function for it."""
    for table in tables:
        if not _on_sqlite():
            op.execute(
                f"CREATE TRIGGER frozen_{table} BEFORE INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW"
                " EXECUTE FUNCTION banzuke_frozen_row()"
            )
            continue
        for action, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            state = "(SELECT state FROM list_version WHERE id = {row}.version_id) = 'published'"
            _refuse(table, action, " OR ".join(state.format(row=row) for row in rows), FINAL)


def freeze_facts() -> None:
    """Facts of the register."""
    other, refusal = "IS NOT" if _on_sqlite() else "IS DISTINCT FROM", "a register fact does not change"
    changed = " OR ".join(f"OLD.{name} {other} NEW.{name}" for name in FACT)
    changed = f"OLD.known_until IS NOT NULL OR {changed}"
    deleted = "CREATE TRIGGER frozen_register_fact_delete BEFORE DELETE ON register_fact"
    updated = "CREATE TRIGGER frozen_register_fact_update BEFORE UPDATE ON register_fact"
    if _on_sqlite():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        op.execute(f"{deleted} {refuse}")
        op.execute(f"{updated} WHEN {changed} {refuse}")
        return
    op.execute(
        "CREATE FUNCTION banzuke_register_fact() RETURNS trigger LANGUAGE plpgsql AS $$"
        f" BEGIN RAISE EXCEPTION '{refusal}'; END $$"
    )
    refuse = "FOR EACH ROW{when} EXECUTE FUNCTION banzuke_register_fact()"
    op.execute(f"{deleted} {refuse.format(when='')}")
    op.execute(f"{updated} {refuse.format(when=f' WHEN ({changed})')}")


def _on_sqlite() -> bool:
    return op.get_context().dialect.name == "sqlite"


def _refuse(table: str, action: str, condition: str, message: str) -> None:
    op.execute(
        f"CREATE TRIGGER frozen_{table}_{action.lower()} BEFORE {action} ON {table}"
        f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
    )
