"""What the officer adds to a list"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # One by one, never as a batch: SQLite would make the table anew, without the triggers that freeze it.
    op.add_column("list_rating", sa.Column("adjusted", sa.Integer(), nullable=True))
    op.add_column("list_rating", sa.Column("adjustment_reference", sa.String(), nullable=True))
    op.add_column("list_rating", sa.Column("decided", sa.Integer(), nullable=True))
    op.add_column("list_rating", sa.Column("marks", sa.String(), nullable=True))
