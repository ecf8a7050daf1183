"""Lists whose games are rated event by event"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

from office.database.migrations import frozen_0003

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TRIGGERS = {"sqlite": frozen_0003.sqlite, "postgresql": frozen_0003.postgresql}


def upgrade() -> None:
    op.create_table(
        "acf_rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("list_date", sa.Date(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name=op.f("fk_acf_rating_member_id_member")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acf_rating")),
        sa.UniqueConstraint("member_id", "list_date", name=op.f("uq_acf_rating_member_id_list_date")),
    )
    _event_line()
    op.create_table(
        "event_rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("gained", sa.Integer(), nullable=True),
        sa.Column("capped", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_event_rating_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_rating")),
        sa.UniqueConstraint(
            "version_id", "federation_id", "type", name=op.f("uq_event_rating_version_id_federation_id_type")
        ),
    )
    op.create_table(
        "event_performance",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=True),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("time_class", sa.String(), nullable=False),
        sa.Column("performance", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_event_performance_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_performance")),
    )
    for name in ("version_id", "federation_id"):
        op.create_index(op.f(f"ix_event_performance_{name}"), "event_performance", [name])
    for statement in TRIGGERS[op.get_bind().dialect.name]():
        op.execute(statement)
    # Editions have called this family so from the first; only the office's setting said it otherwise.
    op.execute("UPDATE setting SET value = 'japanese' WHERE name = 'family' AND value = 'japan'")


def _event_line() -> None:
    op.create_table(
        "event_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("federation_id", sa.String(), nullable=True),
        sa.Column("player_name", sa.String(), nullable=False),
        sa.Column("event_key", sa.String(), nullable=False),
        sa.Column("event_name", sa.String(), nullable=False),
        sa.Column("time_class", sa.String(), nullable=False),
        sa.Column("class_assumed", sa.Boolean(), nullable=False),
        sa.Column("standing", sa.String(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("average_numerator", sa.Integer(), nullable=False),
        sa.Column("average_denominator", sa.Integer(), nullable=False),
        sa.Column("p", sa.Integer(), nullable=False),
        sa.Column("dp", sa.Integer(), nullable=False),
        sa.Column("performance", sa.Integer(), nullable=False),
        sa.Column("d", sa.Integer(), nullable=True),
        sa.Column("table_percentage", sa.Integer(), nullable=True),
        sa.Column("percentage", sa.Integer(), nullable=True),
        sa.Column("k", sa.Integer(), nullable=True),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.Column("estimates", sa.String(), nullable=False),
        sa.Column("opponents", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_event_line_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_line")),
        sa.UniqueConstraint(
            "version_id", "event_key", "player", name=op.f("uq_event_line_version_id_event_key_player")
        ),
    )
    for name in ("version_id", "federation_id"):
        op.create_index(op.f(f"ix_event_line_{name}"), "event_line", [name])
