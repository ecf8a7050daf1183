"""Lists whose games are rated event by event"""

from alembic import op

from office.database.migrations import frozen, made

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    made.tables(__file__)
    frozen.freeze_rows("event_line", "event_rating", "event_performance")
    # Editions have called this family so from the first; only the office's setting said it otherwise.
    op.execute("UPDATE setting SET value = 'japanese' WHERE name = 'family' AND value = 'japan'")
