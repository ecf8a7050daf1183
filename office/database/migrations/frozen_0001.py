"""What is published is final: triggers in the database itself refuse any change to it.

A published version may not be changed or deleted, nor may rows that belong to one be added, changed
or deleted; and a version becomes published only from a draft. Readings are frozen from the first.
"""

BELONGING = ("list_member", "list_rating", "game_line", "earlier_game", "version_event")


def sqlite() -> list[str]:
    """The statements that create the triggers on SQLite."""
    statements = [
        _trigger("list_version", "INSERT", "NEW.state = 'published'", "a list is published from a draft"),
        _trigger("list_version", "UPDATE", "OLD.state = 'published'", "a published list does not change"),
        _trigger("list_version", "DELETE", "OLD.state = 'published'", "a published list does not change"),
        _trigger("reading", "UPDATE", "1", "a frozen reading does not change"),
        _trigger("reading", "DELETE", "1", "a frozen reading does not change"),
        _trigger("ruling", "DELETE", "1", "a ruling is taken back, never deleted"),
    ]
    for table in BELONGING:
        for action, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            condition = " OR ".join(
                f"(SELECT state FROM list_version WHERE id = {row}.version_id) = 'published'" for row in rows
            )
            statements.append(_trigger(table, action, condition, "a published list does not change"))
    return statements


def postgresql() -> list[str]:
    """The statements that create the triggers on PostgreSQL."""
    statements = [
        "CREATE FUNCTION banzuke_frozen() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION 'what is published does not change'; END $$",
        "CREATE FUNCTION banzuke_frozen_row() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN IF EXISTS (SELECT 1 FROM list_version WHERE state = 'published' AND id IN"
        " (CASE WHEN TG_OP <> 'INSERT' THEN OLD.version_id END,"
        "  CASE WHEN TG_OP <> 'DELETE' THEN NEW.version_id END))"
        " THEN RAISE EXCEPTION 'a published list does not change'; END IF;"
        " RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END $$",
        "CREATE TRIGGER frozen_list_version BEFORE UPDATE OR DELETE ON list_version FOR EACH ROW"
        " WHEN (OLD.state = 'published') EXECUTE FUNCTION banzuke_frozen()",
        "CREATE TRIGGER frozen_new_version BEFORE INSERT ON list_version FOR EACH ROW"
        " WHEN (NEW.state = 'published') EXECUTE FUNCTION banzuke_frozen()",
        "CREATE TRIGGER frozen_reading BEFORE UPDATE OR DELETE ON reading FOR EACH ROW"
        " EXECUTE FUNCTION banzuke_frozen()",
        "CREATE TRIGGER frozen_ruling BEFORE DELETE ON ruling FOR EACH ROW EXECUTE FUNCTION banzuke_frozen()",
    ]
    statements += [
        f"CREATE TRIGGER frozen_{table} BEFORE INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW"
        " EXECUTE FUNCTION banzuke_frozen_row()"
        for table in BELONGING
    ]
    return statements


def _trigger(table: str, action: str, condition: str, message: str) -> str:
    return (
        f"CREATE TRIGGER frozen_{table}_{action.lower()} BEFORE {action} ON {table}"
        f" WHEN {condition} BEGIN SELECT RAISE(ABORT, '{message}'); END"
    )
