"""Reports that come by mail and as files"""

from alembic import op

from office.database.migrations import made

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    made.tables(__file__)
    # In words, since SQLite cannot add a constraint to a table, but can add a column that carries one.
    op.execute(
        "ALTER TABLE report ADD COLUMN message_id INTEGER"
        " CONSTRAINT fk_report_message_id_message REFERENCES message (id)"
    )
    made.searched_by("report", "message_id")
