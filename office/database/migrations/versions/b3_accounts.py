"""Who comes in at the desk in the browser: accounts, sessions, one-time links, failed attempts"""

from office.database.migrations import made

revision = "b3"
down_revision = "b2"


def upgrade() -> None:
    made.tables(__file__)
