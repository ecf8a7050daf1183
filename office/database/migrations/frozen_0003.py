"""Rows of a published list that is reckoned event by event do not change either."""

BELONGING = ("event_line", "event_rating", "event_performance")


def sqlite() -> list[str]:
    """The statements that create the triggers on SQLite."""
    statements = []
    for table in BELONGING:
        for action, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            condition = " OR ".join(
                f"(SELECT state FROM list_version WHERE id = {row}.version_id) = 'published'" for row in rows
            )
            statements.append(
                f"CREATE TRIGGER frozen_{table}_{action.lower()} BEFORE {action} ON {table} WHEN {condition}"
                " BEGIN SELECT RAISE(ABORT, 'a published list does not change'); END"
            )
    return statements


def postgresql() -> list[str]:
    """The statements that create the triggers on PostgreSQL; the function is that of frozen_0001."""
    return [
        f"CREATE TRIGGER frozen_{table} BEFORE INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW"
        " EXECUTE FUNCTION banzuke_frozen_row()"
        for table in BELONGING
    ]
