"""What the officer adds to a list"""

from office.database.migrations import made

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    made.add(
        "list_rating", "adjusted number?", "adjustment_reference text?", "decided number?", "marks text?"
    )
