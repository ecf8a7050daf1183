"""Alembic's way in: the connection is handed over by office/database/migrate.py."""

from alembic import context
from sqlmodel import SQLModel

import office.tables  # noqa: F401  fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
