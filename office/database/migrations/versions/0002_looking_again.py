"""Looking again: polls and rereads"""

from office.database.migrations import made

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    made.tables(__file__)
