"""What the office does by itself: jobs on a schedule, and their runs"""

from office.database.migrations import made

revision = "b5"
down_revision = "b4"


def upgrade() -> None:
    made.tables(__file__)
