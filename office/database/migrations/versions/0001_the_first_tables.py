"""The first tables"""

from office.database.migrations import frozen, made

revision = "0001"
down_revision = None


def upgrade() -> None:
    made.tables(__file__)
    frozen.freeze_lists()
    frozen.freeze_rows("list_member", "list_rating", "game_line", "earlier_game", "version_event")
