"""What the officer saw before publishing"""

from office.database.migrations import frozen, made

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    made.tables(__file__)
    frozen.freeze_rows("publication")
