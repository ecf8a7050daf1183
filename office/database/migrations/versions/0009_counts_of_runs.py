"""What a run came to, in numbers beside its report (None for lists taken over and for runs before this); and
until when another name of an organizer was known"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("list_version", sa.Column("counts", sa.String(), nullable=True))
    op.add_column("organizer_name", sa.Column("known_until", UTCDateTime(), nullable=True))
