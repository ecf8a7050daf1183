"""What a run came to, in numbers beside its report (None for lists taken over and for runs before this); and
until when another name of an organizer was known"""

from office.database.migrations import made

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    made.add("list_version", "counts text?")
    made.add("organizer_name", "known_until moment?")
