"""Looking again: polls and rereads"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "poll",
        sa.Column("event_key", sa.String(), nullable=False),
        sa.Column("reading_id", sa.Integer(), nullable=False),
        sa.Column("looked_at", UTCDateTime(), nullable=False),
        sa.Column("last_update", sa.DateTime(), nullable=True),
        sa.Column("fingerprint", sa.String(), nullable=True),
        sa.Column("changed_at", UTCDateTime(), nullable=False),
        sa.Column("problem", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["reading_id"], ["reading.id"], name=op.f("fk_poll_reading_id_reading")),
        sa.PrimaryKeyConstraint("event_key", name=op.f("pk_poll")),
    )
    op.create_table(
        "reread",
        sa.Column("reading_id", sa.Integer(), nullable=False),
        sa.Column("reader", sa.String(), nullable=False),
        sa.Column("read_at", UTCDateTime(), nullable=False),
        sa.Column("differences", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["reading_id"], ["reading.id"], name=op.f("fk_reread_reading_id_reading")),
        sa.PrimaryKeyConstraint("reading_id", name=op.f("pk_reread")),
    )
