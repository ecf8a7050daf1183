"""Alembic's way in: the connection is handed over by office/database/migrate.py."""

from alembic import context

import office.tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=office.tables.whole(),
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
