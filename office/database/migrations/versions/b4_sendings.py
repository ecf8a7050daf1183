"""What was handed in at the desk in the browser, and which reports and mails came of it"""

from office.database.migrations import made

revision = "b4"
down_revision = "b3"


def upgrade() -> None:
    made.tables(__file__)
