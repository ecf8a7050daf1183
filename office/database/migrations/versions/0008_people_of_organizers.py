"""Who reports and who runs the events of an organizer"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "organizer_person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("organizer_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("federation_id", sa.String(), nullable=True),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("known_since", UTCDateTime(), nullable=False),
        sa.Column("known_until", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organizer_id"], ["organizer.id"], name=op.f("fk_organizer_person_organizer_id_organizer")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organizer_person")),
    )
    op.create_index(op.f("ix_organizer_person_organizer_id"), "organizer_person", ["organizer_id"])
    op.add_column("report", sa.Column("reporter", sa.String(), nullable=True))
