"""${message}"""

import sqlalchemy as sa
from alembic import op

from office.database.migrations import made

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
