"""What the office knew stays: triggers refuse any change to a register fact but the moment it ended."""

COLUMNS = ("id", "member_id", "field", "value", "valid_from", "known_since", "source")


def sqlite() -> list[str]:
    """The statements that create the triggers on SQLite."""
    changed = " OR ".join(f"OLD.{c} IS NOT NEW.{c}" for c in COLUMNS)
    refuse = "BEGIN SELECT RAISE(ABORT, 'a register fact does not change'); END"
    return [
        f"CREATE TRIGGER frozen_register_fact_delete BEFORE DELETE ON register_fact {refuse}",
        "CREATE TRIGGER frozen_register_fact_update BEFORE UPDATE ON register_fact"
        f" WHEN OLD.known_until IS NOT NULL OR {changed} {refuse}",
    ]


def postgresql() -> list[str]:
    """The statements that create the triggers on PostgreSQL."""
    changed = " OR ".join(f"OLD.{c} IS DISTINCT FROM NEW.{c}" for c in COLUMNS)
    return [
        "CREATE FUNCTION banzuke_register_fact() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION 'a register fact does not change'; END $$",
        "CREATE TRIGGER frozen_register_fact_delete BEFORE DELETE ON register_fact FOR EACH ROW"
        " EXECUTE FUNCTION banzuke_register_fact()",
        "CREATE TRIGGER frozen_register_fact_update BEFORE UPDATE ON register_fact FOR EACH ROW"
        f" WHEN (OLD.known_until IS NOT NULL OR {changed}) EXECUTE FUNCTION banzuke_register_fact()",
    ]
