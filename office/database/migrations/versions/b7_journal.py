"""The journal: who changed settings, accounts, jobs and kinds of notices, and when"""

from alembic import op

from office.database.migrations import baseline, frozen, made

revision = "b7"
down_revision = "b6"


def upgrade() -> None:
    made.tables(__file__)
    frozen.kept("journal", "the journal does not change")
    baseline.begin(op.get_bind())
