"""Who reports and who runs the events of an organizer"""

from office.database.migrations import made

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    made.tables(__file__)
    made.add("report", "reporter text?")
