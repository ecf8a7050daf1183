"""What the officer saw before publishing"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

from office.database.migrations import frozen_0007

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TRIGGERS = {"sqlite": frozen_0007.sqlite, "postgresql": frozen_0007.postgresql}


def upgrade() -> None:
    op.create_table(
        "publication",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("seen_sha256", sa.String(), nullable=True),
        sa.Column("seen_at", UTCDateTime(), nullable=True),
        sa.Column("seen_by", sa.String(), nullable=True),
        sa.Column("report", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["list_version.id"], name=op.f("fk_publication_version_id_list_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_publication")),
        sa.UniqueConstraint("version_id", name=op.f("uq_publication_version_id")),
    )
    for statement in TRIGGERS[op.get_bind().dialect.name]():
        op.execute(statement)
