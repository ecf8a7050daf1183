"""What the office tells people by itself: kinds of notices, addresses, what was sent and about what"""

from office.database.migrations import made

revision = "b6"
down_revision = "b5"


def upgrade() -> None:
    made.tables(__file__)
