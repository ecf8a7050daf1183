"""What the last look at each event found is kept"""

from office.database.migrations import made

revision = "b2"
down_revision = "b1"


def upgrade() -> None:
    made.tables(__file__)
