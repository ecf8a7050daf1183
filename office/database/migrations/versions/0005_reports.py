"""Reports that come by mail and as files"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=True),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("sender_name", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("arrived_at", UTCDateTime(), nullable=False),
        sa.Column("arrived_by", sa.String(), nullable=False),
        sa.Column("arrived_on", sa.Date(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("seen_at", UTCDateTime(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("problems", sa.String(), nullable=False),
        sa.Column("repeats", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["repeats"], ["message.id"], name=op.f("fk_message_repeats_message")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("sha256", name=op.f("uq_message_sha256")),
    )
    op.create_index(op.f("ix_message_message_id"), "message", ["message_id"])
    op.create_table(
        "message_place",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_row_id", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("uid_validity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_row_id"], ["message.id"], name=op.f("fk_message_place_message_row_id_message")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message_place")),
        sa.UniqueConstraint(
            "account",
            "folder",
            "uid_validity",
            "uid",
            name=op.f("uq_message_place_account_folder_uid_validity_uid"),
        ),
    )
    op.create_index(op.f("ix_message_place_message_row_id"), "message_place", ["message_row_id"])
    # In words, since SQLite cannot add a constraint to a table, but can add a column that carries one.
    op.execute(
        "ALTER TABLE report ADD COLUMN message_id INTEGER"
        " CONSTRAINT fk_report_message_id_message REFERENCES message (id)"
    )
    op.create_index(op.f("ix_report_message_id"), "report", ["message_id"])
