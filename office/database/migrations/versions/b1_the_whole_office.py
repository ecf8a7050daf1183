"""The whole office: every table, and what the database keeps from changing"""

from office.database.migrations import frozen, made

revision = "b1"
down_revision = None

ENDS = ("known_until",)


def upgrade() -> None:
    made.tables(__file__)
    frozen.functions()
    frozen.versions()
    for table in ("list_member", "list_rating", "game_line", "earlier_game", "version_event"):
        frozen.of_version(table)
    for table in ("event_line", "event_rating", "event_performance", "publication"):
        frozen.of_version(table)
    frozen.kept("chain_link", "a link of the chain does not change", key="number", unique=["version_id"])
    frozen.kept("reading", "a frozen reading does not change")
    frozen.kept("report", "a report does not change", free=("state", "problem", "reporter"))
    taken_back = ("taken_back_at", "taken_back_by", "taken_back_why")
    frozen.kept("ruling", "a ruling is taken back once, and does not change", free=taken_back, once=True)
    frozen.kept("register_fact", "a register fact does not change", free=ENDS, once=True)
    frozen.kept("membership", "a membership is ended, and does not change", free=ENDS, once=True)
    frozen.kept("member_name", "a name is ended, and does not change", free=ENDS, once=True)
    frozen.members("member", "a member keeps ID and row")
